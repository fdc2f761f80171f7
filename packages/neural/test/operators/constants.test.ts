// Operators that nothing flows back through.

import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { Graph } from '../../src/graph/graph.js';
import type { DataType } from '../../src/graph/tensor.js';
import { mul } from '../../src/operators/arithmetic.js';
import { reduceSum } from '../../src/operators/reduce.js';
import { cast, filled, oneHot } from '../../src/operators/shape.js';
import { gradients } from '../../src/training/gradients.js';
import { feed, numbers, runGraph } from '../helpers/run-graph.js';

describe('cast', () => {
  it.each<[DataType, DataType, number[], number[]]>([
    ['uint8', 'float32', [0, 1, 255], [0, 1, 255]],
    ['int32', 'int64', [-3, 0, 7], [-3, 0, 7]],
    ['int64', 'float64', [-3, 0, 7], [-3, 0, 7]],
    ['float64', 'float32', [0.1, -2, 1e-50], [Math.fround(0.1), -2, 0]],
    ['float32', 'int32', [1.75, -1.75, 0], [1, -1, 0]],
  ])('from %s to %s', async (from, to, values, expected) => {
    const graph = new Graph();
    const y = cast(graph, graph.input('x', from, [3]), to);
    expect(y).toMatchObject({ type: to, shape: [3] });
    graph.output('y', y);
    const outputs = await runGraph(graph, {
      x: feed(from, { shape: [3], data: Float64Array.from(values) }),
    });
    expect(outputs['y']!.type).toBe(to);
    expect(Array.from(outputs['y']!.data, Number)).toEqual(expected);
  });

  it('to the type it has adds nothing', () => {
    const graph = new Graph();
    const x = graph.input('x', 'float32', [3]);
    expect(cast(graph, x, 'float32')).toBe(x);
    expect(graph.nodes).toEqual([]);
  });

  it('lets no gradient through, and says so', () => {
    const graph = new Graph();
    const x = graph.input('x', 'float32', [3]);
    const sum = reduceSum(graph, cast(graph, x, 'float64'));
    expectError(() => gradients(graph, sum, [x]), 'bad-graph', 'Cast has no gradient', 'x');
  });
});

describe('filled', () => {
  it.each<[DataType, number[], number]>([
    ['float64', [2, 3], 0.1],
    ['float32', [], -2],
    ['float32', [4], 0],
  ])('%s of shape [%s]: %d over and over', async (type, shape, value) => {
    const graph = new Graph();
    graph.output('y', filled(graph, type, shape, value));
    const { y } = await runGraph(graph);
    expect(y!.dims).toEqual(shape);
    expect(new Set(numbers(y!).data)).toEqual(new Set([value]));
  });
});

describe('oneHot', () => {
  it.each<DataType>(['int32', 'int64'])('is 1 at the index and 0 elsewhere: %s', async (type) => {
    const graph = new Graph();
    const indices = graph.input('indices', type, [2, 2]);
    const y = oneHot(graph, indices, 3, 'float64');
    expect(y).toMatchObject({ type: 'float64', shape: [2, 2, 3] });
    graph.output('y', y);
    const outputs = await runGraph(graph, {
      indices: feed(type, { shape: [2, 2], data: Float64Array.of(2, 0, 1, 2) }),
    });
    expect(outputs['y']!.dims).toEqual([2, 2, 3]);
    expect(outputs['y']!.data).toEqual(Float64Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1));
  });

  it('has a row of zeros for an index that is not below its depth', async () => {
    const graph = new Graph();
    graph.output('y', oneHot(graph, graph.input('indices', 'int32', [2]), 2, 'float32'));
    const { y } = await runGraph(graph, {
      indices: feed('int32', { shape: [2], data: Float64Array.of(2, -1) }),
    });
    expect(y!.data).toEqual(Float32Array.of(0, 0, 0, 0));
  });

  it('keeps number of rows open', async () => {
    const graph = new Graph();
    graph.output('y', oneHot(graph, graph.input('indices', 'int32', ['rows']), 2, 'float32'));
    const { y } = await runGraph(graph, {
      indices: feed('int32', { shape: [3], data: Float64Array.of(1, 0, 1) }),
    });
    expect(y!.data).toEqual(Float32Array.of(0, 1, 1, 0, 0, 1));
  });
});

it('a gradient reaches what stands beside them', async () => {
  const graph = new Graph();
  const x = graph.input('x', 'float64', [2]);
  const mask = graph.input('mask', 'uint8', [2]);
  const sum = reduceSum(graph, mul(graph, x, cast(graph, mask, 'float64')));
  graph.output('slope', gradients(graph, sum, [x])[0]!);
  const { slope } = await runGraph(graph, {
    x: feed('float64', { shape: [2], data: Float64Array.of(5, 7) }),
    mask: feed('uint8', { shape: [2], data: Float64Array.of(1, 0) }),
  });
  expect(slope!.data).toEqual(Float64Array.of(1, 0));
});
