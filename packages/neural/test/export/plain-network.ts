// Networks the plainest way, in f64: to compare with.

import type { DenseRows } from '@fairfront/core';
import type { FullyConnectedNetwork } from '../../src/network/network.js';

type Vector = readonly number[];

/**
 * Probabilities, rows × classes.
 * @param parameters layer by layer: weights, inputs × outputs, then the bias
 */
export function predictPlainly(
  network: FullyConnectedNetwork,
  parameters: Float32Array,
  features: DenseRows,
): number[] {
  return Array.from({ length: features.rowCount }, (_, row) => {
    const start = row * features.columnCount;
    return softmax(
      scores(network, parameters, [...features.values.slice(start, start + features.columnCount)]),
    );
  }).flat();
}

function scores(
  { kind, hidden, classes, activation }: FullyConnectedNetwork,
  parameters: Float32Array,
  x: Vector,
): Vector {
  let at = 0;
  const dense = (h: Vector, outputs: number): number[] => {
    const weights = at;
    const bias = at + h.length * outputs;
    at = bias + outputs;
    return Array.from({ length: outputs }, (_, j) =>
      h.reduce(
        (sum, value, i) => sum + value * parameters[weights + i * outputs + j]!,
        parameters[bias + j]!,
      ),
    );
  };
  const gate = (h: Vector): Vector => {
    if (activation === 'none') return h;
    return h.map((value) => (value > 0 ? value : activation === 'elu' ? Math.expm1(value) : 0));
  };
  let h = x;
  if (kind === 'resnet') {
    h = gate(dense(h, hidden[0]!));
    for (const width of hidden) {
      const before = h;
      const inner = gate(dense(h, width));
      h = gate(dense(inner, width).map((value, i) => value + before[i]!));
    }
  } else {
    for (const width of hidden) h = gate(dense(h, width));
  }
  return dense(h, classes);
}

function softmax(z: Vector): Vector {
  const largest = Math.max(...z);
  const powers = z.map((value) => Math.exp(value - largest));
  const sum = powers.reduce((left, right) => left + right, 0);
  return powers.map((power) => power / sum);
}
