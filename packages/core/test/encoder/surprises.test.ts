import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitEncoder } from '../../src/encoder/fit-encoder.js';
import { findSurprises } from '../../src/encoder/surprises.js';
import { createTable } from '../../src/table/table.js';
import { expectError } from '../helpers/errors.js';
import {
  allRows,
  type Cell,
  cellOf,
  encodingCase,
  namesOf,
  numbers,
  rowsOf,
  words,
} from './encoder-tables.js';

const table = createTable([
  numbers('age', [1, 2, 3, Number.NaN, 5, Number.NaN]),
  numbers('gap', [1, 2, Number.NaN, Number.NaN, 5, 6]),
  words('race', 'a a b c d c'),
  words('city', 'x y ? ? x z'),
]);
const encoder = fitEncoder(table, namesOf(table), rowsOf(0, 1, 2), { minLevelRows: 2 });

describe('findSurprises', () => {
  it('counts levels and missing values that training did not have, by column', () => {
    expect(findSurprises(encoder, table, rowsOf(3, 4, 5))).toEqual([
      { column: 'age', levels: [], missingRows: 2 },
      {
        column: 'race',
        levels: [
          { level: 'c', rows: 2 },
          { level: 'd', rows: 1 },
        ],
        missingRows: 0,
      },
      { column: 'city', levels: [{ level: 'z', rows: 1 }], missingRows: 0 },
    ]);
  });

  it('counts missing levels where training had none missing', () => {
    const complete = fitEncoder(table, ['city', 'race'], rowsOf(0, 1, 2, 4), { minLevelRows: 1 });
    const other = createTable([words('city', 'x ? x y'), words('race', '? ? a a')]);
    expect(findSurprises(complete, other, allRows(other))).toEqual([
      { column: 'race', levels: [], missingRows: 2 },
    ]);
  });

  it('looks at the rows asked for', () => {
    expect(findSurprises(encoder, table, rowsOf(5, 5))[1]).toEqual({
      column: 'race',
      levels: [{ level: 'c', rows: 2 }],
      missingRows: 0,
    });
    expect(findSurprises(encoder, table, rowsOf())).toEqual([]);
    expectError(() => findSurprises(encoder, table, rowsOf(6)), 'bad-encoder', 'row 7', '6 rows');
  });

  it('asks for the columns of the encoder, and for their kinds', () => {
    const numeric = createTable([words('age', 'a b')]);
    expectError(
      () => findSurprises(encoder, numeric, rowsOf(0)),
      'bad-column',
      '"age"',
      'numeric',
      'categorical',
    );
  });

  it('finds none in training rows, and elsewhere just what they do not have', () => {
    fc.assert(
      fc.property(encodingCase, ({ table, train, options: { minLevelRows } }) => {
        const fitted = fitEncoder(table, namesOf(table), train, { minLevelRows });
        expect(findSurprises(fitted, table, train)).toEqual([]);
        const expected = fitted.columns
          .map(({ name }) => {
            const column = table.columns.find((candidate) => candidate.name === name)!;
            const known = new Set([...train].map((row) => cellOf(column, row)));
            const cells = [...allRows(table)].map((row) => cellOf(column, row));
            const isNew = (cell: Cell): boolean => !known.has(cell);
            const levels = column.kind === 'categorical' ? column.levels.filter(isNew) : [];
            return {
              column: name,
              levels: levels
                .map((level) => ({ level, rows: cells.filter((cell) => cell === level).length }))
                .filter(({ rows }) => rows > 0),
              missingRows: isNew(undefined) ? cells.filter((cell) => cell === undefined).length : 0,
            };
          })
          .filter(({ levels, missingRows }) => levels.length > 0 || missingRows > 0);
        expect(findSurprises(fitted, table, allRows(table))).toEqual(expected);
      }),
    );
  });
});
