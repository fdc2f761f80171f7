// The built program as a process: outputs that are full or closed, failures that nobody caught.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../bin/fairfront.js', import.meta.url));
const absent = !existsSync(fileURLToPath(new URL('../../dist/cli/program.js', import.meta.url)));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfront-process-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(absent || !existsSync('/dev/full'))('an output that is full', () => {
  const figure = ['paper', 'figure-5', '--out'];

  it('is an error in plain words, after the work is done', () => {
    const out = join(folder, 'full');
    const { status, stderr } = spawnSync(process.execPath, [program, ...figure, out], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    });
    expect(stderr).toBe('error: cannot write to standard output: the disk is full (ENOSPC on write)\n');
    expect(status).toBe(2);
    expect(readdirSync(out).sort()).toEqual(['figure-5.html', 'figure-5.json', 'figure-5.svg']);
  });

  it.each([
    [['nonsense'], 2],
    [['datasets', '--quiet'], 0],
  ])('keeps the exit code of %j where it is the standard error', (args, code) => {
    const { status } = spawnSync(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
    });
    expect(status).toBe(code);
  });
});

describe.skipIf(absent || process.platform === 'win32')('a reader that has gone', () => {
  it('does not end the work', { timeout: 60_000 }, () => {
    const out = join(folder, 'gone');
    const table = ['paper', 'table-5', '--splits', '1', '--only', 'MMPF LR', '--quick', '--out', out];
    const command = '{ sleep 0.2; "$0" "$@"; echo "code $?" >&2; } | true';
    const { stderr } = spawnSync('sh', ['-c', command, process.execPath, program, ...table], {
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/code 0\n$/);
    expect(readdirSync(out)).toContain('table-5.json');
  });
});

describe.skipIf(absent)('a failure that nobody caught', () => {
  it.each([
    ['an exception', 'setTimeout(() => { throw error })', 'This is a bug in fairfront', 1],
    ['a rejection', 'setTimeout(() => Promise.reject(error))', 'This is a bug in fairfront', 1],
    [
      'a system’s refusal',
      "setTimeout(async () => (await import('node:fs')).readFileSync('/nowhere/at all'))",
      'error: /nowhere/at all: there is no such file or folder (ENOENT on open)\n',
      2,
    ],
  ])('%s is told by the same writer', (_, fail, told, code) => {
    const preload = `
      const error = new TypeError('boom\\x1b[2J\\nforged');
      process.on('newListener', (name) => { if (name === 'uncaughtException') ${fail} });`;
    const imported = `data:text/javascript,${encodeURIComponent(preload)}`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', imported, program, 'demo', '--theory', '--quiet', '--out', join(folder, 'demo')],
      { encoding: 'utf8' },
    );
    expect(stderr).toContain(told);
    expect(status).toBe(code);
    expect(stderr).not.toContain('\x1b');
    expect(stderr).not.toMatch(/^forged/m);
    if (code === 1) expect(stderr).toMatch(/^TypeError: boom\\x1b\[2J\\nforged\n +at /m);
    else expect(stderr.split('\n')).toHaveLength(2);
  });
});
