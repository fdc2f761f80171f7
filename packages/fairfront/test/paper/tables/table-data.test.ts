// What a table does with data that lack what its study is about.

import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { METADATA } from '../../../src/datasets/ham10000.js';
import { studies } from '../../../src/paper/tables/table-recipes.js';
import { prepareDataset } from '../../../src/task/prepare-dataset.js';
import { describeReal, madeFolder, realFolder } from '../../datasets/data.js';
import { makeMimic } from '../../datasets/made-mimic.js';
import { outFolder, paper } from './run-table-command.js';

const OPTIONS = ['--quick', '--splits', '1'];
/** Of the command line of tables. */
const FLAGS = /--(?!only|splits|quick|data-dir|weights|device|seed|out)[a-z]/;

/** Patients are of all eight groups alike. */
async function mimicOf(patients: number): Promise<string> {
  const { path } = madeFolder({});
  await makeMimic(path, { patients, notesPerPatient: 1, words: 20, vocabulary: 50 });
  return path;
}

describe('MIMIC-III', () => {
  it('has enough rows with six of a group in a part', async () => {
    const dataDir = await mimicOf(240);
    const fit = await prepareDataset(studies['mimic-iii'].dataset, { split: { seed: 1 }, dataDir });
    expect(fit.parts.test.groups.counts).toEqual(new Array(8).fill(6));
  });

  it.each(['table-1', 'table-9'])('%s is refused without notes: where to get them', async (name) => {
    const dataDir = await mimicOf(240);
    rmSync(join(dataDir, 'mimic-iii', 'NOTEEVENTS.csv'));
    const { code, err } = await paper([name, ...OPTIONS, '--out', outFolder()], { dataDir });
    expect(code).toBe(2);
    expect(err).toMatch(
      /learns from the texts of mimic-iii:\S+, and there are none\. Get it: .*NOTEEVENTS.*physionet/,
    );
    expect(err).not.toMatch(FLAGS);
  });

  it('is refused with too few rows of a group, and no option is named that tables have not', async () => {
    const dataDir = await mimicOf(80);
    const { code, err } = await paper(['table-1', ...OPTIONS, '--out', outFolder()], { dataDir });
    expect(code).toBe(2);
    expect(err).toMatch(
      /too few rows for the study: group "age<55 · nonwhite · alive" has 2 validation rows/,
    );
    expect(err).not.toMatch(FLAGS);
  });
});

describeReal('HAM10000', METADATA, () => {
  it('is refused without pictures: where to get them', async () => {
    const dataDir = madeFolder({ 'ham10000/readme': '' }).path;
    symlinkSync(join(realFolder.path, METADATA), join(dataDir, METADATA));
    const { code, err } = await paper(['table-2', ...OPTIONS, '--out', outFolder()], { dataDir });
    expect(code).toBe(2);
    expect(err).toMatch(
      /learns from the pictures of ham10000:\S+, and there are none\. Get it: .*dermamnist/,
    );
    expect(err).not.toMatch(FLAGS);
  });
});
