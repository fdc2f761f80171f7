import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnLevels, encodeColumns } from '../../src/encoder/encode-columns.js';
import { pictureEncoder } from '../../src/encoder/encoder.js';
import { fitEncoder } from '../../src/encoder/fit-encoder.js';
import { createTable } from '../../src/table/table.js';
import { expectError } from '../helpers/errors.js';
import { allRows, numbers, rowsOf, rowsOfMatrix, words } from './encoder-tables.js';

const { NaN: missing } = Number;

describe('levels', () => {
  // Levels are in the order of the alphabet; `c` and `e` have too few rows of their own.
  const table = createTable([words('town', 'b a a b e c d d ?')]);
  const train = allRows(table);
  const encoder = fitEncoder(table, ['town'], train, { minLevelRows: 2 });
  const townsOf = (text: string): number[] => {
    const asked = createTable([words('town', text)]);
    return rowsOfMatrix(encodeColumns(encoder, asked, allRows(asked))).map(([cell]) => cell!);
  };

  it('are numbered in their order, pooled ones all by the last number, missing is NaN', () => {
    expect(columnLevels(encoder, encoder.columns[0]!)).toBe(4);
    expect(townsOf('a b c d e ?')).toEqual([0, 1, 3, 2, 3, missing]);
  });

  it('have the number of their name in another table, however they are coded there', () => {
    expect(townsOf('d')).toEqual([2]);
    expect(townsOf('d b')).toEqual([2, 1]);
  });

  it('that training did not have are pooled with the rare ones', () => {
    expect(townsOf('z a')).toEqual([3, 0]);
  });

  it('that training did not have are missing where none was rare', () => {
    const whole = fitEncoder(table, ['town'], train, { minLevelRows: 1 });
    expect(columnLevels(whole, whole.columns[0]!)).toBe(5);
    const asked = createTable([words('town', 'z e')]);
    expect(rowsOfMatrix(encodeColumns(whole, asked, allRows(asked)))).toEqual([[missing], [4]]);
  });

  it('of two columns do not mix, even where they have the same names', () => {
    const both = createTable([
      words('from', 'x y x y'),
      numbers('age', [1, 2, 3, 4]),
      words('to', 'y y z x'),
    ]);
    const own = fitEncoder(both, ['to', 'from', 'age'], allRows(both), { minLevelRows: 1 });
    expect(rowsOfMatrix(encodeColumns(own, both, rowsOf(2, 0)))).toEqual([
      [0, 3, 2],
      [0, 1, 1],
    ]);
  });

  it('are two where a column has two: none is left out', () => {
    const sexes = createTable([words('sex', 'f m m')]);
    const own = fitEncoder(sexes, ['sex'], allRows(sexes), { minLevelRows: 1 });
    expect(rowsOfMatrix(encodeColumns(own, sexes, allRows(sexes)))).toEqual([[0], [1], [1]]);
  });
});

describe('numbers', () => {
  const encode = (values: readonly number[]): Float32Array => {
    const table = createTable([numbers('x', [0, 1]), words('level', 'a b')]);
    const encoder = fitEncoder(table, ['x', 'level'], rowsOf(0, 1), { minLevelRows: 1 });
    const asked = createTable([
      numbers('x', values),
      words('level', values.map((_, i) => 'ab'[i % 2]).join(' ')),
    ]);
    const { values: cells, rowCount, columnCount } = encodeColumns(encoder, asked, allRows(asked));
    expect([rowCount, columnCount]).toEqual([values.length, 2]);
    expect(cells).toBeInstanceOf(Float32Array);
    return cells.filter((_, i) => i % 2 === 0) as Float32Array;
  };

  it('are themselves in float32, not standardised; missing is NaN', () => {
    expect(encode([3, missing, -0.1, 2 ** 24 + 1])).toEqual(Float32Array.of(3, missing, -0.1, 2 ** 24));
  });

  it('keep their order whatever they are', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (a, b) => {
          const [low, high] = encode([Math.min(a, b), Math.max(a, b)]);
          expect(low).toBeLessThanOrEqual(high!);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('that are the same in training but for missing ones have a column all the same', () => {
    const table = createTable([numbers('x', [7, missing, 7])]);
    const encoder = fitEncoder(table, ['x'], rowsOf(0, 1, 2));
    expect([...encodeColumns(encoder, table, rowsOf(1, 2)).values]).toEqual([missing, 7]);
  });
});

describe('refused', () => {
  const table = createTable([words('note', 'good bad good'), numbers('x', [1, 2, 3])]);
  const rows = allRows(table);

  it('are texts and pictures, by name', () => {
    const withText = fitEncoder(table, ['note', 'x'], rows, { text: ['note'] });
    expectError(() => encodeColumns(withText, table, rows), 'bad-encoder', '"note"', 'texts', 'leave it out');
    const picture = pictureEncoder({ name: 'face', height: 2, width: 2 }, 3);
    expectError(() => encodeColumns(picture, table, rows), 'bad-encoder', '"face"', 'pictures');
  });

  it('are columns that are absent or of another kind, and rows that there are not', () => {
    const encoder = fitEncoder(table, ['note', 'x'], rows, { minLevelRows: 1 });
    const absent = createTable([words('note', 'good')]);
    expectError(() => encodeColumns(encoder, absent, rowsOf(0)), 'bad-column', '"x"');
    const other = createTable([words('note', 'good'), words('x', '1')]);
    expectError(() => encodeColumns(encoder, other, rowsOf(0)), 'bad-column', '"x"', 'was numeric');
    const numeric = createTable([numbers('note', [1]), numbers('x', [1])]);
    expectError(() => encodeColumns(encoder, numeric, rowsOf(0)), 'bad-column', '"note"', 'was categorical');
    expectError(() => encodeColumns(encoder, table, rowsOf(3)), 'bad-encoder', 'row 4', '3 rows');
  });
});
