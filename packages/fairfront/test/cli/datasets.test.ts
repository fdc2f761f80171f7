import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DatasetListing } from '../../src/cli/datasets.js';
import { main } from '../../src/cli/program.js';
import { insideFolder, madeFolder } from '../datasets/data.js';
import { fakeTerminal } from '../fake-terminal.js';

async function run(dataDir: string, ...flags: readonly string[]): Promise<string> {
  const terminal = fakeTerminal();
  const code = await main(['datasets', '--data-dir', dataDir, ...flags], { ...terminal, home: '/home/ada' });
  expect(terminal.err()).toBe('');
  expect(code).toBe(0);
  return terminal.out();
}

describe('fairfront datasets', () => {
  it('shows each dataset with its presets, and where it is or that it was not found', async () => {
    const { path } = madeFolder({ 'adult/adult.data': '' });
    const lines = (await run(path)).split('\n');
    const line = (name: string): string => lines.find((text) => text.startsWith(`${name} `))!;
    expect(line('adult')).toMatch(/30,162 .*gender, gender-ethnicity .*CC BY 4.0/);
    expect(line('adult').endsWith(join(path, 'adult'))).toBe(true);
    expect(line('german')).toMatch(/ 1,000 .*gender, age .*inside the package$/);
    expect(line('support2')).toMatch(/ 9,105 .*age-race-outcome .*not found$/);
    expect(line('mimic-iii')).toMatch(/age-ethnicity-outcome .*credentialed.*not found$/);
  });

  it('says where it looked, what optional files are not there and how to get the rest', async () => {
    const { path } = madeFolder({ 'adult/adult.data': '' });
    const text = await run(path);
    expect(text).toContain(
      `Looked in, in this order:\n  ${path} (--data-dir)\n  /home/ada/.cache/fairfront/data (cache folder)\n  ${insideFolder.path} (inside the package)\n`,
    );
    expect(text).toContain('adult is there without adult/paper-splits.csv');
    expect(text).toContain(`support2 was not found:\n  ${path}: no support2/support2.csv\n`);
    expect(text).toContain('Get it: support2.csv from https://');
    expect(text).not.toMatch(/(adult|german) was not found/);
  });

  it('prints one JSON list and nothing else with --json', async () => {
    const { path } = madeFolder({ 'adult/adult.data': '' });
    const listings = JSON.parse(await run(path, '--json')) as DatasetListing[];
    expect(listings.map(({ name }) => name)).toEqual([
      'adult',
      'german',
      'ham10000',
      'ham10000-64',
      'ham10000-full',
      'mimic-iii',
      'sms-spam',
      'support2',
    ]);
    expect(listings[0]).toMatchObject({
      found: join(path, 'adult'),
      without: ['adult/paper-splits.csv'],
      publishedSplits: 5,
    });
    expect(listings[5]).toMatchObject({
      found: null,
      rows: null,
      lookedIn: [path, '/home/ada/.cache/fairfront/data', insideFolder.path],
    });
  });

  it('is silent with --quiet', async () => {
    expect(await run(madeFolder({}).path, '--quiet')).toBe('');
  });
});
