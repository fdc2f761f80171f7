// SQLite as a WebAssembly module, and a view of the rows that are wanted. The file may come from a stranger,
// and so may the query: the file is opened to read only, this SQLite is built without extensions and without
// functions that touch other files, and nothing but one SELECT is run.

import { shortened } from '@fairfront/core/tables';
import type { Database } from 'node-sqlite3-wasm';
import { cannotLoad, ReadError } from '../source/read-error.js';

/** The view of the rows that `createView` creates. */
export const VIEW = 'temp.fairfront_rows';

/** Does a piece of work with a database. @param where begins a message of SQLite's */
export async function withSqlite<Result>(
  path: string,
  where: string,
  work: (database: Database) => Result,
): Promise<Result> {
  const { default: sqlite } = await import('node-sqlite3-wasm').catch(
    cannotLoad('SQLite files are read by node-sqlite3-wasm'),
  );
  let database: Database | undefined;
  try {
    database = new sqlite.Database(path, { fileMustExist: true, readOnly: true });
    database.run('PRAGMA trusted_schema = OFF'); // views in the file may call nothing with side effects
    return work(database);
  } catch (error) {
    if (!(error instanceof sqlite.SQLite3Error)) throw error;
    const { message } = error;
    const hint = /syntax error|incomplete input/.test(message) ? '; it must be one SELECT' : '';
    throw new ReadError(`${where}: ${shortened(message, 300)}${hint}`, { cause: error });
  } finally {
    database?.close();
  }
}

/**
 * Creates a view of a query. That refuses all but one SELECT: SQLite creates no view of anything else, and
 * inside brackets no second statement can follow.
 * @returns the names of its columns; of two that are alike one gets a number: a, a:1
 */
export function createView(database: Database, select: string): string[] {
  database.prepare(`SELECT * FROM (${withoutEnd(select)}\n)`).finalize();
  database.run(`CREATE VIEW ${VIEW} AS ${select}`);
  const rows = database.all(`SELECT name FROM pragma_table_info('fairfront_rows', 'temp')`);
  return rows.map(({ name }) => name as string);
}

/** Removes semicolons at the end of a query. */
export function withoutEnd(select: string): string {
  return select.trim().replace(/(?<!;);+$/, '');
}
