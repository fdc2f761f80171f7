import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { main } from '../src/cli/program.js';
import { lockFolder, ownedName } from '../src/lock-folder.js';
import { startFit } from '../src/runs/run.js';
import { checkFolder, writeFolder } from '../src/write-file.js';
import { NINE, writeLines } from './audit/run-audit.js';
import { fakeTerminal } from './fake-terminal.js';
import { TWO_GROUPS, workFolder, writeLoans } from './runs/run-fit.js';

const data = workFolder();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfront-lock-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const [, ownStart, host] = /^\.fairfront-\d+-(\d+)-([\w-]+)\.lock$/.exec(ownedName('lock'))!;
const lockOf = (pid: number, started: string, on = host): string => `.fairfront-${pid}-${started}-${on}.lock`;
const put = (name: string): void => writeFileSync(join(folder, name), '');

/** Another process, which lives until the test is over. */
async function anotherProcess(): Promise<ChildProcess & { readonly lock: string }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  const isLinux = process.platform === 'linux'; // elsewhere its number has to do
  const stat = isLinux ? readFileSync(`/proc/${child.pid}/stat`, 'utf8') : '';
  return Object.assign(child, { lock: lockOf(child.pid!, stat.split(') ')[1]?.split(' ')[19] ?? '0') });
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('a lock', () => {
  it('is there until it is released', () => {
    const release = lockFolder(folder);
    expect(readdirSync(folder)).toEqual([ownedName('lock')]);
    expect(() => lockFolder(folder)).toThrow(`${folder} is being written to by process ${process.pid}`);
    release();
    expect(readdirSync(folder)).toEqual([]);
    lockFolder(folder)();
  });

  it('of another process is respected while that lives, and not after', async () => {
    const other = await anotherProcess();
    put(other.lock);
    expect(() => lockFolder(folder)).toThrow(
      `${folder} is being written to by process ${other.pid}: wait until it is done, or choose another folder with \`out\``,
    );
    expect(() => checkFolder(folder, true)).toThrow(`by process ${other.pid}`);
    expect(() => writeFolder(folder, { a: 'text' })).toThrow(`by process ${other.pid}`);
    expect(readdirSync(folder)).toEqual([other.lock]);
    await kill(other);
    writeFolder(folder, { a: 'text' });
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('keeps two runs of one process apart', async () => {
    const request = { data: writeLoans(data, 1000), options: { target: 'default', groups: 'sex' } };
    const first = startFit(request, { out: folder });
    await expect(startFit(request, { out: folder, force: true }).result).rejects.toThrow(
      `is being written to by process ${process.pid}`,
    );
    await first.result;
    expect(readdirSync(folder)).toContain('result.json');
    expect(readdirSync(folder)).not.toContain(ownedName('lock'));
  });

  it('of a process that has ended does not block, even where it cannot be removed', async () => {
    const other = await anotherProcess();
    await kill(other);
    mkdirSync(join(folder, other.lock)); // as good as a file of another user
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([other.lock]);
  });

  it.skipIf(process.platform !== 'linux')('of an earlier process of the same number is taken over', () => {
    put(lockOf(process.pid, `${Number(ownStart) - 1}`));
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of another machine is respected, with a way out', () => {
    const foreign = lockOf(1, '5', 'another-machine');
    put(foreign);
    expect(() => lockFolder(folder)).toThrow(
      `by process 1 on another-machine: wait until it is done, or choose another folder with \`out\`; if that process has ended, or is another program, remove ${join(folder, foreign)}`,
    );
    expect(readdirSync(folder)).toEqual([foreign]);
  });

  it('comes with the removal of temporary files that killed processes left, and of no others', async () => {
    const child = await anotherProcess();
    await kill(child);
    const left = `.fairfront-${child.pid}-7-${host}.0123456789abcdef.tmp`;
    const others = [
      `.fairfront-${child.pid}-7-another-machine.0123456789abcdef.tmp`,
      ownedName('0123456789abcdef.tmp'),
      'notes.tmp',
      '.fairfront-notes.tmp',
    ];
    for (const name of [left, ...others]) put(name);
    lockFolder(folder)();
    expect(readdirSync(folder).sort()).toEqual(others.sort());
  });
});

describe('a folder that another process writes to', () => {
  const task = [writeLoans(data, 200), ...TWO_GROUPS];
  const nine = writeLines(data, 'nine.csv', NINE);
  it.each([
    ['fit', ...task],
    ['fit', ...task, '--force'],
    ['front', ...task, '--steps', '2'],
    ['audit', nine, '--target', 'truth', '--groups', 'sex', '--probabilities', 'p', '--resamples', '0'],
    ['paper', 'figure-1'],
    ['paper', 'table-5', '--quick'],
    ['demo', '--theory'],
  ])('is left alone by %s', async (...args) => {
    const other = await anotherProcess();
    put(other.lock);
    const terminal = fakeTerminal();
    expect(await main([...args, '--out', folder], terminal)).toBe(2);
    expect(terminal.err()).toContain(`error: ${folder} is being written to by process ${other.pid}`);
    expect(readdirSync(folder)).toEqual([other.lock]);
  });
});
