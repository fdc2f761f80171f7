// What a person sees of `fairfront fit`: the text, --json, --quiet, the files of the run folder.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GroupMetric } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { MODEL_NAMES } from '../../src/measure/model-metrics.js';
import { verdictWords } from '../../src/report/verdict-words.js';
import {
  BY_VALIDATION,
  expectRefused,
  FOUR_GROUPS,
  fit,
  RUN_FILES,
  readResult,
  runFiles,
  THREE_CLASSES,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from '../runs/run-fit.js';

const folder = workFolder();
const loans = writeLoans(folder, 1200);
const few = [...BY_VALIDATION, '--max-solves', '12'];

describe('the text of fairfront fit', () => {
  it.each([
    ['two groups', TWO_GROUPS, 'default from 9 features', 2],
    ['four groups', FOUR_GROUPS, 'default from 7 features', 4],
    ['three classes', THREE_CLASSES, 'grade from 7 features', 4],
  ])('%s: problem, groups worst first, who gains and pays, proof, search', async (name, args, what, n) => {
    const out = join(folder, name);
    const { code, out: text } = await fit(loans, ...args, ...few, '--out', out);
    expect(code).toBe(0);
    const result = readResult(out);
    const { groups, models, search } = result;

    const { headline, sentences } = verdictWords(result);
    expect(text.startsWith(`${headline}. ${sentences}\n\n${loans}: predicts ${what} for ${n} groups, `)).toBe(
      true,
    );
    expect(text).toContain('\n720 rows to train on, 240 to choose by, 240 to judge by.\n');

    const { byGroup } = models.naive.metrics.test.crossEntropy;
    const order = groups.map((_, group) => group).sort((one, other) => byGroup[other]! - byGroup[one]!);
    const table = text.split('\n').slice(7, 7 + n + 2);
    order.forEach((group, line) => {
      const { name, rows, share } = groups[group]!;
      const risk = byGroup[group]!.toFixed(4);
      expect(table[line]).toMatch(
        new RegExp(`^${name} +${rows.test} +${Math.round(100 * share)}% +${risk} +`),
      );
    });
    const line = (of: (metric: GroupMetric) => number): string =>
      MODEL_NAMES.map((model) => of(models[model].metrics.test.crossEntropy).toFixed(4)).join(' +');
    expect(table[n]).toMatch(new RegExp(`^worst group +${line(({ worst }) => worst)} `));
    expect(table[n + 1]).toMatch(new RegExp(`^all rows +${line(({ sampleMean }) => sampleMean)} `));

    expect(text).toMatch(/\n(Who gains: .*\. )?Who pays: .*\.\n/);
    const told = Number(
      /no linear model has a worst-group risk below (\d\.\d{4}); this one has/.exec(text)![1],
    );
    expect(told).toBeLessThanOrEqual(search.certificate.lower!);
    expect(told).toBeGreaterThan(search.certificate.lower! - 1e-4);
    expect(text).toMatch(
      /\nAPStar tried 12 choices of group weights; it ended at the limit of 12 solves\.\n/,
    );
    expect(text).toMatch(/\nLast solves: /);
    expect(text).toMatch(
      /\nModel, report and numbers: .*\/ \(open report\.html(; the ordinary model is naive\.onnx)?\)\n$/,
    );
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('tells of columns that cannot be learned from', async () => {
    const constant = writeLoansWith('kind', () => 'loan');
    const out = join(folder, 'constant');
    const { code, out: text } = await fit(constant, ...TWO_GROUPS, ...few, '--out', out);
    expect(code).toBe(0);
    expect(text).toMatch(/\nNote: kind is not used: .*\.\n/);
    expect(readResult(out).notes.join()).toContain('kind is not used');
  });

  it('goes on with progress, plain lines with the best risk and the gap', async () => {
    const { err } = await fit(loans, ...TWO_GROUPS, ...few, '--out', join(folder, 'progress'));
    expect(err).toMatch(
      /^apstar: \d+ of 12, about \d+ s left · best worst-group risk 0\.\d{4}, gap [\d.]+%$/m,
    );
  });
});

function writeLoansWith(column: string, value: (row: number) => string): string {
  const path = join(folder, `${column}.csv`);
  const lines = readFileSync(loans, 'utf8').trimEnd().split('\n');
  writeFileSync(path, lines.map((line, row) => `${line},${row === 0 ? column : value(row)}\n`).join(''));
  return path;
}

describe('the help of fairfront fit', () => {
  it('shows every option of the search with its default, and examples', async () => {
    const { code, out } = await fit('--help');
    expect(code).toBe(0);
    const flowing = out.replaceAll(/\s+/g, ' ');
    expect(flowing).toMatch(
      /--search <strategy> how .*\(default: auto, which is one-run for boosted trees, exact .*\) \(choices: "auto", "apstar", "cutting-plane", .*"exact", "one-run"\)/,
    );
    expect(flowing).toMatch(
      /--loss <loss> what is minimised; squared: the target is a number \(default: cross-entropy\) \(choices: "cross-entropy", "brier", "squared"\)/,
    );
    for (const option of ['--max-solves', '--gap', '--l2', '--no-refine', '--resume', '--out', '--seed']) {
      expect(out).toContain(option);
    }
    expect(out).toMatch(/Examples:\n {2}fairfront fit .*--resume/s);
  });
});

describe('what is left and what is silent', () => {
  it('prints with --json what result.json holds, byte for byte, and leaves its files', async () => {
    const out = join(folder, 'json');
    const { code, out: printed } = await fit(loans, ...FOUR_GROUPS, ...few, '--out', out, '--json');
    expect(code).toBe(0);
    expect(printed).toBe(readFileSync(join(out, 'result.json'), 'utf8'));
    expect(printed).toMatch(/^\{.*\}\n$/);
    expect(readdirSync(out).sort()).toEqual(RUN_FILES);
  });

  it('says nothing with --quiet', async () => {
    const out = join(folder, 'quiet');
    const run = await fit(loans, ...TWO_GROUPS, ...few, '--out', out, '--quiet');
    expect(run).toEqual({ code: 0, out: '', err: '' });
    expect(readdirSync(out).sort()).toEqual(RUN_FILES);
  });

  it('with --json and --quiet prints the numbers alone', async () => {
    const { out, err } = await fit(
      loans,
      ...TWO_GROUPS,
      ...few,
      ...['--out', join(folder, 'both'), '--json', '--quiet'],
    );
    expect(err).toBe('');
    expect(JSON.parse(out).schema).toBe('fairfront.result/2');
  });

  it('takes the place of an earlier run that was finished with --force alone', async () => {
    const out = join(folder, 'again');
    await fit(loans, ...TWO_GROUPS, ...few, '--out', out);
    const files = runFiles(out);
    await expectRefused(
      [loans, ...FOUR_GROUPS, ...few, '--out', out],
      `error: ${out} holds a finished run; choose another folder with --out, or replace it with --force\n`,
    );
    expect(runFiles(out)).toEqual(files);
    const { code } = await fit(loans, ...FOUR_GROUPS, ...few, '--out', out, '--force');
    expect(code).toBe(0);
    expect(readResult(out).groups).toHaveLength(4);
    expect(readdirSync(out).sort()).toEqual(RUN_FILES);
  });
});

describe('the same seed', () => {
  it.each(['apstar', 'random', 'exact'])('gives the same bytes: %s', async (search) => {
    const args = [loans, ...FOUR_GROUPS, '--search', search, ...(search === 'exact' ? [] : few)];
    const [one, other, different] = ['3', '3', '4'].map((seed, i) => ({
      seed,
      out: join(folder, `seed-${search}-${i}`),
    })) as [Place, Place, Place];
    for (const { seed, out } of [one, other, different]) await fit(...args, '--seed', seed, '--out', out);
    expect(runFiles(other.out)).toEqual(runFiles(one.out));
    expect(runFiles(different.out)['result.json']).not.toBe(runFiles(one.out)['result.json']);
    expect(existsSync(join(one.out, 'checkpoint'))).toBe(false);
  });
});

interface Place {
  readonly seed: string;
  readonly out: string;
}
