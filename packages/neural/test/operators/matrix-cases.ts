// Products: each way of reading the two matrices, with each shape a bias can have.

import { createRandom } from '@fairfront/core';
import { gemm, matMul } from '../../src/operators/matrix.js';
import { combine, flip, product } from '../helpers/arrays.js';
import { uniforms } from '../helpers/random-values.js';
import type { OperatorCase } from './operator-case.js';

const random = createRandom(2);
const [ROWS, INNER, COLUMNS] = [2, 4, 3];
const BIASES: readonly (readonly number[] | undefined)[] = [
  undefined,
  [],
  [1],
  [COLUMNS],
  [1, COLUMNS],
  [ROWS, 1],
  [1, 1],
  [ROWS, COLUMNS],
];

const gemmCases = [false, true].flatMap((transA) =>
  [false, true].flatMap((transB) =>
    BIASES.map(
      (bias): OperatorCase => ({
        operator: 'gemm',
        title: `A${transA ? 'ᵀ' : ''} B${transB ? 'ᵀ' : ''}${bias === undefined ? '' : ` + bias [${bias}]`}`,
        inputs: [
          uniforms(random, transA ? [INNER, ROWS] : [ROWS, INNER]),
          uniforms(random, transB ? [COLUMNS, INNER] : [INNER, COLUMNS]),
          ...(bias === undefined ? [] : [uniforms(random, bias)]),
        ],
        build: (graph, [a, b, c]) =>
          gemm(graph, a!, b!, { transA, transB, ...(c === undefined ? {} : { bias: c }) }),
        reference: ([a, b, c]) => {
          const z = product(transA ? flip(a!) : a!, transB ? flip(b!) : b!);
          return c === undefined ? z : combine(z, c, (left, right) => left + right);
        },
      }),
    ),
  ),
);

export const matrixCases: readonly OperatorCase[] = [
  {
    operator: 'matMul',
    title: 'two matrices',
    inputs: [uniforms(random, [ROWS, INNER]), uniforms(random, [INNER, COLUMNS])],
    build: (graph, [a, b]) => matMul(graph, a!, b!),
    reference: ([a, b]) => product(a!, b!),
  },
  {
    operator: 'matMul',
    title: 'the square of a matrix',
    inputs: [uniforms(random, [3, 3])],
    build: (graph, [a]) => matMul(graph, a!, a!),
    reference: ([a]) => product(a!, a!),
  },
  {
    operator: 'gemm',
    title: 'A Aᵀ',
    inputs: [uniforms(random, [2, 3])],
    build: (graph, [a]) => gemm(graph, a!, a!, { transB: true }),
    reference: ([a]) => product(a!, flip(a!)),
  },
  {
    operator: 'gemm',
    title: 'one column: a bias of [1] is a row and an entry',
    inputs: [uniforms(random, [3, 2]), uniforms(random, [2, 1]), uniforms(random, [1])],
    build: (graph, [a, b, bias]) => gemm(graph, a!, b!, { bias: bias! }),
    reference: ([a, b, bias]) => combine(product(a!, b!), bias!, (left, right) => left + right),
  },
  {
    operator: 'gemm',
    title: 'one column: a bias of [rows, 1] is not a row',
    inputs: [uniforms(random, [3, 2]), uniforms(random, [2, 1]), uniforms(random, [3, 1])],
    build: (graph, [a, b, bias]) => gemm(graph, a!, b!, { bias: bias! }),
    reference: ([a, b, bias]) => combine(product(a!, b!), bias!, (left, right) => left + right),
  },
  ...gemmCases,
];
