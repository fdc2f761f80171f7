import type { DenseRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { allocate, createArena } from '../../src/bins/arena.js';
import { binAt, binnedBytes, binRows } from '../../src/bins/binned-rows.js';
import { checkColumns, type TreeColumn } from '../../src/bins/columns.js';
import { fitBins } from '../../src/bins/fit-bins.js';

const numeric: TreeColumn = { kind: 'numeric' };

describe('binRows', () => {
  it('packs four columns into a word, for the rows of one matrix after the other', () => {
    const columns = [...new Array<TreeColumn>(5).fill(numeric), { kind: 'categorical', levels: 3 } as const];
    const matrix = (rowCount: number, from: number): DenseRows => ({
      rowCount,
      columnCount: 6,
      values: Float64Array.from({ length: rowCount * 6 }, (_, i) =>
        i % 6 === 5 ? (from + i) % 3 : from + i,
      ),
    });
    const matrices = [matrix(5000, 0), matrix(3, 600)]; // more rows than are looked at together
    const bins = fitBins(
      matrices[0]!,
      columns,
      Uint32Array.from({ length: 200 }, (_, row) => row),
    );
    const binned = binRows(createArena(binnedBytes(5003, 6), false), matrices, bins);
    expect(binned).toMatchObject({ rowCount: 5003 });
    expect(binned.words).toHaveLength(2);
    for (const row of [0, 7, 199, 2047, 2048, 4999]) {
      const places = columns.map((_, c) => binAt(binned, row, c));
      const own = Math.min(row, 199);
      expect(places).toEqual([own, own, own, own, own, (6 * row + 5) % 3]);
      const word = binned.words[0]![row]!;
      expect([word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24]).toEqual([
        own,
        own,
        own,
        own,
      ]);
    }
    // the second matrix begins with 600, which is row 100 of the first
    expect([5000, 5001].map((row) => binAt(binned, row, 0))).toEqual([100, 101]);
  });
});

describe('createArena', () => {
  it('cuts arrays of zeros that do not overlap, on addresses that are a multiple of 16', () => {
    const arena = createArena(200, false);
    const [bytes, numbers] = [allocate(arena, Uint8Array, 3), allocate(arena, Float64Array, 5)];
    bytes.fill(255);
    expect([...numbers]).toEqual([0, 0, 0, 0, 0]);
    expect([bytes.byteOffset % 16, numbers.byteOffset % 16]).toEqual([0, 0]);
    expect(bytes.byteOffset).toBeGreaterThan(0);
    expect(createArena(8, true).memory.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('says how much memory is needed where it is more than there can be', () => {
    expectError(() => createArena(5 * 2 ** 30, false), 'bad-problem', '5.0 GB', '4 GB');
  });
});

describe('checkColumns', () => {
  const rows = (values: readonly number[]): DenseRows => ({
    rowCount: values.length,
    columnCount: 1,
    values: Float64Array.from(values),
  });

  it('takes any number, and categories that are levels', () => {
    checkColumns(rows([Number.NaN, Infinity, 1e300]), [numeric], 'train');
    checkColumns(rows([Number.NaN, 0, 2]), [{ kind: 'categorical', levels: 3 }], 'train');
  });

  it('names the row whose category is none', () => {
    for (const wrong of [3, -1, 0.5, Infinity]) {
      expectError(
        () => checkColumns(rows([0, wrong]), [{ kind: 'categorical', levels: 3 }], 'validation'),
        'bad-problem',
        'validation',
        'row 2',
        String(wrong),
      );
    }
    expectError(() => checkColumns(rows([0]), [], 'train'), 'bad-problem', '1 columns', '0');
  });
});
