// Rows on disk that stay there for the next run: read again only if neither the files nor how they are read has changed.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createTable } from '@fairfront/core';
import { readSealed, seal } from '../sealed-file.js';
import type { KeptColumn } from '../store/kept-cells.js';
import { type StoredFiles, TableStore } from '../store/table-store.js';
import { writeWhole } from '../write-file.js';
import type { Reading, ReadOptions } from './read-options.js';
import type { Source } from './source/formats.js';

const KIND = 'fairfront.rows/1';
/** The file that says what a folder of rows holds; written last. */
export const INDEX = 'table.bin';

interface Index extends Pick<Reading, 'columns' | 'notes'> {
  readonly files: readonly string[];
  /** Another where a file was changed, or is read otherwise. */
  readonly key: string;
  readonly table: readonly KeptColumn[];
  readonly stored: StoredFiles;
}

/** Says what a folder of rows holds. */
export function keepRows(
  folder: string,
  store: TableStore,
  { columns, notes, table }: Reading,
  source: Source,
  options: ReadOptions,
): void {
  const index: Index = {
    files: filesOf(source),
    key: keyOf(source, options),
    columns,
    notes,
    table: table.columns.map(({ name }) => store.keptColumn(name)!),
    stored: store.files(),
  };
  writeWhole(join(folder, INDEX), seal(KIND, index));
}

/** Removes what is in a folder of rows beside them, such as what a run made of them. */
export function removeAllButRows(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!/^cells-/.test(name) && name !== INDEX) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** The rows of these files that an earlier run has kept, if they are whole. Rows of files as they were are removed. */
export function openKeptRows(
  parent: string,
  source: Source,
  options: ReadOptions,
): { readonly folder: string; readonly reading: Reading; readonly store: TableStore } | undefined {
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const folder = join(parent, name);
    if (!existsSync(join(folder, INDEX))) continue;
    try {
      const { files, key, columns, notes, table, stored } = readSealed(KIND, join(folder, INDEX)) as Index;
      if (files.join('\n') !== filesOf(source).join('\n')) continue;
      if (key === keyOf(source, options)) {
        removeAllButRows(folder); // of a run that was killed
        const store = TableStore.open(folder, stored);
        return {
          folder,
          store,
          reading: { columns, notes, table: createTable(table.map((own) => store.column(own))) },
        };
      }
    } catch {
      // damaged, or of another version: made anew
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return undefined;
}

function filesOf({ parts, original }: Source): string[] {
  return parts?.map((part) => resolve(part.original)) ?? [resolve(original)];
}

function keyOf(source: Source, options: ReadOptions): string {
  const { memory: _, cache: __, keepCache: ___, stdin: ____, onProgress: _____, ...reading } = options;
  const stamps = (source.parts ?? [source]).map(({ stamp }) => stamp);
  return JSON.stringify([stamps, Object.entries(reading).sort(([one], [other]) => (one < other ? -1 : 1))]);
}
