// Reads the rows of a SQLite query; a job for a worker thread, which can be ended whatever SQLite does.

import { isUtf8 } from 'node:buffer';
import { quoted } from '@fairfront/core/tables';
import type { Database } from 'node-sqlite3-wasm';
import { optionText } from '../../option-text.js';
import type { Job } from '../../threads/job.js';
import { textsOf } from '../columns/check-columns.js';
import type { Declared, Finished, Missing, ReadColumns } from '../columns/finished.js';
import { checkReadable, sameName, sqlName } from '../source/database.js';
import { ReadError } from '../source/read-error.js';
import { createView, VIEW, withoutEnd, withSqlite } from './sqlite.js';
import { declaredColumn, guessedColumn, type SqliteValue } from './sqlite-columns.js';

/** What to read: plain data that can be sent to a worker. */
export interface SqliteTask {
  readonly path: string;
  readonly label: string;
  readonly where: string;
  readonly select: string;
  readonly wanted: ReadonlySet<string>;
  readonly declared: Declared;
  readonly missing: Missing;
}

export type SqliteRows = Omit<ReadColumns, 'names'>;

export const sqliteRowsJob: Job<SqliteTask, SqliteRows, undefined, number> = {
  worker: new URL('./sqlite-worker.js', import.meta.url),
  run: (task, _, report) => withSqlite(task.path, task.where, (database) => readRows(database, task, report)),
};

const ROWS_PER_REPORT = 1 << 14;

/** @param report is told now and then how many rows are read */
function readRows(
  database: Database,
  { label, select, wanted, declared, missing }: SqliteTask,
  report: (rowCount: number) => unknown,
): SqliteRows {
  const names = createView(database, select);
  checkDistinct(database, names, select, label);
  const chosen = names.filter((name) => wanted.has(name));
  const columns = chosen.map((name) =>
    declared.numeric.has(name) || declared.categorical.has(name)
      ? declaredColumn(name, declared, missing)
      : guessedColumn(name, missing),
  );
  const withBytes = new Set<string>();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const keys = chosen.map((_, i) => `c${i}`);
  const statement = database.prepare(
    `SELECT ${chosen.map((name, i) => `${valueSql(name)} AS ${keys[i]}`)} FROM ${VIEW}`,
  );
  let rowCount = 0;
  try {
    for (const row of statement.iterate() as Iterable<Record<string, SqliteValue | Uint8Array>>) {
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i]!;
        const value = row[keys[i]!]!;
        if (typeof value !== 'object' || value === null) column.add(value);
        else if (value.length > 0) column.add(decoder.decode(value));
        else withBytes.add(chosen[i]!);
      }
      if (++rowCount % ROWS_PER_REPORT === 0) report(rowCount);
    }
  } finally {
    statement.finalize();
  }
  if (rowCount === 0) throw new ReadError(`${label} gives no rows; is it the right table?`);
  checkReadable(
    [...withBytes].map((name) => ({ name, unreadable: 'bytes' })),
    label,
  );
  const finished = columns.map((column) => column.finish());
  checkUtf8(database, finished, label);
  return {
    rowCount,
    finished,
    notes: columns.flatMap(({ note }) => note ?? []),
  };
}

/** Text that SQLite hands over ends at a NUL: a text with one comes as its bytes, and bytes come as none. */
function valueSql(name: string): string {
  const value = sqlName(name);
  return `CASE typeof(${value}) WHEN 'text' THEN iif(instr(${value}, char(0)), CAST(${value} AS BLOB), ${value})
    WHEN 'blob' THEN x'' ELSE ${value} END`;
}

/** Tells names that a view got for being like others, a:1, from such names in the query itself. */
function checkDistinct(database: Database, names: readonly string[], select: string, label: string): void {
  const doubtful = names.filter((name) => /:\d+$/.test(name));
  if (doubtful.length === 0) return;
  const row = database.get(withoutEnd(select));
  const invented = doubtful.find((name) => row !== null && !Object.hasOwn(row, name));
  if (invented !== undefined) throw sameName(invented.replace(/:\d+$/, ''), label);
}

/** Refuses text that is not UTF-8: with U+FFFD for all that is wrong, different texts become one. */
function checkUtf8(database: Database, finished: readonly Finished[], label: string): void {
  const hasMark = (column: Finished): boolean => textsOf(column).some((text) => text.includes('\uFFFD'));
  for (const { name } of finished.filter(hasMark)) {
    const value = sqlName(name);
    const rows = database.all(
      `SELECT DISTINCT CAST(${value} AS BLOB) AS bytes FROM ${VIEW} WHERE typeof(${value}) = 'text'`,
    ) as { bytes: Uint8Array }[];
    const wrong = rows.find(({ bytes }) => !isUtf8(bytes));
    if (wrong === undefined) continue;
    const text = quoted([new TextDecoder().decode(wrong.bytes)]);
    throw new ReadError(
      `${label}: column ${quoted([name])} holds text that is not UTF-8, such as ${text}; write it again as UTF-8, or leave it out with ${optionText('ignore', [name])}`,
    );
  }
}
