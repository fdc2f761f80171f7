import { describe, expect, it } from 'vitest';
import { splitFromColumn } from '../../src/split/split-column.js';
import { columnOfTexts } from '../../src/table/levels.js';
import { type CategoricalColumn, createTable, takeRows } from '../../src/table/table.js';
import { expectError } from '../helpers/errors.js';

const fold = (...texts: (string | undefined)[]) => columnOfTexts('fold', texts);

describe('splitFromColumn', () => {
  it('knows the words people use, in any case', () => {
    const column = fold(
      ...['train', 'Validation', 'TEST', 'training', 'valid', 'testing', 'val', ' Dev ', 'HoldOut', 'train'],
    );
    expect(splitFromColumn(column)).toEqual({
      train: Uint32Array.of(0, 3, 9),
      validation: Uint32Array.of(1, 4, 6, 7),
      test: Uint32Array.of(2, 5, 8),
    });
  });

  it('names the column, the values, their counts and the words it accepts', () => {
    const column = fold('train', 'fold 2', 'test', 'fold 2', 'extra', 'val', '');
    expectError(
      () => splitFromColumn(column),
      'bad-split',
      '"fold"',
      '"fold 2" in 2 rows, is "extra" in 1 row, is "" in 1 row',
      'train, training; validation, valid, val, dev; test, testing, holdout',
    );
  });

  it('names rows where the part is missing', () => {
    expectError(
      () => splitFromColumn(fold('train', undefined, 'test', 'val', undefined)),
      'bad-split',
      '"fold"',
      'missing in 2 rows (rows 2, 5)',
    );
  });

  it('lists the most frequent of many values, and counts the others', () => {
    const texts = Array.from({ length: 30 }, (_, i) => `v${i}`);
    expectError(
      () => splitFromColumn(fold(...texts, 'v29')),
      'bad-split',
      'it is "v29" in 2 rows, is "v0" in 1 row',
      'has 22 other values',
    );
  });

  it('refuses numbers: they name no part', () => {
    const values = Float64Array.of(0, 1, 1, Number.NaN);
    expectError(
      () => splitFromColumn({ kind: 'numeric', name: 'k', values }),
      'bad-split',
      '"k"',
      '"1" in 2 rows, is "0" in 1 row, is missing in 1 row (row 4)',
      'holdout',
    );
  });

  it('names every part without rows', () => {
    expectError(
      () => splitFromColumn(fold('train', 'test')),
      'bad-split',
      '"fold"',
      'no rows for validation;',
    );
    expectError(() => splitFromColumn(fold('dev')), 'bad-split', 'no rows for train and test;');
    expectError(() => splitFromColumn(fold()), 'bad-split', 'train and validation and test');
  });

  it('does not mind other values that no row has', () => {
    const table = createTable([fold('train', 'spare', 'val', 'test')]);
    const taken = takeRows(table, Uint32Array.of(0, 2, 3)).columns[0] as CategoricalColumn;
    expect(taken.levels).toContain('spare');
    expect(splitFromColumn(taken).test).toEqual(Uint32Array.of(2));
  });
});
