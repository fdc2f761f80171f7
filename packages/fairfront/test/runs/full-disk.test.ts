// A disk that is full while a fit runs: the result matters more than the checkpoint.

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  BY_VALIDATION,
  FOUR_GROUPS,
  fit,
  fitInterrupted,
  fitWatched,
  type Run,
  runFiles,
  workFolder,
  writeLoans,
} from './run-fit.js';

const folder = workFolder();
const loans = writeLoans(folder, 1200);
const task = [loans, ...FOUR_GROUPS, ...BY_VALIDATION, '--max-solves', '9'];
const whole = join(folder, 'whole');
beforeAll(async () => {
  await fit(...task, '--out', whole);
});

/** Runs a fit; once its live line shows this, no checkpoint can be written, and what there was is gone. */
function fitBlocked(
  when: RegExp,
  out: string,
  onLine: (line: string, interrupt: () => void) => void,
): Promise<Run> {
  let isBlocked = false;
  return fitWatched(
    (line, interrupt) => {
      if (!isBlocked && when.test(line)) {
        isBlocked = true;
        rmSync(join(out, 'checkpoint'), { recursive: true, force: true });
        writeFileSync(join(out, 'checkpoint'), 'in the way');
      }
      onLine(line, interrupt);
    },
    ...task,
    ...['--out', out],
  );
}

describe('a fit whose checkpoints cannot be written', () => {
  it('says so once, goes on, and ends with the same files', async () => {
    const out = join(folder, 'unkept');
    const { code, err } = await fitBlocked(/apstar: 2 of/, out, () => {});
    expect(code).toBe(0);
    expect(err.match(/Warning: how far the run has come cannot be kept/g)).toHaveLength(1);
    expect(err).toContain(`cannot write ${join(out, 'checkpoint')}`);
    expect(err).not.toContain('onStep');
    expect(runFiles(out)).toEqual(runFiles(whole));
  });

  it('and that is interrupted says that nothing was kept', async () => {
    const out = join(folder, 'unkept-stopped');
    const { code, err } = await fitBlocked(/apstar: 2 of/, out, (line, interrupt) => {
      if (/apstar: 5 of/.test(line)) interrupt();
    });
    expect(code).toBe(130);
    expect(err).toMatch(/interrupted; nothing was kept\n$/);
  });
});

it('a query is part of what goes on with a run', async () => {
  const database = join(folder, 'loans.duckdb');
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE loans AS SELECT * FROM read_csv('${loans}', nullstr = ['NA', ''])`);
  connection.closeSync();
  instance.closeSync();
  const out = join(folder, 'queried');
  const sql = "select * from loans where purpose <> 'none'";
  const [, ...rest] = task;
  const { err } = await fitInterrupted(/apstar: 3 of/, database, ...rest, '--sql', sql, '--out', out);
  const shown = "--sql 'select * from loans where purpose <> '\\''none'\\'''";
  expect(err).toMatch(/interrupted; go on with: fairfront fit --resume .*\n$/);
  expect(err.endsWith(`fairfront fit --resume --out ${out} ${shown}\n`)).toBe(true);
  const refused = await fit('--resume', '--out', out);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain(`not taken from a file; repeat it with ${shown}`);
  expect((await fit('--resume', '--out', out, '--sql', 'select 1')).err).toContain('--sql differs');
  expect((await fit('--resume', '--out', out, '--sql', sql)).code).toBe(0);
  expect(readdirSync(out)).toContain('result.json');
});
