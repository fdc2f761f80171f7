// Operators on pictures against PyTorch's: golden/pictures.py made the numbers, and says how.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Graph } from '../../src/graph/graph.js';
import { mul } from '../../src/operators/arithmetic.js';
import { conv } from '../../src/operators/convolution.js';
import { batchNormalisation } from '../../src/operators/normalisation.js';
import { averagePool, maxPool } from '../../src/operators/pooling.js';
import { reduceSum } from '../../src/operators/reduce.js';
import { gradients } from '../../src/training/gradients.js';
import { feed, numbers, runGraph } from '../helpers/run-graph.js';
import '../../../core/test/helpers/close.js';

interface GoldenArray {
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

interface GoldenCase {
  readonly operator: 'conv' | 'maxPool' | 'averagePool' | 'batchNormalisation';
  readonly options: { readonly stride: number; readonly padding: number; readonly size: number } & {
    readonly epsilon: number;
  };
  readonly inputs: readonly (GoldenArray & { readonly name: string; readonly slope: readonly number[] })[];
  readonly c: readonly number[];
  readonly z: GoldenArray;
  /** Batch normalisation's mean and unbiased variance. */
  readonly running?: { readonly mean: readonly number[]; readonly variance: readonly number[] };
}

const { cases } = JSON.parse(readFileSync(new URL('golden/pictures.json', import.meta.url), 'utf8')) as {
  cases: GoldenCase[];
};

/** Rounding of float32, in which training runs, against PyTorch's float64. */
const TOLERANCE = { absolute: 5e-6, relative: 5e-6 };

it.each(
  cases.map(
    (one) => [`${one.operator} of [${one.inputs[0]!.shape}], ${JSON.stringify(one.options)}`, one] as const,
  ),
)('%s', async (_, { operator, options, inputs, c, z, running }) => {
  const graph = new Graph();
  const tensors = inputs.map(({ name, shape }) => graph.input(name, 'float32', shape));
  const [x, second, third] = tensors;
  const output = {
    conv: () => conv(graph, x!, second!, options),
    maxPool: () => maxPool(graph, x!, options),
    averagePool: () => averagePool(graph, x!, options),
    batchNormalisation: () => {
      const affine = { scale: second!, bias: third! };
      const normalised = batchNormalisation(graph, x!, affine, options.epsilon);
      graph.output('mean', normalised.batch.mean);
      graph.output('variance', normalised.unbiasedVariance);
      return normalised.output;
    },
  }[operator]();
  const coefficients = graph.input('c', 'float32', z.shape);
  gradients(graph, reduceSum(graph, mul(graph, coefficients, output)), tensors).forEach((slope, i) => {
    graph.output(`slope ${i}`, slope);
  });
  graph.output('z', output);
  const values = (shape: readonly number[], list: readonly number[]) =>
    feed('float32', { shape, data: Float64Array.from(list) });
  const found = await runGraph(graph, {
    c: values(z.shape, c),
    ...Object.fromEntries(inputs.map((input) => [input.name, values(input.shape, input.values)])),
  });
  expect(output.shape).toEqual(z.shape);
  expect(found['z']!.dims).toEqual(z.shape);
  expect(numbers(found['z']!).data).toBeAllClose(z.values, TOLERANCE);
  inputs.forEach(({ slope }, i) => {
    expect(numbers(found[`slope ${i}`]!).data).toBeAllClose(slope, TOLERANCE);
  });
  if (running !== undefined) {
    expect(numbers(found['mean']!).data).toBeAllClose(running.mean, TOLERANCE);
    expect(numbers(found['variance']!).data).toBeAllClose(running.variance, TOLERANCE);
  }
});
