// What the table of operators does not show: the moments that come along, and that they normalise.

import { createRandom } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { Graph } from '../../src/graph/graph.js';
import { batchNormalisation, normalise } from '../../src/operators/normalisation.js';
import { combine, map, meanOver } from '../helpers/arrays.js';
import { uniforms } from '../helpers/random-values.js';
import { feed, numbers, runGraph } from '../helpers/run-graph.js';
import '../../../core/test/helpers/close.js';

const square = (value: number): number => value ** 2;

function graphOfOnes(shape: readonly number[]) {
  const graph = new Graph();
  return {
    graph,
    input: graph.input('x', 'float64', shape),
    affine: {
      scale: graph.constant('float64', [3], [1, 1, 1]),
      bias: graph.constant('float64', [3], [0, 0, 0]),
    },
  };
}

describe.each([
  { shape: [6, 3], axes: [0], count: 6 },
  { shape: [4, 3, 2, 5], axes: [0, 2, 3], count: 40 },
])('batch normalisation of [$shape]', ({ shape, axes, count }) => {
  const x = uniforms(createRandom(8), shape);

  it('hands out mean and variance of each channel, which normalise to the same', async () => {
    const { graph, input, affine } = graphOfOnes(shape);
    const { output, batch, unbiasedVariance } = batchNormalisation(graph, input, affine);
    graph.output('mean', batch.mean);
    graph.output('variance', batch.variance);
    graph.output('unbiased', unbiasedVariance);
    graph.output('output', output);
    graph.output('again', normalise(graph, input, batch, affine));
    const outputs = await runGraph(graph, { x: feed('float64', x) });
    const mean = meanOver(x, axes);
    const variance = meanOver(
      map(
        combine(x, mean, (value, by) => value - by),
        square,
      ),
      axes,
    );
    expect(outputs['mean']!.dims).toEqual([3]);
    expect(outputs['mean']!.data).toBeAllClose(mean.data, { absolute: 1e-15 });
    expect(outputs['variance']!.data).toBeAllClose(variance.data, { absolute: 1e-15 });
    const unbiased = map(variance, (value) => (value * count) / (count - 1));
    expect(outputs['unbiased']!.data).toBeAllClose(unbiased.data, { absolute: 1e-15 });
    expect(outputs['again']!.data).toEqual(outputs['output']!.data);
  });

  it('leaves mean 0 and variance 1', async () => {
    const { graph, input, affine } = graphOfOnes(shape);
    graph.output('y', batchNormalisation(graph, input, affine, 0).output);
    const y = numbers((await runGraph(graph, { x: feed('float64', x) }))['y']!);
    expect(meanOver(y, axes).data).toBeAllClose([0, 0, 0], { absolute: 1e-14 });
    expect(meanOver(map(y, square), axes).data).toBeAllClose([1, 1, 1], { absolute: 1e-13 });
  });
});
