// Parts are trained by threads of the built program: whatever ends it, what was trained is kept.

import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Ended, isProgramAbsent, startFit } from './fit-child.js';
import { PLUG_IN } from './plug-in-runs.js';
import {
  checkpointOf,
  filesOf,
  isUnfinished,
  NETWORK_FILES,
  RUN_FILES,
  readSaved,
  runFiles,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from './run-fit.js';

const folder = workFolder();
const linear = [writeLoans(folder, 10_000), ...TWO_GROUPS, ...PLUG_IN, '--folds', '10', '--max-solves', '20'];
const networks = [
  writeLoans(folder, 1500),
  ...[...TWO_GROUPS, ...PLUG_IN, '--model', 'mlp', '--hidden', '8', '--max-epochs', '3', '--dropout', '0.1'],
];

/** How many parts are kept. */
function keptParts(out: string): number {
  if (!existsSync(checkpointOf(out))) return 0;
  return readSaved(out).progress.components!.filter((part) => part !== undefined).length;
}

/** Once this many are kept, or the program has ended. */
async function untilKept(count: number, out: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && keptParts(out) < count) await wait(5);
}

const isPosix = process.platform !== 'win32';

describe.skipIf(isProgramAbsent())('a fit by plug-in estimation whose process is killed', () => {
  it.each([
    ['linear parts, in threads', linear, 33],
    ['network parts, in threads', networks, 9],
  ])(
    '%s: goes on with the parts it has, to the same bytes',
    async (name, task, all) => {
      const [out, whole] = [join(folder, name), join(folder, `${name}, whole`)];
      const undisturbed = startFit(...task, '--out', whole);

      let args: readonly string[] = task;
      let kept = 0;
      for (const more of [1, 2]) {
        const { child, ended } = startFit(...args, '--out', out);
        await untilKept(kept + more, out, child);
        child.kill('SIGKILL');
        const { signal, err } = await ended;
        expect(signal, err).toBe('SIGKILL');
        expect(isUnfinished(out)).toBe(true);
        expect(keptParts(out)).toBeGreaterThanOrEqual(kept + more);
        kept = keptParts(out);
        args = ['--resume'];
      }
      expect(kept).toBeLessThan(all);

      const resumed = await startFit('--resume', '--out', out).ended;
      expect(resumed.err).not.toContain('error');
      expect(resumed.code).toBe(0);
      expect((await undisturbed.ended).code).toBe(0);
      expect(runFiles(out)).toEqual(runFiles(whole));
      expect(readdirSync(out).sort()).toEqual(
        filesOf(out, task.includes('--model') ? NETWORK_FILES : RUN_FILES),
      );
    },
    60_000,
  );
});

describe.skipIf(isProgramAbsent() || !isPosix)('Ctrl-C while networks are trained in threads', () => {
  async function interrupt(
    out: string,
    args: readonly string[],
    when: (child: ChildProcess) => Promise<void>,
  ) {
    const { child, ended } = startFit(...networks, ...args, '--out', out);
    await when(child);
    child.kill('SIGINT');
    const { code, signal, err }: Ended = await ended;
    // A thread that is terminated inside onnxruntime would end the process by SIGABRT, without a word.
    expect(signal, err).toBe(null);
    expect(code).toBe(130);
    expect(err).not.toMatch(/\n\s+at |worker thread ended/);
    return err;
  }

  it('ends the program and keeps the parts that are trained', async () => {
    const out = join(folder, 'interrupted');
    const err = await interrupt(out, [], (child) => untilKept(1, out, child));
    expect(err).toContain(`go on with: fairfront fit --resume --out ${out}`);
    expect(isUnfinished(out)).toBe(true);
  }, 60_000);

  it('ends the program in the midst of the first part', async () => {
    const endless = ['--max-epochs', '100000', '--patience', '100000', '--no-settle', '--hidden', '128,128'];
    const err = await interrupt(join(folder, 'endless'), endless, () => wait(6000));
    expect(err).toContain('interrupted; nothing was kept');
  }, 60_000);
});

describe.skipIf(isProgramAbsent())('a part that cannot be trained, in a thread of its own', () => {
  it('ends the program with 2 and the name of the part, without a stack trace', async () => {
    const out = join(folder, 'diverged');
    const { code, err } = await startFit(...networks, '--learning-rate', '1e30', '--out', out).ended;
    expect(err).toMatch(/^error: p\(Y \| X, [FM]\): training diverged in epoch 1/m);
    expect(err).not.toMatch(/\n\s+at |bug/);
    expect(code).toBe(2);
    expect(existsSync(join(out, 'model.onnx'))).toBe(false);
  }, 60_000);
});
