// What the benchmark of networks trains: made-up rows in four groups, and two networks of the sizes of the
// paper's.

import { createRandom, type LabelledRows, type RandomSource } from '@fairfront/core';
import { standardNormal } from '@fairfront/core/internal';
import type { Network } from '@fairfront/neural';
import { parameterShapes } from '@fairfront/neural/internal';

const INPUTS = 96;
const SEED = 1;
/** Shares of the rows; later groups have noisier labels. */
const SHARES = [0.5, 0.25, 0.15, 0.1];

export const MU = [0.1, 0.2, 0.3, 0.4];
export const NETWORKS = {
  mlp: { kind: 'mlp', inputs: INPUTS, classes: 2, hidden: [512, 512], activation: 'elu' },
  resnet: { kind: 'resnet', inputs: INPUTS, classes: 2, hidden: [512, 512], activation: 'elu' },
} as const satisfies Record<string, Network>;
export type NetworkName = keyof typeof NETWORKS;

export type Float32Rows = LabelledRows & { readonly features: { readonly values: Float32Array } };

/** Normal features; the label is the side of a random plane, with noise. */
export function makeRows(rowCount: number): Float32Rows {
  const random = createRandom(SEED);
  const truth = Float64Array.from({ length: INPUTS }, () => standardNormal(random) / Math.sqrt(INPUTS));
  const values = new Float32Array(rowCount * INPUTS);
  const labels = new Int32Array(rowCount);
  const groups = new Int32Array(rowCount);
  const counts = SHARES.map(() => 0);
  for (let row = 0; row < rowCount; row++) {
    const group = drawGroup(random);
    groups[row] = group;
    counts[group]!++;
    let score = (0.5 + group / 2) * standardNormal(random);
    for (let i = 0; i < INPUTS; i++) {
      const value = standardNormal(random);
      values[row * INPUTS + i] = value;
      score += truth[i]! * value;
    }
    labels[row] = score > 0 ? 1 : 0;
  }
  const names = SHARES.map((_, group) => `group ${group}`);
  return {
    features: { rowCount, columnCount: INPUTS, values },
    labels,
    groups: { names, groups, counts },
  };
}

/** Rows of each batch, all rows alike, so that the smallest group is sometimes absent. */
export function makeBatches(rowCount: number, batchSize: number, steps: number): Int32Array {
  const random = createRandom(SEED + batchSize);
  return Int32Array.from({ length: steps * batchSize }, () => Math.floor(random.uniform() * rowCount));
}

/**
 * Of the products in one step: forward, gradient of the weights, and gradient of the layer's input, which the
 * first layer does not need.
 */
export function stepFlops(network: Network, batchSize: number): number {
  return parameterShapes(network)
    .filter(({ shape }) => shape.length === 2)
    .reduce((sum, { shape }, layer) => {
      const [inputs, outputs] = shape as [number, number];
      return sum + (layer === 0 ? 2 : 3) * 2 * batchSize * inputs * outputs;
    }, 0);
}

function drawGroup(random: RandomSource): number {
  let rest = random.uniform();
  const group = SHARES.findIndex((share) => {
    rest -= share;
    return rest < 0;
  });
  return group < 0 ? SHARES.length - 1 : group;
}
