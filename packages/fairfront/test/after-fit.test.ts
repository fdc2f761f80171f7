// What is done after a fit fits together: thresholds, weights, names and files of one part in another.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareRuns, decide, fit, gate, loadModel, openRun, plan, watch } from '../src/index.js';
import { categories, loansTable, numbers, withColumn } from './runs/made-table.js';
import { workFolder } from './runs/run-fit.js';

const folder = workFolder();
const [plain, weighted, decided] = ['plain', 'weighted', 'decided'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const weights = Array.from({ length: 600 }, (_, row) => 1 + (row % 5));
const table = withColumn(loansTable(600), numbers('w', weights));
const task = { target: 'default', groups: 'sex', model: 'linear', ignore: ['grade'] } as const;

beforeAll(async () => {
  await (await fit(loansTable(600), task)).save(plain);
  await (await fit(table, { ...task, weight: 'w' })).save(weighted);
  await (await decide(plain, { cost: { FP: 1, FN: 5 } })).save(decided);
});

it('a run that decides by a threshold is not judged by the most probable class', async () => {
  const [run, other] = [await openRun(decided), await openRun(plain)];
  const refusal = /decides by a threshold \(decision\.json\).*the run that it was made of/;
  await expect(gate(run, { rules: ['worst tpr > 0.5'] })).rejects.toThrow(refusal);
  await expect(compareRuns([other, run])).rejects.toThrow(refusal);
  await expect(watch(run, loansTable(600, 9), { loss: 'error', groups: 'sex' })).rejects.toThrow(refusal);
});

it('models measured with other weights are not held against each other', async () => {
  const [run, other] = [await openRun(plain), await openRun(weighted)];
  await expect(gate(run, { baseline: other })).rejects.toThrow(
    /weights of rows that the other does not have/,
  );
  await expect(compareRuns([run, other])).rejects.toThrow(/the weights of .* are "w"/);
});

describe('gate', () => {
  /** Groups A and B with 100 rows, C with 5; in A the model is right in every second row, which has weight 1 or 9. */
  const rows = Array.from({ length: 205 }, (_, row) => row);
  const said = withColumn(
    withColumn(
      withColumn(
        { rowCount: 205, columns: [] },
        categories(
          'group',
          rows.map((row) => (row < 100 ? 'A' : row < 200 ? 'B' : 'C')),
        ),
      ),
      categories(
        'truth',
        rows.map((row) => (row % 4 < 2 ? 'yes' : 'no')),
      ),
    ),
    numbers(
      'p',
      rows.map((row) => (row < 100 ? (row % 2 === 0 ? 0.9 : 0.1) : row % 4 < 2 ? 0.9 : 0.1)),
    ),
  );
  const weighed = withColumn(
    said,
    numbers(
      'w',
      rows.map((row) => (row % 4 === 1 || row % 4 === 2 ? 9 : 1)),
    ),
  );
  const asked = { target: 'truth', groups: 'group', probabilities: ['p'], resamples: 100 } as const;

  it('keeps weights where it leaves small groups out', async () => {
    const rules = ['worst accuracy > 0.4'];
    const judged = await gate(weighed, { ...asked, weight: 'w', rules, skipSmall: true, point: true });
    expect(judged.rules[0]).toMatchObject({ verdict: 'failed', groups: ['A'] });
    expect(judged.rules[0]!.value).toBeCloseTo(0.1, 12); // 1 of 10 by weight, half of the rows
  });

  it('compares rates of one class only', async () => {
    const run = await openRun(plain);
    const { models, labels, groups } = await run.predictions('test');
    const names = run.result.task.classes;
    const predicted = withColumn(
      withColumn(
        withColumn(
          { rowCount: labels.length, columns: [] },
          categories(
            'sex',
            Array.from(groups.groups, (group) => groups.names[group]!),
          ),
        ),
        categories(
          'default',
          Array.from(labels, (label) => names[label]!),
        ),
      ),
      numbers(
        'p',
        Array.from(labels, (_, row) => models.minimax[2 * row]!),
      ),
    );
    const positive = { target: 'default', groups: 'sex', probabilities: ['p'], positive: names[0]! } as const;
    const rules = ['no-worse tpr'];
    await expect(gate(predicted, { ...positive, rules, baseline: run })).rejects.toThrow(
      /its rates are of "yes", not of "no"; name the same class with `positive`/,
    );
  });
});

it('a watch keeps the level it began with', async () => {
  const run = await openRun(plain);
  const state = join(folder, 'watch.json');
  const look = (seed: number, level?: number) =>
    watch(run, loansTable(200, seed), { state, groups: 'sex', ...(level === undefined ? {} : { level }) });
  await look(1, 0.3);
  expect((await look(2)).result.level).toBe(0.3);
  await expect(look(3, 0.01)).rejects.toThrow(/was begun with 0\.3/);
});

it('a plan takes no absence of spread for proof', async () => {
  const same = withColumn(
    withColumn(
      { rowCount: 40, columns: [] },
      categories(
        'g',
        Array.from({ length: 40 }, (_, i) => 'ab'[i % 2]!),
      ),
    ),
    categories(
      'y',
      Array.from({ length: 40 }, (_, i) => 'ny'[i % 2]!),
    ),
  );
  const { comparisons } = await plan(same, { target: 'y', groups: 'g' });
  for (const { rows } of comparisons[0]!.byGroup) expect(Math.min(...rows)).toBeGreaterThan(20);
});

it('groups that are named like a missing value are read again', async () => {
  const { columns, rowCount } = loansTable(600);
  const sex = columns.find(({ name }) => name === 'sex')!;
  const renamed = columns.map((own) => (own === sex ? { ...own, levels: ['NA', 'EU'] } : own));
  const out = join(folder, 'named');
  await (await fit({ rowCount, columns: renamed } as typeof table, task)).save(out);
  const { groups } = await (await openRun(out)).predictions('test');
  expect(groups.names).toContain('NA');
  expect(groups.counts.every((rows) => rows > 20)).toBe(true);
});

describe('a model', () => {
  it('that was changed is refused by its own name too', async () => {
    const copy = join(folder, 'changed');
    cpSync(plain, copy, { recursive: true });
    const file = join(copy, 'model.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"intercept":', '"intercept":1'));
    await expect(loadModel(file)).rejects.toThrow('model.json was changed or damaged after the run');
  });

  it.each([[{}], [null], ['rows']])('refuses %j in place of rows', async (rows) => {
    const model = await loadModel(plain);
    await expect(model.predict(rows as never)).rejects.toThrow(/a table.*or a list of objects/);
  });
});
