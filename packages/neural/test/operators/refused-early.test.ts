// What the runtime would refuse, or compute as something else than the graph declares: refused when the graph
// is built.

import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { Graph } from '../../src/graph/graph.js';
import type { Dimension, Tensor } from '../../src/graph/tensor.js';
import { gemm } from '../../src/operators/matrix.js';
import { reduceMean } from '../../src/operators/normalisation.js';
import { expand, reduceSum } from '../../src/operators/reduce.js';
import { reshape, slice, transpose } from '../../src/operators/shape.js';

const tensor = (name: string, shape: readonly Dimension[], type: Tensor['type'] = 'float32'): Tensor => ({
  name,
  type,
  shape,
});
const refuse = (build: (graph: Graph) => unknown, ...parts: readonly string[]): void =>
  expectError(() => build(new Graph()), 'bad-graph', ...parts);
const x = tensor('x', [2, 3]);

describe.each([
  ['reduceSum', reduceSum],
  ['reduceMean', reduceMean],
])('%s', (_, operator) => {
  // ONNX takes no axes for all axes.
  it.each([[[]], [[0, -2]], [[1, 1]]])('along axes %j', (axes) => {
    refuse((graph) => operator(graph, x, { axes }), 'x: float32[2, 3]', 'each axis once');
  });
});

it('transpose counts axes from the end below 0', () => {
  const graph = new Graph();
  expect(transpose(graph, x, [-1, 0]).shape).toEqual([3, 2]);
  expect(graph.nodes[0]!.attributes).toEqual({ perm: { ints: [1, 0] } });
  refuse((other) => transpose(other, x, [-1, 1]), 'x: float32[2, 3]', 'must name each axis once');
});

it('reshape loses no open size', () => {
  refuse(
    (graph) => reshape(graph, tensor('open', ['rows', 4]), [4]),
    'open: float32[rows, 4]',
    'no shape [4]',
  );
});

it.each([
  [tensor('bias', [4])],
  [tensor('bias', [2])],
  [tensor('bias', [1, 2, 3])],
  [tensor('bias', [3], 'float64')],
])('a bias that does not fit a product of 2 × 3: %o', (bias) => {
  const [a, b] = [tensor('a', [2, 5]), tensor('b', [5, 3])];
  refuse((graph) => gemm(graph, a, b, { bias }), 'bias: ', '[2, 3]');
});

it('expand to a shape that does not fit', () => {
  refuse((graph) => expand(graph, x, tensor('like', [3])), 'x: float32[2, 3]', 'like: float32[3]');
  refuse((graph) => expand(graph, x, tensor('like', [4, 3])), 'x: float32[2, 3]', 'like: float32[4, 3]');
});

it('slice at half a row', () => {
  refuse((graph) => slice(graph, x, 0, 0.5, 2), 'x: float32[2, 3]', 'from 0.5 to 2');
});
