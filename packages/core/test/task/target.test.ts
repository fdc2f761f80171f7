import { describe, expect, it } from 'vitest';
import { createTable, type Table, takeRows } from '../../src/table/table.js';
import { readTarget } from '../../src/task/target.js';
import { expectError } from '../helpers/errors.js';
import { numbers, tableOf, texts } from '../table/table-cells.js';

const all = (): boolean => true;
const rowsOf =
  (...rows: number[]) =>
  (row: number): boolean =>
    rows.includes(row);

describe('readTarget', () => {
  it('has levels as classes, in their order', () => {
    const table = tableOf({ income: ['>50K', '<=50K', '<=50K'] });
    expect(readTarget(table, 'income', all)).toEqual({
      name: 'income',
      column: 'income',
      classes: ['<=50K', '>50K'],
      labels: Int32Array.of(1, 0, 0),
    });
  });

  it('has numbers as classes by size, twenty at most', () => {
    expect(readTarget(tableOf({ y: [10, 2, 10, -1] }), 'y', all)).toEqual({
      name: 'y',
      column: 'y',
      classes: ['-1', '2', '10'],
      labels: Int32Array.of(2, 1, 2, 0),
    });
    const twenty = createTable([numbers('y', ...Array.from({ length: 40 }, (_, i) => i % 20))]);
    expect(readTarget(twenty, 'y', all).classes.length).toBe(20);
  });

  it('leaves out rows that do not count, and classes that only they have', () => {
    const table = tableOf({ y: ['a', 'b', 'c', 'b', undefined] });
    expect(readTarget(table, 'y', rowsOf(1, 2, 3))).toEqual({
      name: 'y',
      column: 'y',
      classes: ['b', 'c'],
      labels: Int32Array.of(-1, 0, 1, 0, -1),
    });
    const taken = takeRows(table, Uint32Array.of(0, 2));
    expect(readTarget(taken, 'y', all).classes).toEqual(['a', 'c']);
  });

  it('drops rows without a target when told to', () => {
    const table = tableOf({ y: ['b', undefined, 'a'], z: [1, undefined, 0] });
    for (const name of ['y', 'z']) {
      expect(readTarget(table, name, all, 'drop').labels).toEqual(Int32Array.of(1, -1, 0));
    }
  });
});

describe('a target written as groups are', () => {
  const table = tableOf({
    x: [0.1, 0.3, 0.5, undefined],
    race: ['White', 'Black', 'Other', 'White'],
    'y>1': ['a', 'b', 'a', 'b'],
    y: [1, 2, 3, 4],
    paid: [0, 1, 1, 0],
  });
  const labelled = (name: string) => {
    const { column, classes, labels, name: own } = readTarget(table, name, all, 'drop');
    expect(own).toBe(name);
    return [column, classes, [...labels]];
  };

  it.each([
    ['x>0.3', 'x', ['x≤0.3', 'x>0.3'], [0, 0, 1, -1]],
    ['x>=0.3', 'x', ['x<0.3', 'x≥0.3'], [0, 1, 1, -1]],
    // What is asked for comes last, as the positive class.
    ['x<0.3', 'x', ['x≥0.3', 'x<0.3'], [1, 0, 0, -1]],
    ['x<=0.3', 'x', ['x>0.3', 'x≤0.3'], [1, 1, 0, -1]],
    ['x : 0.2, 0.4', 'x', ['x<0.2', '0.2≤x<0.4', 'x≥0.4'], [0, 1, 2, -1]],
    ['race=White|Else:*', 'race', ['White', 'Else'], [0, 1, 1, 0]],
    ['paid=1|*', 'paid', ['paid=1', 'other paid'], [1, 0, 0, 1]],
    ['"y">2', 'y', ['y≤2', 'y>2'], [0, 0, 1, 1]],
    // A column of this very name is meant before a comparison.
    ['y>1', 'y>1', ['a', 'b'], [0, 1, 0, 1]],
  ])('%s', (name, column, classes, labels) => {
    expect(labelled(name)).toEqual([column, classes, labels]);
  });

  it.each<[string, 'bad-column' | 'bad-target', string]>([
    ['z>0.3', 'bad-column', 'target: there is no column "z"; there are "x", "race"'],
    ['rce=White|*', 'bad-column', 'target: there is no column "rce"; did you mean "race"?'],
    ['y>11', 'bad-target', 'target "y>11" has one class only, "y≤11" in 4 rows'],
    [
      'race>3',
      'bad-target',
      'target: "race" is a category ("Black", "Other", "White"), but bins need numbers',
    ],
    ['race=White', 'bad-target', 'target: "race" has levels in no class, in 2 rows: "Black", "Other"'],
    ['race=Wite|*', 'bad-target', 'target: "race" has no level "Wite"; did you mean "White"?'],
    ['x>high', 'bad-target', 'target "x>high": expected a number, found "high"'],
    ['x>0.3,race', 'bad-target', 'classes are made of one column; got "x", "race"'],
    ['x:3,1', 'bad-target', 'target: the numbers between the bins of "x" must rise; got 3, 1'],
    ['race=A:White|A:*', 'bad-target', 'target: two classes of "race" are called "A"'],
  ])('%s is refused', (name, code, message) => {
    expectError(() => readTarget(table, name, all, 'drop'), code, message);
  });

  it('is missing where its column is', () => {
    expectError(() => readTarget(table, 'x>0.3', all), 'bad-target', '"x>0.3" is missing in 1 row (row 4)');
  });

  it('offers a column that is nearly called so', () => {
    const odd = tableOf({ 'income>50K': ['no', 'yes'] });
    expectError(
      () => readTarget(odd, 'incme>50K', all),
      'bad-column',
      'target: there is no column "incme>50K"; did you mean "income>50K"?',
    );
  });
});

describe('readTarget refuses', () => {
  const table = tableOf({ income: ['high', undefined, 'low', undefined], age: [1, 2, 3, 4] });

  it('a column that is not there, with the nearest name', () => {
    expectError(
      () => readTarget(table, 'incom', all),
      'bad-column',
      'target: there is no column "incom"; did you mean "income"?',
    );
  });

  it('rows without a target, and names them and the way out', () => {
    expectError(
      () => readTarget(table, 'income', all),
      'bad-target',
      'target "income" is missing in 2 rows (rows 2, 4)',
      "`missingTarget: 'drop'`",
    );
    expectError(() => readTarget(table, 'income', rowsOf(0, 2, 3), 'error'), 'bad-target', '1 row (row 4)');
    expect(readTarget(table, 'income', rowsOf(0, 2)).classes).toEqual(['high', 'low']);
  });

  it('more than 20 different numbers, and explains', () => {
    const measured = createTable([numbers('hours', ...Array.from({ length: 21 }, (_, i) => i / 2))]);
    expectError(
      () => readTarget(measured, 'hours', all),
      'bad-target',
      'target "hours" has more than 20 different numbers: it is measured, not a class',
      'Cut it into classes, such as hours>=5, or choose another target',
    );
  });

  it('a single class, and names it and its rows', () => {
    const refuse = (one: Table, used: (row: number) => boolean, ...parts: string[]): void =>
      expectError(() => readTarget(one, 'y', used, 'drop'), 'bad-target', 'target "y"', ...parts);
    refuse(tableOf({ y: ['no', 'no', 'no'] }), all, 'one class only, "no" in 3 rows', 'two classes or more');
    refuse(tableOf({ y: [7, undefined] }), all, 'one class only, "7" in 1 row;');
    // The class is not the first of the column's levels.
    refuse(tableOf({ y: ['a', 'b', 'b'] }), rowsOf(1, 2), 'one class only, "b" in 2 rows');
    refuse(createTable([texts('y', undefined, undefined)]), all, 'is missing in every row');
    refuse(tableOf({ y: ['a', 'b'] }), rowsOf(), 'is missing in every row');
    refuse(createTable([texts('y')]), all, 'is missing in every row');
  });
});
