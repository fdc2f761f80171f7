// A run whose process is killed, then interrupted, then left to end. Signals go to the built program, which `npm test` makes first.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkpointOf, FOUR_GROUPS, isUnfinished, runFiles, workFolder, writeLoans } from './run-fit.js';

const program = fileURLToPath(new URL('../../bin/fairfront.js', import.meta.url));
const built = fileURLToPath(new URL('../../dist/commands/fit.js', import.meta.url));
const isAbsent = !existsSync(built);
if (isAbsent) process.stdout.write(`skipped: killing a fit, since there is no ${built} (npm run build)\n`);

const folder = workFolder();

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly err: string;
}

function start(...args: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, 'fit', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr!.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, err }));
  return { child, ended };
}

const modifiedMs = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Ends the run by this signal as soon as it has written a checkpoint. */
async function endBy(signal: NodeJS.Signals, out: string, ...args: readonly string[]): Promise<Ended> {
  const before = modifiedMs(checkpointOf(out));
  const { child, ended } = start(...args, '--out', out);
  while (child.exitCode === null && modifiedMs(checkpointOf(out)) === before) {
    await new Promise((resume) => setTimeout(resume, 5));
  }
  child.kill(signal);
  return ended;
}

describe.skipIf(isAbsent)('a fit whose process is killed', () => {
  it('goes on from its checkpoint, also after Ctrl-C, to the same bytes as an undisturbed one', async () => {
    const [out, whole] = [join(folder, 'killed'), join(folder, 'whole')];
    const task = [writeLoans(folder, 20_000), ...FOUR_GROUPS, '--gap', '1e-12', '--max-solves', '500'];
    const undisturbed = start(...task, '--out', whole);

    const killed = await endBy('SIGKILL', out, ...task);
    expect(killed.signal).toBe('SIGKILL');
    expect(isUnfinished(out)).toBe(true);

    const interrupted = await endBy('SIGINT', out, '--resume');
    expect(interrupted.code).toBe(130);
    expect(interrupted.err).toContain(`go on with: fairfront fit --resume --out ${out}`);
    expect(isUnfinished(out)).toBe(true);

    const resumed = await start('--resume', '--out', out).ended;
    expect(resumed.code).toBe(0);
    expect((await undisturbed.ended).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
    expect(existsSync(join(out, 'checkpoint'))).toBe(false);
  }, 120_000);
});
