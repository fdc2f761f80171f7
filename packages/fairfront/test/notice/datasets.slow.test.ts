// On the data inside the package nothing is noticed but true proxies.

import { expect, it } from 'vitest';
import { inspect } from '../../src/inspect/inspection.js';
import { loadData } from '../../src/task/load-data.js';
import '../../../core/test/helpers/close.js';

it.each<[string, string | undefined]>([
  ['adult:gender', undefined],
  ['adult:gender-ethnicity', undefined],
  ['adult', 'sex,income'],
])('%s %s: relationship gives sex away, and nothing else is noticed', async (name, groups) => {
  const data = await loadData(name);
  const { warnings, task } = inspect(data, groups === undefined ? {} : { groups });
  expect(warnings.map(({ kind, columns }) => [kind, ...columns])).toEqual([
    ['group-given-away', 'relationship', 'sex'],
  ]);
  expect(warnings[0]!.auc!).toBeCloseTo(0.87, 2);
  expect(task!.strongest.map(({ column }) => column)).toContain('relationship');
});

it.each(['german:gender', 'german:age'])('%s: nothing is noticed', async (name) => {
  const { warnings } = inspect(await loadData(name), { minGroup: 20, strict: true });
  expect(warnings).toEqual([]);
});

// A table alone: what the recipe knows of its columns is not handed on.
it('a table of Adult, weights and all, has nothing else to be noticed either', async () => {
  const { table } = await loadData('adult');
  const { warnings } = inspect(table, { target: 'income', groups: 'sex', strict: true });
  expect(warnings.map(({ kind, columns }) => [kind, ...columns])).toEqual([
    ['group-given-away', 'relationship', 'sex'],
  ]);
  expect(inspect(table).warnings).toEqual([]);
});

it('a table of German has nothing either', async () => {
  const { table } = await loadData('german');
  expect(inspect(table, { target: 'credit', groups: 'sex', ignore: ['age-group'] }).warnings).toEqual([]);
  expect(inspect(table).warnings).toEqual([]);
});
