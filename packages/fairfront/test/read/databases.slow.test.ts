import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../src/read/read-table.js';
import { expectRefused, kindsOf, madeByDuckDb, madeBySqlite, madeFile, valuesOf } from './files.js';

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

  it.each([
    `SELECT 1 AS a; COPY (SELECT 1) TO 'OUT'`,
    `SELECT 1 AS a; ATTACH 'OUT' AS other`,
    `COPY (SELECT 1) TO 'OUT'; SELECT 1 AS a`,
    `SELECT 1 AS a) ; COPY (SELECT 1) TO 'OUT'; (SELECT 1`,
    `SELECT 1 AS a) t; ATTACH 'OUT' AS other; --`,
    `SELECT 1 AS a /* ) */); ATTACH 'OUT' AS other; SELECT (1`,
    `SELECT 1 AS a\0; ATTACH 'OUT' AS other`,
    `ATTACH 'OUT' AS other`,
    `EXPORT DATABASE 'OUT'`,
    `CREATE TABLE more AS SELECT 1 AS a`,
    `INSERT INTO people VALUES (1, 'x') RETURNING *`,
    `WITH gone AS (DELETE FROM people RETURNING *) SELECT * FROM gone`,
    `PRAGMA user_version = 7`,
    `SET threads = 1`,
    `VACUUM INTO 'OUT'`,
    `LOAD 'OUT'`,
    `SELECT load_extension('OUT')`,
    `SELECT writefile('OUT', 'x') AS a`,
    '',
    ';',
    '-- nothing',
  ])('refuses all but one SELECT, and acts on nothing: %j', async (sql) => {
    const path = await made(PEOPLE);
    const before = readFileSync(path);
    const refused = readTable(path, { sql: sql.replace('OUT', join(dirname(path), 'out')) });
    await expectRefused(refused, path, '`sql`');
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    expect(readFileSync(path).equals(before)).toBe(true);
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

describe('a DuckDB file from a stranger', () => {
  const SECRET = 'SECRET';
  /** A view, and a file beside that it should not reach. */
  const madeView = async (view: string): Promise<string> => {
    const outside = madeFile('a\n1\n', 'outside.csv');
    return madeByDuckDb(
      'data.duckdb',
      'CREATE SEQUENCE s',
      `CREATE VIEW v AS ${view.replaceAll(SECRET, outside)}`,
    );
  };

  it.each([
    `SELECT * FROM 'SECRET'`,
    `SELECT * FROM read_csv('SECRET')`,
    `SELECT * FROM read_text('SECRET')`,
    `SELECT filename FROM read_blob('SECRET')`,
    `SELECT Delimiter FROM sniff_csv('SECRET')`,
    `SELECT * FROM glob('SECRET')`,
    `SELECT * FROM query('FROM read_text(''SECRET'')')`,
    `SELECT * FROM json_execute_serialized_sql(json_serialize_sql('FROM read_text(''SECRET'')'))`,
    `SELECT nextval('s') AS a`,
  ])('reads no other file and changes nothing: %s', async (view) => {
    const path = await madeView(view);
    const before = readFileSync(path);
    await expectRefused(readTable(path), path);
    await expectRefused(readTable(path, { sql: 'FROM v' }), path);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each(['name FROM duckdb_secrets()', 'installed FROM duckdb_extensions()'])(
    'does not look around: %s',
    async (columns) => {
      const path = await madeByDuckDb('data.duckdb', 'CREATE TABLE t AS SELECT 1 AS a');
      await expectRefused(readTable(path, { sql: `SELECT ${columns}` }), 'no file is read but this one');
    },
  );

  it.each([
    `SELECT * FROM enable_logging(storage = 'file', storage_config = {'path': 'SECRET.log'})`,
    `SELECT 1 AS a, (SELECT * FROM system.main.enable_logging(storage = 'stdout')) AS b`,
    `SELECT * FROM enable_profiling(format = 'json', save_location = 'SECRET.json')`,
  ])('does not log: %s', async (view) => {
    const path = await madeView(view);
    await expectRefused(readTable(path), path, 'is not allowed in a query or a view');
  });

  it('is not asked what a query is, nor which table is meant', async () => {
    const path = await madeByDuckDb(
      'data.duckdb',
      'CREATE MACRO query(text) AS TABLE SELECT 7 AS a',
      'CREATE SCHEMA memory',
      'CREATE TABLE memory.t AS SELECT 1 AS a',
    );
    expect(valuesOf(await readTable(path, { sql: 'SELECT 2 AS a' }))).toEqual({ a: [2] });
    expect(valuesOf(await readTable(path))).toEqual({ a: [1] });
  });

  it('follows no macro, keeps generated columns', async () => {
    const outside = madeFile('a\n1\n', 'outside.csv');
    const path = await madeByDuckDb(
      'data.duckdb',
      `CREATE MACRO m() AS TABLE SELECT * FROM read_csv('${outside}')`,
      'CREATE TABLE t (a INTEGER, b INTEGER GENERATED ALWAYS AS (a + 1))',
      'INSERT INTO t VALUES (1)',
    );
    await expectRefused(readTable(path, { sql: 'FROM m()' }), outside, 'no file is read but this one');
    expect(valuesOf(await readTable(path))).toEqual({ a: [1], b: [2] });
  });

  it('says little of what is long', async () => {
    const path = await madeByDuckDb('data.duckdb', 'CREATE TABLE t AS SELECT 1 AS a');
    const long = 'x'.repeat(1_000_000);
    await expectRefused(readTable(path, { sql: `SELECT ${long} FROM t` }), path);
    await expectRefused(
      readTable(path, { sql: `SELECT 1 AS ${long}, 2 AS ${long}` }),
      'two columns are named',
    );
    await expectRefused(readTable(path, { table: long }), 'no table');
  });

  it('reads what its last writer left in a file beside', async () => {
    const path = await madeByDuckDb(
      'data.duckdb',
      'PRAGMA disable_checkpoint_on_shutdown',
      'CREATE TABLE t AS SELECT 1 AS a',
    );
    expect(existsSync(`${path}.wal`)).toBe(true);
    expect(valuesOf(await readTable(path))).toEqual({ a: [1] });
  });

  it('may still write what does not fit in memory to a folder of its own', async () => {
    const path = await madeByDuckDb('data.duckdb', 'CREATE TABLE t AS SELECT 1 AS a');
    const sql = `SELECT unnest(current_setting('allowed_directories')) AS a, current_setting('temp_directory') AS b`;
    const { a, b } = valuesOf(await readTable(path, { sql }));
    expect(a).toEqual([`${b![0]}/`]);
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
