// Sums and means along axes, stretching and its mirror, and the normalisations, which are made of them.

import { createRandom } from '@fairfront/core';
import type { Graph } from '../../src/graph/graph.js';
import type { Tensor } from '../../src/graph/tensor.js';
import { batchNormalisation, normalise, reduceMean } from '../../src/operators/normalisation.js';
import { expand, type ReduceOptions, reduceSum, sumTo } from '../../src/operators/reduce.js';
import {
  at,
  combine,
  fill,
  map,
  meanOver,
  stretch,
  sumOver,
  type Values,
  withShape,
} from '../helpers/arrays.js';
import { uniforms } from '../helpers/random-values.js';
import type { OperatorCase } from './operator-case.js';

const random = createRandom(4);

const REDUCTIONS: readonly (readonly [readonly number[], ReduceOptions])[] = [
  [[], {}],
  [[3], {}],
  [[2, 3], {}],
  [[2, 3], { keep: true }],
  [[2, 3], { axes: [0] }],
  [[2, 3], { axes: [0], keep: true }],
  [[2, 3], { axes: [1] }],
  [[2, 3], { axes: [-1], keep: true }],
  [[2, 3], { axes: [1, 0] }],
  [[1, 3], { axes: [0] }],
  [[2, 3, 2], { axes: [1] }],
  [[2, 3, 2], { axes: [0, -1] }],
  [[2, 3, 2], { axes: [-2], keep: true }],
];

function reduction(
  operator: string,
  build: (graph: Graph, x: Tensor, options: ReduceOptions) => Tensor,
  over: (x: Values, axes: readonly number[]) => Values,
): OperatorCase[] {
  return REDUCTIONS.map(([shape, options]) => {
    const { axes = shape.map((_, axis) => axis), keep = false } = options;
    const along = axes.map((axis) => (axis < 0 ? axis + shape.length : axis));
    const left = shape.filter((_, axis) => !along.includes(axis));
    return {
      operator,
      title: `[${shape}]${options.axes === undefined ? '' : ` along ${axes}`}${keep ? ', axes kept' : ''}`,
      inputs: [uniforms(random, shape)],
      build: (graph, [x]) => build(graph, x!, options),
      reference: ([x]) => {
        const summed = over(x!, along);
        return keep ? summed : withShape(summed, left);
      },
    };
  });
}

// From a shape to one that it can be stretched to.
const STRETCHES: readonly (readonly [readonly number[], readonly number[]])[] = [
  [[], [2, 3]],
  [[3], [2, 3]],
  [
    [2, 1],
    [2, 3],
  ],
  [
    [1, 3],
    [2, 3],
  ],
  [
    [3, 1],
    [2, 3, 2],
  ],
  [
    [2, 3],
    [2, 3],
  ],
  [[1], [1, 1]],
];

const stretchCases = STRETCHES.flatMap(([from, to]): OperatorCase[] => [
  {
    operator: 'expand',
    title: `[${from}] to [${to}]`,
    inputs: [uniforms(random, from)],
    build: (graph, [x]) => expand(graph, x!, { name: 'like', type: x!.type, shape: to }),
    reference: ([x]) => stretch(x!, to),
  },
  {
    operator: 'sumTo',
    title: `[${to}] to [${from}]`,
    inputs: [uniforms(random, to)],
    build: (graph, [x]) => sumTo(graph, x!, { name: 'like', type: x!.type, shape: from }),
    reference: ([x]) => {
      const lead = to.length - from.length;
      const stretched = to.flatMap((_, axis) => (axis < lead || from[axis - lead] === 1 ? [axis] : []));
      return withShape(sumOver(x!, stretched), from);
    },
  },
]);

/** scale ∘ (x − mean) / √(variance + ε) + bias; all but x are lists of a number for each channel, axis 1 */
function normalised(x: Values, mean: Values, variance: Values, scale: Values, bias: Values, epsilon: number) {
  const entry = (list: Values, channel: number): number => list.data[channel]!;
  return fill(x.shape, (index) => {
    const channel = index[1]!;
    const unit = (at(x, index) - entry(mean, channel)) / Math.sqrt(entry(variance, channel) + epsilon);
    return unit * entry(scale, channel) + entry(bias, channel);
  });
}

function byBatchMoments([x, scale, bias]: readonly Values[], epsilon: number): Values {
  const axes = x!.shape.flatMap((_, axis) => (axis === 1 ? [] : [axis]));
  const mean = meanOver(x!, axes);
  const centred = combine(x!, mean, (left, right) => left - right);
  const variance = meanOver(
    map(centred, (value) => value ** 2),
    axes,
  );
  return normalised(x!, mean, variance, scale!, bias!, epsilon);
}

const normalisationCases = [
  [4, 3],
  [3, 2, 2, 3],
  [4, 3, 1, 1],
].flatMap((shape) => {
  const list = (): Values => uniforms(random, [shape[1]!]);
  // A large ε, so that one left out would be seen; and the default.
  return [0.25, undefined].flatMap((epsilon): OperatorCase[] => {
    const title = `[${shape}], ε = ${epsilon ?? '1e-5, by default'}`;
    const used = epsilon ?? 1e-5;
    return [
      {
        operator: 'batchNormalisation',
        title,
        inputs: [uniforms(random, shape), list(), list()],
        build: (graph, [x, scale, bias]) =>
          batchNormalisation(graph, x!, { scale: scale!, bias: bias! }, epsilon).output,
        reference: (inputs) => byBatchMoments(inputs, used),
      },
      {
        operator: 'normalise',
        title,
        inputs: [uniforms(random, shape), list(), list(), list(), uniforms(random, [shape[1]!], [0.2, 2])],
        build: (graph, [x, scale, bias, mean, variance]) =>
          normalise(graph, x!, { mean: mean!, variance: variance! }, { scale: scale!, bias: bias! }, epsilon),
        reference: ([x, scale, bias, mean, variance]) =>
          normalised(x!, mean!, variance!, scale!, bias!, used),
      },
    ];
  });
});

export const reduceCases: readonly OperatorCase[] = [
  ...reduction('reduceSum', reduceSum, sumOver),
  ...reduction('reduceMean', reduceMean, meanOver),
  ...stretchCases,
  ...normalisationCases,
];
