// A fit that finds its groups itself.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { columnOfTexts } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type FitOptions,
  type FitResult,
  fit,
  gate,
  loadModel,
  openRun,
  plan,
  watch,
} from '../../src/index.js';
import { fitText } from '../../src/report/fit-text.js';
import { fitTitle } from '../../src/report/title-words.js';
import { withColumn } from './made-table.js';
import { plantedTable } from './planted-table.js';
import { workFolder } from './run-fit.js';

const folder = workFolder();
const table = plantedTable(2000, 1, true);
const options: FitOptions = {
  ...{ target: 'y', groups: 'auto', rounds: 1, ignore: ['part'], l2: 0.0001, gap: 1e-6 },
};
let result: FitResult;

beforeAll(async () => {
  const fitted = await fit(table, options);
  result = fitted.result;
  await fitted.save(join(folder, 'run'));
});

describe('groups that are found', () => {
  it('are described, confirmed, and served better', () => {
    const { rounds, level } = result.discovered!;
    const { group } = rounds[0]!;
    expect(level).toBe(0.05);
    expect(group!.conditions.map(({ column }) => column).sort()).toEqual(['age', 'sex']);
    expect(group!.confirming.excess.low).toBeGreaterThan(0);
    expect(group!.alone.value).toBeLessThan(group!.confirming.risk.value);
    expect(group!.adjusted).toBeLessThan(0.05);
    const names = result.groups.map(({ name }) => name);
    expect([...names].sort()).toEqual([group!.name, `not (${group!.name})`].sort());
    const own = names.indexOf(group!.name);
    const risk = (model: 'naive' | 'minimax'): number =>
      result.models[model].metrics.test.crossEntropy.byGroup[own]!;
    expect(risk('minimax')).toBeLessThan(0.9 * risk('naive'));
    expect(result.verdict.decision).toBe('use-minimax');
    expect(result.search.certificate.certified).toBe(true);
    const text = fitText(result);
    expect(text).toContain(`Round 1 found: ${group!.name}.`);
    expect(text).toContain('The chance that any of them is false is at most 5%; test rows took no part');
    expect(result.warnings.map(({ kind }) => kind)).not.toContain('group-given-away');
    const asked = { options: { ...options } };
    const title = { data: 'x', ...result.task, groupCount: 2, asked };
    expect(fitTitle({ ...title, isFound: true })).toMatch(/judged by groups that were found$/);
    expect(fitTitle(title)).toMatch(/judged by auto$/); // a column of that name
  });

  it('need not be known to predict, and are no features', async () => {
    const model = await loadModel(join(folder, 'run'));
    expect([...model.columns.map(({ name }) => name)].sort()).toEqual(['age', 'city', 'sex', 'x1', 'x2']);
    expect(await model.predict(plantedTable(10, 2, true))).toHaveLength(20);
    const [head, ...lines] = readFileSync(join(folder, 'run', 'predictions.csv'), 'utf8')
      .trim()
      .split('\n');
    expect(head).toContain('group');
    expect(lines).toHaveLength(2000);
    expect((await openRun(join(folder, 'run'))).result.discovered).toEqual(
      JSON.parse(JSON.stringify(result.discovered)),
    );
  });

  it('are not watched, since no column makes them', async () => {
    const run = await openRun(join(folder, 'run'));
    await expect(watch(run, table)).rejects.toThrow('the groups of this run were found');
  });

  it('are none where nobody has a law of their own', async () => {
    const fitted = await fit(plantedTable(2000, 1, false), { ...options, rounds: 3 });
    const ordinary = fitted.result;
    expect(ordinary.groups.map(({ name }) => name)).toEqual(['everyone']);
    expect(ordinary.discovered!.rounds).toHaveLength(1);
    expect(ordinary.verdict).toMatchObject({
      decision: 'keep-naive',
      reasons: ['no group was found that another model would serve better'],
    });
    expect(fitText(ordinary)).toContain('This is an ordinary model, for everyone.');
    await fitted.save(join(folder, 'ordinary'));
    const run = await openRun(join(folder, 'ordinary'));
    await expect(plan(run, {})).rejects.toThrow('this run has one group, everyone');
    expect(await gate(run, { rules: ['worst accuracy >= 0.5'] })).toMatchObject({ passed: true, rows: 400 });
  });

  it('are refused where rows out of fold are not to be had, and rounds without them', async () => {
    const refused = (more: Partial<FitOptions>, message: string): Promise<void> =>
      expect(fit(table, { ...options, ...more })).rejects.toThrow(message);
    const { l2: _, gap: __, ...bare } = options;
    await expect(fit(table, { ...bare, model: 'mlp' })).rejects.toThrow('rows out of fold');
    await refused({ select: 'validation' }, 'rows out of fold');
    await refused({ groupsAsFeatures: true }, '`groupsAsFeatures`');
    await refused({ splits: 2 }, 'on one split');
    await refused({ groups: 'sex' }, "`rounds`: it says how often `groups: 'auto'` looks for groups");
    await refused({ rounds: 0 }, '`rounds` must be a whole number from 1 to 10');
  });

  it('are those of a column that is called so', async () => {
    const named = withColumn(
      table,
      columnOfTexts(
        'auto',
        Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? 'manual' : 'automatic')),
      ),
    );
    const { rounds: _, ...asked } = options;
    expect((await fit(named, asked)).result.groups.map(({ name }) => name)).toEqual(['automatic', 'manual']);
  });
});
