// A fit by plug-in estimation that is interrupted keeps the parts it has, and goes on to the very bytes it would have had.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LinearModel } from '@fairfront/core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fitPlugIn } from '../../src/training/fit-plug-in.js';
import { resolveFitOptions } from '../../src/training/options/fit-options.js';
import { PLUG_IN, preparedData, TINY_MLP } from './plug-in-runs.js';
import {
  expectRefused,
  filesOf,
  fit,
  fitInterrupted,
  fitWatched,
  isUnfinished,
  NETWORK_FILES,
  readSaved,
  runFiles,
  TWO_GROUPS,
  workFolder,
  writeLoans,
  writeSaved,
} from './run-fit.js';

const folder = workFolder();
const loans = writeLoans(folder, 600);
const linear = [loans, ...TWO_GROUPS, ...PLUG_IN, '--folds', '3', '--seed', '3']; // 3 parts, 4 times
const networks = [
  loans,
  ...TWO_GROUPS,
  ...PLUG_IN,
  ...TINY_MLP,
  '--dropout',
  '0.1',
  '--folds',
  '0',
  '--distil',
];

/** How many parts a checkpoint has of how many. */
function partsIn(out: string): [trained: number, all: number] {
  const { components } = readSaved(out).progress;
  return [components!.filter((part) => part !== undefined).length, components!.length];
}

describe('linear parts', () => {
  const whole = join(folder, 'whole');
  beforeAll(async () => {
    expect((await fit(...linear, '--out', whole)).code).toBe(0);
  });

  it('interrupted in the midst of them, ends with 130, says how to go on, and has kept those trained', async () => {
    const out = join(folder, 'stopped');
    const {
      code,
      out: text,
      err,
    } = await fitInterrupted(/training the components: 4 of 12/, ...linear, '--out', out);
    expect(code).toBe(130);
    expect(text).toBe('');
    expect(err).toContain(`interrupted; go on with: fairfront fit --resume --out ${out}`);
    expect(readdirSync(out)).toEqual(['checkpoint']);
    const [trained, all] = partsIn(out);
    expect(all).toBe(12);
    expect(trained).toBeGreaterThanOrEqual(4);
    expect(trained).toBeLessThan(7);
  });

  it.each([
    ['the first part', /training the components: 1 of 12/],
    ['the parts of folds', /training the components: 8 of 12/],
    ['the last part', /training the components: 12 of 12/],
    ['the search', /apstar: 3 of/],
    ['the last solves', /refining: 2 of/],
  ])('after %s goes on to the same bytes, and trains none again', async (name, when) => {
    const out = join(folder, `cut after ${name}`);
    expect((await fitInterrupted(when, ...linear, '--out', out)).code).toBe(130);
    expect(isUnfinished(out)).toBe(true);
    const [trained] = partsIn(out);
    const told: string[] = [];
    const { code } = await fitWatched((line) => told.push(line), '--resume', '--out', out);
    expect(code).toBe(0);
    const done = told.flatMap(
      (line) => /training the components: (\d+) of/.exec(line)?.slice(1).map(Number) ?? [],
    );
    expect(done[0]).toBe(trained);
    expect(runFiles(out)).toEqual(runFiles(whole));
    expect(existsSync(join(out, 'checkpoint'))).toBe(false);
  });

  it('after every part gets to the same end', async () => {
    const out = join(folder, 'step by step');
    let args: readonly string[] = linear;
    let runs = 0;
    for (let code = 130; code === 130 && runs < 20; runs++) {
      let lines = 0;
      ({ code } = await fitWatched(
        (line, interrupt) => {
          if (/training the components/.test(line) && ++lines === 2) interrupt();
        },
        ...args,
        ...['--out', out],
      ));
      args = ['--resume'];
    }
    expect(runs).toBeGreaterThan(4);
    expect(runs).toBeLessThan(20);
    expect(runFiles(out)).toEqual(runFiles(whole));
  });

  it('interrupted before the first, are not begun', async () => {
    const data = await preparedData(loans, { target: 'default', groups: 'sex', ignore: ['grade'] });
    const options = resolveFitOptions({ model: 'linear', estimation: 'plug-in' });
    const onCheckpoint = vi.fn();
    expect(await fitPlugIn(data, options, { signal: { aborted: true }, onCheckpoint })).toBeUndefined();
    expect(onCheckpoint).not.toHaveBeenCalled();
  });

  it('may not go on with other folds, nor with another estimation', async () => {
    const out = join(folder, 'others');
    await fitInterrupted(/training the components: 2 of/, ...linear, '--out', out);
    await expectRefused(['--resume', '--folds', '4', '--out', out], '--folds differs', 'leave it out');
    await expectRefused(['--resume', '--distil', '--out', out], '--distil differs');
    await expectRefused(['--resume', '--estimation', 'joint', '--out', out], '--estimation differs');
    expect(isUnfinished(out)).toBe(true);
  });
});

describe('network parts and the network for their mixture', () => {
  const whole = join(folder, 'networks');
  beforeAll(async () => {
    expect((await fit(...networks, '--out', whole)).code).toBe(0);
  });

  it.each([
    ['the second part', /training the components: 1 of 3.* · p\(Y \| X, M\): epoch 1/, [1, 2]],
    ['the search', /refining: 1 of/, [3]],
    ['the distillation', /training the distilled model · epoch 1/, [3]],
  ])('interrupted in %s go on to the same bytes', async (name, when, kept) => {
    const out = join(folder, `cut in ${name}`);
    expect((await fitInterrupted(when, ...networks, '--out', out)).code).toBe(130);
    expect(isUnfinished(out)).toBe(true);
    expect(kept).toContain(partsIn(out)[0]);
    expect((await fit('--resume', '--out', out)).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
    expect(readdirSync(out).sort()).toEqual([...filesOf(out, NETWORK_FILES), 'distilled.onnx'].sort());
  });

  it('interrupted in the distillation go on from the epoch it had reached', async () => {
    const out = join(folder, 'half distilled');
    await fitInterrupted(/training the distilled model · epoch 1/, ...networks, '--out', out);
    expect(readSaved(out).progress.solve).toMatchObject({ epoch: 1 });
    const { code, err } = await fitWatched(() => {}, '--resume', '--out', out);
    expect(code).toBe(0);
    expect(err.match(/distilled model · epoch \d/g)).toEqual(['distilled model · epoch 2']);
  });
});

describe('a checkpoint with a damaged part', () => {
  const out = join(folder, 'kept');
  beforeAll(async () => {
    await fitInterrupted(/training the components: 4 of/, ...linear, '--out', out);
  });

  /** The first part as something else. */
  function damaged(change: (part: LinearModel) => unknown): string {
    const saved = readSaved(out);
    const [first, ...rest] = saved.progress.components!;
    const broken = join(folder, 'broken');
    const progress = { ...saved.progress, components: [change(first as LinearModel), ...rest] };
    writeSaved(broken, { ...saved, progress });
    return broken;
  }

  it.each<[string, (part: LinearModel) => unknown]>([
    ['a parameter short', (part) => ({ ...part, parameters: part.parameters.slice(1) })],
    ['a parameter lost', (part) => ({ ...part, parameters: part.parameters.map(() => Number.NaN) })],
    ['texts for parameters', (part) => ({ ...part, parameters: [...part.parameters].map(String) })],
    ['other columns than parameters', (part) => ({ ...part, columnCount: part.columnCount + 1 })],
    ['no parameters', ({ parameters: _, ...rest }) => rest],
    ['nothing in it', () => null],
    ['a constant in its place', () => ({ constant: [0.5, 0.5] })],
  ])('is refused: %s', async (_, change) => {
    await expectRefused(
      ['--resume', '--out', damaged(change)],
      ...['--resume', join('checkpoint', 'fit.bin'), 'cannot be read', 'another folder'],
    );
  });

  it.each<[string, (part: LinearModel) => unknown]>([
    ['features', (part) => ({ ...part, columnCount: 1, parameters: new Float64Array(2) })],
    [
      'classes',
      ({ columnCount }) => ({
        classCount: 3,
        columnCount,
        parameters: new Float64Array(3 * (columnCount + 1)),
      }),
    ],
  ])('of another number of %s is not taken for one of this run', async (_, change) => {
    const { code, err } = await fit('--resume', '--quiet', '--out', damaged(change));
    expect(code).toBe(2);
    expect(err).toMatch(/^error: /);
  });

  it('is not refused where nothing is damaged', async () => {
    expect(
      (
        await fit(
          '--resume',
          '--quiet',
          '--out',
          damaged((part) => part),
        )
      ).code,
    ).toBe(0);
  });
});
