// Tables to encode, and the plainest way to encode them, to compare with.

import fc from 'fast-check';
import { expect } from 'vitest';
import type { Encoder, EncoderOptions, Feature } from '../../src/encoder/encoder.js';
import type { DenseRows, SparseRows } from '../../src/numeric/sparse-rows.js';
import { columnOfTexts } from '../../src/table/levels.js';
import { type Column, createTable, isMissing, type Table } from '../../src/table/table.js';

export const numbers = (name: string, values: readonly number[]): Column => ({
  kind: 'numeric',
  name,
  values: Float64Array.from(values),
});

/** A category from a word for each row; `?` is missing. */
export const words = (name: string, text: string): Column =>
  columnOfTexts(
    name,
    text.split(' ').map((word) => (word === '?' ? undefined : word)),
  );

export const rowsOf = (...rows: number[]): Uint32Array => Uint32Array.from(rows);

export const allRows = ({ rowCount }: Table): Uint32Array =>
  Uint32Array.from({ length: rowCount }, (_, row) => row);

export const namesOf = ({ columns }: Table): string[] => columns.map(({ name }) => name);

/** A level, a number, or undefined where it is missing. */
export type Cell = string | number | undefined;

export function cellOf(column: Column, row: number): Cell {
  if (isMissing(column, row)) return undefined;
  return column.kind === 'numeric' ? column.values[row]! : column.levels[column.codes[row]!]!;
}

/** Rows of numbers, whatever the matrix. */
export function rowsOfMatrix(matrix: SparseRows | DenseRows): number[][] {
  return Array.from({ length: matrix.rowCount }, (_, row) => {
    if (!('offsets' in matrix)) {
      return [...matrix.values.slice(row * matrix.columnCount, (row + 1) * matrix.columnCount)];
    }
    const dense = new Array<number>(matrix.columnCount).fill(0);
    for (let k = matrix.offsets[row]!; k < matrix.offsets[row + 1]!; k++) {
      dense[matrix.columns[k]!]! += matrix.values[k]!;
    }
    return dense;
  });
}

/** What must hold of any matrix of sparse rows. */
export function checkSparse({ rowCount, columnCount, offsets, columns, values }: SparseRows): void {
  expect(offsets).toHaveLength(rowCount + 1);
  expect(offsets[0]).toBe(0);
  expect(offsets[rowCount]).toBe(values.length);
  expect(columns).toHaveLength(values.length);
  // Exact in size: no room left in the memory behind them either.
  expect([columns.buffer.byteLength, values.buffer.byteLength]).toEqual([
    columns.byteLength,
    values.byteLength,
  ]);
  expect(values.every((value) => Number.isFinite(value) && value !== 0)).toBe(true);
  for (let row = 0; row < rowCount; row++) {
    const own = [...columns.subarray(offsets[row], offsets[row + 1])];
    expect(own).toEqual([...new Set(own)].sort((left, right) => left - right));
    expect(own.every((column) => column < columnCount)).toBe(true);
  }
}

/** Asks every feature about every cell. */
export function encodePlainly(encoder: Encoder, table: Table, rows: Uint32Array): number[][] {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const questions = encoder.features.map((feature) => ({
    column: columns.get(feature.column)!,
    ask: questionOf(encoder, feature),
  }));
  return Array.from(rows, (row) => questions.map(({ column, ask }) => ask(cellOf(column, row))));
}

function questionOf({ columns, features }: Encoder, feature: Feature): (cell: Cell) => number {
  const own = features.filter(({ column }) => column === feature.column);
  const levels = own.flatMap((one) => (one.kind === 'level' ? [one.level] : []));
  const column = columns.find(({ name }) => name === feature.column)!;
  return (cell) => {
    if (cell === undefined) return feature.kind === 'missing' ? 1 : 0;
    if (feature.kind === 'level') return cell === feature.level ? 1 : 0;
    if (feature.kind === 'other') return levels.includes(cell as string) ? 0 : 1;
    return feature.kind === 'value' && column.kind === 'numeric'
      ? ((cell as number) - column.mean) / column.scale
      : 0;
  };
}

export interface Case {
  readonly table: Table;
  /** At least two, none twice, in any order. */
  readonly train: Uint32Array;
  readonly options: Required<Pick<EncoderOptions, 'minLevelRows' | 'levels'>>;
}

/** Small tables with missing values, rare levels, and rows outside of training. One column, `row`, is never constant. */
export const encodingCase: fc.Arbitrary<Case> = fc
  .integer({ min: 2, max: 30 })
  .chain((rowCount) =>
    fc.record({
      columns: fc.array(columnArbitrary(rowCount), { maxLength: 5 }),
      train: fc.shuffledSubarray(
        Array.from({ length: rowCount }, (_, row) => row),
        { minLength: 2 },
      ),
      options: fc.record({
        minLevelRows: fc.integer({ min: 1, max: 6 }),
        levels: fc.constantFrom<'train' | 'table'>('train', 'table'),
      }),
      rowCount: fc.constant(rowCount),
    }),
  )
  .map(({ columns, train, options, rowCount }) => ({
    table: createTable([
      ...columns.map((column, i) => ({ ...column, name: `c${i}` })),
      numbers(
        'row',
        Array.from({ length: rowCount }, (_, row) => row),
      ),
    ]),
    train: Uint32Array.from(train),
    options,
  }));

function columnArbitrary(rowCount: number): fc.Arbitrary<Column> {
  const cells = <Cell>(cell: fc.Arbitrary<Cell>): fc.Arbitrary<Cell[]> =>
    fc.array(cell, { minLength: rowCount, maxLength: rowCount });
  const values = fc.oneof(
    // Not as small as numbers get: the rows of training may be such that others are too far from them.
    fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6),
    fc.integer({ min: -2, max: 2 }),
    fc.constant(Number.NaN),
  );
  const level = fc.constantFrom('a', 'b', 'c', 'd = e', '"', '…', undefined);
  return fc.oneof(
    cells(values).map((all) => numbers('', all)),
    cells(fc.constantFrom(1, 1, 1, Number.NaN)).map((all) => numbers('', all)),
    cells(level).map((all) => columnOfTexts('', all)),
    cells(fc.constantFrom('a', 'a', 'a', 'b')).map((all) => columnOfTexts('', all)),
  );
}
