// Reads the rows of a SQLite query; a job for a worker thread, which can be ended whatever SQLite does.

import { isUtf8 } from 'node:buffer';
import { quoted } from '@fairfront/core/tables';
import type { Database } from 'node-sqlite3-wasm';
import { optionText } from '../../option-text.js';
import type { BlockList } from '../../store/block-file.js';
import { CellFile, type CellFilePlan } from '../../store/cell-file.js';
import type { CellStore } from '../../store/kept-cells.js';
import type { Job } from '../../threads/job.js';
import type { Declared, Grown, Missing, ReadColumns } from '../columns/finished.js';
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
  /** Where cells go, if they are not to stay in memory. */
  readonly cells?: CellFilePlan | undefined;
}

export interface SqliteRows extends Omit<ReadColumns, 'names' | 'finished'> {
  readonly finished: readonly Grown[];
  /** Where those cells are that did not stay in memory. */
  readonly file?: BlockList | undefined;
}

export const sqliteRowsJob: Job<SqliteTask, SqliteRows, undefined, number> = {
  worker: new URL('./sqlite-worker.js', import.meta.url),
  run: (task, _, report) =>
    withSqlite(task.path, task.where, (database) => {
      const file = task.cells && new CellFile(task.cells);
      try {
        return { ...readRows(database, task, report, file), file: file?.finish() };
      } catch (error) {
        file?.discard();
        throw error;
      }
    }),
};

const ROWS_PER_REPORT = 1 << 14;

/** @param report is told now and then how many rows are read */
function readRows(
  database: Database,
  { label, select, wanted, declared, missing }: SqliteTask,
  report: (rowCount: number) => unknown,
  store: CellStore | undefined,
): SqliteRows {
  const names = createView(database, select);
  checkDistinct(database, names, select, label);
  const chosen = names.filter((name) => wanted.has(name));
  const columns = chosen.map((name) =>
    declared.numeric.has(name) || declared.categorical.has(name)
      ? declaredColumn(name, declared, missing, store)
      : guessedColumn(name, missing, store),
  );
  const withBytes = new Set<string>();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const decode = (bytes: Uint8Array, name: string): string => {
    if (!isUtf8(bytes)) throw notUtf8(name, bytes, label);
    return decoder.decode(bytes);
  };
  const keys = chosen.map((_, i) => `c${i}`);
  const isPicture = chosen.map((name) => declared.pictures?.has(name));
  const statement = database.prepare(
    `SELECT ${chosen.map((name, i) => `${isPicture[i] ? sqlName(name) : valueSql(name)} AS ${keys[i]}`)} FROM ${VIEW}`,
  );
  let rowCount = 0;
  try {
    for (const row of statement.iterate() as Iterable<Record<string, SqliteValue | Uint8Array>>) {
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i]!;
        const value = row[keys[i]!]!;
        if (typeof value !== 'object' || value === null) column.add(value);
        else if (isPicture[i]) column.add(`data:;base64,${Buffer.from(value).toString('base64')}`);
        else if (value.length > 0) column.add(decode(value, chosen[i]!));
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
  return {
    rowCount,
    finished: columns.map((column) => column.finish()),
    notes: columns.flatMap(({ note }) => note ?? []),
  };
}

/**
 * Text that SQLite hands over ends at a NUL, and bytes that are no UTF-8 become letters that nobody wrote. So
 * all but plain ASCII comes as its bytes, to be decoded here; and what is bytes comes as none.
 */
function valueSql(name: string): string {
  const value = sqlName(name);
  const isPlain = `${value} NOT GLOB '*[^' || char(1) || '-' || char(127) || ']*' AND NOT instr(${value}, char(0))`;
  return `CASE typeof(${value}) WHEN 'text' THEN iif(${isPlain}, ${value}, CAST(${value} AS BLOB))
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

/** @param bytes of a text */
function notUtf8(name: string, bytes: Uint8Array, label: string): ReadError {
  const text = quoted([new TextDecoder().decode(bytes)]);
  return new ReadError(
    `${label}: column ${quoted([name])} holds text that is not UTF-8, such as ${text}; write it again as UTF-8, or leave it out with ${optionText('ignore', [name])}`,
  );
}
