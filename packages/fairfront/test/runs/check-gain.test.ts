// `fairfront fit --check`: will minimax help? Said before any search, and nothing is written.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outlookWords } from '../../src/report/outlook-words.js';
import { PLUG_IN, TINY_MLP } from './plug-in-runs.js';
import {
  BY_VALIDATION,
  checkpointOf,
  expectRefused,
  fit,
  fitInterrupted,
  fitJson,
  loans,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from './run-fit.js';
import '../../../core/test/helpers/close.js';

const folder = workFolder();
const path = writeLoans(folder, 600);
const out = join(folder, 'nothing');
const check = [...TWO_GROUPS, ...PLUG_IN, '--check', '--out', out];

describe('--check', () => {
  it('says how much minimax can gain at most, and writes nothing', async () => {
    const run = await fit(path, ...check);
    expect(run.code).toBe(0);
    expect(run.out).toMatch(
      /^Trained as usual, the model serves F worst, with a risk \(cross-entropy\) of 0\./,
    );
    expect(run.out).toContain('minimax');
    expect(run.out).not.toMatch(/NaN|undefined|Infinity/);
    expect(run.err).toContain('training the components: 2 of 15'); // three for each of five folds
    expect(existsSync(out)).toBe(false);
  });

  it('--json prints the numbers behind the sentence, and nothing else', async () => {
    const run = await fit(path, ...check, '--folds', '2', '--json');
    expect(run.code).toBe(0);
    const result = JSON.parse(run.out);
    expect(result).toMatchObject({
      schema: 'fairfront.outlook/1',
      data: path,
      task: { target: 'default', estimation: 'plug-in', model: 'linear', rows: { train: 360 } },
      groups: [{ name: 'F' }, { name: 'M' }],
      folds: 2,
      notes: [],
    });
    const { outlook } = result;
    expect(outlook.naiveRisks).toHaveLength(2);
    expect(outlook.gainAtMost.value).toBeCloseTo(outlook.worstRisk - outlook.floor, 12);
    expect(outlook.rows).toEqual([160, 320]); // never the test rows
    expect(existsSync(out)).toBe(false);

    const { out: text } = await fit(path, ...check, '--folds', '2');
    expect(text).toBe(`${outlookWords(outlook, ['F', 'M'], 'cross-entropy')}\n`);
  });

  it('foresees what the fit itself has in its result', async () => {
    const { plugIn } = await fitJson(
      path,
      ...[...TWO_GROUPS, ...PLUG_IN, '--folds', '3', '--quiet', '--out', join(folder, 'fitted')],
    );
    const { outlook } = JSON.parse((await fit(path, ...check, '--folds', '3', '--json')).out);
    const { naiveRisks, ownRisks, separability, worstGroup } = plugIn!.outlook!;
    expect(outlook.naiveRisks).toBeAllClose(naiveRisks, { relative: 1e-6 });
    expect(outlook.ownRisks).toEqual(ownRisks);
    expect(outlook.separability.share).toBeCloseTo(separability.share, 6);
    expect(outlook.worstGroup).toBe(worstGroup);
  });

  it('--loss brier is of Brier scores', async () => {
    const run = await fit(path, ...check, '--folds', '2', '--loss', 'brier');
    expect(run.out).toContain('(Brier score) of 0.4'); // cross-entropy is above 0.6
  });

  it('of networks trains networks', async () => {
    const run = await fit(path, ...check, ...TINY_MLP, '--max-epochs', '1');
    expect(run.code).toBe(0);
    expect(run.err).toMatch(/training the components: \d of 6.* · p\(.*\): epoch 1, validation risk/);
    expect(run.out).toContain('Trained as usual, the model serves');
    expect(existsSync(out)).toBe(false);
  });

  it('tells notes on the data', async () => {
    const constant = join(folder, 'constant.csv');
    const lines = loans(600).trimEnd().split('\n');
    writeFileSync(constant, lines.map((line, row) => `${line},${row === 0 ? 'kind' : 'loan'}\n`).join(''));
    const run = await fit(constant, ...check, '--folds', '2');
    expect(run.out).toMatch(/\nNote: kind is not used: .*\.\n$/);
    const { notes } = JSON.parse((await fit(constant, ...check, '--folds', '2', '--json')).out);
    expect(run.out).toContain(`Note: ${notes[0]}.`);
  });

  it('of a group with a single class has finite numbers', async () => {
    const one = join(folder, 'one-class.csv');
    writeFileSync(one, loans(600).replaceAll(/^(F,.*,)(yes|no)$/gm, '$1no'));
    const { outlook } = JSON.parse((await fit(one, ...check, '--folds', '2', '--json')).out);
    expect(outlook.ownRisks[0]).toBeGreaterThan(0);
    expect(outlook.ownRisks[0]).toBeLessThan(0.05);
    expect(outlook.worstGroup).toBe(1);
  });

  it('--quiet says nothing', async () => {
    expect(await fit(path, ...check, '--folds', '2', '--quiet')).toEqual({ code: 0, out: '', err: '' });
  });

  it('interrupted ends with 130, and leaves nothing', async () => {
    const run = await fitInterrupted(/training the components: 3 of/, path, ...check);
    expect(run.code).toBe(130);
    expect(run.out).toBe('');
    expect(run.err).toContain('interrupted before anything could be said');
    expect(existsSync(out)).toBe(false);
  });

  it('does not mind an unfinished run in the folder, nor touch it', async () => {
    const used = join(folder, 'used');
    await fitInterrupted(/apstar: 2 of/, path, ...TWO_GROUPS, ...BY_VALIDATION, '--out', used);
    const kept = readFileSync(checkpointOf(used));
    expect((await fit(path, ...check, '--folds', '2', '--out', used)).code).toBe(0);
    expect(readFileSync(checkpointOf(used))).toEqual(kept);
    expect(readdirSync(used)).toEqual(['checkpoint']);
  });

  it.each([
    ['the target', 'default'],
    ['the target and another column', 'sex,default'],
  ])('refuses groups made of %s, before anything is trained', async (_, groups) => {
    const asked = check.map((text, i) => (check[i - 1] === '--groups' ? groups : text));
    const run = await fit(path, ...asked, '--min-group', '10');
    expect(run.err).not.toContain('training the components');
    await expectRefused(
      [path, ...asked, '--min-group', '10'],
      'every group has a single class',
      'search without this check',
    );
    expect(existsSync(out)).toBe(false);
  });
});
