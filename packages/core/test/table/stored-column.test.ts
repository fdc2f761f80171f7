import { describe, expect, it } from 'vitest';
import { concatTables } from '../../src/table/concat-tables.js';
import {
  cellsOf,
  columnRange,
  forgetRecentColumns,
  isStored,
  keepRecentColumns,
  renamedColumn,
  storedColumn,
  tableRange,
} from '../../src/table/stored-column.js';
import { type Column, columnLength, createTable, type Table, takeRows } from '../../src/table/table.js';

const ROWS = 10;

/** A column that counts how often it is read. */
function counted(name: string, values = Float64Array.from({ length: ROWS }, (_, i) => i * 1.5)) {
  const reads: [number, number][] = [];
  const column = storedColumn({ kind: 'numeric', name }, values.length, (from, to) => {
    reads.push([from, to]);
    return values.slice(from, to);
  });
  return { column, reads, values };
}

function levels(name: string, names: readonly string[], codes: readonly number[]): Column {
  const all = Uint8Array.from(codes);
  return storedColumn({ kind: 'categorical', name, levels: names }, codes.length, (from, to) =>
    all.slice(from, to),
  );
}

const valuesOf = (column: Column): number[] =>
  Array.from(column.kind === 'numeric' ? column.values : column.codes);

describe('whole columns that were read', () => {
  it('the last one is not read again in a loop over rows', () => {
    forgetRecentColumns();
    keepRecentColumns(0);
    const { column, reads } = counted('a');
    for (let row = 0; row < ROWS; row++)
      expect(column.kind === 'numeric' && column.values[row]).toBe(row * 1.5);
    expect(reads).toEqual([[0, ROWS]]);
  });

  it('as many are kept as there is room for, those looked at last', () => {
    forgetRecentColumns();
    keepRecentColumns(2 * ROWS * 8);
    const [a, b, c] = ['a', 'b', 'c'].map((name) => counted(name));
    for (const { column } of [a!, b!, a!, c!, a!, b!]) valuesOf(column);
    expect([a, b, c].map((each) => each!.reads.length)).toEqual([1, 2, 1]);
    forgetRecentColumns();
    keepRecentColumns(0);
    valuesOf(a!.column);
    expect(a!.reads).toHaveLength(2);
  });
});

it('a table is made, renamed and cut without a look at the cells', () => {
  forgetRecentColumns();
  const { column, reads } = counted('a');
  const table = createTable([column, renamedColumn(column, 'b')]);
  expect([table.rowCount, columnLength(table.columns[1]!), isStored(table)]).toEqual([ROWS, ROWS, true]);
  expect(reads).toEqual([]);
  expect(valuesOf(tableRange(table, 2, 4).columns[1]!)).toEqual([3, 4.5]);
  expect(reads).toEqual([
    [2, 4],
    [2, 4],
  ]);
});

it('columns of different lengths make no table', () => {
  expect(() => createTable([counted('a').column, counted('b', new Float64Array(3)).column])).toThrow(
    '3 rows',
  );
});

describe('rows taken', () => {
  const rows = Uint32Array.of(7, 2, 2, 9);
  it('few are in memory', () => {
    const { column } = counted('a');
    const taken = takeRows({ rowCount: ROWS, columns: [column] }, rows);
    expect(isStored(taken)).toBe(false);
    expect(valuesOf(taken.columns[0]!)).toEqual([10.5, 3, 3, 13.5]);
  });

  it('rows far apart are read window by window', () => {
    const values = Float64Array.from({ length: 300_000 }, (_, i) => i / 2);
    const { column, reads } = counted('a', values);
    const far = Uint32Array.of(299_999, 3, 140_000, 70_000, 3, 4);
    const taken = takeRows({ rowCount: values.length, columns: [column] }, far);
    expect(valuesOf(taken.columns[0]!)).toEqual(Array.from(far, (row) => row / 2));
    expect(reads).toEqual([
      [3, 5],
      [70_000, 70_001],
      [140_000, 140_001],
      [299_999, 300_000],
    ]);
  });

  it('many stay where they are, and are the same', () => {
    const many = Uint32Array.from({ length: (1 << 22) + 5 }, (_, i) => (i * 7) % ROWS);
    const { column, values } = counted('a');
    const taken = takeRows({ rowCount: ROWS, columns: [column] }, many);
    expect(isStored(taken)).toBe(true);
    expect(columnLength(taken.columns[0]!)).toBe(many.length);
    expect(Array.from(cellsOf(taken.columns[0]!, 100, 103))).toEqual(
      [100, 101, 102].map((i) => values[(i * 7) % ROWS]),
    );
    expect(valuesOf(columnRange(taken.columns[0]!, 5, 5))).toEqual([]);
  });
});

it('tables put together are those in memory put together', () => {
  const parts = [
    [levels('g', ['a', 'c'], [0, 1, 2]), counted('n', Float64Array.of(1, 2, Number.NaN)).column],
    [levels('g', ['b', 'c'], [1, 0]), counted('n', Float64Array.of(4, 5)).column],
  ].map((columns): Table => createTable(columns));
  const inMemory = parts.map((table) => tableRange(table, 0, table.rowCount));
  const [stored, expected] = [parts, inMemory].map((tables) => concatTables(tables, ['one', 'two']));
  expect([isStored(stored!), isStored(expected!)]).toEqual([true, false]);
  expect(tableRange(stored!, 0, 5)).toEqual(expected);
  expect(tableRange(stored!, 1, 4)).toEqual(tableRange(expected!, 1, 4));
  expect(tableRange(stored!, 3, 4)).toEqual(tableRange(expected!, 3, 4));
});
