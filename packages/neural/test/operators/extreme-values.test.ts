// Activations where exponentials overflow or vanish, and at their bends: exact values, and slopes that stay
// finite.

import { expect, it } from 'vitest';
import { Graph } from '../../src/graph/graph.js';
import type { DataType, Tensor } from '../../src/graph/tensor.js';
import { elu, logSoftmax, relu, sigmoid, softmax, tanh } from '../../src/operators/activations.js';
import { reduceSum } from '../../src/operators/reduce.js';
import { slice } from '../../src/operators/shape.js';
import { gradients } from '../../src/training/gradients.js';
import { feed, numbers, runGraph } from '../helpers/run-graph.js';
import '../../../core/test/helpers/close.js';

type Activation = (graph: Graph, x: Tensor) => Tensor;

/** z = f(x), and the slope of its first entry, or of the sum of all entries, by x. */
async function evaluate(f: Activation, type: DataType, x: readonly number[], of: 'first' | 'sum') {
  const graph = new Graph();
  const input = graph.input('x', type, [x.length]);
  const z = f(graph, input);
  const [slope] = gradients(graph, reduceSum(graph, of === 'first' ? slice(graph, z, 0, 0, 1) : z), [input]);
  graph.output('z', z);
  graph.output('slope', slope!);
  const outputs = await runGraph(graph, { x: feed(type, { shape: [x.length], data: Float64Array.from(x) }) });
  return { z: numbers(outputs['z']!).data, slope: numbers(outputs['slope']!).data };
}

it.each<[string, Activation, DataType, number[], number[], number[]]>([
  ['elu', elu, 'float32', [0, -0, -1000, 1e30, -1e-20], [0, 0, -1, 1e30, 0], [1, 1, 0, 1, 1]], // eˣ − 1, not expm1
  ['relu', relu, 'float32', [0, -0, -1000, 1e30, 1e-20], [0, 0, 0, 1e30, 1e-20], [0, 0, 0, 1, 1]],
  ['relu', relu, 'float64', [0, -0, -1000, 1e300, 1e-200], [0, 0, 0, 1e300, 1e-200], [0, 0, 0, 1, 1]],
  ['tanh', tanh, 'float64', [0, -1000, 1000], [0, -1, 1], [1, 0, 0]],
  ['tanh', tanh, 'float32', [0, -1000, 1000], [0, -1, 1], [1, 0, 0]],
  ['sigmoid', sigmoid, 'float64', [0, -1000, 1000], [0.5, 0, 1], [0.25, 0, 0]],
  ['sigmoid', sigmoid, 'float32', [0, -1000, 1000], [0.5, 0, 1], [0.25, 0, 0]],
])('%s (%#)', async (_, f, type, x, expected, slopes) => {
  const { z, slope } = await evaluate(f, type, x, 'sum');
  expect(z).toBeAllClose(expected, { relative: 1e-6 });
  expect(slope).toBeAllClose(slopes, { relative: 1e-6, absolute: 1e-30 });
});

// Slope of the first entry. The runtime's f64 exponential ends at e⁻⁷⁰⁸, not at 0.
it.each<[string, Activation, number[], number[], number[]]>([
  ['softmax', softmax, [1000, 0, -1000], [1, 0, 0], [0, 0, 0]],
  ['softmax', softmax, [-1000, 0, 1000], [0, 0, 1], [0, 0, 0]],
  ['logSoftmax', logSoftmax, [1000, 0, -1000], [0, -1000, -2000], [0, 0, 0]],
  // The class asked for has all but no probability.
  ['logSoftmax', logSoftmax, [-1000, 0, 1000], [-2000, -1000, 0], [1, 0, -1]],
])('%s (%#)', async (_, f, x, expected, slopes) => {
  for (const type of ['float32', 'float64'] as const) {
    const { z, slope } = await evaluate(f, type, x, 'first');
    expect(z).toBeAllClose(expected, { absolute: 1e-300 });
    expect(slope).toBeAllClose(slopes, { absolute: 1e-300 });
  }
});
