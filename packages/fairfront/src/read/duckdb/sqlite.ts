// Reads SQLite files. DuckDB does so only through an extension that it downloads, so the rows are copied into
// a table of its own, as text: SQLite's columns have no types to keep.

import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import sqlite from 'node-sqlite3-wasm';
import { ReadError } from '../source/read-error.js';
import type { Source } from '../source/source.js';
import { chooseTable, type DatabaseOptions, subquery } from './choose-table.js';
import { sameName, sqlName } from './duckdb.js';

export interface SqliteCopy {
  /** The name of the table that holds the rows. */
  readonly table: string;
  /** Columns with values that are bytes; they are not copied. */
  readonly withBytes: ReadonlySet<string>;
}

const COPY = 'sqlite_rows';
/** The byte of the file that says how it is to be read. */
const WAL_MARK = 19;

/** Copies a table, or the rows of a query, into DuckDB. */
export async function copySqlite(
  connection: DuckDBConnection,
  source: Source,
  options: DatabaseOptions,
): Promise<SqliteCopy> {
  checkAtRest(source);
  const database = new sqlite.Database(source.path, { fileMustExist: true, readOnly: true });
  try {
    const tables = database
      .all(
        `SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
      )
      .map((row) => String(row['name']));
    const rows =
      options.sql === undefined
        ? sqlName(chooseTable(tables, source.label, options.table))
        : subquery(options.sql);
    return await copyRows(connection, database, `SELECT * FROM ${rows}`, source.label);
  } catch (error) {
    if (error instanceof ReadError) throw error;
    const where = options.sql === undefined ? source.label : `${source.label}, \`sql\``;
    throw new ReadError(`${where}: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
  }
}

/** Refuses a file that another program is writing: part of it would be left out without a word. */
function checkAtRest({ original, label }: Source): void {
  const head = Buffer.alloc(WAL_MARK + 1);
  const file = openSync(original, 'r');
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  if (head[WAL_MARK] === 2) {
    throw new ReadError(
      `${label} is in WAL mode, which is not read; run PRAGMA journal_mode = DELETE in it, or in a copy`,
    );
  }
  const journal = `${original}-journal`;
  if (existsSync(journal) && statSync(journal).size > 0) {
    throw new ReadError(`${label} is in the middle of a change; close the program that writes it`);
  }
}

async function copyRows(
  connection: DuckDBConnection,
  database: InstanceType<typeof sqlite.Database>,
  query: string,
  label: string,
): Promise<SqliteCopy> {
  const withBytes = new Set<string>();
  let names: string[] = [];
  let appender: DuckDBAppender | undefined;
  const statement = database.prepare(query);
  try {
    for (const row of statement.iterate()) {
      if (appender === undefined) {
        names = Object.keys(row);
        checkDistinct(names, label);
        await connection.run(
          `CREATE TEMP TABLE ${COPY} (${names.map((name) => `${sqlName(name)} VARCHAR`)})`,
        );
        appender = await connection.createAppender(COPY);
      }
      for (const name of names) {
        const value = row[name]!;
        if (value !== null && typeof value === 'object') withBytes.add(name);
        if (value === null || typeof value === 'object') appender.appendNull();
        else appender.appendVarchar(String(value));
      }
      appender.endRow();
    }
  } finally {
    statement.finalize();
  }
  if (appender === undefined) throw new ReadError(`${label} gives no rows; is it the right table?`);
  appender.closeSync();
  return { table: COPY, withBytes };
}

/** SQLite calls the second column of a name "name:1". */
function checkDistinct(names: readonly string[], label: string): void {
  const twice = names.find((name) => /:\d+$/.test(name) && names.includes(name.replace(/:\d+$/, '')));
  if (twice !== undefined) throw sameName(twice.replace(/:\d+$/, ''), label);
}
