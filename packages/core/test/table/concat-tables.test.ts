import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatTables } from '../../src/table/concat-tables.js';
import { createTable, takeRows } from '../../src/table/table.js';
import { expectError } from '../helpers/errors.js';
import { cellsOf, numbers, tableOf, texts } from './table-cells.js';

describe('concatTables', () => {
  it('puts the rows one after another, in the order of the first table’s columns', () => {
    const train = tableOf({ sex: ['M', undefined], age: [30, 40] });
    const test = tableOf({ age: [undefined, 60, 70], sex: ['F', 'M', 'X'] });
    const both = concatTables([train, test], ['train.csv', 'test.csv']);
    expect(both.rowCount).toBe(5);
    expect(cellsOf(both)).toEqual({ sex: ['M', undefined, 'F', 'M', 'X'], age: [30, 40, undefined, 60, 70] });
    expect(both.columns[0]).toMatchObject({ name: 'sex', levels: ['F', 'M', 'X'] });
  });

  it('puts levels that only a later table has in their place', () => {
    const [first, second] = [createTable([texts('x', '10', 'b')]), createTable([texts('x', 'a', '9')])];
    expect(concatTables([first, second], ['a', 'b']).columns[0]).toMatchObject({
      levels: ['9', '10', 'a', 'b'],
      codes: Uint8Array.of(1, 3, 2, 0),
    });
  });

  it('widens the codes when there are more levels together', () => {
    const half = (from: number) =>
      createTable([texts('x', ...Array.from({ length: 200 }, (_, i) => `${from + i}`))]);
    const [column] = concatTables([half(0), half(200)], ['a', 'b']).columns;
    expect(column).toMatchObject({ kind: 'categorical', codes: expect.any(Uint16Array) });
  });

  it('knows one table, and tables without rows', () => {
    const table = tableOf({ sex: ['M', 'F'], age: [1, 2] });
    expect(concatTables([table], ['a'])).toEqual(table);
    const none = takeRows(table, new Uint32Array(0));
    expect(concatTables([none, table, none], ['a', 'b', 'c'])).toEqual(table);
  });

  it('puts a table together again from its pieces', () => {
    const cell = fc.record({
      x: fc.option(fc.integer(), { nil: undefined }),
      y: fc.option(fc.string({ maxLength: 2 }), { nil: undefined }),
    });
    const pieces = fc.array(fc.array(cell, { maxLength: 8 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const tableFrom = (rows: (typeof parts)[number]) =>
          createTable([
            numbers('x', ...rows.map(({ x }) => x ?? Number.NaN)),
            texts('y', ...rows.map(({ y }) => y)),
          ]);
        const together = concatTables(
          parts.map(tableFrom),
          parts.map((_, i) => `${i}`),
        );
        expect(together).toEqual(tableFrom(parts.flat()));
      }),
    );
  });

  it('names the file and the columns that differ', () => {
    const [a, b] = [tableOf({ sex: ['M'], age: [1], z: [1] }), tableOf({ Sex: ['M'], age: [1] })];
    expectError(
      () => concatTables([a, b], ['train.csv', 'test.csv']),
      'bad-table',
      'test.csv lacks "sex", "z" and has "Sex" besides, compared with train.csv',
      'the same columns',
    );
    expectError(
      () => concatTables([a, a, tableOf({ sex: ['M'], age: [1] })], ['1', '2', '3']),
      'bad-table',
      '3 lacks "z",',
    );
    expectError(
      () => concatTables([b, tableOf({ Sex: ['M'], age: [1], q: [1] })], ['1', '2']),
      'bad-table',
      '2 has "q" besides,',
    );
  });

  it('names the column and the files whose kinds differ, and the way out', () => {
    const files = [tableOf({ y: [1] }), tableOf({ y: [2] }), tableOf({ y: ['two'] })];
    expectError(
      () => concatTables(files, ['a.csv', 'b.csv', 'c.csv']),
      'bad-table',
      'column "y" is numeric in a.csv but categorical in c.csv',
      '`numeric` or `categorical`',
    );
  });

  it('refuses no tables', () => {
    expectError(() => concatTables([], []), 'bad-table', 'no table');
  });
});
