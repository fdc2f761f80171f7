// The exact minimax of made-up rows in a process of its own, so that its peak memory is its own: node scale-run.js rows
// (memory | a folder). Rows are 30 numbers, the same for the same count wherever they are kept. Prints one JSON line.

import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createRandom, type LabelledRows, type SparseRows, solveLinearMinimax } from '@fairfront/core';
import { openRows, passByThreads, RowsWriter } from 'fairfront/internal';

const COLUMNS = 30;
const GROUPS = 4;
const BLOCK = 2 ** 16;
const GAP = 1e-4;

const [count = '', place = ''] = process.argv.slice(2);
const rowCount = Number(count);
const labels = new Int32Array(new SharedArrayBuffer(4 * rowCount));
const groups = new Int32Array(new SharedArrayBuffer(4 * rowCount));
const starts = Array.from({ length: Math.ceil(rowCount / BLOCK) }, (_, block) => block * BLOCK);

const { features, close } = place === 'memory' ? inMemory() : onDisk(join(place, 'rows.bin'));
const counts = Array.from({ length: GROUPS }, () => 0);
for (const group of groups) counts[group]!++;
const rows: LabelledRows = { features, labels, groups: { names: ['a', 'b', 'c', 'd'], groups, counts } };
const start = performance.now();
const { model, certificate, iterations } = solveLinearMinimax(rows, { classCount: 2, l2: 1e-4, gap: GAP });
const ms = performance.now() - start;
close();
process.stdout.write(
  `${JSON.stringify({
    rows: rowCount,
    ms,
    iterations,
    relativeGap: certificate.relativeGap,
    model: createHash('sha256').update(model.parameters).digest('hex'),
    peakBytes: process.resourceUsage().maxRSS * 1024,
  })}\n`,
);

/** A block of rows, drawn from a seed of its own; fills in their classes and groups. */
function drawBlock(first: number): SparseRows {
  const random = createRandom(first / BLOCK + 1);
  const own = Math.min(BLOCK, rowCount - first);
  const values = new Float64Array(own * COLUMNS);
  for (let row = 0; row < own; row++) {
    const group = Math.min(GROUPS - 1, Math.floor(1.2 * random.exponential()));
    let score = 0.3 * group - 0.5;
    for (let c = 0; c < COLUMNS; c++) {
      const value = 3 * (random.uniform() + random.uniform() - 1);
      values[row * COLUMNS + c] = value;
      score += 0.5 * value * Math.sin(c + 1 + (c % 3 === 0 ? group : 0));
    }
    groups[first + row] = group;
    labels[first + row] = random.uniform() < 1 / (1 + Math.exp(-score)) ? 1 : 0;
  }
  return {
    rowCount: own,
    columnCount: COLUMNS,
    offsets: Uint32Array.from({ length: own + 1 }, (_, row) => row * COLUMNS),
    columns: Uint16Array.from({ length: own * COLUMNS }, (_, i) => i % COLUMNS),
    values,
  };
}

function inMemory() {
  const entries = rowCount * COLUMNS;
  const features: SparseRows = {
    rowCount,
    columnCount: COLUMNS,
    offsets: Uint32Array.from({ length: rowCount + 1 }, (_, row) => row * COLUMNS),
    columns: new Uint16Array(entries),
    values: new Float64Array(entries),
  };
  for (const first of starts) {
    const block = drawBlock(first);
    features.columns.set(block.columns, first * COLUMNS);
    features.values.set(block.values, first * COLUMNS);
  }
  return { features, close: () => undefined };
}

function onDisk(path: string) {
  const writer = new RowsWriter(path);
  for (const first of starts) writer.append([drawBlock(first)]);
  const features = openRows(writer.finish());
  const end = passByThreads(features, availableParallelism());
  return {
    features,
    close: () => {
      end();
      rmSync(path);
    },
  };
}
