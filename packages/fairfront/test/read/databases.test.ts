import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../src/read/read-table.js';
import { expectRefused, kindsOf, madeByDuckDb, madeFile, madeFolder, valuesOf } from './files.js';

function madeBySqlite(sql: string, name = 'data.sqlite'): string {
  const path = join(madeFolder(), name);
  const database = new sqlite.Database(path);
  database.exec(sql);
  database.close();
  return path;
}

/** The same tables in either. */
const PEOPLE = `CREATE TABLE people (age INTEGER, town VARCHAR); INSERT INTO people VALUES (39, 'Ulm'), (NULL, ' NA '), (7, 'Bern')`;
const MORE = `${PEOPLE}; CREATE TABLE "odd ""name" (x DOUBLE); INSERT INTO "odd ""name" VALUES (1.5); CREATE VIEW adults AS SELECT * FROM people WHERE age > 20`;
const people = { age: [39, null, 7], town: ['Ulm', null, 'Bern'] };

describe.each([
  ['DuckDB', (sql: string) => madeByDuckDb('data.duckdb', ...sql.split('; '))],
  ['SQLite', async (sql: string) => madeBySqlite(sql)],
])('%s', (_, made) => {
  it('reads the only table', async () => {
    expect(valuesOf(await readTable(await made(PEOPLE)))).toEqual(people);
  });

  it('asks which of several', async () => {
    const path = await made(MORE);
    await expectRefused(readTable(path), path, '3 tables', '"people"', '"adults"', '`table`', '`sql`');
  });

  it('reads the table or view that is named', async () => {
    const path = await made(MORE);
    expect(valuesOf(await readTable(path, { table: 'people' }))).toEqual(people);
    expect(valuesOf(await readTable(path, { table: 'odd "name' }))).toEqual({ x: [1.5] });
    expect(valuesOf(await readTable(path, { table: 'adults' }))).toEqual({ age: [39], town: ['Ulm'] });
  });

  it('names the table most like the one that is not there', async () => {
    const path = await made(MORE);
    await expectRefused(
      readTable(path, { table: 'poeple' }),
      '`table`',
      '"poeple"',
      'did you mean "people"?',
    );
    await expectRefused(readTable(path, { table: 'zzz' }), '"zzz"', 'there are', '"adults"');
  });

  it('reads the rows of a query, ended or not', async () => {
    const path = await made(MORE);
    for (const end of ['', ';', ' ; ']) {
      const sql = `SELECT town, age + 1 AS next FROM people WHERE age IS NOT NULL ORDER BY age${end}`;
      expect(valuesOf(await readTable(path, { sql }))).toEqual({ town: ['Bern', 'Ulm'], next: [8, 40] });
    }
  });

  it('says what is wrong with a query', async () => {
    const path = await made(PEOPLE);
    await expectRefused(readTable(path, { sql: 'SELECT height FROM people' }), path, '`sql`', 'height');
    await expectRefused(readTable(path, { sql: 'SELEC age FROM people' }), path, '`sql`', 'syntax error');
  });

  it('changes nothing, whatever the query', async () => {
    const path = await made(PEOPLE);
    await expectRefused(readTable(path, { sql: 'DELETE FROM people' }), path, '`sql`');
    await expectRefused(readTable(path, { sql: 'DROP TABLE people' }), path, '`sql`');
    await readTable(path, { sql: 'SELECT 1 AS a) t; DROP TABLE people; --' }).catch(() => {});
    expect(valuesOf(await readTable(path))).toEqual(people);
  });

  it('takes either a table or a query', async () => {
    const path = await made(PEOPLE);
    await expectRefused(readTable(path, { table: 'people', sql: 'SELECT 1' }), '`table` and `sql`');
  });

  it('says that there are no rows, no tables', async () => {
    await expectRefused(readTable(await made('CREATE TABLE people (age INTEGER)')), 'no rows');
    await expectRefused(readTable(await made('CREATE TABLE t (a INTEGER); DROP TABLE t')), 'no table');
  });

  it('refuses bytes, unless they are left out', async () => {
    const path = await made(
      `CREATE TABLE t (a INTEGER, b BLOB); INSERT INTO t VALUES (1, NULL), (2, CAST('ab' AS BLOB))`,
    );
    await expectRefused(readTable(path), path, 'column "b" holds bytes', "`ignore: ['b']`");
    const reading = await readTable(path, { ignore: ['b'] });
    expect(kindsOf(reading)).toEqual({ a: 'numeric', b: 'ignored' });
    expect(valuesOf(reading)).toEqual({ a: [1, 2] });
  });

  it('keeps whole numbers beyond 2^53 apart where they are categories', async () => {
    const path = await made(
      'CREATE TABLE t (id BIGINT); INSERT INTO t VALUES (9007199254740993), (9007199254740992)',
    );
    expect(valuesOf(await readTable(path, { categorical: ['id'] }))).toEqual({
      id: ['9007199254740993', '9007199254740992'],
    });
  });
});

it('a table of another schema is named with it', async () => {
  const path = await madeByDuckDb(
    'data.duckdb',
    'CREATE SCHEMA survey',
    'CREATE TABLE survey.answers AS SELECT 1 AS a',
    'CREATE TABLE other AS SELECT 2 AS b',
  );
  await expectRefused(readTable(path), '"survey.answers"', '"other"');
  expect(valuesOf(await readTable(path, { table: 'survey.answers' }))).toEqual({ a: [1] });
});

describe('SQLite alone', () => {
  it('refuses a query that gives two columns of one name', async () => {
    const path = madeBySqlite('CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2)');
    await expectRefused(readTable(path, { sql: 'SELECT a, b AS a FROM t' }), '"a"', 'AS');
    const names = await readTable(path, { sql: 'SELECT a, b AS "b:1" FROM t -- no b' });
    expect(valuesOf(names)).toEqual({ a: [1], 'b:1': [2] });
  });

  it('leaves nothing beside the file, and minds no lock of others', async () => {
    const path = madeBySqlite('CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2)');
    await readTable(path);
    await expectRefused(readTable(path, { sql: 'SELECT nothing FROM t' }));
    expect(existsSync(`${path}.lock`)).toBe(false);
    mkdirSync(`${path}.lock`);
    expect(valuesOf(await readTable(path))).toEqual({ a: [1], b: [2] });
  });

  it('refuses a file that is not at rest', async () => {
    const path = madeBySqlite('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    writeFileSync(`${path}-journal`, 'unfinished');
    await expectRefused(readTable(path), path, 'in the middle of a change');
  });

  it('refuses WAL mode, in which the last changes are in another file', async () => {
    const head = Buffer.alloc(4096);
    head.write('SQLite format 3\0');
    head.set([2, 2], 18);
    const path = madeFile(head, 'data.db');
    await expectRefused(readTable(path), path, 'WAL', 'PRAGMA journal_mode = DELETE');
  });

  it('says that a file is damaged', async () => {
    const path = madeFile(Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(500, 3)]), 'data.db');
    await expectRefused(readTable(path), path, 'not a database');
  });
});

it('a DuckDB file cut off is an error', async () => {
  const path = madeFile(
    Buffer.concat([Buffer.alloc(8), Buffer.from('DUCK'), Buffer.alloc(3000)]),
    'd.duckdb',
  );
  await expectRefused(readTable(path), path);
});

it('DuckDB: a query that gives two columns of one name is refused; one that ends with a comment is not', async () => {
  const path = await madeByDuckDb('data.duckdb', 'CREATE TABLE t AS SELECT 1 AS a, 2 AS b');
  await expectRefused(
    readTable(path, { sql: 'SELECT x.*, y.a FROM t x JOIN t y ON x.a = y.a' }),
    '"a"',
    'AS',
  );
  expect(valuesOf(await readTable(path, { sql: 'SELECT * FROM t -- all' }))).toEqual({ a: [1], b: [2] });
});
