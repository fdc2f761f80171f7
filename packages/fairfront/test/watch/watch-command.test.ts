// What a person sees of `fairfront watch`: the table, the line, exit codes, the report, the state.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeRows } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { fakeTerminal } from '../fake-terminal.js';
import { shownHtml } from '../report/read-report.js';
import { loansTable } from '../runs/made-table.js';
import { fit, workFolder, writeLoans } from '../runs/run-fit.js';
import { turnedRound, writeTable } from './watched-run.js';

const folder = workFolder();
const run = join(folder, 'run');

beforeAll(async () => {
  const data = writeLoans(folder, 1200);
  const task = ['--target', 'default', '--groups', 'sex,region', '--ignore', 'grade', '--model', 'linear'];
  expect((await fit(data, ...task, '--l2', '0.01', '--out', run, '--quiet')).code).toBe(0);
});

async function watch(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await main(['watch', run, ...args], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

describe('the command', () => {
  it('needs the run and the file; tells every group, and keeps the state', async () => {
    const [may, june] = [
      writeTable(folder, 'may.csv', loansTable(300, 81)),
      writeTable(folder, 'june.csv', turnedRound(2000, 82)),
    ];
    const rest = ['--state', join(folder, 'state.json'), '--out', join(folder, 'report')];
    const calm = await watch(may, ...rest);
    expect({ code: calm.code, err: calm.err }).toEqual({ code: 0, err: '' });
    expect(calm.out).toMatch(/^No alarm: no group is shown to be served worse than promised\.\n/);
    expect(calm.out).toMatch(
      /^group +rows +at the fit +promised: at most +since then +this batch +evidence +largest +alarm$/m,
    );
    expect(calm.out).toMatch(/^F · north +\d+ +0\.\d{4} +0\.\d{4} +0\.\d{4} +0\.\d{4} +\d\.\d\d +\d\.\d\d$/m);
    expect(calm.out).toContain(`Kept in ${join(folder, 'state.json')}.`);
    const alarm = await watch(june, ...rest);
    expect({ code: alarm.code, err: alarm.err }).toEqual({ code: 3, err: '' });
    expect(alarm.out).toMatch(
      /^Alarm: served worse than promised: F · north \(\d\.\d{4} on average, promised at most \d\.\d{4}\)/,
    );
    const html = shownHtml(readFileSync(join(folder, 'report', 'report.html'), 'utf8'));
    expect(html).toMatch(/<h1>Are promises kept\? A model of default, watched for \d groups<\/h1>/);
    expect(html).toContain('fairfront-evidence-by-look');
    expect(`${calm.out}${alarm.out}${html}`).not.toMatch(/NaN|undefined|Infinity|null/);
    const again = await watch(june, ...rest);
    expect(again.code).toBe(2);
    expect(again.err).toMatch(/was handed over before, at look 2 .* count it with --force\n$/);
  });

  it('prints with --json what the state holds, and nothing else; says nothing with --quiet', async () => {
    const batch = writeTable(folder, 'july.csv', turnedRound(2000, 83));
    const state = join(folder, 'json.json');
    const out = ['--out', join(folder, 'json')];
    const printed = await watch(batch, '--state', state, ...out, '--json');
    expect({ code: printed.code, err: printed.err }).toEqual({ code: 3, err: '' });
    expect(printed.out).toBe(readFileSync(state, 'utf8'));
    expect(JSON.parse(printed.out)).toMatchObject({
      schema: 'fairfront.watch/1',
      alarm: true,
      loss: 'cross-entropy',
    });
    expect(await watch(batch, ...out, '--quiet')).toEqual({ code: 3, out: '', err: '' });
  });

  it('reads a row alone as the run’s data were read, though it does not tell what its columns are', async () => {
    const row = takeRows(loansTable(20, 84), Uint32Array.of(3));
    const columns = row.columns.map((column) =>
      column.name === 'purpose'
        ? { kind: 'categorical' as const, name: 'purpose', levels: ['1'], codes: Uint8Array.of(0) }
        : column,
    );
    const batch = writeTable(folder, 'one.csv', { rowCount: 1, columns });
    const { code, out, err } = await watch(batch, '--out', join(folder, 'one'));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('purpose has levels in 100% of the rows that training did not have.');
    expect(out).toContain('To add the next batch to this one, keep a --state.');
  });

  it('refuses what is no run, what is no file, and the run’s own folder', async () => {
    const batch = writeTable(folder, 'august.csv', loansTable(30, 85));
    const out = ['--out', join(folder, 'refused')];
    const terminal = fakeTerminal();
    expect(await main(['watch', folder, batch, ...out], terminal)).toBe(2);
    expect(terminal.err()).toContain('is not the folder of a finished run');
    expect((await watch(join(folder, 'none.csv'), ...out)).err).toContain('none.csv');
    const narrow = join(folder, 'narrow.csv');
    writeFileSync(narrow, 'sex,region,default\nF,north,no\n');
    expect((await watch(narrow, ...out)).err).toMatch(
      /^error: \S+narrow\.csv has no column "purpose"; there are "sex"/,
    );
    const state = join(folder, 'refused.json');
    const own = await watch(batch, '--out', run, '--state', state);
    expect(existsSync(state)).toBe(false);
    expect(own.code).toBe(2);
    expect(own.err).toContain('holds a finished run; choose another folder with --out');
    expect((await watch(batch, '--level', '0.95')).err).toContain('It must be a number between 0 and 0.5.');
  });

  it('shows hostile names as visible text', async () => {
    const path = join(folder, 'hostile.csv');
    const lines = ['sex,region,age,income,purpose,default', 'F,north,30,2000,car,no'];
    writeFileSync(
      path,
      `${[...lines, 'F,"no\u001b[2J\nforged",30,2000,"\u202e",no', 'M,south,40,3000,car,"\u001b]0;x"'].join('\n')}\n`,
    );
    const { code, out } = await watch(path, '--out', join(folder, 'hostile'));
    expect(code).toBe(0);
    const html = readFileSync(join(folder, 'hostile', 'report.html'), 'utf8');
    for (const sign of ['\u001b', '\u202e']) expect(`${out}${html}`).not.toContain(sign);
    expect(out).toContain('F · no\\x1b[2J\\nforged 1');
  });
});
