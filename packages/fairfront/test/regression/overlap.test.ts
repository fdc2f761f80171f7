// Numbers predicted for groups that overlap: every person counts once, and the files know each family.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fit, openRun, type RegressionResult } from '../../src/index.js';
import { workFolder } from '../runs/run-fit.js';
import { WAGES, wages } from './made-wages.js';

it('serves families of groups, by the numbers of every person', async () => {
  const run = join(workFolder(), 'run');
  const table = wages(800);
  const { groups } = WAGES;
  const fitted = await fit(table, { ...WAGES, groups: [groups, 'trade'], model: 'linear', l2: 0.01 });
  await fitted.save(run);
  const { result } = fitted;
  const [first, second, ...others] = result.groups.map(({ rows }) => rows.test);
  expect(others.length).toBe(3);
  expect(first! + second!).toBe(others.reduce((sum, rows) => sum + rows));
  const {
    rows,
    values,
    models,
    groups: index,
  } = await (await openRun<RegressionResult>(run)).predictions('test');
  const people = new Set(rows).size;
  expect(rows.length).toBe(2 * people);
  const errors = index.names.map((_, group) => {
    const own = [...rows.keys()].filter((i) => index.groups[i] === group);
    return Math.sqrt(own.reduce((sum, i) => sum + (models.minimax[i]! - values![i]!) ** 2, 0) / own.length);
  });
  const { byGroup } = result.models.minimax.metrics.test.rmse;
  expect(byGroup.map((error, group) => error / errors[group]!)).toEqual(
    errors.map(() => expect.closeTo(1, 9)),
  );
  const lines = readFileSync(join(run, 'predictions.csv'), 'utf8').trimEnd().split('\n');
  expect(lines.filter((line) => line.includes(',test,')).length).toBe(people);
});
