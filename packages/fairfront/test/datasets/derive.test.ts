import { columnOfTexts, createTable, type Table } from '@fairfront/core';
import { isMissing } from '@fairfront/core/internal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  categorical,
  completeRows,
  mapKnownLevels,
  mapLevels,
  numeric,
  withColumns,
} from '../../src/datasets/derive.js';
import { columnNames, texts } from './data.js';

const numbers = (name: string, ...values: number[]) =>
  ({ kind: 'numeric', name, values: Float64Array.from(values) }) as const;
const table: Table = createTable([
  numbers('age', 1, Number.NaN, 3, 4),
  columnOfTexts('race', ['white', 'black', undefined, 'asian']),
  columnOfTexts('sex', ['f', 'm', 'f', 'm']),
]);

it('merges levels and leaves missing ones missing', () => {
  const merged = mapLevels(categorical(table, 'race'), 'group', (level) =>
    level === 'white' ? 'white' : 'other',
  );
  expect(merged).toMatchObject({ name: 'group', levels: ['other', 'white'] });
  expect(texts(createTable([merged]), 'group')).toEqual(['white', 'other', undefined, 'other']);
  expect(texts(table, 'race')).toEqual(['white', 'black', undefined, 'asian']);
});

it('refuses a level that a list does not know', () => {
  const column = categorical(table, 'sex');
  expect(mapKnownLevels(column, 'sex', { f: 'female', m: 'male' }).levels).toEqual(['female', 'male']);
  expect(() => mapKnownLevels(column, 'sex', { f: 'female' })).toThrow(
    'column "sex" has the value "m"; it can only have f',
  );
});

it('puts columns in their places, new ones at the end', () => {
  const changed = withColumns(table, [numbers('new', 1, 2, 3, 4), numbers('race', 5, 6, 7, 8)]);
  expect(columnNames(changed)).toEqual(['age', 'race', 'sex', 'new']);
  expect(numeric(changed, 'race').values[0]).toBe(5);
});

it('keeps complete rows and the levels they have', () => {
  const complete = completeRows(table);
  expect(complete.rowCount).toBe(2);
  expect(categorical(complete, 'race').levels).toEqual(['asian', 'white']);
  expect(texts(complete, 'race')).toEqual(['white', 'asian']);
  expect([...numeric(complete, 'age').values]).toEqual([1, 4]);
});

it('keeps all complete rows and no other, whatever the table', () => {
  const cell = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined, freq: 3 });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const made = createTable(
        [0, 1].map((i) =>
          columnOfTexts(
            String(i),
            rows.map((row) => row[i]),
          ),
        ),
      );
      const complete = completeRows(made);
      const expected = rows.filter((row) => row.every((value) => value !== undefined));
      expect(texts(complete, '0').map((text, row) => [text, texts(complete, '1')[row]])).toEqual(expected);
      for (const column of complete.columns) {
        expect(expected.some((_, row) => isMissing(column, row))).toBe(false);
        expect(categorical(complete, column.name).levels).toHaveLength(
          new Set(texts(complete, column.name)).size,
        );
      }
    }),
  );
});

it('says which kind a column should have', () => {
  expect(() => categorical(table, 'age')).toThrow('column "age" should hold texts');
  expect(() => numeric(table, 'sex')).toThrow('column "sex" should hold numbers');
  expect(() => numeric(table, 'agee')).toThrow('did you mean "age"?');
});
