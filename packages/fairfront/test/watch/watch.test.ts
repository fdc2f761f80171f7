// The library's watch: promises of a run, batches that add up to the bit, what is refused and what is told.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTable, type Table, takeRows } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { watch } from '../../src/index.js';
import type { FinishedRun } from '../../src/runs/finished-run.js';
import { categories, loansTable, numbers, withColumn } from '../runs/made-table.js';
import { workFolder } from '../runs/run-fit.js';
import { GROUPS, loansRun, outcomes, turnedRound } from './watched-run.js';

const folder = workFolder();
let run: FinishedRun;
let other: FinishedRun;

beforeAll(async () => {
  run = await loansRun(join(folder, 'run'));
  other = await loansRun(join(folder, 'other'), 1000);
});

const groups = GROUPS;
const rowsOf = (table: Table, from: number, to: number): Table =>
  takeRows(
    table,
    Uint32Array.from({ length: to - from }, (_, i) => from + i),
  );

describe('the promise', () => {
  it('is the upper end of the bands that result.json has', async () => {
    const { intervals, brier, accuracy } = run.result.models.minimax.metrics.test;
    const byBrier = (await watch(run, loansTable(50, 9), { groups, loss: 'brier' })).result.groups;
    expect(byBrier.map(({ promise }) => promise)).toEqual(intervals!.brier.bands.map(({ high }) => high));
    byBrier.forEach(({ estimate }, group) => {
      expect(estimate).toBeCloseTo(brier.byGroup[group]!, 12);
    });
    const byError = (await watch(run, loansTable(50, 9), { groups, loss: 'error' })).result.groups;
    expect(byError.map(({ promise }) => promise)).toEqual(
      intervals!.accuracy.bands.map(({ low }) => 1 - low),
    );
    byError.forEach(({ estimate }, group) => {
      expect(estimate).toBeCloseTo(1 - accuracy.byGroup[group]!, 12);
    });
  });

  it('is by default of the run’s own loss; clipped, it is no more than result.json has', async () => {
    const { result } = await watch(run, loansTable(50, 9), { groups });
    expect(result.loss).toBe('cross-entropy');
    const { bands, byGroup } = run.result.models.minimax.metrics.test.intervals!.crossEntropy;
    result.groups.forEach(({ promise, estimate }, group) => {
      expect(estimate).toBeCloseTo(byGroup[group]!.value, 10); // no row of these was given less than 0.001
      expect(promise / bands[group]!.high).toBeGreaterThan(0.95);
      expect(promise / bands[group]!.high).toBeLessThan(1.05);
    });
  });
});

describe('batches', () => {
  it('handed over one by one have the evidence of all at once, to the bit', async () => {
    const table = turnedRound(700, 21);
    const whole = (await watch(run, table, { groups })).result;
    const state = join(folder, 'batches.json');
    for (const [from, to] of [
      [0, 1],
      [1, 137],
      [137, 300],
      [300, 301],
      [301, 700],
    ] as const) {
      await watch(run, rowsOf(table, from, to), { groups, state });
    }
    const kept = JSON.parse(readFileSync(state, 'utf8'));
    expect(kept.looks).toHaveLength(5);
    expect(kept.groups).toEqual(JSON.parse(JSON.stringify(whole.groups)));
    expect([kept.eValue, kept.largest, kept.alarm]).toEqual([whole.eValue, whole.largest, whole.alarm]);
    expect(kept.groups.reduce((sum: number, group: { rows: number }) => sum + group.rows, 0)).toBe(700);
  });

  it('in which women are served worse alarm and name women; an alarm stays', async () => {
    const state = join(folder, 'alarm.json');
    const calm = (await watch(run, loansTable(600, 31), { groups, state })).result;
    expect(calm.alarm).toBe(false);
    const alarmed = (await watch(run, turnedRound(1500, 32), { groups, state })).result;
    expect(alarmed.alarm).toBe(true);
    const named = alarmed.groups.filter(({ alarm }) => alarm).map(({ name }) => name);
    expect(named).toContain('F · north');
    expect(named.filter((name) => name.startsWith('M'))).toEqual([]);
    const later = (await watch(run, loansTable(900, 33), { groups, state })).result;
    expect(later.alarm).toBe(true);
    expect(later.largest).toBeGreaterThanOrEqual(alarmed.largest);
    expect(later.looks.map(({ groups: own }) => own.length)).toEqual([4, 4, 4]);
  });

  it('handed over twice are refused, unless that is asked for', async () => {
    const state = join(folder, 'twice.json');
    const batch = { table: loansTable(60, 41), label: 'may.csv' };
    await watch(run, batch, { groups, state });
    const before = readFileSync(state, 'utf8');
    await expect(watch(run, { ...batch, label: 'june.csv' }, { groups, state })).rejects.toThrow(
      /june\.csv was handed over before, at look 1 \(may\.csv\).*`force: true`/,
    );
    expect(readFileSync(state, 'utf8')).toBe(before);
    const { result } = await watch(run, batch, { groups, state, force: true });
    expect(result.looks).toHaveLength(2);
  });
});

describe('a state', () => {
  const batch = loansTable(60, 51);

  it('of another run, of another loss, or damaged is refused, and stays as it is', async () => {
    const state = join(folder, 'kept.json');
    await watch(run, batch, { groups, state });
    const before = readFileSync(state, 'utf8');
    const next = loansTable(60, 52);
    await expect(watch(other, next, { groups, state })).rejects.toThrow('is of another run');
    await expect(watch(run, next, { groups, state, loss: 'error' })).rejects.toThrow(
      /`loss: 'error'`: .*kept\.json watches "cross-entropy"/,
    );
    expect(readFileSync(state, 'utf8')).toBe(before);
    const damaged = join(folder, 'damaged.json');
    const json = JSON.parse(before);
    for (const [change, message] of [
      [{ schema: 'fairfront.watch/2' }, 'update fairfront'],
      [{ schema: 'fairfront.result/2' }, 'is not what fairfront writes'],
      [{ groups: json.groups.map((group: object) => ({ ...group, wealth: [1] })) }, 'is damaged (groups)'],
      [
        { groups: json.groups.map((group: object) => ({ ...group, promise: -1 })) },
        'is damaged (groups.0.promise)',
      ],
      [{ looks: [{}] }, 'is damaged (looks.0'],
    ] as const) {
      writeFileSync(damaged, JSON.stringify({ ...json, ...change }));
      await expect(watch(run, next, { groups, state: damaged })).rejects.toThrow(message);
    }
    writeFileSync(damaged, before.slice(0, 100));
    await expect(watch(run, next, { groups, state: damaged })).rejects.toThrow('cannot be read as the state');
    await expect(watch(run, next, { groups, state: folder })).rejects.toThrow('cannot be read as the state');
  });
});

describe('rows', () => {
  it('without an outcome, a known class or a known group are counted and left out', async () => {
    const table = loansTable(40, 61);
    const told = outcomes(table);
    told[0] = undefined;
    told[1] = 'perhaps';
    const regions = categories(
      'region',
      Array.from({ length: 40 }, (_, row) => (row === 2 ? 'west' : row === 3 ? undefined : 'north')),
    );
    const batch = withColumn(withColumn(table, categories('default', told)), regions);
    const { result } = await watch(run, batch, { groups });
    expect(result.groups.reduce((sum, { rows }) => sum + rows, 0)).toBe(36);
    expect(result.leftOut.withoutOutcome).toBe(1);
    expect(result.leftOut.strangeClasses).toEqual([{ name: 'perhaps', rows: 1 }]);
    const strange = result.leftOut.strangeGroups.map(({ name }) => name.replace(/^[FM] · /, ''));
    expect(strange.sort()).toEqual(['region missing', 'west']);
    expect(result.looks[0]!.groups.filter(({ mean }) => mean === null)).toHaveLength(2); // nobody of the south
  });

  it('that are all unknown, or groups that the run does not tell of, are refused', async () => {
    const table = loansTable(20, 62);
    const nobody = withColumn(
      table,
      categories(
        'default',
        outcomes(table).map(() => undefined),
      ),
    );
    await expect(watch(run, nobody, { groups })).rejects.toThrow(
      'has no row with an outcome ("default": "no", "yes")',
    );
    await expect(watch(run, table, { groups: 'sex' })).rejects.toThrow('name `groups` as in the fit');
    await expect(watch(run, table)).rejects.toThrow('`groups`: the run does not say how its groups');
    const without = createTable(table.columns.filter(({ name }) => name !== 'income'));
    await expect(watch(run, without, { groups })).rejects.toThrow('there is no column "income"');
  });

  it('a single one is enough', async () => {
    const { result } = await watch(run, rowsOf(loansTable(20, 63), 7, 8), { groups });
    expect(result.looks[0]!.groups.map(({ rows }) => rows).sort()).toEqual([0, 0, 0, 1]);
  });
});

it('drift is described, and does not alarm', async () => {
  const table = loansTable(600, 71);
  const age = table.columns.find(({ name }) => name === 'age')!;
  const older = Array.from({ length: 600 }, (_, row) => (age.kind === 'numeric' ? age.values[row]! + 15 : 0));
  const yachts = Array.from({ length: 600 }, (_, row) => (row % 4 === 0 ? 'yacht' : 'car'));
  const plain = (await watch(run, table, { groups })).result;
  const { result } = await watch(
    run,
    withColumn(withColumn(table, numbers('age', older)), categories('purpose', yachts)),
    { groups },
  );
  const shift = (drift: typeof result.drift, column: string) =>
    drift.inputs!.columns.find((own) => own.column === column);
  // Ages are uniform on 20 to 69: a standard deviation of 14.4.
  expect(shift(result.drift, 'age')!.shift - shift(plain.drift, 'age')!.shift).toBeCloseTo(15 / 14.4, 1);
  expect(shift(result.drift, 'age')!.now - shift(plain.drift, 'age')!.now).toBeCloseTo(15, 8);
  expect(shift(result.drift, 'purpose')).toMatchObject({ feature: 'purpose = car', now: 0.75 });
  expect(result.drift.inputs!.unseen).toEqual([{ column: 'purpose', share: 0.25 }]);
  expect(plain.drift.inputs!.unseen).toEqual([]);
  expect(Math.abs(shift(plain.drift, 'age')?.shift ?? 0)).toBeLessThan(0.2);
  expect(plain.drift.groups.reduce((sum, { now }) => sum + now, 0)).toBeCloseTo(1, 12);
});

it.each<[object, string]>([
  [{ level: 0.95 }, '`level` must be a number between 0 and 0.5; got 0.95'],
  [{ loss: 'hinge' }, '`loss` must be one of cross-entropy, brier, error'],
  [{ stat: 'x' }, 'did you mean `state`?'],
])('refuses %j', async (options, message) => {
  await expect(watch(run, loansTable(20), options as never)).rejects.toThrow(message);
});
