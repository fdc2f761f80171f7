// The built program where files may not grow beyond a size, as on a disk that is full; and stopped for a while.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, isProgramAbsent, program, startFit } from './fit-child.js';
import {
  BY_VALIDATION,
  checkpointOf,
  FOUR_GROUPS,
  isUnfinished,
  runFiles,
  workFolder,
  writeLoans,
} from './run-fit.js';

const folder = workFolder();
const loans = writeLoans(folder, 3000);
/** 200 solves take longer than the second after which a checkpoint is written. */
const task = [loans, ...FOUR_GROUPS, ...BY_VALIDATION, '--max-solves', '200', '--gap', '1e-12'];

/** A fit whose files may have so many kilobytes each. */
async function fitWithin(kilobytes: number, ...args: readonly string[]): Promise<Ended> {
  const limited = `ulimit -f ${kilobytes}; exec "$0" "$@"`;
  const child = spawn('bash', ['-c', limited, process.execPath, program, 'fit', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, err };
}

describe.skipIf(isProgramAbsent() || process.platform === 'win32')('the program', () => {
  const whole = join(folder, 'whole');
  beforeAll(async () => {
    expect((await startFit(...task, '--out', whole).ended).code).toBe(0);
  }, 180_000);

  it('keeps what was trained where the result cannot be written, names the flags that go on, and they do', async () => {
    const out = join(folder, 'unsaved');
    const { code, err } = await fitWithin(90, ...task, '--out', out);
    expect(err).toMatch(/error: cannot write .*larger than is allowed/);
    expect(err).toMatch(new RegExp(`or mend that, and go on with --resume and --out ${out}\n$`));
    expect(code).toBe(2);
    expect(isUnfinished(out)).toBe(true);
    expect((await startFit('--resume', '--out', out).ended).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
  }, 180_000);

  it('says where it cannot write if nothing could be kept either', async () => {
    const out = join(folder, 'unkept');
    const { code, err } = await fitWithin(1, ...task, '--out', out);
    expect(err.match(/Warning: how far the run has come cannot be kept/g)).toHaveLength(1);
    expect(err).toMatch(/error: cannot write .*larger than is allowed/);
    expect(err).not.toContain('--resume');
    expect(err).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  }, 180_000);

  it('stopped for a while goes on when it is continued, with the same bytes', async () => {
    const out = join(folder, 'stopped');
    const { child, ended } = startFit(...task, '--out', out);
    while (!existsSync(checkpointOf(out))) await wait(5);
    child.kill('SIGSTOP');
    await wait(4000);
    child.kill('SIGCONT');
    expect((await ended).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
  }, 180_000);

  it('stopped while threads are at work goes on, too', async () => {
    const byFolds = [loans, ...FOUR_GROUPS];
    const [out, undisturbed] = [join(folder, 'stopped-folds'), join(folder, 'folds')];
    expect((await startFit(...byFolds, '--out', undisturbed).ended).code).toBe(0);
    const { child, ended } = startFit(...byFolds, '--out', out);
    while (!existsSync(checkpointOf(out))) await wait(5);
    child.kill('SIGSTOP');
    await wait(4000);
    child.kill('SIGCONT');
    expect((await ended).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(undisturbed));
  }, 180_000);
});
