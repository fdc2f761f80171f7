// Networks are trained for hours: a run that is killed at any moment, again and again, ends as an undisturbed one.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endBy, isProgramAbsent, type Moment, startFit } from './fit-child.js';
import { SMALL_MLP } from './network-runs.js';
import {
  filesOf,
  isUnfinished,
  NETWORK_FILES,
  readSaved,
  runFiles,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from './run-fit.js';

const folder = workFolder();
/** Of each of four solves. There are many more than are trained until the last of the moments. */
const EPOCHS = 15;

/** As soon as there is a checkpoint, and anywhere within or between the epochs after it. */
const MOMENTS: readonly Moment[] = [
  { changes: 1 },
  { changes: 2, delayMs: 7 },
  { changes: 4, delayMs: 23 },
  { changes: 3, delayMs: 1 },
  { changes: 2, delayMs: 40 },
];

describe.skipIf(isProgramAbsent())('a fit of networks whose process is killed', () => {
  it('goes on from the epoch it had reached, and ends with the same bytes', async () => {
    const [out, whole] = [join(folder, 'killed'), join(folder, 'whole')];
    // Some rows, so that epochs take a while.
    const task = [
      writeLoans(folder, 6000),
      ...TWO_GROUPS,
      ...SMALL_MLP,
      '--max-epochs',
      `${EPOCHS}`,
      '--dropout',
      '0.1',
    ];
    expect((await startFit(...task, '--out', whole).ended).code).toBe(0);

    let args: readonly string[] = task;
    const reached: number[] = [];
    for (const moment of MOMENTS) {
      const { signal, err } = await endBy('SIGKILL', moment, out, ...args);
      expect(signal, err).toBe('SIGKILL');
      expect(isUnfinished(out)).toBe(true);
      const { solved, search, solve } = readSaved(out).progress;
      const solves = Object.keys(solved ?? {}).length + (search?.state.trace.length ?? 1) - 1;
      reached.push(EPOCHS * solves + (solve?.epoch ?? 0));
      args = ['--resume'];
    }
    // What was trained is not trained again.
    for (const [i, epoch] of reached.slice(1).entries()) expect(epoch).toBeGreaterThanOrEqual(reached[i]!);
    expect(reached.at(-1)!).toBeGreaterThan(reached[0]! + 5);
    expect(reached.at(-1)!).toBeLessThan(4 * EPOCHS);

    const { code, err } = await startFit('--resume', '--out', out).ended;
    expect(err).not.toContain('error');
    expect(code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
    expect(readdirSync(out).sort()).toEqual(filesOf(out, NETWORK_FILES));
  }, 60_000);
});
