// A file for each part of the split, read as one table.

import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { concatTables, type Split } from '@fairfront/core';
import { listed, quoted } from '@fairfront/core/internal';
import type { Reading, ReadOptions } from '../read/read-options.js';
import { defaultMemory, readTable } from '../read/read-table.js';
import { UsageError } from '../usage-error.js';

export interface ReadParts extends Reading {
  readonly split: Split;
}

const OPTIONS = ['`train`', '`validation`', '`test`'] as const;

/** @param paths of train, validation and test */
export async function readParts(paths: readonly string[], options: ReadOptions): Promise<ReadParts> {
  refuseSameFile(paths);
  const readings: Reading[] = [];
  // Each may take its part of the memory, so that all fit into it, or are kept on disk.
  const memory = options.memory ?? defaultMemory();
  for (const path of paths)
    readings.push(await readTable(path, { ...options, memory: memory / paths.length }));
  const caches = readings.flatMap(({ cache }) => cache ?? []);
  // So many texts in one file that they make no category: then it makes none at all.
  const noCategory = new Set(readings.flatMap(({ columns }) => textColumns(columns)));
  const tables = readings.map(({ table: { rowCount, columns } }) => ({
    rowCount,
    columns: columns.filter(({ name }) => !noCategory.has(name)),
  }));
  return {
    table: concatTables(tables, paths),
    columns: readings[0]!.columns.map((column) => ({
      ...column,
      kind: noCategory.has(column.name) ? 'text' : column.kind,
    })),
    notes: [
      ...new Set(readings.flatMap(({ notes }) => notes)),
      ...[...noCategory].flatMap((name) => leftOutNote(name, readings, paths)),
    ],
    ...(caches.length > 0 && {
      cache: {
        folder: caches[0]!.folder,
        memory,
        remove: () => {
          for (const cache of [...caches].reverse()) cache.remove(); // the first made the folder around them
        },
      },
    }),
    split: consecutive(tables.map(({ rowCount }) => rowCount)),
  };
}

/** The same rows in two parts would flatter the test. */
function refuseSameFile(paths: readonly string[]): void {
  const real = paths.map(realPath);
  const second = real.findIndex((path, i) => real.indexOf(path) < i);
  if (second < 0) return;
  const first = real.indexOf(real[second]!);
  throw new UsageError(
    `${OPTIONS[first]} and ${OPTIONS[second]} are the same, ${paths[second] === '-' ? 'standard input' : paths[second]}; a row belongs to one part: name three files`,
  );
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // standard input, or not there: then reading says so
  }
}

function textColumns(columns: Reading['columns']): string[] {
  return columns.filter(({ kind }) => kind === 'text').map(({ name }) => name);
}

/** Says that a column is left out which some files have as text and others not. */
function leftOutNote(name: string, readings: readonly Reading[], paths: readonly string[]): string[] {
  const lost = paths.filter((_, i) => readings[i]!.table.columns.some((column) => column.name === name));
  const because = paths.filter((_, i) => textColumns(readings[i]!.columns).includes(name));
  return lost.length === 0
    ? []
    : [
        `${quoted([name])} of ${listed(lost)} is not used either, since it makes no category in ${listed(because)}`,
      ];
}

function consecutive([train = 0, validation = 0, test = 0]: readonly number[]): Split {
  const range = (from: number, length: number): Uint32Array =>
    Uint32Array.from({ length }, (_, i) => from + i);
  return {
    train: range(0, train),
    validation: range(train, validation),
    test: range(train + validation, test),
  };
}
