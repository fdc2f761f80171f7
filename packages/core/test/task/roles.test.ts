import { describe, expect, it } from 'vitest';
import { createTable } from '../../src/table/table.js';
import { chooseFeatures, type RoleOptions } from '../../src/task/roles.js';
import { expectError } from '../helpers/errors.js';
import { numbers, tableOf } from '../table/table-cells.js';

const table = tableOf({ id: [1], sex: ['F'], age: [30], hours: [40], fold: ['train'], income: ['high'] });

const choose = (options: Partial<RoleOptions> = {}): string[] =>
  chooseFeatures(table, { target: 'income', groupColumns: ['sex'], ...options });

describe('chooseFeatures', () => {
  it('takes every column that has no other role, in the order of the table', () => {
    expect(choose()).toEqual(['id', 'age', 'hours', 'fold']);
    expect(choose({ splitColumns: ['fold', 'id'] })).toEqual(['age', 'hours']);
    expect(choose({ ignore: ['id'], splitColumns: ['fold'] })).toEqual(['age', 'hours']);
    expect(choose({ groupColumns: ['sex', 'age'] })).toEqual(['id', 'hours', 'fold']);
  });

  it('takes only the features named, each once', () => {
    expect(choose({ features: ['hours', 'age', 'hours'] })).toEqual(['age', 'hours']);
  });

  it('takes the columns that make the groups only when asked for', () => {
    expect(choose({ groupsAsFeatures: false })).not.toContain('sex');
    expect(choose({ groupsAsFeatures: true })).toEqual(['id', 'sex', 'age', 'hours', 'fold']);
    expect(choose({ groupsAsFeatures: true, features: ['sex'] })).toEqual(['sex']);
    expect(choose({ groupsAsFeatures: true, ignore: ['sex'] })).not.toContain('sex');
  });

  it('never takes the target, also where it makes the groups', () => {
    expect(choose({ groupColumns: ['income'], groupsAsFeatures: true })).toEqual([
      'id',
      'sex',
      'age',
      'hours',
      'fold',
    ]);
  });
});

describe('chooseFeatures refuses', () => {
  it.each<[string, Partial<RoleOptions>, string, string]>([
    [
      'the target',
      { features: ['age', 'income'] },
      '"income"',
      'it is the target; take it out of `features`',
    ],
    [
      'the target that makes the groups',
      { features: ['income'], groupColumns: ['income'], groupsAsFeatures: true },
      '"income"',
      'it is the target',
    ],
    ['groups', { features: ['sex'] }, '"sex"', 'it makes the groups; add `groupsAsFeatures: true`'],
    [
      'what decides the split',
      { features: ['fold'], splitColumns: ['fold'] },
      '"fold"',
      'it decides the split',
    ],
    ['what is ignored', { features: ['id'], ignore: ['id'] }, '"id"', 'it is ignored'],
  ])('%s as a feature', (_, options, name, why) => {
    expectError(() => choose(options), 'bad-column', `features: ${name} cannot be a feature: ${why}`);
  });

  it('columns that are not there, with the nearest name', () => {
    expectError(
      () => choose({ features: ['agee'] }),
      'bad-column',
      'features: there is no column "agee"; did you mean "age"?',
    );
    expectError(
      () => choose({ ignore: ['hour'] }),
      'bad-column',
      'ignore: there is no column "hour"',
      '"hours"',
    );
    expectError(
      () => choose({ splitColumns: ['folds'] }),
      'bad-column',
      'split: there is no column "folds"',
      '"fold"',
    );
  });

  it('to leave none, and says who has them', () => {
    const groupColumns = ['sex', 'age'];
    expectError(
      () => choose({ groupColumns, ignore: ['hours'], splitColumns: ['fold', 'id'] }),
      'bad-column',
      'no column is left as a feature: "id" decides the split, "sex" makes the groups, "age" makes the groups, "hours" is ignored, "fold" decides the split, "income" is the target',
    );
    expectError(() => choose({ features: [] }), 'bad-column', '"age" is not among `features`');
    const wide = createTable(Array.from({ length: 40 }, (_, i) => numbers(`x${i}`, 1)));
    expectError(
      () => chooseFeatures(wide, { target: 'x0', groupColumns: ['x1'], features: [] }),
      'bad-column',
      '"x11" is not among `features` and 28 more',
    );
  });
});

it('chooses among very many features', () => {
  const names = Array.from({ length: 200_000 }, (_, i) => `c${i}`);
  const wide = createTable(names.map((name) => numbers(name, 1)));
  const options = { target: 'c0', groupColumns: ['c1'], features: names.slice(2) };
  expect(chooseFeatures(wide, options)).toEqual(names.slice(2));
});
