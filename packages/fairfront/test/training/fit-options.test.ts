// What the options of `fairfront fit` change, and what is refused with the way out.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  expectRefused,
  FOUR_GROUPS,
  fit,
  readResult,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from '../runs/run-fit.js';

const folder = workFolder();
const loans = writeLoans(folder, 1200);
let runs = 0;

/** The result and the text of a run that must end well; the validation part chooses, unless told otherwise by APStar. */
async function run(...args: readonly string[]) {
  return runWith('--select', 'validation', '--search', 'apstar', ...args);
}

async function runWith(...args: readonly string[]) {
  const out = join(folder, `run-${runs++}`);
  const { code, out: text } = await fit(loans, ...FOUR_GROUPS, ...args, '--out', out);
  expect(code).toBe(0);
  return { ...readResult(out), text };
}

describe('--search', () => {
  it.each([
    ['apstar', 'APStar'],
    ['cutting-plane', 'cutting plane'],
    ['multiplicative-weights', 'multiplicative weights'],
    ['random', 'random search'],
  ])('%s looks for weights by validation risks', async (search, name) => {
    const result = await run('--search', search, '--max-solves', '10');
    expect(result.search).toMatchObject({ strategy: search, steeredBy: 'validation', maxSolves: 10 });
    expect(result.search.certificate.certified).toBe(true);
    expect(result.search.trace).toHaveLength(result.search.solves);
    expect(result.text).toMatch(new RegExp(`^${name} tried \\d+ choices of group weights`, 'm'));
  });

  it('exact solves one problem by training risks, and its certificate is tight', async () => {
    const { search, models, text } = await run('--search', 'exact', '--no-refine');
    expect(search).toMatchObject({ strategy: 'exact', steeredBy: 'train', maxSolves: null, trace: [] });
    expect(search.stopped).toBe('gap');
    expect(search.relativeGap).toBeLessThanOrEqual(1e-4);
    expect(search.relativeGap).toBe(search.certificate.relativeGap);
    expect(text).toMatch(/^The minimax problem was solved as one convex problem in \d+ iterations?\.$/m);
    expect(text).not.toContain('chosen by validation rows');
    const worst = models.minimax.metrics.train.crossEntropy.worst;
    expect(worst).toBeLessThan(models.naive.metrics.train.crossEntropy.worst);
    expect(worst).toBeLessThan(models.balanced.metrics.train.crossEntropy.worst);
  });

  it('every search and exact prove bounds that agree', async () => {
    const exact = (await run('--search', 'exact')).search.certificate;
    const { certificate } = (await run('--search', 'cutting-plane')).search;
    expect(certificate.relativeGap).toBeLessThanOrEqual(1e-4);
    expect(certificate.lower).toBeLessThanOrEqual(exact.upper!);
    expect(exact.lower).toBeLessThanOrEqual(certificate.upper!);
  });

  it('random depends on the seed', async () => {
    const muOf = async (seed: string) =>
      (await run('--search', 'random', '--max-solves', '3', '--seed', seed)).search.trace[2]!.mu;
    expect(await muOf('1')).not.toEqual(await muOf('2'));
  });
});

describe('what is trained, and for how long', () => {
  it('--loss brier minimises the Brier score, proves nothing and says why', async () => {
    const brier = await run('--loss', 'brier', '--max-solves', '4');
    expect(brier.task.loss).toBe('brier');
    expect(brier.search.certificate).toMatchObject({
      certified: false,
      reason: expect.stringContaining('not convex'),
    });
    expect(brier.text).toMatch(
      /^Not proved how good it can be: the Brier score of a linear model is not convex/m,
    );
    expect(brier.text).not.toContain('Proved:');
    expect(brier.text).toContain('(Brier score, summed over classes, lower is better)');
    expect(brier.search.problem).toContain('Brier score');
    const crossEntropy = await run('--max-solves', '4');
    const score = ({ models }: typeof brier): number => models.naive.metrics.train.brier.sampleMean;
    expect(score(brier)).toBeLessThan(score(crossEntropy));
  });

  it('--l2: where the penalty matters, the certificate speaks of the regularised problem', async () => {
    const { text, search, models, task } = await run('--l2', '0.1', '--max-solves', '10');
    expect(task.l2).toBe(0.1);
    expect(search.problem).toContain('l2 = 0.1');
    expect(text).toMatch(
      /with the penalty on large weights \(l2 = 0\.1\) counted in.* The penalty is 0\.\d+ of these risks\./,
    );
    const { worst } = models.minimax.metrics.train.crossEntropy;
    expect(search.worst).toBeGreaterThan(worst * 1.001);
    expect(search.worst).toBeCloseTo(search.certificate.lower! / (1 - search.relativeGap!), 12);
    expect((await run('--max-solves', '10')).text).not.toContain('of these risks');
  });

  it('--no-refine leaves the model of the search as it is', async () => {
    const { search, models, text } = await run('--no-refine', '--max-solves', '10');
    expect(search.refinement).toBeNull();
    expect(text).not.toContain('Last solves');
    const best = search.trace.filter(({ improved }) => improved).at(-1)!;
    expect(models.minimax.mu).toEqual(best.mu);
    expect(Math.max(...best.risks)).toBeCloseTo(models.minimax.metrics.validation.crossEntropy.worst, 12);
  });

  it('--max-solves and --gap end the search', async () => {
    const counted = await run('--max-solves', '3', '--gap', '1e-9');
    expect(counted.search).toMatchObject({ solves: 3, stopped: 'max-solves', maxSolves: 3, gap: 1e-9 });
    const close = await run('--gap', '0.05');
    expect(close.search).toMatchObject({ stopped: 'gap', gap: 0.05, maxSolves: 100 });
    expect(close.search.certificate.relativeGap).toBeLessThanOrEqual(0.05);
    expect(close.search.solves).toBeLessThan(100);
    expect(close.text).toContain('ended once certified within 5%');
  });

  it('--gap does not change what the last solves may cost the worst group', async () => {
    const reports = await Promise.all(
      ['0.05', '1e-6'].map(async (gap) => (await run('--search', 'exact', '--gap', gap)).search.refinement),
    );
    for (const report of reports) expect(report!.tolerance).toBe(1e-4);
  });

  it('--split and --seed part the rows', async () => {
    const { task } = await run('--max-solves', '2', '--split', '0.5,0.25,0.25', '--seed', '7');
    expect(task.rows).toEqual({ train: 600, validation: 300, test: 300 });
    expect(task.seed).toBe(7);
  });
});

describe('what is refused: exit 2, a message with the way out, no stack trace', () => {
  const out = join(folder, 'refused');
  const inTheWay = join(folder, 'in-the-way');
  writeFileSync(inTheWay, '');

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'exact with --max-solves',
      [...TWO_GROUPS, '--search', 'exact', '--max-solves', '5'],
      ['--max-solves', 'leave it out', '--search'],
    ],
    [
      'exact with the Brier score',
      [...TWO_GROUPS, '--search', 'exact', '--loss', 'brier'],
      ['not convex', 'cross-entropy'],
    ],
    [
      'a target that is not there',
      ['--target', 'defautl', '--groups', 'sex'],
      ['target: there is no column "defautl"', 'did you mean "default"?'],
    ],
    [
      'a group column that is not there',
      ['--target', 'default', '--groups', 'sax'],
      ['groups: there is no column "sax"', 'did you mean "sex"?'],
    ],
    ['no groups', ['--target', 'default'], ['--groups: name the groups']],
    ['no target', ['--groups', 'sex'], ['--target: name the column']],
    [
      'nothing but target and groups',
      [...TWO_GROUPS, '--ignore', 'region,age,income,purpose'],
      ['no column is left as a feature', '"sex" makes the groups'],
    ],
    ['a group too small', [...FOUR_GROUPS, '--min-group', '60'], ['group "F · ', '60', '--merge-small']],
    ['a search there is not', [...TWO_GROUPS, '--search', 'genetic'], ['--search', 'apstar', 'exact']],
    ['a loss there is not', [...TWO_GROUPS, '--loss', 'hinge'], ['--loss', 'cross-entropy, brier']],
    ['a model there is not', [...TWO_GROUPS, '--model', 'forest'], ['--model', 'linear']],
    ['no solves', [...TWO_GROUPS, '--max-solves', '0'], ['--max-solves', 'whole number from 1']],
    ['a gap of zero', [...TWO_GROUPS, '--gap', '0'], ['--gap', 'above 0']],
    ['an l2 below zero', [...TWO_GROUPS, '--l2', '-1'], ['--l2', 'above 0']],
    [
      'a penalty to be chosen by validation rows',
      [...TWO_GROUPS, '--select', 'validation', '--l2', 'auto'],
      ['--l2 auto is chosen by rows out of fold', 'name a number', '--select cross-validation'],
    ],
    [
      'time for a choice by validation rows',
      [...TWO_GROUPS, '--select', 'validation', '--select-seconds', '9'],
      ['--select-seconds is for --select cross-validation', 'leave it out'],
    ],
    [
      'folds for a network',
      [...TWO_GROUPS, '--model', 'mlp', '--select', 'cross-validation'],
      ['--select cross-validation trains every model once for each fold', 'leave it out'],
    ],
    [
      'folds for plug-in estimation',
      [...TWO_GROUPS, '--estimation', 'plug-in', '--select', 'cross-validation'],
      ['--select cross-validation', 'for linear models and boosted trees trained jointly'],
    ],
    [
      'time for a choice that a network does not make',
      [...TWO_GROUPS, '--model', 'mlp', '--select-seconds', '9'],
      ['--select-seconds is for --select cross-validation'],
    ],
    [
      'a penalty to be chosen for plug-in estimation',
      [...TWO_GROUPS, '--estimation', 'plug-in', '--l2', 'auto'],
      ['--l2 auto is chosen by rows out of fold'],
    ],
    [
      'last solves beside folds',
      [...TWO_GROUPS, '--refine'],
      ['--refine is for --select validation', 'leave one of them out'],
    ],
    ['no last solves beside folds', [...TWO_GROUPS, '--no-refine'], ['--refine is for --select validation']],
    [
      'a choice there is not',
      [...TWO_GROUPS, '--select', 'lot'],
      ['--select', 'cross-validation, validation'],
    ],
    ['a gain of everything', [...TWO_GROUPS, '--smallest-gain', '1'], ['--smallest-gain', 'below 1']],
    ['no time', [...TWO_GROUPS, '--select-seconds', '0'], ['--select-seconds', 'above 0']],
  ])('%s', async (_, args, parts) => {
    await expectRefused([loans, ...args, '--out', out], ...parts);
    expect(existsSync(join(out, 'result.json'))).toBe(false);
  });

  it('an out folder that is a file, before anything is read', async () => {
    await expectRefused(
      [join(folder, 'not-there.csv'), ...TWO_GROUPS, '--out', inTheWay],
      'cannot write',
      'in-the-way',
      '--out',
    );
  });

  it('columns of a single value only', async () => {
    const path = join(folder, 'constant.csv');
    const rows = Array.from({ length: 400 }, (_, row) => `${'FM'[row % 2]},loan,${row % 3 === 0}`);
    writeFileSync(path, `sex,kind,repaid\n${rows.join('\n')}\n`);
    await expectRefused(
      [path, '--target', 'repaid', '--groups', 'sex', '--out', out],
      'no feature is left',
      '"kind" (every training row is "loan")',
    );
  });

  it('no data', async () => {
    await expectRefused([...TWO_GROUPS, '--out', out], 'name a file, or a dataset');
  });

  it('a file that is not there', async () => {
    await expectRefused([join(folder, 'not-there.csv'), ...TWO_GROUPS, '--out', out], 'not-there.csv');
  });
});
