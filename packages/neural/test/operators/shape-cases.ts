// The same numbers in another order or shape.

import { createRandom } from '@fairfront/core';
import type { DataType } from '../../src/graph/tensor.js';
import { concat, gather, reshape, slice, transpose } from '../../src/operators/shape.js';
import { at, fill, permuteAxes, type Values, withShape } from '../helpers/arrays.js';
import { uniforms } from '../helpers/random-values.js';
import type { OperatorCase } from './operator-case.js';

const random = createRandom(5);

const transposeCases = [
  { shape: [3], order: undefined, applied: [0] },
  { shape: [2, 3], order: undefined, applied: [1, 0] },
  { shape: [2, 3], order: [0, 1], applied: [0, 1] },
  { shape: [2, 3, 4], order: undefined, applied: [2, 1, 0] },
  // Not its own inverse: back and forth differ.
  { shape: [2, 3, 4], order: [1, 2, 0], applied: [1, 2, 0] },
  { shape: [2, 3, 4], order: [2, 0, 1], applied: [2, 0, 1] },
].map(
  ({ shape, order, applied }): OperatorCase => ({
    operator: 'transpose',
    title: `[${shape}]${order === undefined ? '' : ` by ${order}`}`,
    inputs: [uniforms(random, shape)],
    build: (graph, [x]) => transpose(graph, x!, order),
    reference: ([x]) => permuteAxes(x!, applied),
  }),
);

const reshapeCases = [
  { from: [2, 3], to: [3, 2] },
  { from: [2, 3], to: [6] },
  { from: [6], to: [1, 2, 3] },
  { from: [], to: [1, 1] },
  { from: [1], to: [] },
  { from: [2, 3], to: [2, 3] },
].map(
  ({ from, to }): OperatorCase => ({
    operator: 'reshape',
    title: `[${from}] to [${to}]`,
    inputs: [uniforms(random, from)],
    build: (graph, [x]) => reshape(graph, x!, to),
    reference: ([x]) => withShape(x!, to),
  }),
);

function replaceAt(list: readonly number[], place: number, value: number): number[] {
  return list.map((before, i) => (i === place ? value : before));
}

function joined(parts: readonly Values[], axis: number): Values {
  const lengths = parts.map(({ shape }) => shape[axis]!);
  const shape = parts[0]!.shape.map((size, a) =>
    a === axis ? lengths.reduce((sum, length) => sum + length, 0) : size,
  );
  return fill(shape, (index) => {
    let place = index[axis]!;
    let which = 0;
    while (place >= lengths[which]!) {
      place -= lengths[which]!;
      which += 1;
    }
    return at(parts[which]!, replaceAt(index, axis, place));
  });
}

const concatCases = [
  { shapes: [[2], [1], [3]], axis: 0, front: 0 },
  {
    shapes: [
      [2, 3],
      [1, 3],
    ],
    axis: 0,
    front: 0,
  },
  {
    shapes: [
      [2, 1],
      [2, 2],
      [2, 3],
    ],
    axis: -1,
    front: 1,
  },
  {
    shapes: [
      [2, 2, 2],
      [2, 1, 2],
    ],
    axis: -2,
    front: 1,
  },
  { shapes: [[2, 3]], axis: 1, front: 1 },
].map(
  ({ shapes, axis, front }): OperatorCase => ({
    operator: 'concat',
    title: `${shapes.map((shape) => `[${shape}]`).join(', ')} along ${axis}`,
    inputs: shapes.map((shape) => uniforms(random, shape)),
    build: (graph, parts) => concat(graph, parts, axis),
    reference: (parts) => joined(parts, front),
  }),
);

const sliceCases = [
  { shape: [5], axis: 0, front: 0, from: 1, to: 3 },
  { shape: [5], axis: 0, front: 0, from: 0, to: 5 },
  { shape: [3, 4], axis: 0, front: 0, from: 0, to: 2 },
  { shape: [3, 4], axis: 1, front: 1, from: 3, to: 4 },
  { shape: [2, 4, 3], axis: -2, front: 1, from: 1, to: 3 },
].map(
  ({ shape, axis, front, from, to }): OperatorCase => ({
    operator: 'slice',
    title: `[${shape}] along ${axis} from ${from} to ${to}`,
    inputs: [uniforms(random, shape)],
    build: (graph, [x]) => slice(graph, x!, axis, from, to),
    reference: ([x]) =>
      fill(replaceAt(shape, front, to - from), (index) =>
        at(x!, replaceAt(index, front, index[front]! + from)),
      ),
  }),
);

const gatherCases = [
  { title: 'some rows', shape: [4, 3], indices: { shape: [2], data: Float64Array.of(3, 1) } },
  {
    title: 'rows taken several times',
    shape: [4, 3],
    indices: { shape: [6], data: Float64Array.of(2, 0, 2, 2, 0, 3) },
  },
  { title: 'entries of a list', shape: [4], indices: { shape: [3], data: Float64Array.of(1, 1, 2) } },
  { title: 'one row', shape: [4, 3], indices: { shape: [], data: Float64Array.of(2) } },
  {
    title: 'a table of rows, some of them several times',
    shape: [3, 2],
    indices: { shape: [2, 3], data: Float64Array.of(0, 2, 0, 1, 2, 2) },
  },
  {
    title: 'rows that are matrices',
    shape: [3, 2, 2],
    indices: { shape: [4], data: Float64Array.of(1, 0, 1, 1) },
  },
].flatMap(({ title, shape, indices }) =>
  (['int32', 'int64'] as DataType[]).map(
    (type): OperatorCase => ({
      operator: 'gather',
      title: `${title}, ${type}`,
      inputs: [uniforms(random, shape)],
      given: [{ type, values: indices }],
      build: (graph, [x], [rows]) => gather(graph, x!, rows!),
      reference: ([x]) =>
        fill([...indices.shape, ...shape.slice(1)], (index) => {
          const place = index.slice(0, indices.shape.length);
          return at(x!, [at(indices, place), ...index.slice(indices.shape.length)]);
        }),
    }),
  ),
);

export const shapeCases: readonly OperatorCase[] = [
  ...transposeCases,
  ...reshapeCases,
  ...concatCases,
  ...sliceCases,
  ...gatherCases,
];
