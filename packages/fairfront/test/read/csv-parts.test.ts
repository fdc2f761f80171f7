// Workers run compiled code, so what is tested here is the build, which `npm test` makes first.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CategoricalColumn, Column } from '@fairfront/core';
import { concatColumns } from '@fairfront/core/internal';
import { describe, expect, it } from 'vitest';
import type * as Parts from '../../src/read/csv/csv-parts.js';
import { type CsvRows, type CsvRowsTask, readCsvRows } from '../../src/read/csv/csv-rows.js';
import { readChunks } from '../../src/read/source/bytes.js';
import type { KeptColumn } from '../../src/store/kept-cells.js';
import type * as Stores from '../../src/store/table-store.js';
import { madeFile, madeFolder } from './files.js';

const built = new URL('../../dist/read/csv/csv-parts.js', import.meta.url);
const builtStore = new URL('../../dist/store/table-store.js', import.meta.url);
const reason = !existsSync(fileURLToPath(built))
  ? 'not built (npm run build)'
  : availableParallelism() < 2
    ? 'one core only'
    : undefined;

function taskOf(path: string, given: Partial<CsvRowsTask> = {}): CsvRowsTask {
  const names = ['number', 'level', 'code'];
  return {
    label: 'data.csv',
    delimiter: ',',
    lineEnd: '\n',
    line: 2,
    skip: 'number,level,code\n'.length,
    encoding: 'utf-8',
    names,
    wanted: new Set(names),
    declared: { categorical: new Set(), numeric: new Set() },
    missing: new Set(['', 'NA']),
    spelling: { decimal: '.' },
    size: statSync(path).size,
    ...given,
  };
}

/** A column with its cells as a list. */
function plain(column: Column): object {
  return column.kind === 'numeric'
    ? { name: column.name, cells: Array.from(column.values) }
    : { name: column.name, levels: column.levels, cells: Array.from(column.codes) };
}

function lines(count: number, line: (i: number) => string): string {
  return `number,level,code\n${Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')}`;
}

async function inParts(path: string, task: CsvRowsTask): Promise<CsvRows | undefined> {
  const { readCsvInParts } = (await import(/* @vite-ignore */ built.href)) as typeof Parts;
  return readCsvInParts([{ path, task }], undefined, undefined, 1000);
}

async function inOnePiece(path: string, task: CsvRowsTask): Promise<CsvRows> {
  const source = {
    path,
    original: path,
    label: 'data.csv',
    format: 'csv',
    gzipped: false,
    size: task.size,
  } as const;
  const { starts, ...rows } = await readCsvRows([{ task, chunks: () => readChunks(source) }], () => {});
  expect(starts).toEqual([0]);
  return rows;
}

describe.skipIf(reason !== undefined)(
  `a CSV file in parts${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    it('is what it is in one piece', async () => {
      const path = madeFile(
        lines(20_000, (i) => `${i % 7 === 0 ? 'NA' : i / 8},${i < 15_000 ? 'b' : 'a'}${i % 300}, x${i % 3}`),
      );
      const parts = await inParts(path, taskOf(path));
      expect(parts).toBeDefined();
      expect(parts).toEqual(await inOnePiece(path, taskOf(path)));
    });

    it.each([
      ['a quote', (i: number) => (i === 19_999 ? '1,"a",x' : '1,a,x')],
      ['a column that is numbers here and levels there', (i: number) => (i < 10_000 ? '1,a,5' : '1,a,x')],
      ['leading zeros in one part', (i: number) => (i < 10_000 ? '1,a,12' : '1,a,012')],
      ['a line with a value too many', (i: number) => (i === 19_000 ? '1,a,x,y' : '1,a,x')],
      [
        'a column with too few texts to be settled by its first part',
        (i: number) => `1,a,${i % 5 === 0 ? 'x' : ''}`,
      ],
      ['texts among numbers', (i: number) => (i % 5000 === 4999 ? 'oops,a,x' : `${i},a,x`)],
    ])('is left to be read in one piece: %s', async (_, line) => {
      const path = madeFile(lines(20_000, line));
      expect(await inParts(path, taskOf(path))).toBeUndefined();
    });

    it('has too many levels together, though no part has', async () => {
      const path = madeFile(lines(12_000, (i) => `1,a${i},x`));
      const parts = await inParts(path, taskOf(path));
      expect(parts!.finished[1]).toMatchObject({ rejected: 'many-levels', name: 'level' });
      const declared = { categorical: new Set(['level']), numeric: new Set<string>() };
      const insisted = await inParts(path, taskOf(path, { declared }));
      expect(insisted!.finished[1]).toMatchObject({ kind: 'categorical' });
      expect((insisted!.finished[1] as CategoricalColumn).levels).toHaveLength(12_000);
    });

    it('keeps its cells on disk, and they are the same', async () => {
      const path = madeFile(
        lines(20_000, (i) => `${i % 7 === 0 ? 'NA' : i / 8},${i < 15_000 ? 'b' : 'a'}${i % 300}, x${i % 3}`),
      );
      const { TableStore: Store } = (await import(/* @vite-ignore */ builtStore.href)) as typeof Stores;
      const folder = madeFolder();
      const store = new Store(folder, 1500);
      const { readCsvInParts } = (await import(/* @vite-ignore */ built.href)) as typeof Parts;
      const files = [path, path].map((own) => ({ path: own, task: taskOf(own) }));
      const kept = await readCsvInParts(files, undefined, store, 1000);
      const columns = kept!.finished.map((column) => store.column(column as KeptColumn));
      const whole = (await inOnePiece(path, taskOf(path))).finished as readonly Column[];
      const twice = whole.map((column) => concatColumns([column, column], ['', '']));
      expect(columns.map(plain)).toEqual(twice.map(plain));
      const quoted = madeFile(lines(20_000, (i) => (i === 19_999 ? '1,"a",x' : '1,a,x')));
      const before = readdirSync(folder).length;
      expect(
        await readCsvInParts([{ path: quoted, task: taskOf(quoted) }], undefined, store, 1000),
      ).toBeUndefined();
      expect(readdirSync(folder)).toHaveLength(before);
    });

    it('is not tried with a small file', async () => {
      const path = madeFile(lines(10, () => '1,a,x'));
      expect(await inParts(path, taskOf(path))).toBeUndefined();
    });
  },
);
