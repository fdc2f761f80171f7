// Ctrl-C during a comparison, and --resume: the very result it would have had.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SMALL_MLP } from './network-runs.js';
import { PLUG_IN } from './plug-in-runs.js';
import {
  BY_VALIDATION,
  expectRefused,
  FOUR_GROUPS,
  fit,
  fitInterrupted,
  fitWatched,
  isUnfinished,
  RUN_FILES,
  runFiles,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from './run-fit.js';

const folder = workFolder();
const large = writeLoans(folder, 1200);
const small = writeLoans(folder, 600);

describe('a comparison that is interrupted', () => {
  const methods = 'zafar,kamishima,hardt,equal-risk';
  const task = [large, ...FOUR_GROUPS, ...BY_VALIDATION, '--max-solves', '8', '--compare', methods];

  it('ends with 130, leaves a run to go on with, and that gives the same bytes', async () => {
    const [whole, out] = [join(folder, 'whole'), join(folder, 'cut')];
    await fit(...task, '--out', whole);
    const cut = await fitInterrupted(/comparing: 3 of 30\b.* · Zafar/, ...task, '--out', out);
    expect(cut.code).toBe(130);
    expect(cut.out).toBe('');
    expect(cut.err).toMatch(new RegExp(`interrupted; go on with: fairfront fit --resume --out ${out}\n$`));
    expect(cut.err).not.toMatch(/comparing: ([4-9]|\d\d) of|· Kamishima/);
    expect(isUnfinished(out)).toBe(true);

    const again = await fitInterrupted(/comparing: 12 of 30\b.* · Kamishima/, '--resume', '--out', out);
    expect(again.code).toBe(130);
    expect(again.err).not.toMatch(/apstar: [1-7] of/); // what was solved is not solved again
    expect(isUnfinished(out)).toBe(true);

    const { code } = await fit('--resume', '--out', out);
    expect(code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
    expect(readdirSync(out).sort()).toEqual(RUN_FILES);
  });

  it('goes on with the same methods, or is refused', async () => {
    const out = join(folder, 'other');
    await fitInterrupted(/comparing: 1 of 30\b.* · Zafar/, ...task, '--out', out);
    await expectRefused(
      ['--resume', '--compare', 'zafar', '--out', out],
      '--compare differs',
      'leave it out',
    );
    const { code } = await fitInterrupted(
      /comparing: 2 of 30\b.* · Zafar/,
      ...['--resume', '--compare', 'hardt,equal-risk,zafar,kamishima', '--out', out],
    );
    expect(code).toBe(130); // the same, said otherwise
  });
});

it('tells the method beside how much of all is done', async () => {
  const lines: string[] = [];
  const few = ['--max-solves', '2', '--no-refine'];
  const task = [small, ...TWO_GROUPS, ...BY_VALIDATION, ...few, '--compare', 'zafar,kamishima'];
  await fitWatched((line) => lines.push(line), ...task, '--out', join(folder, 'lines'));
  const told = lines.flatMap(
    (line) => /comparing: (\d+) of 30(?:, about .* left)? · (\w+)$/.exec(line) ?? [],
  );
  const steps = Array.from({ length: told.length / 3 }, (_, i) => told.slice(3 * i + 1, 3 * i + 3));
  expect(steps).toEqual(
    Array.from({ length: 30 }, (_, done) => [String(done), done < 10 ? 'Zafar' : 'Kamishima']),
  );
});

it('after the exact search, which keeps nothing: ends with 130, and says so', async () => {
  const out = join(folder, 'exact');
  const exact = ['--select', 'validation', '--search', 'exact', '--no-refine'];
  const task = [small, ...TWO_GROUPS, ...exact, '--compare', 'zafar,kamishima'];
  const { code, out: text, err } = await fitInterrupted(/comparing: 3 of 30\b/, ...task, '--out', out);
  expect(code).toBe(130);
  expect(text).toBe('');
  expect(err).toMatch(/interrupted; nothing was kept\n$/);
  expect(err).not.toMatch(/comparing: ([4-9]|\d\d) of/);
  expect(readdirSync(out)).toEqual([]);
});

it.each([
  ['a network', SMALL_MLP],
  ['plug-in estimation', [...PLUG_IN, '--folds', '2', '--max-solves', '20']],
])('%s: interrupted in the comparison, the same bytes', async (name, kind) => {
  const task = [small, ...TWO_GROUPS, ...kind, '--compare', 'kamishima,hardt,equal-risk'];
  const [whole, out] = [join(folder, `${name} whole`), join(folder, `${name} cut`)];
  const { code } = await fit(...task, '--out', whole);
  expect(code).toBe(0);
  expect((await fitInterrupted(/comparing: 5 of 20\b.* · Kamishima/, ...task, '--out', out)).code).toBe(130);
  expect(isUnfinished(out)).toBe(true);
  expect((await fit('--resume', '--out', out)).code).toBe(0);
  expect(runFiles(out)).toEqual(runFiles(whole));
});
