// Runs side by side: figures, paired changes, other rows, other tasks; the command and its page.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, measure } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { compareRuns, type FinishedRun, fit, openRun } from '../../src/index.js';
import { fakeTerminal } from '../fake-terminal.js';
import { shownHtml, shownPage, shownTables } from '../report/read-report.js';
import { BY_VALIDATION, LOANS, loansTable } from '../runs/made-table.js';
import { workFolder } from '../runs/run-fit.js';

const folder = workFolder();
const runs: Record<string, FinishedRun> = {};
const table = loansTable(800);

beforeAll(async () => {
  const save = async (name: string, options: object): Promise<void> => {
    const at = join(folder, name);
    await (await fit(table, { ...LOANS, ...BY_VALIDATION, maxSolves: 3, ...options })).save(at);
    runs[name] = await openRun(at);
  };
  await save('linear', {});
  await save('trees', { model: 'boosted', trees: 10, maxDepth: 2, loss: 'brier' });
  await save('reseeded', { seed: 2 });
  await save('grades', { target: 'grade', ignore: ['default'] });
  await save('regions', { groups: 'region' });
}, 60_000);

async function compare(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = fakeTerminal();
  const code = await main(['compare', ...args], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}
const paths = (...names: readonly string[]): string[] => names.map((name) => join(folder, name));

describe('compareRuns', () => {
  it('has the figures of each run, and paired changes from the first', async () => {
    const { linear, trees } = runs;
    const { result } = await compareRuns([linear!, trees!]);
    expect(result).toMatchObject({ schema: 'fairfront.compare/1', target: 'default', groups: ['F', 'M'] });
    const [first, second] = result.runs;
    expect(first!.metrics).toEqual(linear!.result.models.minimax.metrics.test);
    expect(second!.metrics).toEqual(trees!.result.models.minimax.metrics.test);
    expect(first).toMatchObject({ changes: null, differs: null, loss: 'cross-entropy', model: 'linear' });
    expect(second).toMatchObject({ differs: null, loss: 'brier', model: 'boosted' });
    const [one, two] = [await linear!.predictions('test'), await trees!.predictions('test')];
    const { changes } = measure(
      { one: one.models.minimax, two: two.models.minimax },
      ...([one.labels, one.groups, 2] as const),
      { intervals: { random: createRandom(1) } },
    );
    expect(second!.changes).toEqual(changes.two);
    const { value } = second!.changes!.accuracy.byGroup[1]!;
    expect(value).toBeCloseTo(second!.metrics.accuracy.byGroup[1]! - first!.metrics.accuracy.byGroup[1]!, 12);
  });

  it('finds rows of the same places in another order', async () => {
    const { linear } = runs;
    const reversed: FinishedRun = {
      ...linear!,
      predictions: async (part) => {
        const { rows, labels, groups, models } = await linear!.predictions(part);
        const pairs = (own: Float64Array): Float64Array =>
          Float64Array.from(own, (_, i) => own[own.length - 2 - 2 * (i >> 1) + (i & 1)]!);
        return {
          rows: rows.slice().reverse(),
          labels: labels.slice().reverse(),
          groups: { ...groups, groups: groups.groups.slice().reverse() },
          models: { naive: pairs(models.naive), minimax: pairs(models.minimax) },
        };
      },
    };
    const [, again] = (await compareRuns([linear!, reversed])).result.runs;
    expect(again!.differs).toBeNull();
    for (const { value, low, high } of again!.changes!.crossEntropy.byGroup)
      expect([value, low, high]).toEqual([0, 0, 0]);
  });

  it('says in what rows differ, and then has no changes', async () => {
    const { linear, reseeded } = runs;
    const altered = (
      change: (own: Awaited<ReturnType<FinishedRun['predictions']>>) => object,
    ): FinishedRun => ({
      ...linear!,
      predictions: async (part) => {
        const own = await linear!.predictions(part);
        return { ...own, ...change(own) };
      },
    });
    const flipped = altered(({ labels }) => ({
      labels: labels.map((label, i) => (i === 3 ? 1 - label : label)),
    }));
    const moved = altered(({ groups }) => ({
      groups: { ...groups, groups: groups.groups.map((group, i) => (i === 3 ? 1 - group : group)) },
    }));
    const { result } = await compareRuns([linear!, reseeded!, flipped, moved]);
    expect(result.runs.map(({ differs }) => differs)).toEqual([null, 'rows', 'labels', 'groups']);
    for (const { changes } of result.runs) expect(changes).toBeNull();
  });

  it('refuses fewer than two runs, and runs of different tasks', async () => {
    const { linear, grades, regions } = runs;
    await expect(compareRuns([linear!])).rejects.toThrow('name two finished runs or more to compare; got 1');
    await expect(compareRuns([linear!, grades!])).rejects.toThrow(
      /the target of .*grades is "grade", of .*linear "default"$/,
    );
    await expect(compareRuns([linear!, regions!])).rejects.toThrow(
      /the groups of .*regions are ".*, of .*linear "F", "M"$/,
    );
  });
});

describe('the command', () => {
  it('shows a table for each metric, and what is sure', async () => {
    const { code, out, err } = await compare(...paths('linear', 'trees', 'reseeded'));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^3 runs that predict default \(no, yes\) for 2 groups: /);
    expect([...out.matchAll(/^(\S.*?)(?= {2})[^\n]*\n─/gm)].map(([, title]) => title)).toEqual([
      'cross-entropy',
      'Brier score', // trees were trained for it
      'accuracy',
      'selected as “yes”',
      'true positives of “yes”',
      'false positives of “yes”',
    ]);
    const figure = String.raw`\d\.\d{4}`;
    const change = String.raw`[+−]?${figure} \([+−]?${figure} to [+−]?${figure}\)( better| worse)?`;
    const own = String.raw`${figure} \(${figure} to ${figure}\)`;
    expect(out).toMatch(new RegExp(`^F +${own} +${figure}, ${change} +${own}$`, 'm'));
    expect(out).toMatch(new RegExp(`^worst group +${own} +${own} +${own}$`, 'm'));
    expect(out).toMatch(/trees against .*linear, row by row on the same 160 test rows: /);
    expect(out).toMatch(/reseeded was judged by other test rows than .*linear\. Its intervals are its own: /);
  });

  it('prints JSON alone, and writes a page with one picture where it is told', async () => {
    const out = join(folder, 'side-by-side');
    const printed = await compare(...paths('grades', 'grades'), '--json', '--out', out);
    expect(printed.code).toBe(0);
    expect(readdirSync(out).sort()).toEqual(['compare.json', 'report.html']);
    expect(JSON.parse(printed.out)).toEqual(JSON.parse(readFileSync(join(out, 'compare.json'), 'utf8')));
    const html = shownHtml(readFileSync(join(out, 'report.html'), 'utf8'));
    expect(html.match(/<figure>/g)).toHaveLength(1);
    expect(html).toContain('95% interval');
    expect(html).toContain('one line per run');
    expect(html).not.toMatch(/<script|undefined|NaN/);
    expect(shownTables(shownPage(html))).toHaveLength(2 + 3 * 3);
  });

  it('refuses one run, a folder without one, and a folder that holds one to write to', async () => {
    expect(await compare(...paths('linear'))).toMatchObject({ code: 2, out: '' });
    expect((await compare(...paths('linear', 'nowhere'))).err).toContain(
      'is not the folder of a finished run',
    );
    const into = await compare(...paths('linear', 'trees'), '--out', join(folder, 'trees'));
    expect(into.code).toBe(2);
    expect(into.err).toContain('holds a finished run');
  });
});
