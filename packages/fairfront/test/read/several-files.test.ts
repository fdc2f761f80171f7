// Several files as one table: a pattern, a folder.

import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../src/read/read-table.js';
import { sourceFiles } from '../../src/read/source/source-files.js';
import { loadData } from '../../src/task/load-data.js';
import { cellsOf, expectRefused, madeByDuckDb, madeFolder } from './files.js';

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = madeFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

describe('what a path stands for', () => {
  const files = Object.fromEntries(
    [
      'part-1.csv',
      'part-10.csv',
      'part-2.csv',
      'other.csv',
      '.part-3.csv',
      'deep/part-1.csv',
      'a[1].csv',
    ].map((name) => [name, 'a\n1\n']),
  );
  it.each([
    ['part-*.csv', ['part-1.csv', 'part-10.csv', 'part-2.csv']],
    ['part-?.csv', ['part-1.csv', 'part-2.csv']],
    ['part-[1].csv', ['part-1.csv']],
    ['part-[!1].csv', ['part-2.csv']],
    ['{part-1,other}.csv', ['other.csv', 'part-1.csv']],
    ['d*/part-?.csv', ['deep/part-1.csv']],
    ['a[1].csv', ['a[1].csv']],
    ['.part-*', ['.part-3.csv']],
  ])('%s', (pattern, expected) => {
    const folder = folderOf(files);
    expect(sourceFiles(join(folder, pattern), pattern)).toEqual(expected.map((name) => join(folder, name)));
  });

  it('a folder: its data files, hidden ones and others aside', () => {
    const folder = folderOf({
      'b.csv': 'x',
      'a.csv.gz': 'x',
      _SUCCESS: '',
      '.crc.csv': '',
      'notes.md': '',
      'sub/c.csv': '',
    });
    expect(sourceFiles(folder, folder).map((file) => basename(file))).toEqual(['a.csv.gz', 'b.csv']);
  });

  it('nothing: says so', async () => {
    const folder = folderOf({ 'notes.md': '' });
    await expectRefused(readTable(folder), folder, 'without data files');
    await expectRefused(readTable(join(folder, 'part-*.csv')), 'no file matches', 'part-*.csv');
  });
});

describe('several files are one table', () => {
  it('of CSV, whatever the order of their columns, packed or not', async () => {
    const folder = folderOf({
      '1.csv': 'a,b\n1,x\n2,y\n',
      '2.csv': 'b;a\ny;3\n',
      '3.csv.gz': gzipSync('a,b\n4,x\n,z\n'),
    });
    for (const memory of [1e9, 1]) {
      const { table, cache } = await readTable(folder, { memory });
      expect(cellsOf(table, 'a')).toEqual([1, 2, 3, 4, null]);
      expect(cellsOf(table, 'b')).toEqual(['x', 'y', 'y', 'x', 'z']);
      cache?.remove();
    }
  });

  it('a column is what its texts in all files say', async () => {
    const folder = folderOf({ '1.csv': 'a,b\n,1\n', '2.csv': 'a,b\nx,2\n' });
    expect(cellsOf((await readTable(join(folder, '*.csv'))).table, 'a')).toEqual([null, 'x']);
  });

  it('of Parquet, with the type that holds the values of all', async () => {
    const one = await madeByDuckDb('1.parquet', `COPY (SELECT 1 AS a, 'x' AS b) TO FILE (FORMAT parquet)`);
    const path = join(one, '..', '2.parquet');
    await madeByDuckDb('', `COPY (SELECT 'y' AS b, 2.5::DOUBLE AS a) TO '${path}' (FORMAT parquet)`);
    for (const memory of [1e9, 1]) {
      const { table, cache } = await readTable(join(one, '..', '*.parquet'), { memory });
      expect([cellsOf(table, 'a'), cellsOf(table, 'b')]).toEqual([
        [1, 2.5],
        ['x', 'y'],
      ]);
      cache?.remove();
    }
  });

  it('of JSON', async () => {
    const folder = folderOf({
      '1.jsonl': '{"a": 1, "b": "x"}\n',
      '2.jsonl': '{"b": "y", "c": true}\n{"a": 2.5}\n',
    });
    const { table } = await readTable(folder);
    expect(cellsOf(table, 'a')).toEqual([1, null, 2.5]);
    expect(cellsOf(table, 'b')).toEqual(['x', 'y', null]);
    expect(cellsOf(table, 'c')).toEqual([null, 'true', null]);
  });

  it('loaded by a pattern, which is what a person calls them', async () => {
    const pattern = join(folderOf({ '1.csv': 'a,b\n1,x\n', '2.csv': 'a,b\n2,y\n' }), '?.csv');
    expect(await loadData(pattern)).toMatchObject({ label: pattern, table: { rowCount: 2 } });
  });
});

describe('files that make no table are named', () => {
  it('other columns', async () => {
    const folder = folderOf({ '1.csv': 'a,b\n1,2\n', '2.csv': 'a,c\n1,2\n' });
    await expectRefused(readTable(folder), join(folder, '2.csv'), 'lacks "b" and has "c" besides');
    const one = await madeByDuckDb('1.parquet', `COPY (SELECT 1 AS a) TO FILE (FORMAT parquet)`);
    await madeByDuckDb(
      '',
      `COPY (SELECT 1 AS a, 2 AS b) TO '${join(one, '..', '2.parquet')}' (FORMAT parquet)`,
    );
    await expectRefused(readTable(join(one, '..')), '2.parquet', 'has "b" besides');
  });

  it('other formats', async () => {
    const folder = folderOf({ '1.csv': 'a\n1\n', '2.jsonl': '{"a": 1}\n' });
    await expectRefused(readTable(folder), '1.csv is csv', '2.jsonl is jsonl', '*.csv');
  });

  it('a text among numbers, with the row of its own file', async () => {
    const numbers = `a\n${Array.from({ length: 30 }, (_, i) => `${i}\n`).join('')}`;
    const folder = folderOf({ '1.csv': numbers, '2.csv': `${numbers}none\n` });
    await expectRefused(readTable(folder), '"none" in 1 row (row 31)', join(folder, '2.csv'));
  });

  it('a broken line, with the line of its own file', async () => {
    const folder = folderOf({ '1.csv': 'a,b\n1,2\n', '2.csv': 'a,b\n1,2\n3\n' });
    await expectRefused(readTable(folder), `${join(folder, '2.csv')}, line 3`);
  });
});
