// `fairfront gate`: runs and files, what is printed, and exit codes 0, 2 and 3.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import type { GateResult } from '../../src/gate/gate.js';
import { type FinishedRun, fit, gate, openRun } from '../../src/index.js';
import { fakeTerminal } from '../fake-terminal.js';
import { BY_VALIDATION, LOANS, loansTable } from '../runs/made-table.js';
import { workFolder } from '../runs/run-fit.js';

const folder = workFolder();
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  const table = loansTable(800);
  const save = async (name: string, options: object): Promise<void> =>
    (await fit(table, { ...LOANS, ...BY_VALIDATION, maxSolves: 3, ...options })).save(at(name));
  await save('old', {});
  await save('new', { l2: 0.5 });
  await save('other', { seed: 2 });
  await save('grades', { target: 'grade', ignore: ['default'] });
}, 60_000);

async function run(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = fakeTerminal();
  const code = await main(['gate', ...args], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

const json = async (...args: readonly string[]): Promise<GateResult> =>
  JSON.parse((await run(...args, '--json', '--quiet')).out);

describe('a run', () => {
  it('is judged by the figures and intervals of its result', async () => {
    const { result } = await openRun(at('old'));
    const { crossEntropy, intervals, rates } = result.models.minimax.metrics.test;
    const rules = ['worst crossEntropy < 5', 'impact-ratio > 0', 'group F accuracy > 0'];
    const found = await json(at('old'), ...rules.flatMap((rule) => ['--rule', rule]));
    expect(found).toMatchObject({
      schema: 'fairfront.gate/1',
      passed: true,
      data: at('old'),
      level: 0.95,
      notes: [],
    });
    const { value, ...interval } = intervals!.crossEntropy.worst;
    expect(found.rules[0]).toMatchObject({
      value,
      interval,
      groups: [result.groups[crossEntropy.worstGroup]!.name],
    });
    expect(found.rules[1]!.value).toBe(rates[0]!.parity.demographicParity.ratio);
    expect(found.rules[2]!.interval).toEqual({
      low: intervals!.accuracy.byGroup[0]!.low,
      high: intervals!.accuracy.byGroup[0]!.high,
    });
    expect(found).toEqual(JSON.parse(JSON.stringify(await gate(await openRun(at('old')), { rules }))));
    const naive = await json(at('old'), '--rule', rules[0]!, '--model', 'naive');
    expect(naive.rules[0]!.value).toBe(result.models.naive.metrics.test.crossEntropy.worst);
  });

  it('is held against another, row by row where the rows are the same', async () => {
    const paired = await json(at('new'), '--baseline', at('old'));
    expect(paired.baseline).toEqual({ data: at('old'), paired: true });
    expect(paired.rules).toHaveLength(8);
    const same = await json(at('old'), '--baseline', at('old'), '--rule', 'no-worse brier');
    for (const { value, interval } of same.rules)
      expect({ value, ...interval }).toEqual({ value: 0, low: 0, high: 0 });
    const others = await json(at('other'), '--baseline', at('old'));
    expect(others.baseline!.paired).toBe(false);
    expect(others.notes[0]).toContain('its rows are others');
  });

  it('of several classes has rates of each', async () => {
    const { code, err } = await run(at('grades'), '--rule', 'worst tpr > 0');
    expect(code).toBe(2);
    expect(err).toContain('it is about one class; say which, as in "… of "a" …": "a", "b", "c"');
    const { result } = await openRun(at('grades'));
    const found = await json(at('grades'), '--rule', 'worst tpr of "b" >= 0', '--point');
    expect(found.rules[0]!.value).toBe(result.models.minimax.metrics.test.rates[1]!.tpr.worst);
  });

  it('that was changed is refused, and so are other tasks and flags that say nothing of it', async () => {
    const refused = async (message: string, ...args: readonly string[]): Promise<void> => {
      const { code, out, err } = await run(...args);
      expect(err).toContain(message);
      expect({ code, out }).toEqual({ code: 2, out: '' });
    };
    await refused('is not the folder of a finished run', folder, '--rule', 'worst ece < 1');
    await refused('--baseline: its classes are', at('grades'), '--baseline', at('old'));
    await refused('--level: for predictions only', at('old'), '--rule', 'worst ece < 1', '--level', '0.9');
    await refused('--delimiter: for files of predictions only', at('old'), '--delimiter', ';');
    await refused('there is no rule; name one', at('old'));
    await refused('there is no group "X"', at('old'), '--rule', 'group "X" ece < 1');
    await refused('cannot read', at('old'), '--rules', at('nowhere'));
    const damaged: FinishedRun = await openRun(at('other'));
    writeFileSync(join(damaged.folder, 'predictions.csv'), 'row\n');
    await refused('changed or damaged', at('old'), '--baseline', at('other'));
  });
});

describe('a file', () => {
  const predictions = at('predictions.csv');
  const columns = ['--target', 'truth', '--groups', 'sex', '--probabilities', 'p'];
  const nasty = '\u001b[31mF\nM';
  beforeAll(() => {
    const rows = Array.from({ length: 400 }, (_, i) => {
      const [sex, truth, isRight] = [i % 2 ? 'M' : nasty, i % 4 < 2, i % 10 < (i % 2 ? 9 : 6)];
      return `"${sex}",${truth ? 'yes' : 'no'},${truth === isRight ? 0.8 : 0.2}`;
    });
    writeFileSync(predictions, ['sex,truth,p', ...rows].join('\n'));
    writeFileSync(
      at('fair.rules'),
      '# what must hold\nworst accuracy > 0.9\n\ndisparity accuracy < 90% # wide\n',
    );
  });

  it('that breaks a rule ends with 3, and a table that says which', async () => {
    const { code, out, err } = await run(
      predictions,
      ...columns,
      '--rules',
      at('fair.rules'),
      '--rule',
      'overall brier < 1',
    );
    expect(code).toBe(3);
    expect(err).toBe('Failed: 1 of 3 verdicts.\n');
    const lines = out.split('\n');
    expect(lines[0]).toBe(`${predictions}: 400 predictions of truth.`);
    expect(lines[2]).toMatch(/^verdict +rule +group +figure +95% interval +why$/);
    expect(lines[4]).toMatch(/^passed +overall brier < 1 +all rows +0\.\d{4} +0\.\d{4} to 0\.\d{4}$/);
    expect(lines[5]).toMatch(/^FAILED +worst accuracy > 0\.9 +\\x1b\[31mF\\nM +0\.\d{4} .* it is not so$/);
    expect(lines[6]).toMatch(/^passed +disparity accuracy < 90% +M, \\x1b\[31mF\\nM +0\.\d{4} /);
    expect(out).not.toContain('\u001b');
  });

  it('that keeps all ends with 0; --quiet says nothing, --json the result alone', async () => {
    const rule = ['--rule', 'overall accuracy > 50%'];
    const { code, out, err } = await run(predictions, ...columns, ...rule);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/\nPassed: every rule holds\.\n$/);
    expect(await run(predictions, ...columns, ...rule, '--quiet')).toEqual({ code: 0, out: '', err: '' });
    const point = await run(predictions, ...columns, ...rule, '--point');
    expect(point.out).toContain('Estimates alone decided: it may be chance.');
    expect(point.out).not.toContain('interval');
    expect(JSON.parse((await run(predictions, ...columns, ...rule, '--json')).out).passed).toBe(true);
  });

  it('may be the baseline', async () => {
    const better = at('better.csv');
    writeFileSync(better, readFileSync(predictions, 'utf8').replaceAll(/,yes,0\.2/g, ',yes,0.8'));
    const { code, out } = await run(
      predictions,
      ...columns,
      '--baseline',
      better,
      '--rule',
      'no-worse accuracy',
    );
    expect(code).toBe(3);
    expect(out).toContain('it is surely worse than the baseline');
    expect(out).toContain(`Of no-worse, the figure is the change from ${better}, row by row; `);
  });
});
