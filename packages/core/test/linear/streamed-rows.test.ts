// Rows that are read block by block train the same models as rows in memory, to the last bit.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabelledRows } from '../../src/groups/labelled-rows.js';
import { blockEndsOf, labelledBlock, takeLabelledRows } from '../../src/groups/labelled-rows.js';
import type { Loss } from '../../src/groups/risks.js';
import { predictLinear } from '../../src/linear/linear-model.js';
import { linearOracle } from '../../src/linear/linear-oracle.js';
import { solveLargeMinimax } from '../../src/linear/multiplier-minimax.js';
import { passBy, sumPass } from '../../src/linear/pass.js';
import { linearSolver } from '../../src/linear/solve-linear.js';
import { solveLinearMinimax } from '../../src/linear/solve-linear-minimax.js';
import { BlockTree } from '../../src/numeric/block-sums.js';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';
import { type StreamedRows, streamedRows } from '../../src/numeric/sparse-rows.js';

const GROUPS = 3;
const COLUMNS = 4;

interface Kind {
  readonly classCount: number;
  readonly loss: Loss;
  readonly weighted: boolean;
  readonly dense: boolean;
}

/** Random rows whose label depends on the features, differently in each group, cut into blocks of `each` rows. */
function rowsInBlocks(
  random: RandomSource,
  rowCount: number,
  each: number,
  { classCount, loss, weighted, dense }: Kind,
): LabelledRows {
  const normal = (): number => random.exponential() - random.exponential();
  const values: number[] = [];
  const columns: number[] = [];
  const offsets = [0];
  const labels = new Int32Array(rowCount);
  const numbers = new Float64Array(rowCount);
  const groups = new Int32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    groups[row] = row < GROUPS ? row : Math.floor(random.uniform() * GROUPS);
    let score = 0;
    for (let c = 0; c < COLUMNS; c++) {
      const value = dense || random.uniform() < 0.6 ? normal() : 0;
      score += value * (c - groups[row]!);
      if (!dense && value === 0) continue;
      values.push(value);
      columns.push(c);
    }
    offsets.push(values.length);
    labels[row] = Math.min(classCount - 1, Math.max(0, Math.floor(score / 2 + random.uniform() * 2)));
    numbers[row] = score + normal();
  }
  const shape = { rowCount, columnCount: COLUMNS, values: Float64Array.from(values) };
  const counts = Array.from({ length: GROUPS }, (_, a) => groups.filter((own) => own === a).length);
  return {
    features: dense
      ? shape
      : { ...shape, offsets: Uint32Array.from(offsets), columns: Uint16Array.from(columns) },
    labels: loss === 'squared' ? new Int32Array(rowCount) : labels,
    ...(loss === 'squared' && { values: numbers }),
    groups: {
      names: ['a', 'b', 'c'],
      groups,
      counts,
      ...(weighted && { weights: Float64Array.from(groups, () => 0.5 + random.uniform()) }),
    },
    blockEnds: Array.from({ length: Math.ceil(rowCount / each) }, (_, i) =>
      Math.min(rowCount, (i + 1) * each),
    ),
  };
}

/** The same rows, of which no array has all. */
function streamed(rows: LabelledRows): LabelledRows & { readonly features: StreamedRows } {
  const ends = blockEndsOf(rows);
  const { rowCount, columnCount } = rows.features;
  const features = streamedRows(
    {
      rowCount,
      columnCount,
      blockEnds: ends,
      isSparse: 'offsets' in rows.features,
      entryCount: rows.features.values.length,
    },
    (block) => structuredClone(labelledBlock(rows, ends, block).features),
  );
  return { ...rows, features };
}

const KINDS: readonly Kind[] = [
  { classCount: 2, loss: 'cross-entropy', weighted: false, dense: false },
  { classCount: 2, loss: 'cross-entropy', weighted: true, dense: true },
  { classCount: 3, loss: 'cross-entropy', weighted: true, dense: false },
  { classCount: 2, loss: 'brier', weighted: false, dense: true },
  { classCount: 3, loss: 'brier', weighted: true, dense: false },
  { classCount: 1, loss: 'squared', weighted: false, dense: false },
  { classCount: 1, loss: 'squared', weighted: true, dense: true },
];

describe.each(KINDS)('rows read block by block ($classCount, $loss, $weighted, $dense)', (kind) => {
  const options = { classCount: kind.classCount, loss: kind.loss, l2: 1e-2 };
  const sizes = fc.tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 7, max: 60 }));

  it('give the models of rows in memory', () => {
    fc.assert(
      fc.property(sizes, ([seed, each]) => {
        const rows = rowsInBlocks(createRandom(seed), 150, each, kind);
        const mu = [0.2, 0.5, 0.3];
        const inMemory = linearSolver(rows, options).solve(mu);
        const read = linearSolver(streamed(rows), options).solve(mu);
        expect(read).toEqual(inMemory);
        expect(predictLinear(read.model, streamed(rows).features)).toEqual(
          predictLinear(inMemory.model, rows.features),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('give the minimax models of rows in memory', () => {
    if (kind.loss === 'brier') return; // has no exact search
    const rows = rowsInBlocks(createRandom(5), 200, 33, kind);
    expect(solveLinearMinimax(streamed(rows), options)).toEqual(solveLinearMinimax(rows, options));
    if (kind.loss === 'squared') return;
    expect(solveLargeMinimax(streamed(rows), options)).toEqual(solveLargeMinimax(rows, options));
  });

  it('stay what they are when some of them are taken', () => {
    const rows = rowsInBlocks(createRandom(6), 200, 33, kind);
    const some = Uint32Array.from({ length: 120 }, (_, i) => Math.floor((i * 5) / 3));
    const mu = [0.2, 0.5, 0.3];
    const inMemory = linearOracle(takeLabelledRows(rows, some), options, rows);
    const read = linearOracle(takeLabelledRows(streamed(rows), some), options, streamed(rows));
    expect(read.solve(mu, {})).toEqual(inMemory.solve(mu, {}));
  });

  it('can be summed in runs of blocks, by others', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 4 }), ([seed, each], level) => {
        const rows = rowsInBlocks(createRandom(seed), 150, each, kind);
        const data = streamed(rows);
        let asked = 0;
        passBy(data.features, {
          sum: (own, problem, request) => {
            asked++;
            const blocks = blockEndsOf(own).length;
            const run = 2 ** level;
            const whole = Math.floor(blocks / run);
            const sumOf = (from: number, to: number): Float64Array =>
              sumPass(own, problem, request, [from, to]);
            const left = blocks > whole * run ? sumOf(whole * run, blocks) : undefined;
            const sums = Array.from({ length: whole }, (_, i) => sumOf(i * run, (i + 1) * run));
            const tree = new BlockTree((sums[0] ?? left)!.length);
            for (const sum of sums) tree.add(sum, level);
            return tree.total(left);
          },
        });
        const mu = [0.2, 0.5, 0.3];
        expect(linearSolver(data, options).solve(mu)).toEqual(linearSolver(rows, options).solve(mu));
        expect(asked).toBeGreaterThan(0);
      }),
      { numRuns: 20 },
    );
  });
});
