import { describe, expect, it } from 'vitest';
import {
  createValues,
  type DenseRows,
  forEachEntry,
  type SparseRows,
} from '../../src/numeric/sparse-rows.js';

// 0 5 0
// 0 0 0
// 7 0 -1
const sparse: SparseRows = {
  rowCount: 3,
  columnCount: 3,
  offsets: Uint32Array.of(0, 1, 1, 3),
  columns: Uint32Array.of(1, 0, 2),
  values: Float64Array.of(5, 7, -1),
};
const dense: DenseRows = {
  rowCount: 3,
  columnCount: 3,
  values: Float32Array.of(0, 5, 0, 0, 0, 0, 7, 0, -1),
};

describe('forEachEntry', () => {
  it.each([
    ['sparse', sparse],
    ['dense', dense],
  ])('visits what is not 0 in a row: %s', (_, matrix) => {
    const entries = [0, 1, 2].map((row) => {
      const met: [number, number][] = [];
      forEachEntry(matrix, row, (column, value) => met.push([column, value]));
      return met;
    });
    expect(entries).toEqual([
      [[1, 5]],
      [],
      [
        [0, 7],
        [2, -1],
      ],
    ]);
  });
});

describe('createValues', () => {
  it('has the precision asked for', () => {
    expect(createValues('f64', 2)).toEqual(new Float64Array(2));
    expect(createValues('f32', 3)).toEqual(new Float32Array(3));
  });
});
