import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Encoder, EncoderOptions } from '../../src/encoder/encoder.js';
import { fitEncoder } from '../../src/encoder/fit-encoder.js';
import { columnOfTexts } from '../../src/table/levels.js';
import { type Column, createTable, takeRows } from '../../src/table/table.js';
import { expectError } from '../helpers/errors.js';
import { allRows, encodingCase, namesOf, numbers, rowsOf, words } from './encoder-tables.js';
import '../helpers/close.js';

const { NaN: missing } = Number;

/** Fits on all rows of a table of these columns, every level kept unless told otherwise. */
function fitAll(columns: readonly Column[], options: EncoderOptions = { minLevelRows: 1 }): Encoder {
  const table = createTable(columns);
  return fitEncoder(table, namesOf(table), allRows(table), options);
}

const featureNames = ({ features }: Encoder): string[] => features.map(({ name }) => name);

describe('fitEncoder', () => {
  it('says what every feature is and where it comes from', () => {
    const table = createTable([
      numbers('age', [20, 40, missing, 30, 999]),
      words('race', 'White Black White ? Other'),
      words('city', 'Rome Rome Rome Rome Oslo'),
    ]);
    expect(fitEncoder(table, ['city', 'race', 'age'], rowsOf(0, 1, 2, 3), { minLevelRows: 2 })).toEqual({
      schema: 'fairfront.encoder/1',
      options: { minLevelRows: 2, levels: 'train', text: [], vocabulary: 10_000, sublinear: false },
      trainingRows: 4,
      columns: [
        { kind: 'numeric', name: 'age', mean: 30, scale: Math.sqrt(200 / 3) },
        { kind: 'categorical', name: 'race' },
      ],
      features: [
        { name: 'age', column: 'age', kind: 'value' },
        { name: 'age missing', column: 'age', kind: 'missing', rows: 1 },
        { name: 'race = White', column: 'race', kind: 'level', level: 'White', rows: 2 },
        { name: 'race = other', column: 'race', kind: 'other', levels: [{ level: 'Black', rows: 1 }] },
        { name: 'race missing', column: 'race', kind: 'missing', rows: 1 },
      ],
      dropped: [{ column: 'city', reason: 'every training row is "Rome"' }],
    });
  });

  it('takes the columns in the order of the table and no others', () => {
    const columns = [numbers('c', [1, 2]), numbers('a', [1, 2]), numbers('b', [1, 2])];
    const { columns: encoded } = fitEncoder(createTable(columns), ['b', 'c'], rowsOf(0, 1));
    expect(encoded.map(({ name }) => name)).toEqual(['c', 'b']);
  });

  it('pools levels with fewer than 10 training rows unless told otherwise', () => {
    const texts = [...'a'.repeat(10), ...'b'.repeat(9), ...'c'.repeat(12)];
    const encoder = fitAll([columnOfTexts('x', texts)], {});
    expect(encoder.options).toMatchObject({ minLevelRows: 10, levels: 'train' });
    expect(featureNames(encoder)).toEqual(['x = a', 'x = c', 'x = other']);
    expect(encoder.features[2]).toMatchObject({ levels: [{ level: 'b', rows: 9 }] });
  });

  it('has no feature for missing values where no training row has one', () => {
    const table = createTable([numbers('x', [1, 2, missing]), words('y', 'a b ?')]);
    expect(featureNames(fitEncoder(table, ['x', 'y'], rowsOf(0, 1), { minLevelRows: 1 }))).toEqual([
      'x',
      'y = a',
      'y = b',
    ]);
  });

  it('has a feature for every level that any row of the table has, if asked to, and none for others', () => {
    const filtered = takeRows(createTable([words('x', 'a b c d gone')]), rowsOf(0, 1, 2, 3));
    const encoder = fitEncoder(filtered, ['x'], rowsOf(0, 0), { levels: 'table' });
    expect(featureNames(encoder)).toEqual(['x = a', 'x = b', 'x = c', 'x = d']);
    expect(encoder.features.map((feature) => feature.kind === 'level' && feature.rows)).toEqual([2, 0, 0, 0]);
    expect(encoder.dropped).toEqual([]);
  });

  it('keeps that a value is missing where that is all a column tells', () => {
    const encoder = fitAll([numbers('flag', [1, missing, 1]), words('mark', 'x ? x')]);
    expect(encoder.columns[0]).toEqual({ kind: 'numeric', name: 'flag', mean: 1, scale: 0 });
    expect(featureNames(encoder)).toEqual(['flag missing', 'mark = x', 'mark missing']);
  });

  it('knows 300 and 70,000 levels', () => {
    for (const count of [300, 70_000]) {
      const texts = Array.from({ length: count }, (_, i) => `level ${i}`);
      const column = columnOfTexts('x', [...texts, ...texts.slice(0, count - 1)]);
      expect(featureNames(fitAll([column]))).toHaveLength(count);
      expect(fitAll([column], { minLevelRows: 2 }).features.at(-1)).toMatchObject({
        kind: 'other',
        levels: [{ level: `level ${count - 1}`, rows: 1 }],
      });
    }
  });
});

describe('columns that tell training rows apart by nothing', () => {
  const kept = numbers('kept', [1, 2, 3]);

  it.each([
    [numbers('x', [5, 5, 5]), 'every training row has the value 5'],
    [
      numbers('x', [0.1 + 0.2, 0.3, 0.3]),
      'training rows differ by rounding only, from 0.3 to 0.30000000000000004',
    ],
    [numbers('x', [missing, missing, missing]), 'no training row has a value'],
    [words('x', 'a a a'), 'every training row is "a"'],
    [words('x', '? ? ?'), 'no training row has a value'],
    [words('x', 'a b c'), 'every level has fewer than 2 training rows'],
  ])('are dropped with the reason: %#', (column, reason) => {
    const { dropped, features } = fitAll([kept, column], { minLevelRows: 2 });
    expect(dropped).toEqual([{ column: 'x', reason }]);
    expect(features).toHaveLength(1);
  });

  it('are found in training rows alone', () => {
    const table = createTable([numbers('x', [5, 5, 7]), words('y', 'a a b'), kept]);
    expect(fitEncoder(table, namesOf(table), rowsOf(0, 1)).dropped).toEqual([
      { column: 'x', reason: 'every training row has the value 5' },
      { column: 'y', reason: 'every training row is "a"' },
    ]);
  });

  it('are an error where nothing else is left: one row, or none that differs', () => {
    expectError(
      () => fitAll([numbers('x', [5]), words('y', 'a')]),
      'bad-encoder',
      '"x" (every',
      '"y" (every',
    );
    const many = Array.from({ length: 9 }, (_, i) => numbers(`c${i}`, [1, 1]));
    expectError(() => fitAll(many), 'bad-encoder', '"c4"', 'and 4 more');
  });
});

describe('what is asked of fitEncoder', () => {
  const table = createTable([numbers('age', [1, 2])]);
  it('is checked', () => {
    expectError(() => fitEncoder(table, [], rowsOf(0)), 'bad-column', 'at least one');
    expectError(() => fitEncoder(table, ['agge'], rowsOf(0)), 'bad-column', '"agge"', 'did you mean "age"');
    expectError(() => fitEncoder(table, ['age', 'age'], rowsOf(0)), 'bad-column', '"age"', 'twice');
    expectError(() => fitEncoder(table, ['age'], rowsOf()), 'bad-encoder', 'at least one training row');
    expectError(() => fitEncoder(table, ['age'], rowsOf(0, 2)), 'bad-encoder', 'row 3', '2 rows');
    for (const minLevelRows of [0, 1.5, missing]) {
      expectError(
        () => fitEncoder(table, ['age'], rowsOf(0, 1), { minLevelRows }),
        'bad-option',
        `${minLevelRows}`,
      );
    }
    const levels = 'all' as 'table';
    expectError(() => fitEncoder(table, ['age'], rowsOf(0, 1), { levels }), 'bad-option', 'all');
  });

  it('is not changed', () => {
    const columns = [numbers('x', [3, missing, 1]), words('y', 'b ? a')];
    const before = structuredClone(columns);
    const rows = rowsOf(2, 0, 1);
    fitEncoder(createTable(columns), ['x', 'y'], rows);
    expect(columns).toEqual(before);
    expect(rows).toEqual(rowsOf(2, 0, 1));
  });
});

describe('an encoder', () => {
  it('is the same, to the last bit, in whatever order the rows come', () => {
    fc.assert(
      fc.property(encodingCase, ({ table, train, options }) => {
        const encoder = fitEncoder(table, namesOf(table), train, options);
        expect(fitEncoder(table, namesOf(table), train.slice().reverse(), options)).toEqual(encoder);
        const sorted = train.slice().sort();
        expect(fitEncoder(table, namesOf(table), sorted, options)).toEqual(encoder);
        const reversed = takeRows(table, allRows(table).reverse());
        const moved = sorted.map((row) => table.rowCount - 1 - row);
        expect(fitEncoder(reversed, namesOf(table), moved, options)).toEqual(encoder);
      }),
    );
  });

  it('has the same features where every training row is there twice, and twice the rows', () => {
    fc.assert(
      fc.property(encodingCase, ({ table, train, options }) => {
        const once = fitEncoder(table, namesOf(table), train, options);
        // A level is as rare as before among twice the rows.
        const minLevelRows = 2 * options.minLevelRows - 1;
        const twice = fitEncoder(table, namesOf(table), Uint32Array.of(...train, ...train), {
          ...options,
          minLevelRows,
        });
        expect(twice.trainingRows).toBe(2 * once.trainingRows);
        expect(featureNames(twice)).toEqual(featureNames(once));
        expect(twice.features.map(rowsOfFeature)).toEqual(
          once.features.map((feature) => 2 * rowsOfFeature(feature)),
        );
        expect(momentsOf(twice)).toBeAllClose(momentsOf(once), { relative: 1e-15 });
      }),
    );
  });
});

function rowsOfFeature(feature: Encoder['features'][number]): number {
  if (feature.kind === 'value' || feature.kind === 'picture') return 0;
  return feature.kind === 'other' ? feature.levels.reduce((sum, { rows }) => sum + rows, 0) : feature.rows;
}

const momentsOf = ({ columns }: Encoder): number[] =>
  columns.flatMap((column) => (column.kind === 'numeric' ? [column.mean, column.scale] : []));
