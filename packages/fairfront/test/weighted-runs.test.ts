// What counts every row once refuses weights of rows, rather than pass them over.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { audit, decide, fit, front, openRun, plan, watch } from '../src/index.js';
import { loansTable, numbers, withColumn } from './runs/made-table.js';
import { workFolder } from './runs/run-fit.js';

const folder = workFolder();
const run = join(folder, 'run');
const weights = Array.from({ length: 600 }, (_, row) => 1 + (row % 3));
const table = withColumn(loansTable(600), numbers('w', weights));
const options = { target: 'default', groups: 'sex', weight: 'w', ignore: ['grade'] };

beforeAll(async () => {
  await (await fit(table, { ...options, model: 'linear' })).save(run);
});

it('decide, watch and plan refuse a run with weights', async () => {
  const opened = await openRun(run);
  const refusal = /counts every row once, and this run was fitted with weights of rows \("w"\)/;
  await expect(decide(run, { cost: { FP: 1, FN: 2 } })).rejects.toThrow(refusal);
  await expect(watch(opened, table)).rejects.toThrow(refusal);
  await expect(plan(opened, {})).rejects.toThrow(refusal);
});

it('plan refuses a column of weights', async () => {
  const { ignore: _, ...asked } = options;
  await expect(async () => plan(table, asked)).rejects.toThrow(/weight.*a plan counts rows, each once/);
});

it('an audit of impact ratios counts people', async () => {
  const said = withColumn(
    table,
    numbers(
      'p',
      weights.map((weight) => weight / 4),
    ),
  );
  const { ignore: _, ...asked } = options;
  await expect(audit(said, { ...asked, probabilities: ['p'], ll144: 'sex' })).rejects.toThrow(
    /`ll144` counts people/,
  );
});

it('a front with weights keeps no models, and says so', async () => {
  const found = await front(table, { ...options, steps: 4 });
  expect(found.result.notes.join()).toMatch(/not kept, since rows have weights/);
  const out = join(folder, 'front');
  await found.save(out);
  expect(existsSync(join(out, 'models.bin'))).toBe(false);
});
