// Reads a file that nobody cleaned as a table. The reading says what each column was taken for; what makes no
// sense is an error that names the column, the rows and the way out.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { count, keepRecentColumns, number3, quoted, shortened } from '@fairfront/core/internal';
import { describeFileError } from '../describe-file-error.js';
import { ownedName, removeLeftovers } from '../lock-folder.js';
import { checkOptions, text } from '../option-kinds.js';
import { TableStore } from '../store/table-store.js';
import { UsageError } from '../usage-error.js';
import type { ReadColumns, Wanted } from './columns/finished.js';
import { readCsvInParts } from './csv/csv-parts.js';
import { readCsv } from './csv/read-csv.js';
import { INDEX, keepRows, openKeptRows, removeAllButRows } from './kept-rows.js';
import { READ_KINDS, type Reading, type ReadOptions, type RowCache, readSource } from './read-options.js';
import type { Source } from './source/formats.js';
import { cannotLoad } from './source/read-error.js';
import { checkUnchanged, openSources } from './source/source.js';

/**
 * Reads a file as a table: CSV, Parquet, JSON, a DuckDB or a SQLite file, CSV and JSON also gzipped. A folder, or a
 * pattern such as data/part-*.parquet, stands for all of its files, read as one table in the order of their names.
 * @param path a file, a folder, a pattern, or "-" for standard input
 */
export async function readTable(path: string, options: ReadOptions = {}): Promise<Reading> {
  if (!text.accepts(path) || path === '') {
    throw new UsageError(
      `the path must be that of a file, or "-" for standard input; got ${quoted([`${path}`])}`,
    );
  }
  checkOptions(options, READ_KINDS);
  const folder = temporaryFolder(options.cache);
  const { memory = defaultMemory(), cache, keepCache = false } = options;
  if (keepCache && cache === undefined) {
    throw new UsageError('`keepCache: true`: say where rows are kept with `cache`');
  }
  let stored: TableStore | undefined;
  let source: Source | undefined;
  try {
    const opened = await openSources(path, folder.make, options.stdin ?? process.stdin, options.format);
    source = opened;
    const known = keepCache ? openKeptRows(cache!, source, options) : undefined;
    if (known !== undefined) {
      keepRecentColumns(memory / RECENT_SHARE);
      return { ...known.reading, cache: { ...rowCache(known.folder, known.store, cache!), memory } };
    }
    const store = (rows: number, columns: number): TableStore | undefined => {
      if (rows * columns * BYTES_PER_CELL <= memory) return undefined;
      checkRoom(folder.make(), rows, columns, opened.label);
      keepRecentColumns(memory / RECENT_SHARE);
      stored = new TableStore(folder.make(), blockRowsOf(memory, columns));
      return stored;
    };
    const read = (wanted: Wanted): Promise<ReadColumns> => readColumns(opened, folder.make, options, wanted);
    const reading = await readSource(source, options, read, { memory, store });
    checkUnchanged(source);
    if (stored === undefined) return reading;
    if (!keepCache) {
      const remove = (): void => {
        stored?.close();
        folder.remove();
      };
      return { ...reading, cache: { folder: folder.make(), memory, remove } };
    }
    keepRows(folder.make(), stored, reading, source, options);
    return { ...reading, cache: { ...rowCache(folder.keep(), stored, cache!), memory } };
  } catch (error) {
    stored = undefined;
    if (source !== undefined) checkUnchanged(source); // what else is wrong comes of that
    throw error;
  } finally {
    if (stored === undefined) folder.remove();
    else removeAllButRows(folder.make());
  }
}

/** Rows that outlive the process. */
function rowCache(folder: string, store: TableStore, parent: string): RowCache {
  const remove = (): void => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
    if (readdirSync(parent).length === 0) rmdirSync(parent);
  };
  return { folder, remove };
}

/** A folder that is made when it is first asked for, and is gone when it is removed, or with the process. */
export interface TemporaryFolder {
  make(): string;
  remove(): void;
  /** Lets it outlive the process. @returns its path */
  keep(): string;
}

/** The names of folders in a folder of caches. */
const OWN_FOLDER = /^fairfront-\w{6}$/;

/** Names a folder that is not to outlive the process. @param parent where it is. Default: where the system has such */
export function temporaryFolder(parent?: string): TemporaryFolder {
  let folder: string | undefined;
  let made: string | undefined; // the first folder on the way to it that was not there
  const remove = (): void => {
    if (folder === undefined) return;
    process.removeListener('exit', remove);
    rmSync(folder, { recursive: true, force: true });
    folder = undefined;
    if (made === undefined) return;
    try {
      rmdirSync(parent!);
    } catch {
      // others have put something there
    }
  };
  const make = (): string => {
    if (folder !== undefined) return folder;
    const place = parent ?? tmpdir();
    try {
      if (parent !== undefined) made = mkdirSync(parent, { recursive: true });
      if (parent === undefined) {
        removeLeftovers(place); // of processes that were killed
        const own = join(place, ownedName(`${randomBytes(8).toString('hex')}.tmp`));
        mkdirSync(own, { mode: 0o700 });
        folder = own;
      } else folder = mkdtempSync(join(place, 'fairfront-'));
    } catch (error) {
      const wayOut =
        parent === undefined
          ? 'name one that can be written with the environment variable TMPDIR'
          : 'choose another place';
      throw new UsageError(
        `cannot make a temporary folder in ${shortened(place, 200)}: ${describeFileError(error)}; ${wayOut}`,
      );
    }
    process.once('exit', remove); // ended in the middle, say by Ctrl-C
    return folder;
  };
  const keep = (): string => {
    process.removeListener('exit', remove);
    return make();
  };
  return { make, remove, keep };
}

/**
 * Removes what processes that were killed have left in a folder of caches, and nothing else.
 * @param keep whether rows that were kept stay
 */
export function removeRowCaches(parent: string, keep: boolean): void {
  const names = existsSync(parent) ? readdirSync(parent) : [];
  const own = names.filter(
    (name) => OWN_FOLDER.test(name) && !(keep && existsSync(join(parent, name, INDEX))),
  );
  for (const name of own) rmSync(join(parent, name), { recursive: true, force: true });
  if (own.length > 0 && own.length === names.length) rmdirSync(parent);
}

/** Bytes of a cell in memory: in the table, and in the matrices that are made of it. */
const BYTES_PER_CELL = 20;
/** Bytes of a cell on disk at most. */
const BYTES_ON_DISK = 8;
/** Which part of the memory columns have that were read last, and which those rows that are not written yet. */
const RECENT_SHARE = 8;
const BLOCKS_SHARE = 16;
/** Rows of a column that are written at a time. */
const [FEWEST_BLOCK_ROWS, MOST_BLOCK_ROWS] = [1 << 10, 1 << 16];

/** Half of the memory that there is. */
export function defaultMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2;
}

function blockRowsOf(memory: number, columns: number): number {
  const rows = memory / BLOCKS_SHARE / (columns * BYTES_ON_DISK * availableParallelism());
  return Math.max(FEWEST_BLOCK_ROWS, Math.min(MOST_BLOCK_ROWS, Math.floor(rows)));
}

/** Refuses to begin what there is no room for. */
function checkRoom(folder: string, rows: number, columns: number, label: string): void {
  const needed = rows * columns * BYTES_ON_DISK;
  const { bavail, bsize } = statfsSync(folder);
  if (needed <= bavail * bsize) return;
  const gigabytes = (bytes: number): string => `${number3(bytes / 1e9)} GB`;
  throw new UsageError(
    `${label} has about ${count(Math.round(rows), 'row')} of ${count(columns, 'column')}, more than fit into \`memory\`: kept on disk they take up to ${gigabytes(needed)}, and ${shortened(folder, 200)} has room for ${gigabytes(bavail * bsize)}; make room, choose another folder, or leave columns out with \`ignore\``,
  );
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
