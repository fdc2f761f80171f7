// A table that does not fit into memory is the same table, read from disk when it is looked at.

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Column } from '@fairfront/core';
import { isStored, tableRange } from '@fairfront/core/internal';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Reading, ReadOptions } from '../../src/read/read-options.js';
import { readTable } from '../../src/read/read-table.js';
import { madeByDuckDb, madeBySqlite, madeFile, madeFolder } from './files.js';

const rows = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');

/** Every cell of a column, so that −0 and 0, and levels and numbers, differ. */
function plain(column: Column): object {
  return column.kind === 'numeric'
    ? { ...column, values: Array.from(column.values) }
    : { ...column, codes: Array.from(column.codes), bytes: column.codes.BYTES_PER_ELEMENT };
}

async function readBoth(path: string, options: ReadOptions = {}): Promise<[Reading, Reading]> {
  const inMemory = await readTable(path, options);
  const stored = await readTable(path, { ...options, memory: 1 });
  onTestFinished(() => stored.cache!.remove());
  expect(isStored(inMemory.table)).toBe(false);
  expect(stored.table.columns.every(isStored)).toBe(true);
  return [inMemory, stored];
}

async function expectSame(path: string, options: ReadOptions = {}): Promise<void> {
  const [inMemory, stored] = await readBoth(path, options);
  expect(stored.columns).toEqual(inMemory.columns);
  expect(stored.notes).toEqual(inMemory.notes);
  expect(stored.table.rowCount).toBe(inMemory.table.rowCount);
  expect(stored.table.columns.map(plain)).toStrictEqual(inMemory.table.columns.map(plain));
  const { rowCount } = inMemory.table;
  for (const [from, to] of [
    [0, rowCount],
    [Math.floor(rowCount / 3), Math.ceil(rowCount / 2)],
    [rowCount - 1, rowCount],
    [0, 0],
  ] as const) {
    const [range, expected] = [stored, inMemory].map(({ table }) => tableRange(table, from, to));
    expect(range!.columns.map(plain)).toStrictEqual(expected!.columns.map(plain));
  }
}

const CSV: Readonly<Record<string, [content: string | Uint8Array, options?: ReadOptions]>> = {
  'numbers of every size': [
    `small,medium,large,huge,single,double,zero\n${rows(5000, (i) => `${i % 100},${i},${i * 1000},${i * 1e9},${i / 4},${i / 3},${i % 2 ? '-0' : '0'}`)}`,
  ],
  'missing numbers among whole ones': [
    `a,b,c\n${rows(3000, (i) => `${i % 7 ? i % 127 : ''},${i % 5 ? -32767 + i : 'NA'},${i % 3 ? 2 ** 31 - 1 - i : '?'}`)}`,
  ],
  'quotes, line ends and commas in values': [
    `"a ""name""",b\n${rows(2500, (i) => `"x, ${i % 5}\n""y""",${i}`)}`,
  ],
  'levels that come late': [`a,b\n${rows(4000, (i) => `${i < 3000 ? 'x' : `late ${i}`},${i}`)}`],
  'columns that are missing almost everywhere': [
    `a,b,c\n${rows(9000, (i) => `${i === 8500 ? 'here' : ''},${i === 20 ? 3 : ''},${i}`)}`,
  ],
  'a column that is all missing': [`a,b\n${rows(2000, (i) => `,${i}`)}`],
  'too many levels for a category': [`id,b\n${rows(12_000, (i) => `name ${i},${i % 3}`)}`],
  'codes with leading zeros, booleans, dates': [
    `zip,flag,day\n${rows(1500, (i) => `0${i % 90},${i % 2 === 0},2020-01-${10 + (i % 20)}`)}`,
  ],
  'numbers among texts': [`a\n${rows(50, (i) => (i % 3 ? String(i % 3) : '3+'))}`],
  'Latin-1': [
    Buffer.from(`caf\xe9,n\n${rows(1200, (i) => `d\xe9j\xe0,${i}`)}`, 'latin1'),
    { encoding: 'latin-1' },
  ],
  gzipped: [gzipSync(`a,b\n${rows(3000, (i) => `${i},${i % 9}x`)}`)],
  'commas as decimal marks': [`a;b\n${rows(2000, (i) => `${i},5;x`)}`, { decimal: ',' }],
  'levels that are declared, and columns left out': [
    `a,b,c\n${rows(2000, (i) => `${i % 12},${i},z`)}`,
    { categorical: ['a'], ignore: ['c'], numeric: ['b'] },
  ],
  'one row': ['a,b\n1,x\n'],
};

describe('a stored table is the table in memory, cell by cell', () => {
  it.each(Object.entries(CSV))('CSV: %s', async (_, [content, options]) => {
    await expectSame(
      madeFile(content, content instanceof Uint8Array && !options ? 'data.csv.gz' : 'data.csv'),
      options,
    );
  });

  it('more than 65,536 levels', async () => {
    const content = `id,b\n${rows(70_000, (i) => `n${(i * 7919) % 70_000},${i % 3}`)}`;
    await expectSame(madeFile(content), { categorical: ['id'] });
  });

  it('Parquet: types, levels and numbers in texts', async () => {
    const path = await madeByDuckDb(
      'data.parquet',
      `COPY (SELECT i AS whole, i / 7 AS part, i % 3 = 0 AS flag, DATE '2020-01-01' + (i % 400)::INT AS day,
        CASE WHEN i % 11 = 0 THEN NULL ELSE 'level ' || (i % 13) END AS few, 'l' || (i % 2000) AS many,
        (i % 50)::VARCHAR AS texts, CASE WHEN i > 4500 THEN '007' ELSE 'c' END AS late, 'u' || i AS id,
        CASE WHEN i % 2 = 0 THEN NULL ELSE i::FLOAT / 3 END AS single, i::DECIMAL(10, 2) AS money
        FROM range(13000) t(i)) TO FILE (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
    );
    await expectSame(path, { categorical: ['whole'] });
  });

  it('JSON', async () => {
    await expectSame(
      madeFile(
        rows(3000, (i) => `{"a": ${i}, "b": "x${i % 4}"${i % 5 ? '' : ', "c": true'}}`),
        'data.jsonl',
      ),
    );
  });

  it('a table and a query of DuckDB', async () => {
    const path = await madeByDuckDb(
      'data.duckdb',
      `CREATE TABLE rows AS SELECT i AS a, 'x' || i % 7 AS b FROM range(5000) t(i)`,
    );
    await expectSame(path);
    await expectSame(path, { sql: 'SELECT b, a * 1.5 AS c FROM rows WHERE a % 2 = 0 ORDER BY a DESC' });
  });

  it('SQLite', async () => {
    const path = madeBySqlite(
      `CREATE TABLE rows (a, b, c);
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
       INSERT INTO rows SELECT i, CASE WHEN i % 3 THEN 'x' || i % 5 END, CASE WHEN i > 5900 THEN i * 0.5 END FROM n`,
    );
    await expectSame(path);
  });

  it('refuses the same, with the same words', async () => {
    const infinite = await madeByDuckDb(
      'data.parquet',
      `COPY (SELECT CASE WHEN i = 2500 THEN 'inf'::DOUBLE ELSE i END AS a FROM range(5000) t(i)) TO FILE (FORMAT parquet)`,
    );
    const mixed = madeFile(`a,b\n${rows(6000, (i) => `${i === 5500 ? 'none' : i},${i}`)}`);
    for (const path of [infinite, mixed, madeFile('a,b\n')]) {
      const said = await readTable(path).catch((error: Error) => error.message);
      expect(typeof said).toBe('string');
      const cache = join(madeFolder(), 'cache');
      await expect(readTable(path, { memory: 1, cache })).rejects.toThrow(said as string);
      expect(existsSync(cache)).toBe(false);
    }
  });
});

it('only what does not fit into memory is stored', async () => {
  const path = madeFile(`a,b\n${rows(1000, (i) => `${i},${i}`)}`); // 2,000 cells of 20 bytes
  expect(isStored((await readTable(path, { memory: 50_000 })).table)).toBe(false);
  const { table, cache } = await readTable(path, { memory: 30_000 });
  expect(isStored(table)).toBe(true);
  cache!.remove();
});

it('keeps rows in a folder that is gone when they are removed', async () => {
  const cache = join(madeFolder(), 'run', 'cache');
  const path = madeFile(`a,b\n${rows(1000, (i) => `${i},x`)}`);
  const reading = await readTable(path, { memory: 1, cache });
  expect(readdirSync(reading.cache!.folder)).toEqual(['cells-1.bin']);
  reading.cache!.remove();
  expect(existsSync(cache)).toBe(false);
});

it('leaves a folder alone that holds something else', async () => {
  const folder = madeFolder();
  writeFileSync(join(folder, 'mine.txt'), '');
  const { cache } = await readTable(madeFile('a,b\n1,2\n'), { memory: 1, cache: folder });
  cache!.remove();
  expect(readdirSync(folder)).toEqual(['mine.txt']);
});
