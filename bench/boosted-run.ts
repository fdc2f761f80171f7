// Boosting in a process of its own, so that time and peak memory are its own: node boosted-run.js folder threads bins
// trees. The folder holds meta.json { rows, columns }, features.f32 (row by row) and labels.i32. Prints one JSON line.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LabelledRows } from '@fairfront/core';
import { boostedOracle } from '@fairfront/trees';
import { nodeThreads } from '@fairfront/trees/node';

export interface BoostedRun {
  /** From the matrix in memory to the last tree. */
  readonly ms: number;
  /** Of these, checks and bins. */
  readonly binsMs: number;
  /** The mean of −ln p_y over the training rows. */
  readonly logLoss: number;
  readonly peakBytes: number;
}

const [folder = '', threads = 1, bins = 255, trees = 100] = process.argv
  .slice(2)
  .map((arg, i) => (i === 0 ? arg : Number(arg))) as [string, number, number, number];
const { rows, columns } = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as {
  rows: number;
  columns: number;
};
const train = readRows();
const start = performance.now();
const oracle = boostedOracle(train, {
  columns: Array.from({ length: columns }, () => ({ kind: 'numeric' })),
  classCount: 2,
  trees,
  maxDepth: 6,
  learningRate: 0.1,
  bins,
  ...(threads > 1 ? { crew: nodeThreads(threads) } : {}),
});
const binned = performance.now();
const shares = train.groups.counts.map((count) => count / rows); // every row has the weight 1
const { risks } = oracle.solve(shares, {});
const end = performance.now();
oracle.close();
const result: BoostedRun = {
  ms: end - start,
  binsMs: binned - start,
  logLoss: risks.reduce((sum, risk, group) => sum + risk * shares[group]!, 0),
  peakBytes: process.resourceUsage().maxRSS * 1024,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

function readRows(): LabelledRows {
  const buffer = (name: string): ArrayBuffer => {
    const { buffer: bytes, byteOffset, byteLength } = readFileSync(join(folder, name));
    if (byteOffset !== 0 || byteLength !== bytes.byteLength)
      throw new Error(`${name} is not read in one piece`);
    return bytes as ArrayBuffer;
  };
  const groups = Int32Array.from({ length: rows }, (_, row) => row % 2);
  return {
    features: { rowCount: rows, columnCount: columns, values: new Float32Array(buffer('features.f32')) },
    labels: new Int32Array(buffer('labels.i32')),
    groups: { names: ['even', 'odd'], groups, counts: [Math.ceil(rows / 2), Math.floor(rows / 2)] },
  };
}
