// SQLite files. DuckDB reads them only through an extension that it downloads, so their rows are copied into a table of its own, as text:
// SQLite's columns have no types to keep.

import type { DuckDBConnection } from '@duckdb/node-api';
import sqlite from 'node-sqlite3-wasm';
import { chooseTable, type DatabaseOptions } from './choose-table.js';
import { sqlName } from './duckdb.js';
import { ReadError } from './read-error.js';
import type { Source } from './source.js';

const COPY = 'sqlite_rows';

/** @returns the name of the copy */
export async function copySqlite(
  connection: DuckDBConnection,
  source: Source,
  options: DatabaseOptions,
): Promise<string> {
  const database = new sqlite.Database(source.path, { fileMustExist: true, readOnly: true });
  try {
    const tables = database
      .all(`SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'`)
      .map((row) => String(row['name']));
    const query = options.sql ?? `SELECT * FROM ${sqlName(chooseTable(tables, source.label, options.table))}`;
    const statement = database.prepare(query);
    let names: string[] | undefined;
    let appender: Awaited<ReturnType<DuckDBConnection['createAppender']>> | undefined;
    for (const row of statement.iterate()) {
      if (names === undefined) {
        names = Object.keys(row);
        await connection.run(
          `CREATE TEMP TABLE ${COPY} (${names.map((name) => `${sqlName(name)} VARCHAR`)})`,
        );
        appender = await connection.createAppender(COPY);
      }
      for (const name of names) {
        const value = row[name];
        if (value === null) appender!.appendNull();
        else if (typeof value === 'object')
          throw new ReadError(`${source.label}: column "${name}" holds bytes`);
        else appender!.appendVarchar(String(value));
      }
      appender!.endRow();
    }
    if (appender === undefined) throw new ReadError(`${source.label} gives no rows`);
    appender.closeSync();
    return COPY;
  } catch (error) {
    throw error instanceof ReadError
      ? error
      : new ReadError(`${source.label}: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
  }
}
