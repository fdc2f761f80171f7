// Networks of every kind and activation, with parameters and a batch.

import { createRandom, type RandomSource } from '@fairfront/core';
import {
  ACTIVATIONS,
  type FullyConnectedNetwork,
  parameterCount,
  parameterShapes,
} from '../../src/network/network.js';
import { uniforms, wholeNumbers } from '../helpers/random-values.js';
import type { Batch } from '../helpers/reference-network.js';

const SHAPES = [
  { kind: 'linear', inputs: 7, classes: 2, hidden: [] },
  { kind: 'mlp', inputs: 12, classes: 3, hidden: [32, 24] }, // three layers
  { kind: 'mlp', inputs: 5, classes: 2, hidden: [9] },
  { kind: 'resnet', inputs: 12, classes: 3, hidden: [24, 24] },
  { kind: 'resnet', inputs: 5, classes: 2, hidden: [8] },
] as const;

export const NETWORKS: readonly FullyConnectedNetwork[] = SHAPES.flatMap((shape) =>
  ACTIVATIONS.filter((activation) => shape.kind !== 'linear' || activation === 'none').map((activation) => ({
    ...shape,
    activation,
  })),
);

export const titleOf = ({ kind, inputs, hidden, classes, activation }: FullyConnectedNetwork): string =>
  `${kind} ${[inputs, ...hidden, classes].join('-')}, ${activation}`;

/**
 * Weights with which what goes through a layer keeps its size: of variance 1 / inputs. Biases that are not 0.
 */
export function someParameters(network: FullyConnectedNetwork, random: RandomSource): Float32Array {
  const parameters = new Float32Array(parameterCount(network));
  let from = 0;
  for (const { shape } of parameterShapes(network)) {
    const limit = shape.length === 2 ? Math.sqrt(3 / shape[0]!) : 0.1;
    const { data } = uniforms(random, shape, [-limit, limit]);
    parameters.set(data, from);
    from += data.length;
  }
  return parameters;
}

/**
 * Half of the rows are of the first class for certain: with all classes alike often, the slopes of the rows
 * by a bias all but cancel, and what remains is mostly rounding.
 * @param groups those that are in it
 */
export function someBatch(
  network: FullyConnectedNetwork,
  rows: number,
  groups: readonly number[],
  seed: number,
): Batch {
  const random = createRandom(seed);
  return {
    features: Array.from({ length: rows }, () => uniforms(random, [network.inputs]).data),
    labels: wholeNumbers(random, rows, network.classes).map((label, i) => (i % 2 === 0 ? label : 0)),
    groups: wholeNumbers(random, rows, groups.length).map((which) => groups[which]!),
  };
}

export function flatFeatures({ features }: Batch): { shape: number[]; data: Float64Array } {
  const columns = features[0]!.length;
  const data = new Float64Array(features.length * columns);
  features.forEach((row, i) => {
    data.set(row, i * columns);
  });
  return { shape: [features.length, columns], data };
}
