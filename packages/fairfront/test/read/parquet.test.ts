import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readTable } from '../../src/read/read-table.js';
import { expectRefused, kindsOf, madeByDuckDb, madeFile, valuesOf } from './files.js';

const parquetOf = (query: string): Promise<string> =>
  madeByDuckDb('data.parquet', `COPY (${query}) TO FILE (FORMAT parquet)`);

it.each([
  ['true', 'false', ['true', 'false']],
  [`DATE '2020-01-02'`, 'NULL', ['2020-01-02', null]],
  [`TIMESTAMP '2020-01-02 03:04:05'`, 'NULL', ['2020-01-02 03:04:05', null]],
  ['1.25::DECIMAL(10, 2)', '-3::DECIMAL(10, 2)', [1.25, -3]],
  ['170141183460469231731687303715884105727::HUGEINT', '0', [2 ** 127, 0]],
  ['255::UTINYINT', '7::UTINYINT', [255, 7]],
  ['1.5::FLOAT', `'nan'::FLOAT`, [1.5, null]],
  [`'x'::ENUM('x', 'y')`, `'y'::ENUM('x', 'y')`, ['x', 'y']],
  [`'47183823-2574-4bfd-b411-99ed177d3e43'::UUID`, 'NULL', ['47183823-2574-4bfd-b411-99ed177d3e43', null]],
  [`' x '`, `' NA '`, ['x', null]],
  [`'1'`, `'2.5'`, [1, 2.5]],
  [`'01'`, `'2'`, ['01', '2']],
  ['NULL', 'NULL', [null, null]],
])('reads %s', async (first, second, values) => {
  const path = await parquetOf(`SELECT 1 AS row, ${first} AS v UNION ALL SELECT 2, ${second} ORDER BY row`);
  expect(valuesOf(await readTable(path))).toEqual({ row: [1, 2], v: values });
});

it.each([
  ['[1, 2]', 'lists'],
  [`{'x': 1}`, 'objects'],
  [`MAP {'k': 1}`, 'objects'],
  [`'ab'::BLOB`, 'bytes'],
])('%s is an error that says how to leave it out', async (value, what) => {
  const path = await parquetOf(`SELECT 1 AS a, ${value} AS "v w"`);
  await expectRefused(readTable(path), 'data.parquet', `column "v w" holds ${what}`, "`ignore: ['v w']`");
  expect(kindsOf(await readTable(path, { ignore: ['v w'] }))).toEqual({ a: 'numeric', 'v w': 'ignored' });
});

it('numbers are missing where the caller says so', async () => {
  const path = await parquetOf('SELECT x::DOUBLE AS d, x AS i FROM (VALUES (1), (-999), (3)) t(x)');
  const missing = ['-999'];
  expect(valuesOf(await readTable(path, { missing }))).toEqual({ d: [1, null, 3], i: [1, null, 3] });
  expect(valuesOf(await readTable(path, { missing, categorical: ['d', 'i'] }))).toEqual({
    d: ['1', null, '3'],
    i: ['1', null, '3'],
  });
});

it('texts that are numbers are missing where the caller says so', async () => {
  const path = await parquetOf(`SELECT unnest(['1', ' -999 ', '-999.0', '3']) AS a`);
  expect(valuesOf(await readTable(path, { missing: ['-999'] }))).toEqual({ a: [1, null, -999, 3] });
});

it('numbers can be categories, and texts declared numbers', async () => {
  const path = await parquetOf(`SELECT 9007199254740993 AS id, '007' AS code`);
  expect(valuesOf(await readTable(path, { categorical: ['id'], numeric: ['code'] }))).toEqual({
    id: ['9007199254740993'],
    code: [7],
  });
});

it('infinite numbers are an error', async () => {
  const path = await parquetOf(`SELECT unnest([1, 'inf'::DOUBLE, '-inf'::DOUBLE]) AS v`);
  await expectRefused(readTable(path), 'column "v" is infinite in 2 rows (rows 2, 3)');
});

it('300,000 rows keep their order', { timeout: 60_000 }, async () => {
  const path = await parquetOf(`SELECT range AS i, 'l' || (range % 7) AS t FROM range(300000)`);
  const [numbers, levels] = (await readTable(path)).table.columns;
  if (numbers?.kind !== 'numeric' || levels?.kind !== 'categorical') throw new Error('kinds are wrong');
  expect(numbers.values).toHaveLength(300_000);
  expect(numbers.values.findIndex((value, row) => value !== row)).toBe(-1);
  expect(levels.codes.findIndex((code, row) => levels.levels[code] !== `l${row % 7}`)).toBe(-1);
});

it('texts are judged as in any file: late ones, many, mixed', async () => {
  const late = await parquetOf(
    `SELECT CASE range WHEN 9000 THEN 'late' ELSE 'l' || range % 3 END AS v FROM range(9999)`,
  );
  expect(valuesOf(await readTable(late))['v']!.indexOf('late')).toBe(9000);
  const many = await parquetOf(`SELECT 1 AS a, 'id' || range AS v FROM range(20000)`);
  const reading = await readTable(many);
  expect(kindsOf(reading)).toEqual({ a: 'numeric', v: 'text' });
  expect(reading.notes[0]).toContain('"v" has more than 10,000 different texts');
  const mixed = await parquetOf(
    `SELECT CASE range WHEN 9000 THEN 'late' ELSE range::VARCHAR END AS v FROM range(9999)`,
  );
  await expectRefused(readTable(mixed), '9,998 numbers, but also "late" in 1 row (row 9001)');
});

it('no rows are an error', async () => {
  await expectRefused(readTable(await parquetOf('SELECT 1 AS a WHERE false')), 'data.parquet', 'no rows');
});

it('a file cut off or damaged is an error', async () => {
  const path = await parquetOf('SELECT range AS a FROM range(1000)');
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, bytes.length - 100));
  await expectRefused(readTable(path), 'data.parquet', 'damaged or incomplete');
  bytes.fill(7, 20, 400);
  writeFileSync(path, bytes);
  await expectRefused(readTable(path), 'data.parquet');
});

it('a name that promises what the bytes do not keep is an error', async () => {
  await expectRefused(readTable(madeFile('a,b\n1,2\n', 'data.parquet')), 'named .parquet but is none');
});
