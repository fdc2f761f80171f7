// What the table of operators does not show: the moments that come along, and that they normalise.

import { createRandom } from '@fairfront/core';
import { expect, it } from 'vitest';
import { Graph } from '../../src/graph/graph.js';
import { batchNormalisation, layerNormalisation, normalise } from '../../src/operators/normalisation.js';
import { combine, map, meanOver } from '../helpers/arrays.js';
import { uniforms } from '../helpers/random-values.js';
import { feed, numbers, runGraph } from '../helpers/run-graph.js';
import '../../../core/test/helpers/close.js';

const x = uniforms(createRandom(8), [6, 3]);
const square = (value: number): number => value ** 2;

function graphOfOnes() {
  const graph = new Graph();
  return {
    graph,
    input: graph.input('x', 'float64', [6, 3]),
    affine: {
      scale: graph.constant('float64', [3], [1, 1, 1]),
      bias: graph.constant('float64', [3], [0, 0, 0]),
    },
  };
}

it('batch normalisation hands out mean and variance of each column, which normalise to the same', async () => {
  const { graph, input, affine } = graphOfOnes();
  const { output, batch } = batchNormalisation(graph, input, affine);
  graph.output('mean', batch.mean);
  graph.output('variance', batch.variance);
  graph.output('output', output);
  graph.output('again', normalise(graph, input, batch, affine));
  const outputs = await runGraph(graph, { x: feed('float64', x) });
  const mean = meanOver(x, [0]);
  const variance = meanOver(
    map(
      combine(x, mean, (value, by) => value - by),
      square,
    ),
    [0],
  );
  expect(outputs['mean']!.data).toBeAllClose(mean.data, { absolute: 1e-15 });
  expect(outputs['variance']!.data).toBeAllClose(variance.data, { absolute: 1e-15 });
  expect(outputs['again']!.data).toEqual(outputs['output']!.data);
});

it.each([
  ['layer', layerNormalisation, 1],
  ['batch', (...all: Parameters<typeof batchNormalisation>) => batchNormalisation(...all).output, 0],
] as const)('%s normalisation leaves mean 0 and variance 1', async (_, operator, axis) => {
  const { graph, input, affine } = graphOfOnes();
  graph.output('y', operator(graph, input, affine, 0));
  const y = numbers((await runGraph(graph, { x: feed('float64', x) }))['y']!);
  const means = meanOver(y, [axis]).data;
  expect(means).toBeAllClose(new Float64Array(means.length), { absolute: 1e-14 });
  expect(meanOver(map(y, square), [axis]).data).toBeAllClose(new Float64Array(means.length).fill(1), {
    absolute: 1e-13,
  });
});
