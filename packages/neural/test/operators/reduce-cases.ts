// Sums and means along axes, stretching and its mirror, and the normalisations, which are made of them.

import { createRandom } from '@fairfront/core';
import type { Graph } from '../../src/graph/graph.js';
import type { Tensor } from '../../src/graph/tensor.js';
import {
  batchNormalisation,
  layerNormalisation,
  normalise,
  reduceMean,
} from '../../src/operators/normalisation.js';
import { expand, type ReduceOptions, reduceSum, sumTo } from '../../src/operators/reduce.js';
import { combine, map, meanOver, stretch, sumOver, type Values, withShape } from '../helpers/arrays.js';
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

/** scale ∘ (x − mean) / √(variance + ε) + bias */
function normalised(x: Values, mean: Values, variance: Values, scale: Values, bias: Values, epsilon: number) {
  const root = map(variance, (value) => Math.sqrt(value + epsilon));
  const unit = combine(combine(x, mean, minus), root, (value, by) => value / by);
  return combine(combine(unit, scale, times), bias, (left, right) => left + right);
}
const minus = (left: number, right: number): number => left - right;
const times = (left: number, right: number): number => left * right;

function byOwnMoments([x, scale, bias]: readonly Values[], axis: number, epsilon: number): Values {
  const mean = meanOver(x!, [axis]);
  const variance = meanOver(
    map(combine(x!, mean, minus), (value) => value ** 2),
    [axis],
  );
  return normalised(x!, mean, variance, scale!, bias!, epsilon);
}

const normalisationInputs = (): Values[] => [
  uniforms(random, [4, 3]),
  uniforms(random, [3]),
  uniforms(random, [3]),
];

// A large ε, so that one left out would be seen; and the default.
const normalisationCases = [0.25, undefined].flatMap((epsilon): OperatorCase[] => {
  const title = `ε = ${epsilon ?? '1e-5, by default'}`;
  const used = epsilon ?? 1e-5;
  return [
    {
      operator: 'layerNormalisation',
      title,
      inputs: normalisationInputs(),
      build: (graph, [x, scale, bias]) =>
        layerNormalisation(graph, x!, { scale: scale!, bias: bias! }, epsilon),
      reference: (inputs) => byOwnMoments(inputs, 1, used),
    },
    {
      operator: 'batchNormalisation',
      title,
      inputs: normalisationInputs(),
      build: (graph, [x, scale, bias]) =>
        batchNormalisation(graph, x!, { scale: scale!, bias: bias! }, epsilon).output,
      reference: (inputs) => byOwnMoments(inputs, 0, used),
    },
    {
      operator: 'normalise',
      title,
      inputs: [...normalisationInputs(), uniforms(random, [3]), uniforms(random, [3], [0.2, 2])],
      build: (graph, [x, scale, bias, mean, variance]) =>
        normalise(graph, x!, { mean: mean!, variance: variance! }, { scale: scale!, bias: bias! }, epsilon),
      reference: ([x, scale, bias, mean, variance]) => normalised(x!, mean!, variance!, scale!, bias!, used),
    },
  ];
});

export const reduceCases: readonly OperatorCase[] = [
  ...reduction('reduceSum', reduceSum, sumOver),
  ...reduction('reduceMean', reduceMean, meanOver),
  ...stretchCases,
  ...normalisationCases,
];
