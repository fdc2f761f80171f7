// A target that is a comparison, in every command that takes one: its column is never a feature.

import { createTable } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { audit, fit, front, inspect } from '../../src/index.js';
import { expectUsageError, inspectJson, madeFiles } from '../inspect/run-inspect.js';
import { BY_VALIDATION, loansTable, numbers, withColumn } from '../runs/made-table.js';
import { loans } from '../runs/run-fit.js';

const table = loansTable(600);
const task = { target: 'income>2000', groups: 'sex', missingTarget: 'drop', ignore: ['grade'] } as const;
const CLASSES = ['income≤2000', 'income>2000'];

describe('a comparison as the target', () => {
  it('is inspected: classes, roles, features', () => {
    const { task: inspected, columns } = inspect(table, task);
    expect(inspected!.target).toBe('income>2000');
    expect(inspected!.classes.map(({ name }) => name)).toEqual(CLASSES);
    expect(columns.find(({ name }) => name === 'income')!.role).toBe('target');
    expect(inspected!.features.map(({ column }) => column)).not.toContain('income');
    expect(inspected!.features.map(({ column }) => column)).toContain('default');
  });

  it('is learned, and its model asks for every column but its own', async () => {
    const { result, model } = await fit(table, { ...task, ...BY_VALIDATION, maxSolves: 3 });
    expect(result.task).toMatchObject({ target: 'income>2000', classes: CLASSES });
    expect(model.classes).toEqual(CLASSES);
    const without = createTable(table.columns.filter(({ name }) => name !== 'income'));
    expect(await model.predict(without)).toEqual(await model.predict(table));
  });

  it('has a front', async () => {
    const { result } = await front(table, { ...task, steps: 2 });
    expect(result.task).toMatchObject({ target: 'income>2000', classes: CLASSES });
  });

  it('is audited, the side it asks for as the positive class', async () => {
    const { values } = table.columns.find(({ name }) => name === 'income') as { values: Float64Array };
    const sure = (is: (income: number) => boolean) =>
      withColumn(
        table,
        numbers(
          'p',
          [...values].map((income) => (is(income) ? 0.9 : 0.1)),
        ),
      );
    for (const [target, is] of [
      ['income>2000', (income: number) => income > 2000],
      ['income<2000', (income: number) => income < 2000],
    ] as const) {
      const { ignore: _, ...labels } = task;
      const { result } = await audit(sure(is), { ...labels, target, probabilities: ['p'], resamples: 0 });
      expect(result.classes[1]).toBe(target);
      expect(result.metrics.accuracy).toMatchObject({ byGroup: [1, 1] });
    }
  });
});

describe('on the command line', () => {
  it('reads a comparison, unless a column is called so', async () => {
    const [path, odd] = madeFiles({
      'loans.csv': loans(600),
      'odd.csv': loans(600).replace('default', 'income>2000'),
    });
    const flags = ['--target', 'income>2000', '--groups', 'sex', '--missing-target', 'drop'];
    expect((await inspectJson(path!, ...flags)).roles).toMatchObject({
      income: 'target',
      default: 'feature',
    });
    const { roles, featureColumns } = await inspectJson(odd!, ...flags);
    expect(roles).toMatchObject({ income: 'feature', 'income>2000': 'target' });
    expect(featureColumns).toContain('income');
  });

  it.each([
    ['incme>2000', 'target: there is no column "incme"; did you mean "income"?'],
    ['purpose>3', 'target: "purpose" is a category'],
    ['income>1e9', 'target "income>1e9" has one class only, "income≤1000000000"'],
    ['income>lots', 'target "income>lots": expected a number, found "lots"'],
  ])('%s is an error', async (target, message) => {
    const [path] = madeFiles({ 'loans.csv': loans(600) });
    await expectUsageError(
      [path!, '--target', target, '--groups', 'sex', '--missing-target', 'drop'],
      message,
    );
  });

  it('an ignored column cannot be compared', async () => {
    const [path] = madeFiles({ 'loans.csv': loans(600) });
    await expectUsageError(
      [path!, '--target', 'income>2000', '--groups', 'sex', '--ignore', 'income'],
      'target: column "income" is ignored',
    );
  });
});
