// What can go wrong with rows on disk is found and named, and nothing is left behind.

import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { NumericColumn } from '@fairfront/core';
import { expect, it } from 'vitest';
import { readTable } from '../../src/read/read-table.js';
import { BlockWriter } from '../../src/store/block-file.js';
import { CellFile } from '../../src/store/cell-file.js';
import { TableStore } from '../../src/store/table-store.js';
import { expectRefused, madeByDuckDb, madeFile, madeFolder } from './files.js';

const csv = (rows: number): string =>
  `a,b\n${Array.from({ length: rows }, (_, i) => `${i / 3},level ${i % 5}\n`).join('')}`;

it.each([1, 1e9])(
  'a CSV file that is written to while it is read, with %d bytes of memory',
  async (memory) => {
    const path = madeFile(csv(5000));
    const cache = join(madeFolder(), 'cache');
    const onProgress = (): void => appendFileSync(path, '1,x\n');
    await expectRefused(
      readTable(path, { memory, cache, onProgress }),
      `${path} was changed while it was read`,
    );
    expect(existsSync(cache)).toBe(false);
  },
);

it('one of several Parquet files that is changed while they are read', async () => {
  const path = await madeByDuckDb(
    '1.parquet',
    `COPY (SELECT i FROM range(5000) t(i)) TO FILE (FORMAT parquet)`,
  );
  const other = join(path, '..', '2.parquet');
  writeFileSync(other, readFileSync(path));
  const onProgress = (): void => utimesSync(other, new Date(0), new Date(0));
  const cache = join(madeFolder(), 'cache');
  await expectRefused(
    readTable(join(path, '..', '*.parquet'), { memory: 1, cache, onProgress }),
    `${other} was changed while it was read`,
  );
  expect(existsSync(cache)).toBe(false);
});

it('a byte that was changed on disk', async () => {
  const { table, cache } = await readTable(madeFile(csv(5000)), { memory: 1 });
  const file = join(cache!.folder, readdirSync(cache!.folder)[0]!);
  const bytes = readFileSync(file);
  bytes[1000]! ^= 1;
  writeFileSync(file, bytes);
  expect(() => (table.columns[0] as NumericColumn).values).toThrow(file);
  cache!.remove();
});

it('a file that was cut, or is gone', async () => {
  const { table, cache } = await readTable(madeFile(csv(5000)), { memory: 1 });
  const file = join(cache!.folder, readdirSync(cache!.folder)[0]!);
  truncateSync(file, 100);
  expect(() => (table.columns[0] as NumericColumn).values).toThrow(file);
  cache!.remove();
  const gone = await readTable(madeFile(csv(5000)), { memory: 1 });
  gone.cache!.remove();
  expect(() => (gone.table.columns[0] as NumericColumn).values).toThrow('no such file');
});

it('a place where no folder can be made', async () => {
  const place = madeFile('');
  await expectRefused(readTable(madeFile(csv(10)), { memory: 1, cache: place }), place, 'cannot make');
});

it('a disk without room: both sizes are said before anything is read', async () => {
  const path = madeFile(csv(60_000)); // the first megabyte tells how long rows are
  truncateSync(path, 4e12); // holes, which take no room
  const cache = join(madeFolder(), 'cache');
  await expectRefused(readTable(path, { cache }), 'take up to', 'has room for', 'GB');
  expect(existsSync(cache)).toBe(false);
});

it('a disk that gets full: the file is removed', async () => {
  const folder = madeFolder();
  const store = new TableStore(folder, 4);
  const fail = BlockWriter.prototype.append;
  let left = 3;
  BlockWriter.prototype.append = function (...pieces) {
    if (left-- === 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    return fail.call(this, ...pieces);
  };
  try {
    await expect(
      store.fill(async (cells) => {
        const sink = cells.begin();
        for (let i = 0; i < 10; i++) sink.append(new Float64Array(4));
      }),
    ).rejects.toThrow('ENOSPC');
  } finally {
    BlockWriter.prototype.append = fail;
  }
  expect(readdirSync(folder)).toEqual([]);
  expect(() => new CellFile({ path: join(folder, 'none', 'cells.bin'), blockRows: 4 })).toThrow(
    'cannot write',
  );
});
