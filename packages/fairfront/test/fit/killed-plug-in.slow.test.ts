// Parts are trained by workers of the built program: whatever ends it, what was trained is kept, and no worker stays behind.

import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Ended, isProgramAbsent, startFit } from './fit-child.js';
import { PLUG_IN } from './plug-in-runs.js';
import {
  checkpointOf,
  isUnfinished,
  NETWORK_FILES,
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
  return readSaved(out).progress.parts!.filter((part) => part !== undefined).length;
}

/** Once this many are kept, or the program has ended. */
async function untilKept(count: number, out: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && keptParts(out) < count) await wait(5);
}

/** The processes that a process has started. */
function workersOf({ pid }: ChildProcess): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes('part-worker'))
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([own, parent]) => (parent === pid ? [own!] : []));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Those of them that are still there after some seconds. */
async function leftOf(workers: readonly number[]): Promise<number[]> {
  for (let i = 0; i < 100 && workers.some(isThere); i++) await wait(100);
  return workers.filter(isThere);
}

const isPosix = process.platform !== 'win32';

describe.skipIf(isProgramAbsent())('a fit by plug-in estimation whose process is killed', () => {
  it.each([
    ['linear parts, in threads', linear, 33],
    ['network parts, in processes', networks, 9],
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
      expect(runFiles(out, NETWORK_FILES)).toEqual(runFiles(whole, NETWORK_FILES));
      expect(readdirSync(out).sort()).toEqual(NETWORK_FILES);
    },
    60_000,
  );

  it.skipIf(!isPosix)(
    'leaves no worker behind',
    async () => {
      const out = join(folder, 'orphans');
      const endless = ['--max-epochs', '100000', '--patience', '100000', '--no-settle'];
      const { child, ended } = startFit(...networks, ...endless, '--out', out);
      let workers: number[] = [];
      while (child.exitCode === null && workers.length === 0) {
        await wait(20);
        workers = workersOf(child);
      }
      await wait(1500); // so that they are at it
      child.kill('SIGKILL');
      const left = await leftOf(workers);
      for (const pid of left) process.kill(pid, 'SIGKILL');
      expect(workers.length).toBeGreaterThan(0);
      expect(left).toEqual([]);
      expect((await ended).err).not.toMatch(/\n\s+at /);
    },
    60_000,
  );
});

describe.skipIf(isProgramAbsent() || !isPosix)('Ctrl-C, which reaches all processes of a terminal', () => {
  it('ends workers with their program, and keeps what they have done', async () => {
    const out = join(folder, 'interrupted');
    const { child, ended } = startFit(...networks, '--out', out);
    await untilKept(1, out, child);
    const workers = workersOf(child);
    expect(workers.length).toBeGreaterThan(0);
    for (const pid of [...workers, child.pid!]) process.kill(pid, 'SIGINT');
    const { code, err }: Ended = await ended;
    expect(code).toBe(130);
    expect(err).toContain(`go on with: fairfront fit --resume --out ${out}`);
    expect(err).not.toMatch(/\n\s+at |worker process ended/);
    expect(isUnfinished(out)).toBe(true);
    expect(await leftOf(workers)).toEqual([]);
  }, 60_000);
});

describe.skipIf(isProgramAbsent() || !isPosix)('a worker that is killed', () => {
  it('ends the program with 2 and the way out, and costs no part that was trained', async () => {
    const out = join(folder, 'worker killed');
    const { child, ended } = startFit(...networks, '--out', out);
    await untilKept(1, out, child);
    const workers = workersOf(child);
    process.kill(workers[0]!, 'SIGKILL');
    const { code, err } = await ended;
    expect(err).toMatch(/^error: a worker process was ended by SIGKILL.*--resume/m);
    expect(err).not.toMatch(/\n\s+at |bug/);
    expect(code).toBe(2);
    expect(keptParts(out)).toBeGreaterThan(0);
    expect(await leftOf(workers)).toEqual([]);
    expect((await startFit('--resume', '--out', out).ended).code).toBe(0);
  }, 60_000);
});

describe.skipIf(isProgramAbsent())('a part that cannot be trained, in a process of its own', () => {
  it('ends the program with 2 and the name of the part, without a stack trace', async () => {
    const out = join(folder, 'diverged');
    const { code, err } = await startFit(...networks, '--learning-rate', '1e30', '--out', out).ended;
    expect(err).toMatch(/^error: p\(Y \| X, [FM]\): training diverged in epoch 1/m);
    expect(err).not.toMatch(/\n\s+at |bug/);
    expect(code).toBe(2);
    expect(existsSync(join(out, 'model.onnx'))).toBe(false);
  }, 60_000);
});
