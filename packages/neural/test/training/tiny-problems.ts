// Small tasks for networks: three groups of unlike size whose classes are told apart by a curve, and of which
// some labels are wrong.

import { createRandom, groupIndex, type LabelledRows } from '@fairfront/core';
import type { Network } from '../../src/network/network.js';

export const mlp: Network = { kind: 'mlp', inputs: 2, classes: 2, hidden: [6, 5], activation: 'elu' };
export const resnet: Network = { kind: 'resnet', inputs: 2, classes: 2, hidden: [5, 5], activation: 'relu' };

/** Share of wrong labels in each group. */
const NOISE = { a: 0, b: 0.05, c: 0.1 } as const;

export function tinyRows(rowCount: number, seed: number, noise: Record<'a' | 'b' | 'c', number> = NOISE) {
  const { uniform } = createRandom(seed);
  const values = new Float32Array(2 * rowCount);
  const names = Array.from({ length: rowCount }, (_, row) =>
    row % 5 === 0 ? 'c' : row % 3 === 0 ? 'b' : 'a',
  );
  const labels = names.map((name, row) => {
    const [x, y] = [4 * uniform() - 2, 4 * uniform() - 2];
    values.set([x, y], 2 * row);
    const label = y > x * x - 1 ? 1 : 0;
    return uniform() < noise[name] ? 1 - label : label;
  });
  const rows: LabelledRows = {
    features: { rowCount, columnCount: 2, values },
    labels: Int32Array.from(labels),
    groups: groupIndex(names, ['a', 'b', 'c']),
  };
  return rows;
}

export const train = tinyRows(150, 1);
export const validation = tinyRows(100, 2);
/** Quick, with several batches in an epoch. */
export const QUICK = { batchSize: 8, maxEpochs: 8, learningRate: 0.02, threads: 1 } as const;
