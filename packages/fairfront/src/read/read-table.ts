// Reads a file that nobody cleaned as a table. The reading says what each column was taken for; what makes no
// sense is an error that names the column, the rows and the way out.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoted, shortened } from '@fairfront/core/internal';
import { describeFileError } from '../describe-file-error.js';
import { checkOptions, text } from '../option-kinds.js';
import { UsageError } from '../usage-error.js';
import type { ReadColumns, Wanted } from './columns/finished.js';
import { readCsvInParts } from './csv/csv-parts.js';
import { readCsv } from './csv/read-csv.js';
import { READ_KINDS, type Reading, type ReadOptions, readSource } from './read-options.js';
import type { Source } from './source/formats.js';
import { cannotLoad } from './source/read-error.js';
import { openSource } from './source/source.js';

/**
 * Reads a file as a table: CSV, Parquet, JSON, a DuckDB or a SQLite file, CSV and JSON also gzipped.
 * @param path a file, or "-" for standard input
 */
export async function readTable(path: string, options: ReadOptions = {}): Promise<Reading> {
  if (!text.accepts(path) || path === '') {
    throw new UsageError(
      `the path must be that of a file, or "-" for standard input; got ${quoted([`${path}`])}`,
    );
  }
  checkOptions(options, READ_KINDS);
  const temporary = temporaryFolder();
  try {
    const source = await openSource(path, temporary.make, options.stdin ?? process.stdin, options.format);
    return await readSource(source, options, (wanted) =>
      readColumns(source, temporary.make, options, wanted),
    );
  } finally {
    temporary.remove();
  }
}

/** A folder that is made when it is first asked for, and is gone when it is removed, or with the process. */
export function temporaryFolder(): { make(): string; remove(): void } {
  let folder: string | undefined;
  const remove = (): void => {
    if (folder === undefined) return;
    process.removeListener('exit', remove);
    rmSync(folder, { recursive: true, force: true });
  };
  const make = (): string => {
    if (folder !== undefined) return folder;
    const parent = tmpdir();
    try {
      folder = mkdtempSync(join(parent, 'fairfront-'));
    } catch (error) {
      throw new UsageError(
        `cannot make a temporary folder in ${shortened(parent, 200)}: ${describeFileError(error)}; name one that can be written with the environment variable TMPDIR`,
      );
    }
    process.once('exit', remove); // ended in the middle, say by Ctrl-C
    return folder;
  };
  return { make, remove };
}

async function readColumns(
  source: Source,
  folder: () => string,
  options: ReadOptions,
  wanted: Wanted,
): Promise<ReadColumns> {
  if (source.format === 'csv') return readCsv(source, options, wanted, readCsvInParts);
  if (source.format === 'sqlite') {
    return (await import('./sqlite/read-sqlite.js')).readSqlite(source, options, wanted);
  }
  // Loaded only when it is needed: 70 MB that the others can do without.
  const { readDuckDb } = await import('./duckdb/read-duckdb.js').catch(
    cannotLoad('Parquet, JSON and DuckDB files are read by DuckDB'),
  );
  return readDuckDb(source, folder(), options, wanted);
}
