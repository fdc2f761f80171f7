// What an operator refuses, and what it says: both tensors, by name, type and shape.

import { describe, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { Graph } from '../../src/graph/graph.js';
import type { Dimension, Tensor } from '../../src/graph/tensor.js';
import { add, div, mul, sub } from '../../src/operators/arithmetic.js';
import { conv } from '../../src/operators/convolution.js';
import { gemm, matMul } from '../../src/operators/matrix.js';
import { reduceMean } from '../../src/operators/normalisation.js';
import { averagePool, maxPool } from '../../src/operators/pooling.js';
import { reduceSum } from '../../src/operators/reduce.js';
import { concat, gather, reshape, slice, transpose } from '../../src/operators/shape.js';

const tensor = (name: string, shape: readonly Dimension[], type: Tensor['type'] = 'float32'): Tensor => ({
  name,
  type,
  shape,
});
const refuse = (build: (graph: Graph) => unknown, ...parts: readonly string[]): void =>
  expectError(() => build(new Graph()), 'bad-graph', ...parts);

describe.each([
  ['add', add],
  ['sub', sub],
  ['mul', mul],
  ['div', div],
])('%s', (_, operator) => {
  it.each([
    [[2, 3], [2]],
    [
      [2, 3],
      [3, 2],
    ],
    [[2], [3]],
    [['rows'], [3]],
    [['rows'], ['steps']],
  ])('does not fit [%s] and [%s]', (left, right) => {
    refuse(
      (graph) => operator(graph, tensor('left', left), tensor('right', right)),
      'shapes do not fit',
      `left: float32[${left.join(', ')}]`,
      `right: float32[${right.join(', ')}]`,
    );
  });

  it('mixes no types', () => {
    refuse(
      (graph) => operator(graph, tensor('left', [2]), tensor('right', [2], 'float64')),
      'types differ',
      'left: float32[2]',
      'right: float64[2]',
    );
  });
});

describe('products', () => {
  it.each([
    [
      [2, 3],
      [2, 3],
    ],
    [[2], [2, 3]],
    [[2, 3], [3]],
    [
      [1, 2, 3],
      [3, 1],
    ],
  ])('[%s] times [%s]', (left, right) => {
    const [a, b] = [tensor('a', left), tensor('b', right)];
    refuse((graph) => matMul(graph, a, b), 'cannot be multiplied', 'a: float32', 'b: float32');
    refuse((graph) => gemm(graph, a, b), 'cannot be multiplied', 'a: float32', 'b: float32');
  });

  it('says how each matrix was read', () => {
    const [a, b] = [tensor('a', [2, 3]), tensor('b', [3, 4])];
    refuse((graph) => gemm(graph, a, b, { transA: true }), 'a: float32[2, 3]ᵀ and b: float32[3, 4]');
    refuse((graph) => gemm(graph, a, b, { transB: true }), 'a: float32[2, 3] and b: float32[3, 4]ᵀ');
  });

  it('mixes no types', () => {
    const [a, b] = [tensor('a', [2, 3]), tensor('b', [3, 4], 'float64')];
    refuse((graph) => matMul(graph, a, b), 'a: float32[2, 3]', 'b: float64[3, 4]');
  });
});

const x = tensor('x', [2, 3]);

describe('axes', () => {
  it.each([2, -3, 0.5, Number.NaN])('%d is none of a matrix', (axis) => {
    const message = `x: float32[2, 3] has no axis ${axis}`;
    refuse((graph) => reduceSum(graph, x, { axes: [axis] }), message);
    refuse((graph) => reduceMean(graph, x, { axes: [axis] }), message);
    refuse((graph) => concat(graph, [x, x], axis), message);
    refuse((graph) => slice(graph, x, axis, 0, 1), message);
  });

  it.each([[[0]], [[0, 0]], [[0, 1, 0]]])('%s is no order of a matrix', (order) => {
    refuse((graph) => transpose(graph, x, order), 'x: float32[2, 3]', 'must name each axis once');
  });

  it('2 is no axis of a matrix to transpose', () => {
    refuse((graph) => transpose(graph, x, [0, 2]), 'x: float32[2, 3] has no axis 2');
  });
});

describe('sizes', () => {
  it('reshape keeps the count of numbers', () => {
    refuse((graph) => reshape(graph, x, [4]), 'x: float32[2, 3] has no shape [4]: sizes differ');
  });

  it('reshape leaves an open size where it is', () => {
    const open = tensor('open', ['rows', 4]);
    refuse((graph) => reshape(graph, open, [4, 'rows']), 'open: float32[rows, 4]', '"rows" must stay axis 1');
    refuse((graph) => reshape(graph, x, ['rows', 6]), '"rows" must stay axis 0');
  });

  it.each([
    [0, 4],
    [-1, 2],
    [1, 1],
    [2, 1],
    [Number.NaN, 2],
  ])('slice: no part from %d to %d', (from, to) => {
    refuse((graph) => slice(graph, x, 1, from, to), 'x: float32[2, 3]', `no part from ${from} to ${to}`);
  });

  it('slice and concat know the size of their axis', () => {
    const open = tensor('open', ['rows', 4]);
    const message = 'open: float32[rows, 4]: the size of axis 0 must be known';
    refuse((graph) => slice(graph, open, 0, 0, 1), message);
    refuse((graph) => concat(graph, [open, open], 0), message);
  });

  it.each([[tensor('y', [2, 4])], [tensor('y', [3])], [tensor('y', [2, 3], 'float64')]])(
    'concat joins what fits alone: %o',
    (y) => {
      refuse(
        (graph) => concat(graph, [x, y], y.type === 'float32' ? 0 : 1),
        'cannot be joined along axis',
        'x: float32[2, 3]',
        `y: ${y.type}[`,
      );
    },
  );

  it('concat of nothing, rows of a number', () => {
    refuse((graph) => concat(graph, [], 0), 'nothing to concatenate');
    refuse((graph) => gather(graph, tensor('one', []), tensor('rows', [2], 'int32')), 'one: float32[]');
  });
});

describe('pictures', () => {
  const picture = tensor('picture', ['rows', 3, 5, 4]);

  it.each([
    [tensor('weights', [2, 4, 3, 3])],
    [tensor('weights', [2, 3, 3])],
    [tensor('weights', [2, 3, 3, 3], 'float64')],
  ])('are not convolved with %o', (weights) => {
    refuse((graph) => conv(graph, picture, weights), 'cannot be convolved', 'picture: float32', 'weights: ');
  });

  it.each([
    [7, 1, 0],
    [3, 0, 1],
    [3, 1.5, 1],
    [3, 1, -1],
    [2.5, 1, 0],
  ])('have no windows of %d with stride %d and padding %d', (size, stride, padding) => {
    refuse(
      (graph) => maxPool(graph, picture, { size, stride, padding }),
      'picture: float32[rows, 3, 5, 4] has no windows',
      `stride ${stride} and padding ${padding}`,
    );
  });

  it('are averaged over windows that do not overlap', () => {
    refuse((graph) => averagePool(graph, picture, { size: 3, stride: 2 }), 'picture: ', 'size 3, stride 2');
  });
});
