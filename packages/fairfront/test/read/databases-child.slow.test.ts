// The built program where a library cannot be loaded, and where a query never ends.

import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isProgramAbsent, startProgram } from '../runs/fit-child.js';
import { madeByDuckDb, madeBySqlite, madeFile } from './files.js';

/** A module that makes Node look for packages where there are none. */
function hiding(...names: readonly string[]): string {
  const hooks = `export const resolve = (specifier, context, next) =>
    next(specifier, ${JSON.stringify(names)}.includes(specifier) ? { ...context, parentURL: 'file:///nowhere/file.js' } : context);`;
  const url = `data:text/javascript,${encodeURIComponent(hooks)}`;
  return `data:text/javascript,${encodeURIComponent(`import { register } from 'node:module'; register(${JSON.stringify(url)});`)}`;
}

const program = fileURLToPath(new URL('../../bin/fairfront.js', import.meta.url));
const inspect = (hidden: readonly string[], path: string) =>
  spawnSync(process.execPath, ['--import', hiding(...hidden), program, 'inspect', path], {
    encoding: 'utf8',
    timeout: 60_000,
  });

const DUCKDB = '@duckdb/node-api';
const SQLITE = 'node-sqlite3-wasm';
const ENDLESS = 'WITH RECURSIVE r(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM r) SELECT';

describe.skipIf(isProgramAbsent())('the built program', { timeout: 60_000 }, () => {
  it('reads each format with its own library alone', async () => {
    const csv = madeFile('a,b\n1,x\n2,y\n');
    const parquet = await madeByDuckDb('data.parquet', `COPY (SELECT 1 AS a) TO FILE (FORMAT parquet)`);
    const sqlite = madeBySqlite('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    expect(inspect([DUCKDB, SQLITE], csv)).toMatchObject({ status: 0, stderr: '' });
    expect(inspect([SQLITE], parquet)).toMatchObject({ status: 0, stderr: '' });
    expect(inspect([DUCKDB], sqlite)).toMatchObject({ status: 0, stderr: '' });
    for (const [hidden, path, what] of [
      [DUCKDB, parquet, 'Parquet, JSON and DuckDB files are read by DuckDB'],
      [SQLITE, sqlite, 'SQLite files are read by node-sqlite3-wasm'],
    ] as const) {
      const { status, stderr } = inspect([hidden], path);
      expect(status).toBe(2);
      expect(stderr).toMatch(
        new RegExp(`^error: ${what}, which cannot be loaded here \\(.*\\); save the table as CSV\n$`),
      );
    }
  });

  it('is ended by Ctrl-C in a query without end', async () => {
    const duckDb = await madeByDuckDb('data.duckdb', 'CREATE TABLE t AS SELECT 1 AS a');
    const sqlite = madeBySqlite('CREATE TABLE t (a)');
    const queries = [
      [duckDb, 'max(a) AS a FROM r'],
      [sqlite, 'max(a) AS a FROM r'],
      [sqlite, 'a FROM r'],
    ] as const;
    const started = queries.map(([path, columns]) =>
      startProgram('inspect', path, '--sql', `${ENDLESS} ${columns}`),
    );
    onTestFinished(() => {
      for (const { child } of started) child.kill('SIGKILL');
    });
    await setTimeout(6000); // the queries have begun
    for (const { child } of started) child.kill('SIGINT');
    const ended = await Promise.all(started.map((each) => each.ended));
    expect(ended.map(({ code }) => code)).toEqual([130, 130, 130]);
  });
});
