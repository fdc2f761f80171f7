// SQLite files: what only they have, beside what every database has (databases.test.ts).

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readTable } from '../../src/read/read-table.js';
import { cellsOf, expectRefused, kindsOf, madeBySqlite, madeFile, valuesOf } from './files.js';

/** As in databases.test.ts. */
const _PEOPLE = `CREATE TABLE people (age INTEGER, town VARCHAR); INSERT INTO people VALUES (39, 'Ulm'), (NULL, ' NA '), (7, 'Bern')`;

it('refuses a query that gives two columns of one name', async () => {
  const path = madeBySqlite('CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2)');
  await expectRefused(readTable(path, { sql: 'SELECT a, b AS a FROM t' }), '"a"', 'AS');
  const names = await readTable(path, { sql: 'SELECT a, b AS "b:1" FROM t -- no b' });
  expect(valuesOf(names)).toEqual({ a: [1], 'b:1': [2] });
});

it('keeps every column, whatever its name, in its place', async () => {
  const path = madeBySqlite(
    `CREATE TABLE t (a, "__proto__", "2", "1", constructor, age, "age:1", "");
    INSERT INTO t VALUES (0, 1, 2, 3, 4, 5, 6, 7)`,
  );
  const { table } = await readTable(path);
  const names = ['a', '__proto__', '2', '1', 'constructor', 'age', 'age:1', ''];
  expect(table.columns.map(({ name }) => name)).toEqual(names);
  expect(table.columns.map((column) => cellsOf(table, column.name))).toEqual(names.map((_, i) => [i]));
});

it('tells two columns of one name from names with a number', async () => {
  const path = madeBySqlite('CREATE TABLE t (age, "age:1"); INSERT INTO t VALUES (1, 2)');
  const both = { age: [1], 'age:1': [2] };
  expect(valuesOf(await readTable(path, { sql: 'SELECT * FROM t' }))).toEqual(both);
  await expectRefused(readTable(path, { sql: 'SELECT "age:1", "age:1" FROM t' }), 'two columns are named');
  await expectRefused(readTable(path, { sql: 'SELECT age, 2 AS AGE FROM t' }), 'two columns are named "AGE"');
});

it('keeps a text after a NUL, and a mark at its beginning', async () => {
  const path = madeBySqlite(
    `CREATE TABLE t (a); INSERT INTO t VALUES ('x' || char(0) || 'y'), ('x'), (char(65279, 0) || 'é')`,
  );
  expect(valuesOf(await readTable(path))).toEqual({ a: ['x\0y', 'x', '\0é'] });
});

it('refuses text that is not UTF-8', async () => {
  const made = (second: string): string =>
    madeBySqlite(`CREATE TABLE t (a); INSERT INTO t VALUES ('x\uFFFD'), (CAST(x'${second}' AS TEXT))`);
  expect(valuesOf(await readTable(made('C3BC')))).toEqual({ a: ['x\uFFFD', 'ü'] });
  await expectRefused(readTable(made('78FC')), 'column "a"', 'not UTF-8', "`ignore: ['a']`");
  // Bytes that a lenient decoder makes letters of, ASCII among them.
  for (const bytes of ['4DFF', 'C181', '800141', 'EDA080', 'F5808080']) {
    const path = madeBySqlite(`CREATE TABLE t (a); INSERT INTO t VALUES ('x'), (CAST(x'${bytes}' AS TEXT))`);
    await expectRefused(readTable(path), 'column "a"', 'not UTF-8');
  }
});

it('keeps numbers as they are', async () => {
  const path = madeBySqlite(
    `CREATE TABLE t (a, b, c);
    INSERT INTO t VALUES (0.1, '01', -999), (1e300, '2', 9007199254740993), (-2.5e-7, 3.0, 9.5)`,
  );
  const options = { missing: ['-999'], categorical: ['a'] };
  expect(valuesOf(await readTable(path, options))).toEqual({
    a: ['0.1', '1e+300', '-2.5e-7'],
    b: ['01', '2', '3'],
    c: [null, 9007199254740992, 9.5],
  });
  await expectRefused(readTable(path, { sql: 'SELECT 1 AS a UNION ALL SELECT 9e999' }), 'infinite');
});

it('judges texts as in any file: late ones, many, none', async () => {
  const rows = (value: string): string =>
    madeBySqlite(
      `CREATE TABLE t (a, b); WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 19999)
    INSERT INTO t SELECT i, ${value} FROM r`,
    );
  const late = await readTable(rows(`iif(i < 9000, NULL, 'l' || (i % 3))`));
  expect(kindsOf(late)).toEqual({ a: 'numeric', b: 'categorical' });
  expect(valuesOf(late)['b']!.slice(8998, 9002)).toEqual([null, null, 'l0', 'l1']);
  expect(kindsOf(await readTable(rows(`'id' || i`)))).toEqual({ a: 'numeric', b: 'text' });
  expect(valuesOf(await readTable(rows('NULL')))['b']).toEqual(Array(20_000).fill(null));
  await expectRefused(readTable(rows(`iif(i = 9000, 'late', i)`)), '"late" in 1 row (row 9001)');
});

it.each([1, 4096])('refuses a file that lacks its last bytes: %d', async (lacking) => {
  const path = madeBySqlite('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, bytes.length - lacking));
  await expectRefused(readTable(path), path, 'is cut off');
  writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(7)])); // SQLite reads no more than it counts
  expect(valuesOf(await readTable(path))).toEqual({ a: [1] });
  bytes.writeUInt32BE(0, 92); // as programs before 2010 left it: pages are not counted
  writeFileSync(path, bytes);
  expect(valuesOf(await readTable(path))).toEqual({ a: [1] });
  writeFileSync(path, bytes.subarray(0, bytes.length - 1));
  await expectRefused(readTable(path), path, 'is cut off');
});

it.each(['pragma_database_list', 'pragma_journal_mode'])(
  'follows no view of its insides: %s',
  async (view) => {
    const path = madeBySqlite(`CREATE VIEW v AS SELECT * FROM ${view}`);
    await expectRefused(readTable(path), path, 'unsafe');
  },
);

it('refuses texts in UTF-16', async () => {
  const path = madeBySqlite('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
  const bytes = readFileSync(path);
  bytes.writeUInt32BE(2, 56);
  writeFileSync(path, bytes);
  await expectRefused(readTable(path), path, 'UTF-16', 'CSV');
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
