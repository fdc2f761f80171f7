// Plans of runs, tables and shares: figures that can be computed by hand, and what is refused.

import { join } from 'node:path';
import { createTable } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { fit, openRun, plan } from '../../src/index.js';
import type { FinishedRun } from '../../src/runs/finished-run.js';
import { fakeTerminal } from '../fake-terminal.js';
import { categories, LOANS, loansTable } from '../runs/made-table.js';
import { workFolder, writeLoans } from '../runs/run-fit.js';

/** (z_{0.975} + z_{0.8})² */
const REACH = 7.848879734;
const folder = workFolder();

describe('without data', () => {
  it('says what shares and a rate take', async () => {
    const { groups, comparisons } = await plan(undefined, { shares: { A: 0.7, B: 0.3 }, rate: 0.2 });
    expect(groups).toEqual([
      { name: 'A', share: 0.7, rows: null },
      { name: 'B', share: 0.3, rows: null },
    ]);
    const total = [0.01, 0.02, 0.05].map((d) => (REACH * 0.16 * (1 / 0.7 + 1 / 0.3)) / d ** 2);
    expect(comparisons).toEqual([
      {
        of: 'groups',
        metric: 'rate',
        byGroup: [0.7, 0.3].map((share) => ({
          rows: total.map((rows) => Math.ceil(rows * share)),
          total: total.map(Math.ceil),
        })),
      },
    ]);
  });

  it('takes most rows of a rate of one half, more where surer, and quarters with the double difference', async () => {
    const shares = { A: 0.5, B: 0.3, C: 0.2 };
    const first = async (options: object): Promise<readonly number[]> =>
      (await plan(undefined, { shares, ...options })).comparisons[0]!.byGroup[2]!.total;
    const usual = await first({});
    expect(usual).toEqual(await first({ rate: 0.5, level: 0.05, power: 0.8 }));
    expect((await first({ rate: 0.4 }))[0]).toBeLessThan(usual[0]!);
    expect((await first({ power: 0.9 }))[0]).toBeGreaterThan(usual[0]!);
    expect((await first({ level: 0.01 }))[0]).toBeGreaterThan(usual[0]!);
    expect(usual[0]! / usual[1]!).toBeCloseTo(4, 2);
  });
});

it('of a table takes its shares and base rates', async () => {
  const table = createTable([
    categories('sex', ['F', 'F', 'F', 'F', 'M', 'M', 'M', 'M', 'M', undefined]),
    categories('y', ['a', 'b', 'b', 'b', 'a', 'b', 'a', 'b', 'a', 'a']),
  ]);
  const { groups, comparisons, notes } = await plan(table, {
    target: 'y',
    groups: 'sex',
    missingGroup: 'drop',
  });
  expect(groups).toEqual([
    { name: 'F', share: 4 / 9, rows: 4 },
    { name: 'M', share: 5 / 9, rows: 5 },
  ]);
  const total = (REACH * ((0.25 * 0.75) / (4 / 9) + (0.4 * 0.6) / (5 / 9))) / 0.05 ** 2;
  expect(comparisons[0]!.byGroup[0]!.total[2]).toBe(Math.ceil(total));
  expect(notes).toEqual(['1 row left out: no group is known']);
});

describe('of a run', () => {
  let run: FinishedRun;
  beforeAll(async () => {
    const fitted = await fit(loansTable(600), { ...LOANS, model: 'linear', l2: 0.01 });
    await fitted.save(join(folder, 'run'));
    run = await openRun(join(folder, 'run'));
  });

  it('takes spreads of its test rows, and certifies risks', async () => {
    const { accuracy, crossEntropy } = run.result.models.minimax.metrics.test;
    const bound = (crossEntropy.byGroup[0]! + crossEntropy.byGroup[1]!) / 2;
    const { groups, comparisons, below, notes } = await plan(run, { below: bound });
    expect(groups.map(({ rows }) => rows)).toEqual(run.result.groups.map(({ rows }) => rows.test));
    const [F, M] = accuracy.byGroup.map((share) => share * (1 - share)) as [number, number];
    const [shareF, shareM] = groups.map(({ share }) => share) as [number, number];
    expect(comparisons[0]).toMatchObject({ of: 'groups', metric: 'accuracy' });
    const total = (REACH * (F / shareF + M / shareM)) / 0.05 ** 2;
    expect(comparisons[0]!.byGroup[0]!.total[2]).toBe(Math.ceil(total));
    expect(comparisons[0]!.byGroup[1]!.rows[2]).toBe(Math.ceil(total * shareM));
    const { models } = await run.predictions('test');
    const isNaive = models.naive.every((p, i) => p === models.minimax[i]);
    expect(comparisons.map(({ of, metric }) => `${of} ${metric}`)).toEqual(
      isNaive
        ? ['groups accuracy', 'groups risk']
        : ['groups accuracy', 'groups risk', 'models accuracy', 'models risk'],
    );
    expect(notes.length).toBe(isNaive ? 1 : 0);
    const worst = crossEntropy.byGroup[0]! > crossEntropy.byGroup[1]! ? 0 : 1;
    expect(below!.byGroup[worst]).toMatchObject({ rows: null, total: null });
    expect(below!.byGroup[1 - worst]!.rows).toBeGreaterThan(1);
    expect(below!.total).toBeNull();
    const reachable = (await plan(run, { below: 2 * crossEntropy.worst })).below!;
    expect(reachable.total).toBe(Math.max(...reachable.byGroup.map(({ total: own }) => own!)));
  });

  it('paired rows of two models take fewer than two groups do', async () => {
    const said = await run.predictions('test');
    // The same run with a naive model that gives every row a little less of a chance to be `no`.
    const naive = said.models.minimax.map((p, i) => (i % 2 === 0 ? 0.9 * p : 1 - 0.9 * (1 - p)));
    const other = { ...run, predictions: async () => ({ ...said, models: { ...said.models, naive } }) };
    const { comparisons } = await plan(other);
    expect(comparisons.map(({ of, metric }) => `${of} ${metric}`)).toEqual([
      'groups accuracy',
      'groups risk',
      'models accuracy',
      'models risk',
    ]);
    const [, groups, , models] = comparisons;
    expect(models!.byGroup[0]!.rows[2]! * 4).toBeLessThan(groups!.byGroup[0]!.rows[2]!);
  });

  it('the command says the same, with ✓ where rows are enough', async () => {
    const terminal = fakeTerminal();
    expect(await main(['plan', run.folder, '--below', '2', '--json'], terminal)).toBe(0);
    expect(JSON.parse(terminal.out())).toEqual(await plan(run, { below: 2 }));
    const shown = fakeTerminal();
    expect(await main(['plan', run.folder, '--below', '2'], shown)).toBe(0);
    expect(shown.out()).toMatch(/^F +\d+% +\d+ +[\d,]+ +[\d,]+ +[\d,✓ ]+ +[\d,]+ +[\d,]+ +[\d,]+$/m);
    expect(shown.out()).toMatch(/^F +0\.\d{4} +\d+ +✓ \d+ +\d+$/m);
    expect(shown.out()).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  it.each<[object, string]>([
    [{ groups: 'sex' }, '`groups`: the run has its own; leave it out'],
    [{ shares: { A: 0.5, B: 0.5 } }, '`shares`: the run has its own'],
    [{ below: 0 }, '`below` must be a number above 0; got 0'],
  ])('refuses %j', async (options, message) => {
    await expect(plan(run, options)).rejects.toThrow(message);
  });
});

it('of a file and of shares on the command line', async () => {
  const path = writeLoans(folder, 300);
  const file = fakeTerminal();
  expect(await main(['plan', path, '--target', 'default', '--groups', 'sex'], file)).toBe(0);
  expect(file.out()).toContain(`From ${path}.`);
  const shares = fakeTerminal();
  expect(await main(['plan', '--shares', 'a=b=0.7, c =0.3', '--json'], shares)).toBe(0);
  expect(JSON.parse(shares.out()).groups.map(({ name }: { name: string }) => name)).toEqual(['a=b', 'c']);
});

it.each<[readonly string[], string]>([
  [[], 'name a run, a table with --target and --groups, or the --shares of groups'],
  [['--shares', 'A=0.7,B=0.4'], 'shares of two groups or more that sum to 1'],
  [['--shares', 'A=0.5,A=0.5'], 'shares of two groups or more that sum to 1'],
  [['--shares', '0.5,0.5'], 'shares of two groups or more that sum to 1'],
  [['--shares', 'A=0.5,B=0.5', '--below', '0.4'], '--below: it takes the risks of a run'],
  [['--shares', 'A=0.5,B=0.5', '--target', 'y'], '--target: --shares names the groups'],
  [['german'], '--groups: name the groups'],
  [['german:gender', '--rate', '0.3'], '--rate: the table has its own'],
])('refuses %j', async (args, message) => {
  const terminal = fakeTerminal();
  expect(await main(['plan', ...args], terminal)).toBe(2);
  expect(terminal.err()).toContain(message);
  expect(terminal.out()).toBe('');
});
