// Ctrl-C and --resume: an interrupted run goes on to the very result it would have had.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LinearModel } from '@fairfront/core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHECKPOINT_KIND } from '../../src/runs/checkpoint.js';
import { seal, unseal } from '../../src/sealed-file.js';
import {
  BY_VALIDATION,
  checkpointOf,
  expectRefused,
  FOUR_GROUPS,
  fit,
  fitInterrupted,
  fitWatched,
  isUnfinished,
  loans,
  RUN_FILES,
  readSaved,
  runFiles,
  type SavedCheckpoint,
  THREE_CLASSES,
  TWO_GROUPS,
  workFolder,
  writeLoans,
  writeSaved,
} from './run-fit.js';

const folder = workFolder();
const path = writeLoans(folder, 1200);
const task = [path, ...FOUR_GROUPS, ...BY_VALIDATION, '--max-solves', '20', '--seed', '3'];

describe('a run that is interrupted', () => {
  const whole = join(folder, 'whole');
  beforeAll(async () => {
    await fit(...task, '--out', whole);
  });

  it('ends with 130, says how to go on and leaves a checkpoint, no result', async () => {
    const out = join(folder, 'stopped');
    const { code, out: text, err } = await fitInterrupted(/apstar: 7 of 20/, ...task, '--out', out);
    expect(code).toBe(130);
    expect(text).toBe('');
    expect(err).toMatch(new RegExp(`interrupted; go on with: fairfront fit --resume --out ${out}\n$`));
    expect(err).not.toContain('apstar: 8 of');
    expect(readdirSync(out)).toEqual(['checkpoint']);
    expect(readdirSync(join(out, 'checkpoint'))).toEqual(['fit.bin']);
    expect(readSaved(out).progress.search!.state.trace).toHaveLength(7);
  });

  it('has a checkpoint before that, written once a second: a crash costs no more', async () => {
    const out = join(folder, 'crashed');
    const solvesKept: number[] = [];
    await fitWatched(
      (line) => {
        if (!/apstar: \d/.test(line) || !existsSync(checkpointOf(out))) return;
        solvesKept.push(readSaved(out).progress.search!.state.trace.length);
      },
      ...task,
      ...['--out', out],
    );
    // On this clock every look takes a second, so there is one with each solve, before it is told.
    expect(solvesKept).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it('goes on with its own options to the same bytes, and clears the checkpoint', async () => {
    const out = join(folder, 'resumed');
    await fitInterrupted(/apstar: 7 of 20/, ...task, '--out', out);
    const { code, err } = await fit('--resume', '--out', out);
    expect(code).toBe(0);
    expect(err).not.toMatch(/apstar: [1-7] of/); // what was solved is not solved again
    expect(runFiles(out)).toEqual(runFiles(whole));
    expect(readdirSync(out).sort()).toEqual(RUN_FILES);
  });

  it('can be interrupted again and again', async () => {
    const out = join(folder, 'often');
    await fitInterrupted(/apstar: 1 of 20/, ...task, '--out', out);
    expect((await fitInterrupted(/apstar: 2 of 20/, '--resume', '--out', out)).code).toBe(130);
    expect((await fitInterrupted(/apstar: 19 of 20/, '--resume', '--out', out)).code).toBe(130);
    expect(isUnfinished(out)).toBe(true);
    expect((await fit('--resume', '--out', out)).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
  });

  it.each([
    ['cutting-plane', FOUR_GROUPS, []],
    ['multiplicative-weights', FOUR_GROUPS, ['--max-solves', '9']],
    ['random', FOUR_GROUPS, ['--max-solves', '9', '--seed', '5']],
    ['apstar', THREE_CLASSES, ['--max-solves', '9', '--split', '0.5,0.25,0.25']],
    ['apstar', TWO_GROUPS, ['--max-solves', '9', '--loss', 'brier', '--no-refine', '--l2', '0.001']],
  ])('%s %j %j: the same bytes', async (search, groups, options) => {
    const args = [path, ...groups, '--select', 'validation', '--search', search, ...options];
    const name = [search, ...options].join(' ').replaceAll(/[^a-z0-9]+/g, '-');
    const [out, undisturbed] = [join(folder, `cut-${name}`), join(folder, `undisturbed-${name}`)];
    await fit(...args, '--out', undisturbed);
    expect((await fitInterrupted(/: 3 of/, ...args, '--out', out)).code).toBe(130);
    expect((await fit('--resume', '--out', out)).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(undisturbed));
  });

  it('by files that cannot be written goes on once they can', async () => {
    const out = join(folder, 'in the way');
    mkdirSync(join(out, 'result.json'), { recursive: true });
    const { code, err } = await fit(...task, '--out', out, '--force');
    expect(err).toContain(
      `error: cannot write ${out}: a folder stands where a file should be. Choose another folder with --out; or mend that, and go on with --resume and --out '${out}'\n`,
    );
    expect(code).toBe(2);
    rmSync(join(out, 'result.json'), { recursive: true });
    expect((await fit('--resume', '--out', out)).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
  });

  it('in its last solves keeps the search', async () => {
    const out = join(folder, 'refining');
    const { code, err } = await fitInterrupted(/refining: 1 of/, ...task, '--out', out);
    expect(code).toBe(130);
    expect(err).toContain(`--resume --out ${out}`);
    expect(isUnfinished(out)).toBe(true);
    const again = await fitInterrupted(/refining: 1 of/, '--resume', '--out', out);
    expect(again.code).toBe(130);
    expect(again.err).toContain(`--resume --out ${out}`); // what was kept before is still kept
    expect((await fit('--resume', '--out', out)).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
  });

  it('may repeat what was asked, defaults too', async () => {
    const out = join(folder, 'repeated');
    await fitInterrupted(/apstar: 2 of/, ...task, '--out', out);
    const { code, out: printed } = await fit(
      '--resume',
      ...task,
      '--gap',
      '1e-4',
      '--l2',
      '1e-6',
      '--out',
      out,
      '--json',
    );
    expect(code).toBe(0);
    expect(printed).toBe(runFiles(whole)['result.json']);
  });
});

describe('--resume is refused', () => {
  const out = join(folder, 'kept');
  const own = join(folder, 'own.csv');
  let checkpoint: Buffer;
  beforeAll(async () => {
    // With a column for the parts, no row goes elsewhere when another changes.
    const lines = loans(1200).trimEnd().split('\n');
    const part = (row: number): string => (row === 0 ? 'part' : ['train', 'validation', 'test'][row % 3]!);
    writeFileSync(own, `${lines.map((line, row) => `${line},${part(row)}`).join('\n')}\n`);
    const args = [...TWO_GROUPS, ...BY_VALIDATION, '--split-column', 'part', '--max-solves', '9'];
    await fitInterrupted(/apstar: 4 of/, own, ...args, '--out', out);
    checkpoint = readFileSync(checkpointOf(out));
  });
  beforeEach(() => {
    mkdirSync(join(out, 'checkpoint'), { recursive: true });
    writeFileSync(checkpointOf(out), checkpoint);
  });

  it('nor is anything begun anew in its folder', async () => {
    await expectRefused([own, ...TWO_GROUPS, '--out', out], 'unfinished run', '--resume', '--out');
    expect(readFileSync(checkpointOf(out))).toEqual(checkpoint);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['another option', ['--max-solves', '10'], ['--max-solves differs', 'leave it out']],
    ['another seed', ['--seed', '2'], ['--seed differs']],
    ['no refinement', ['--no-refine'], ['--no-refine differs']],
    ['several', ['--seed', '2', '--min-group', '9'], ['--seed', '--min-group', 'differ:', 'leave them out']],
    ['other data', [path], [`the run was of ${own}, not ${path}`, 'leave the data out']],
  ])('with %s', async (_, args, parts) => {
    await expectRefused(['--resume', ...args, '--out', out], '--resume', ...parts);
    expect(readFileSync(checkpointOf(out))).toEqual(checkpoint);
  });

  it.each([
    ['a number', (text: string) => text.replace(/^(F,north,)\d+/m, '$199')],
    ['a row', (text: string) => text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)],
    ['a label', (text: string) => text.replace(/,no,/, ',yes,')],
    ['a group', (text: string) => text.replace(/^F,/m, 'M,')],
    ['a level', (text: string) => text.replaceAll('study', 'school')],
    ['the names of the classes', (text: string) => text.replaceAll(',no,', ',never,')],
  ])('with a file in which %s has changed', async (_, change) => {
    const before = readFileSync(own, 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(own, after);
    try {
      await expectRefused(['--resume', '--out', out], 'the data are not those of the run', 'another folder');
    } finally {
      writeFileSync(own, before);
    }
    expect(readFileSync(checkpointOf(out))).toEqual(checkpoint);
  });

  it('from another folder than the one it was started in, whose paths would not fit', async () => {
    writeSaved(out, { ...readSaved(out), folder: '/elsewhere' });
    await expectRefused(['--resume', '--out', out], 'the run was started in /elsewhere');
    writeFileSync(checkpointOf(out), checkpoint);
  });

  it('where there is no unfinished run', async () => {
    const empty = join(folder, 'empty');
    await expectRefused(['--resume', '--out', empty], `no unfinished run in ${empty}`, '--out', '--resume');
    expect(existsSync(empty)).toBe(false);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['a text', () => Buffer.from('checkpoint')],
    ['nothing', changed(() => null)],
    ['of another form', (bytes) => seal('fairfront.checkpoint/9', unseal(CHECKPOINT_KIND, bytes))],
    ['without what was asked', without('asked')],
    ['without a fingerprint', without('fingerprint')],
    ['without progress', without('progress')],
    ['with nothing for progress', changed((saved) => ({ ...saved, progress: null }))],
    ['without a state', withSearch(({ model }) => ({ model }))],
    ['without a model', withSearch(({ state }) => ({ state }))],
    ['a parameter short', withParameters((parameters) => parameters.slice(1))],
    ['with a parameter lost', withParameters(([, ...rest]) => Float64Array.of(Number.NaN, ...rest))],
    ['with texts for parameters', withParameters((parameters) => [...parameters].map(String))],
  ])('with a checkpoint that is %s: names it, and the way out', async (_, damage) => {
    await expectRefused(
      ['--resume', own, '--out', brokenRun(damage(checkpoint))],
      ...['--resume', join('checkpoint', 'fit.bin'), 'another folder'],
    );
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['has no solve', withState((state) => ({ ...state, trace: [] }))],
    ['was made by another strategy', withState((state) => ({ ...state, strategy: 'random' }))],
    ['has other weights than the strategy', withFirstSolve((step) => ({ ...step, mu: [0.4, 0.6] }))],
    [
      'has a risk that is no number',
      withFirstSolve((step) => ({ ...step, risks: [null, ...step.risks.slice(1)] })),
    ],
  ])('with a checkpoint whose search %s', async (_, damage) => {
    await expectRefused(['--resume', own, '--out', brokenRun(damage(checkpoint))], 'state');
  });

  function brokenRun(damaged: Buffer): string {
    expect(damaged).not.toEqual(checkpoint);
    const broken = join(folder, 'broken');
    mkdirSync(join(broken, 'checkpoint'), { recursive: true });
    writeFileSync(checkpointOf(broken), damaged);
    return broken;
  }
});

type Damage = (bytes: Buffer) => Buffer;
type Search = NonNullable<SavedCheckpoint['progress']['search']>;

function changed(change: (saved: SavedCheckpoint) => unknown): Damage {
  return (bytes) => seal(CHECKPOINT_KIND, change(unseal(CHECKPOINT_KIND, bytes) as SavedCheckpoint));
}

function without(field: keyof SavedCheckpoint): Damage {
  return changed(({ [field]: _, ...rest }) => rest);
}

function withSearch(change: (search: Search) => unknown): Damage {
  return changed(({ progress, ...rest }) => ({
    ...rest,
    progress: { ...progress, search: change(progress.search!) },
  }));
}

function withParameters(change: (parameters: Float64Array) => unknown): Damage {
  return withSearch(({ model, state }) => ({
    state,
    model: { ...model, parameters: change((model as LinearModel).parameters) },
  }));
}

function withState(change: (state: Search['state']) => unknown): Damage {
  return withSearch(({ model, state }) => ({ model, state: change(state) }));
}

function withFirstSolve(change: (step: Search['state']['trace'][number]) => unknown): Damage {
  return withState(({ trace, ...rest }) => ({ ...rest, trace: [change(trace[0]!), ...trace.slice(1)] }));
}
