// Reads SQLite files. DuckDB does so only through an extension that it downloads.

import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { runTasks } from '../../threads/run-tasks.js';
import { isKept, type ReadColumns, type Wanted } from '../columns/finished.js';
import { chooseTable, type DatabaseOptions, sqlName } from '../source/database.js';
import type { Source } from '../source/formats.js';
import { ReadError } from '../source/read-error.js';
import { createView, withSqlite } from './sqlite.js';
import { sqliteRowsJob } from './sqlite-rows.js';

/** Bytes of a value in a file, about. */
const VALUE_BYTES = 4;

/** Reads a table of a SQLite file, or the rows of a query. */
export async function readSqlite(
  source: Source,
  { table, sql }: DatabaseOptions,
  { choose, declared, missing, onProgress, store }: Wanted,
): Promise<ReadColumns> {
  checkAtRest(source);
  const { path, label } = source;
  const where = sql === undefined ? label : `${label}, \`sql\``;
  const { select, names } = await withSqlite(path, where, (database) => {
    const select = sql ?? `SELECT * FROM main.${sqlName(chooseTable(tablesOf(database), label, table))}`;
    return { select, names: createView(database, select) };
  });
  const wanted = choose(names);
  // To count the rows of a query can take as long as to read them.
  const kept = store?.(source.size / (VALUE_BYTES * wanted.size), wanted.size);
  // A worker reads the rows: this thread could not be interrupted by Ctrl-C while SQLite works on a query.
  const cells = kept?.nextFile();
  const [rows] = await runTasks([{ path, label, where, select, wanted, declared, missing, cells }], {
    job: sqliteRowsJob,
    shared: undefined,
    onReport: (_, rowCount) => onProgress?.(rowCount, undefined),
  });
  const { finished, file, ...others } = rows!;
  if (file !== undefined) kept!.add(file);
  return {
    names,
    ...others,
    finished: finished.map((column) => (isKept(column) ? kept!.column(column) : column)),
  };
}

function tablesOf(database: { all(sql: string): readonly object[] }): string[] {
  const rows = database.all(
    `SELECT name FROM main.sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  ) as readonly { name: string }[];
  return rows.map(({ name }) => name);
}

/** Bytes of the header, as the file format of SQLite places them. */
const HEADER = { size: 100, pageSize: 16, readVersion: 19, change: 24, pages: 28, encoding: 56, counted: 92 };

/** Refuses a file that is not all there, or that another program is writing: part of it would be left out. */
function checkAtRest({ original, label, size }: Source): void {
  const head = Buffer.alloc(HEADER.size);
  const file = openSync(original, 'r');
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  if (head[HEADER.readVersion] === 2) {
    throw new ReadError(
      `${label} is in WAL mode, which is not read; run PRAGMA journal_mode = DELETE in it, or in a copy`,
    );
  }
  if ([2, 3].includes(head.readUInt32BE(HEADER.encoding))) {
    throw new ReadError(`${label} keeps its texts as UTF-16, which is not read; save the table as CSV`);
  }
  const journal = `${original}-journal`;
  if (existsSync(journal) && statSync(journal).size > 0) {
    throw new ReadError(`${label} is in the middle of a change; close the program that writes it`);
  }
  const stated = head.readUInt16BE(HEADER.pageSize);
  const pageSize = stated === 1 ? 65_536 : stated; // which does not fit into 16 bits
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) return; // SQLite will say that it is no database
  // Very old programs do not count the pages; what they wrote is whole pages all the same.
  const isCounted = head.readUInt32BE(HEADER.change) === head.readUInt32BE(HEADER.counted);
  const pages = isCounted ? head.readUInt32BE(HEADER.pages) : Math.ceil(size / pageSize);
  if (size < pages * pageSize) {
    throw new ReadError(
      `${label} is cut off: it has ${size} bytes, and should have ${pages * pageSize}; get it again`,
    );
  }
}
