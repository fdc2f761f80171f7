// A fit of networks that is interrupted at the end of an epoch, and goes on to the very bytes it would have had.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SMALL_MLP } from './network-runs.js';
import {
  checkpointOf,
  fit,
  fitInterrupted,
  fitWatched,
  isUnfinished,
  readSaved,
  runFiles,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from './run-fit.js';

const folder = workFolder();
const loans = writeLoans(folder, 600);
const task = [loans, ...TWO_GROUPS, ...SMALL_MLP, '--dropout', '0.1', '--weight-decay', '0.01'];

describe('a fit of networks that is interrupted', () => {
  const whole = join(folder, 'whole');
  beforeAll(async () => {
    expect((await fit(...task, '--out', whole)).code).toBe(0);
  });

  it('ends with 130, says how to go on, and has kept what was trained', async () => {
    const out = join(folder, 'stopped');
    const { code, out: text, err } = await fitInterrupted(/apstar: 1 of 3.*epoch 2/, ...task, '--out', out);
    expect(code).toBe(130);
    expect(text).toBe('');
    expect(err).toContain(`interrupted; go on with: fairfront fit --resume --out ${out}`);
    const { progress } = readSaved(out);
    expect(readFileSync(checkpointOf(out), 'latin1')).toMatch(
      /^fairfront\.checkpoint\/4 \d+\.\d+\.\d+ [0-9a-f]{64}\n/,
    );
    expect(Object.keys(progress.solved!)).toEqual(['naive', 'balanced']);
    expect(progress.search!.state.trace).toHaveLength(1);
    expect(progress.search!.state.trace.every(({ converged }) => converged)).toBe(true);
    expect(progress.solve).toMatchObject({ epoch: 2 });
  });

  it.each([
    ['the naive network', /naive model.*epoch 1/],
    ['the first solve of the search', /apstar: 1 of 3.*epoch 1/],
    ['the last epoch of a solve', /apstar: 1 of 3.*epoch 3/],
  ])('in %s goes on to the same bytes', async (name, when) => {
    const out = join(folder, `cut in ${name}`);
    expect((await fitInterrupted(when, ...task, '--out', out)).code).toBe(130);
    expect(isUnfinished(out)).toBe(true);
    expect((await fit('--resume', '--out', out)).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
    expect(existsSync(join(out, 'checkpoint'))).toBe(false);
  });

  it('after every epoch gets to the same end, one epoch at a time', async () => {
    const out = join(folder, 'step by step');
    let runs = 0;
    let args: readonly string[] = task;
    for (let code = 130; code === 130 && runs < 20; runs++) {
      ({ code } = await fitWatched(
        (line, interrupt) => {
          if (/epoch \d/.test(line)) interrupt();
        },
        ...args,
        ...['--out', out],
      ));
      args = ['--resume'];
    }
    expect(runs).toBeGreaterThan(8); // of twelve epochs
    expect(runs).toBeLessThan(20);
    expect(runFiles(out)).toEqual(runFiles(whole));
  });
});

// The first of the last solves has the weights of the naive network: where that was cut, they come twice.
describe('a fit of networks with last solves that is interrupted', () => {
  const whole = join(folder, 'refined');
  const refined = [...task, '--refine', '--max-epochs', '2'];
  beforeAll(async () => {
    expect((await fit(...refined, '--out', whole)).code).toBe(0);
  });

  it.each([
    ['the naive network', [/naive model.*epoch 1/]],
    ['the last solves, twice', [/refining.*epoch 1/, /refining: 3 of/]],
  ])('in %s goes on to the same bytes', async (name, moments) => {
    const out = join(folder, `cut in ${name} of many`);
    let args: readonly string[] = refined;
    for (const when of moments) {
      expect((await fitInterrupted(when, ...args, '--out', out)).code).toBe(130);
      args = ['--resume'];
    }
    expect((await fit('--resume', '--out', out)).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
  });
});
