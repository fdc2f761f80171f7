// The doctor tries what it names, and says what to do about what does not work.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { checkNode, doctor } from '../../src/doctor/doctor.js';
import { VERSION } from '../../src/version.js';
import { fakeTerminal } from '../fake-terminal.js';

const home = mkdtempSync(join(tmpdir(), 'fairfront-home-'));

describe('doctor', () => {
  it('finds what is installed and inside, and how to get the rest', async () => {
    const { fairfront, checks } = await doctor({ environment: {}, home });
    const byName = new Map(checks.map((check) => [check.name, check]));
    expect(fairfront).toBe(VERSION);
    for (const name of ['Node', 'WebAssembly', 'temporary folder', 'DuckDB', 'SQLite', 'sharp']) {
      expect(byName.get(name), name).toMatchObject({ status: 'ok' });
    }
    expect(byName.get('DuckDB')!.found).toMatch(/^v\d+\.\d+/);
    expect(byName.get('SQLite')!.found).toMatch(/^3\.\d+/);
    expect(byName.get('data: adult')).toMatchObject({ status: 'ok' });
    expect(byName.get('data: ham10000')).toMatchObject({ status: 'missing', found: 'not found' });
    expect(byName.get('data: ham10000')!.wayOut).toContain('fairfront datasets');
  });

  it('says that a folder for temporary files cannot be written', async () => {
    const { checks } = await doctor({ environment: { TMPDIR: join(home, 'nowhere') }, home });
    const check = checks.find(({ name }) => name === 'temporary folder')!;
    expect(check).toMatchObject({ status: 'failed', wayOut: expect.stringContaining('TMPDIR') });
  });
});

it.each([
  ['20.19.0', 'ok'],
  ['24.0.0', 'ok'],
  ['20.18.3', 'failed'],
  ['18.20.0', 'failed'],
])('Node %s is %s', (version, status) => {
  expect(checkNode(version).status).toBe(status);
});

it('the command says the same as the library', async () => {
  const terminal = fakeTerminal();
  expect(await main(['doctor', '--json'], terminal)).toBe(0);
  expect(JSON.parse(terminal.out())).toMatchObject({ schema: 'fairfront.doctor/1', fairfront: VERSION });
  const told = fakeTerminal();
  expect(await main(['doctor'], told)).toBe(0);
  expect(told.out()).toMatch(/^fairfront \S+ on Node/);
  expect(told.out()).toContain('Everything that should work does.');
});
