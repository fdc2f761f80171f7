// Element by element: every kind of stretching for each of the four operators, and those of one operand.

import { createRandom } from '@fairfront/core';
import { add, div, exp, mul, neg, scale, shift, sqrt, sub } from '../../src/operators/arithmetic.js';
import { combine, map } from '../helpers/arrays.js';
import { uniforms } from '../helpers/random-values.js';
import type { OperatorCase } from './operator-case.js';

const random = createRandom(1);

/** Each once as a graph and once as a formula. The right operand keeps away from 0, for division. */
export const BINARY = [
  { operator: 'add', build: add, formula: (x: number, y: number) => x + y },
  { operator: 'sub', build: sub, formula: (x: number, y: number) => x - y },
  { operator: 'mul', build: mul, formula: (x: number, y: number) => x * y },
  { operator: 'div', build: div, formula: (x: number, y: number) => x / y },
] as const;

const STRETCHES: readonly (readonly [string, readonly number[], readonly number[]])[] = [
  ['numbers', [], []],
  ['equal shapes', [2, 3], [2, 3]],
  ['a number on the left', [], [2, 3]],
  ['a number on the right', [2, 3], []],
  ['a row on the left', [3], [2, 3]],
  ['a row on the right', [2, 3], [3]],
  ['a row of two axes', [2, 3], [1, 3]],
  ['a column', [2, 3], [2, 1]],
  ['a column on the left', [2, 1], [2, 3]],
  ['a column and a row: both stretched', [2, 1], [3]],
  ['one entry', [2, 3], [1]],
  ['one entry of more axes than the other side', [3], [1, 1]],
  ['three axes and two', [2, 3, 2], [3, 1]],
  ['the middle of three axes', [2, 1, 2], [2, 3, 2]],
];

const binaryCases = BINARY.flatMap(({ operator, build, formula }) => [
  ...STRETCHES.map(
    ([title, left, right]): OperatorCase => ({
      operator,
      title: `${title}, [${left}] and [${right}]`,
      inputs: [uniforms(random, left), uniforms(random, right, [0.5, 2])],
      build: (graph, [x, y]) => build(graph, x!, y!),
      reference: ([x, y]) => combine(x!, y!, formula),
    }),
  ),
  {
    operator,
    title: 'twice the same operand',
    inputs: [uniforms(random, [2, 3], [0.5, 2])],
    build: (graph, [x]) => build(graph, x!, x!),
    reference: ([x]) => combine(x!, x!, formula),
  } satisfies OperatorCase,
]);

const UNARY = [
  { operator: 'neg', build: neg, formula: (x: number) => -x },
  { operator: 'sqrt', build: sqrt, formula: Math.sqrt },
  { operator: 'exp', build: exp, formula: Math.exp },
] as const;

const unaryCases = UNARY.flatMap(({ operator, build, formula }) =>
  [[], [4], [2, 3]].map(
    (shape): OperatorCase => ({
      operator,
      title: `[${shape}]`,
      inputs: [uniforms(random, shape, operator === 'sqrt' ? [0.2, 3] : [-2, 2])],
      build: (graph, [x]) => build(graph, x!),
      reference: ([x]) => map(x!, formula),
    }),
  ),
);

// −1.5 and 0.75 are numbers of f32.
const withNumber: readonly OperatorCase[] = [
  {
    operator: 'scale',
    title: 'by −1.5',
    inputs: [uniforms(random, [2, 3])],
    build: (graph, [x]) => scale(graph, x!, -1.5),
    reference: ([x]) => map(x!, (value) => -1.5 * value),
  },
  {
    operator: 'shift',
    title: 'by 0.75',
    inputs: [uniforms(random, [2, 3])],
    build: (graph, [x]) => shift(graph, x!, 0.75),
    reference: ([x]) => map(x!, (value) => value + 0.75),
  },
];

export const arithmeticCases: readonly OperatorCase[] = [...binaryCases, ...unaryCases, ...withNumber];
