// Activations and the softmax. The seed keeps every argument of relu and elu away from their bend at 0.

import { createRandom } from '@fairfront/core';
import { dropout, elu, logSoftmax, relu, sigmoid, softmax, tanh } from '../../src/operators/activations.js';
import { combine, map, softmaxOf, type Values } from '../helpers/arrays.js';
import { uniforms } from '../helpers/random-values.js';
import type { OperatorCase } from './operator-case.js';

const random = createRandom(3);

const ENTRYWISE = [
  { operator: 'elu', build: elu, formula: (x: number) => (x > 0 ? x : Math.expm1(x)) },
  { operator: 'relu', build: relu, formula: (x: number) => Math.max(x, 0) },
  { operator: 'tanh', build: tanh, formula: Math.tanh },
  { operator: 'sigmoid', build: sigmoid, formula: (x: number) => 1 / (1 + Math.exp(-x)) },
] as const;

const ALONG_LAST = [
  { operator: 'softmax', build: softmax, formula: softmaxOf },
  { operator: 'logSoftmax', build: logSoftmax, formula: (x: Values) => map(softmaxOf(x), Math.log) },
] as const;

const mask: Values = { shape: [3, 4], data: Float64Array.of(1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0) };

export const activationCases: readonly OperatorCase[] = [
  ...ENTRYWISE.flatMap(({ operator, build, formula }) =>
    [[], [3, 5]].map(
      (shape): OperatorCase => ({
        operator,
        title: `[${shape}]`,
        inputs: [uniforms(random, shape, [-3, 3])],
        build: (graph, [x]) => build(graph, x!),
        reference: ([x]) => map(x!, formula),
      }),
    ),
  ),
  ...ALONG_LAST.flatMap(({ operator, build, formula }) =>
    [[4], [3, 2], [2, 2, 3], [3, 1]].map(
      (shape): OperatorCase => ({
        operator,
        title: `[${shape}]`,
        inputs: [uniforms(random, shape, [-3, 3])],
        build: (graph, [x]) => build(graph, x!),
        reference: ([x]) => formula(x!),
      }),
    ),
  ),
  ...[0.2, 0.5, 0].map(
    (rate): OperatorCase => ({
      operator: 'dropout',
      title: `rate ${rate}`,
      inputs: [uniforms(random, [3, 4])],
      given: [{ type: 'uint8', values: mask }],
      build: (graph, [x], [kept]) => dropout(graph, x!, kept!, rate),
      reference: ([x]) => combine(x!, mask, (value, keep) => (keep === 1 ? value / (1 - rate) : 0)),
    }),
  ),
];
