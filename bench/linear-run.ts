// Training on many made-up sparse rows, in a process of its own, so that its peak memory is its own: node
// linear-run.js rows entries. Prints one JSON line. Eight groups with different noise, so that the worst of
// them matters.

import {
  createRandom,
  type LabelledRows,
  linearSolver,
  solveLinearMinimax,
  uniformMu,
} from '@fairfront/core';

const COLUMNS = 100;
const GROUPS = 8;
const SEED = 1;
const GAP = 1e-4;

export interface LargeRun {
  readonly rows: number;
  readonly entries: number;
  readonly dataBytes: number;
  /** What training took beside the program itself. */
  readonly peakBytes: number;
  readonly solveMs: number;
  readonly iterations: number;
  readonly minimaxMs: number;
  readonly relativeGap: number;
}

const [rows = 0, entriesPerRow = 0] = process.argv.slice(2).map(Number);
const programBytes = process.memoryUsage().rss;
const data = makeData(rows, entriesPerRow);
const start = performance.now();
const { model } = linearSolver(data, { classCount: 2 }).solve(uniformMu(GROUPS));
const solved = performance.now();
const { certificate } = solveLinearMinimax(data, { classCount: 2, gap: GAP });
const end = performance.now();
const { features, labels, groups } = data;
if (!('offsets' in features)) throw new Error('rows are to be sparse');
const result: LargeRun = {
  rows,
  entries: features.values.length,
  dataBytes: [features.offsets, features.columns, features.values, labels, groups.groups].reduce(
    (bytes, { byteLength }) => bytes + byteLength,
    0,
  ),
  peakBytes: process.resourceUsage().maxRSS * 1024 - programBytes,
  solveMs: solved - start,
  iterations: model.training.iterations,
  minimaxMs: end - solved,
  relativeGap: certificate.relativeGap,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

/**
 * Columns are spread over the row, ascending; labels follow a linear model with more noise in later groups.
 */
function makeData(rowCount: number, entries: number): LabelledRows {
  const { uniform } = createRandom(SEED);
  /** About normal, with mean 0 and variance 1. */
  const normal = (): number => 2 * (uniform() + uniform() + uniform()) - 3;
  const truth = Float64Array.from({ length: COLUMNS }, () => normal());
  const offsets = Uint32Array.from({ length: rowCount + 1 }, (_, row) => row * entries);
  const columns = new Uint32Array(rowCount * entries);
  const values = new Float64Array(rowCount * entries);
  const labels = new Int32Array(rowCount);
  const groups = new Int32Array(rowCount);
  const counts = new Array<number>(GROUPS).fill(0);
  const stride = COLUMNS / entries;
  for (let row = 0; row < rowCount; row++) {
    const group = Math.floor(uniform() * GROUPS);
    groups[row] = group;
    counts[group]!++;
    let score = 0;
    for (let i = 0; i < entries; i++) {
      const k = row * entries + i;
      columns[k] = Math.floor((i + uniform()) * stride);
      values[k] = normal();
      score += truth[columns[k]!]! * values[k]!;
    }
    labels[row] = score + (0.5 + group / 2) * normal() > 0 ? 1 : 0;
  }
  const names = counts.map((_, group) => `group ${group}`);
  return {
    features: { rowCount, columnCount: COLUMNS, offsets, columns, values },
    labels,
    groups: { names, groups, counts },
  };
}
