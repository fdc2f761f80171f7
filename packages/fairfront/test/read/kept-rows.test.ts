// Rows that stay on disk are found again, as long as they are those of the files as they are.

import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ownedName } from '../../src/lock-folder.js';
import type { Reading } from '../../src/read/read-options.js';
import { readTable, removeRowCaches } from '../../src/read/read-table.js';
import { cellsOf, madeByDuckDb, madeFile, madeFolder } from './files.js';

const CONTENT = `a,b\n${Array.from({ length: 3000 }, (_, i) => `${i / 3},level ${i % 5}\n`).join('')}`;

function keeping(path: string): {
  cache: string;
  read(options?: object): Promise<Reading & { isNew: boolean }>;
} {
  const cache = join(madeFolder(), 'cache');
  const read = async (options: object = {}): Promise<Reading & { isNew: boolean }> => {
    let isNew = false;
    const onProgress = (): void => {
      isNew = true;
    };
    const reading = await readTable(path, { memory: 1, cache, keepCache: true, onProgress, ...options });
    return { ...reading, isNew };
  };
  return { cache, read };
}

it('the same files are not read again', async () => {
  const { cache, read } = keeping(madeFile(CONTENT));
  const first = await read();
  expect(first.isNew).toBe(true);
  const again = await read();
  expect(again.isNew).toBe(false);
  expect(again.cache!.folder).toBe(first.cache!.folder);
  expect(again.columns).toEqual(first.columns);
  expect(again.notes).toEqual(first.notes);
  for (const name of ['a', 'b']) expect(cellsOf(again.table, name)).toEqual(cellsOf(first.table, name));
  again.cache!.remove();
  expect(existsSync(cache)).toBe(false);
});

it('a changed file is, and so is one that is read otherwise; of each there is one', async () => {
  const path = madeFile(CONTENT);
  const { cache, read } = keeping(path);
  await read();
  expect((await read({ ignore: ['b'] })).isNew).toBe(true);
  expect((await read({ ignore: ['b'] })).isNew).toBe(false);
  appendFileSync(path, '1,x\n');
  expect((await read({ ignore: ['b'] })).table.rowCount).toBe(3001);
  utimesSync(path, new Date(0), new Date(0));
  expect((await read({ ignore: ['b'] })).isNew).toBe(true);
  expect(readdirSync(cache)).toHaveLength(1);
});

it.each(['cells-1.bin', 'table.bin'])('rows with a damaged %s are made anew', async (name) => {
  const { cache, read } = keeping(madeFile(CONTENT));
  const file = join((await read()).cache!.folder, name);
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(file, bytes);
  const again = await read();
  expect(again.isNew).toBe(true);
  expect(cellsOf(again.table, 'b').slice(0, 2)).toEqual(['level 0', 'level 1']);
  expect(readdirSync(cache)).toHaveLength(1);
});

it('what a killed process left is removed, what was kept only if asked, what is not ours never', async () => {
  const { cache, read } = keeping(madeFile(CONTENT));
  const { folder } = (await read()).cache!;
  await readTable(madeFile(CONTENT), { memory: 1, cache }); // never removed
  writeFileSync(join(cache, 'mine.txt'), '');
  removeRowCaches(cache, true);
  expect(readdirSync(cache).sort()).toEqual([folder.slice(cache.length + 1), 'mine.txt'].sort());
  removeRowCaches(cache, false);
  expect(readdirSync(cache)).toEqual(['mine.txt']);
});

it('a database whose last changes are in a log beside it is read again', async () => {
  const path = await madeByDuckDb('loans.duckdb', 'CREATE TABLE t AS SELECT i AS a FROM range(3000) r(i)');
  const { read } = keeping(path);
  await read();
  expect((await read()).isNew).toBe(false);
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run('PRAGMA disable_checkpoint_on_shutdown');
  await connection.run('INSERT INTO t VALUES (1)');
  connection.closeSync();
  instance.closeSync();
  expect(existsSync(`${path}.wal`)).toBe(true);
  expect((await read()).table.rowCount).toBe(3001);
});

it('what a killed run has made of kept rows goes when they are used again', async () => {
  const { read } = keeping(madeFile(CONTENT));
  const { folder } = (await read()).cache!;
  writeFileSync(join(folder, 'rows-1.bin'), '');
  expect((await read()).isNew).toBe(false);
  expect(readdirSync(folder).sort()).toEqual(['cells-1.bin', 'table.bin']);
});

it('rows that a killed process has left where the system has temporary files are removed', async () => {
  const place = madeFolder();
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = join(place, ownedName(`${'0'.repeat(16)}.tmp`).replace(`-${process.pid}-`, `-${pid}-`));
  mkdirSync(left);
  writeFileSync(join(left, 'cells-1.bin'), '');
  vi.stubEnv('TMPDIR', place);
  onTestFinished(() => void vi.unstubAllEnvs());
  const reading = await readTable(madeFile(CONTENT), { memory: 1 });
  expect(existsSync(left)).toBe(false);
  expect(existsSync(reading.cache!.folder)).toBe(true);
  reading.cache!.remove();
});

it('asks where', async () => {
  await expect(readTable(madeFile(CONTENT), { keepCache: true })).rejects.toThrow('`cache`');
});
