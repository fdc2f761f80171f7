// A file that nobody cleaned, read as a table. What each column was taken for is told with it; what makes no sense is an error that names
// the column, the rows and the way out.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Column, createTable, type Table } from '@fairfront/core';
import { count, nearestName, quoted } from '@fairfront/core/internal';
import { checkOptions } from './check-options.js';
import { isRejected, LEVEL_LIMIT, type OnProgress, type ReadColumns } from './columns/finished.js';
import { refuse } from './columns/refuse.js';
import { MISSING_MARKERS } from './columns/text-values.js';
import type { CsvHeadOptions } from './csv/csv-head.js';
import { readCsv } from './csv/read-csv.js';
import type { DatabaseOptions } from './duckdb/choose-table.js';
import type { readThroughDuckDb } from './duckdb/read-duckdb.js';
import { ReadError } from './source/read-error.js';
import { type Format, openSource } from './source/source.js';

export interface ReadOptions extends CsvHeadOptions, DatabaseOptions {
  /** What the file is, where neither its content nor its name tell. */
  readonly format?: Format;
  /** Texts that mean a missing value, beside the empty text, NA, NaN, null and ?. */
  readonly missing?: readonly string[];
  /** Columns that are categories, whatever they look like. */
  readonly categorical?: readonly string[];
  /** Columns that are numbers: any other text in them is an error. */
  readonly numeric?: readonly string[];
  /** Columns that are not read. */
  readonly ignore?: readonly string[];
  /** Columns that name a thing, such as a person: categories if they are there, however many levels they have. */
  readonly naming?: readonly string[];
  /** What "-" reads. Default: standard input. */
  readonly stdin?: Readable;
  readonly onProgress?: OnProgress;
}

export interface Reading {
  readonly table: Table;
  /** Every column of the file, in its order. */
  readonly columns: readonly ColumnReport[];
  /** What a person should know of how the file was read. */
  readonly notes: readonly string[];
}

export interface ColumnReport {
  readonly name: string;
  /** 'text': so many different texts that they make no category; not in the table. */
  readonly kind: Column['kind'] | 'text' | 'ignored';
}

/** @param path a file, or "-" for standard input */
export async function readTable(path: string, options: ReadOptions = {}): Promise<Reading> {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove); // ended in the middle, say by Ctrl-C
  try {
    const source = await openSource(path, folder, options.stdin ?? process.stdin, options.format);
    checkOptions(source, options);
    const markers = new Set([...MISSING_MARKERS, ...(options.missing ?? [])]);
    const missing = { markers: [...markers], has: (text: string): boolean => markers.has(text) };
    const declared = {
      categorical: new Set([...(options.categorical ?? []), ...(options.naming ?? [])]),
      numeric: new Set(options.numeric),
    };
    const choose = (names: readonly string[]): ReadonlySet<string> =>
      chosenColumns(names, source.label, options);
    const read = await (source.format === 'csv'
      ? readCsv(source, options, choose, declared, missing, options.onProgress)
      : throughDuckDb(source, folder, options, choose, declared, missing, options.onProgress));
    return reading(read, declared.categorical, source.label);
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}

/** Loaded only when it is needed: 70 MB that CSV can do without. */
const throughDuckDb: typeof readThroughDuckDb = async (...given) =>
  (await import('./duckdb/read-duckdb.js')).readThroughDuckDb(...given);

function chosenColumns(names: readonly string[], label: string, options: ReadOptions): ReadonlySet<string> {
  for (const option of ['categorical', 'numeric', 'ignore'] as const) {
    for (const name of options[option] ?? []) {
      if (names.includes(name)) continue;
      const near = nearestName(name, names);
      const hint = near === undefined ? `there are ${quoted(names)}` : `did you mean ${quoted([near])}?`;
      throw new ReadError(`--${option}: ${label} has no column ${quoted([name])}; ${hint}`);
    }
  }
  const both = options.categorical?.filter((name) => options.numeric?.includes(name)) ?? [];
  if (both.length > 0) {
    throw new ReadError(`${quoted(both)}: declared both --categorical and --numeric; leave out one of them`);
  }
  const chosen = names.filter((name) => !options.ignore?.includes(name));
  if (chosen.length === 0) {
    throw new ReadError(`${label}: every column is ignored; leave one of them out of --ignore`);
  }
  return new Set(chosen);
}

function reading(
  { names, rowCount, finished, notes }: ReadColumns,
  categorical: ReadonlySet<string>,
  label: string,
): Reading {
  if (rowCount === 0) throw new ReadError(`${label} has columns, but no rows; is it the right file?`);
  refuse(finished, categorical, label);
  const columns = finished.filter((column): column is Column => !isRejected(column));
  if (columns.length === 0) {
    throw new ReadError(
      `${label}: every column has more than ${count(LEVEL_LIMIT, 'different text')}; say which are categories with --categorical`,
    );
  }
  const kinds = new Map(
    finished.map((column) => [column.name, isRejected(column) ? ('text' as const) : column.kind]),
  );
  const manyLevels = finished.flatMap((column) =>
    isRejected(column) && column.rejected === 'many-levels'
      ? [
          `${quoted([column.name])} has more than ${count(LEVEL_LIMIT, 'different text')}, such as ${quoted(column.examples.slice(0, 2))}: not used, unless declared --categorical`,
        ]
      : [],
  );
  return {
    table: createTable(columns),
    columns: names.map((name) => ({ name, kind: kinds.get(name) ?? 'ignored' })),
    notes: [...notes, ...manyLevels],
  };
}
