// What DuckDB and SQLite files have in common: a table is chosen or a query given, names are quoted in SQL,
// and some columns cannot be read.

import { describeNearest, quoted } from '@fairfront/core/tables';
import { optionText } from '../../option-text.js';
import { ReadError } from './read-error.js';

export interface DatabaseOptions {
  /** The table of a DuckDB or SQLite file to read. Default: the only one there is. */
  readonly table?: string;
  /** A query in the file's own SQL, one SELECT, instead of a table. */
  readonly sql?: string;
}

/** Chooses the table that is wanted, or the only one. */
export function chooseTable(tables: readonly string[], label: string, wanted: string | undefined): string {
  if (tables.length === 0) throw new ReadError(`${label} holds no table`);
  if (wanted !== undefined) {
    if (tables.includes(wanted)) return wanted;
    throw new ReadError(
      `\`table\`: ${label} has no table ${quoted([wanted])}; ${describeNearest(wanted, tables)}`,
    );
  }
  if (tables.length === 1) return tables[0]!;
  throw new ReadError(
    `${label} holds ${tables.length} tables: ${quoted(tables)}; say which with \`table\` or \`sql\``,
  );
}

/** Writes the name of a table or column as SQL. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The error for a query with two columns of one name: which is meant cannot be guessed. */
export function sameName(name: string, label: string): ReadError {
  return new ReadError(
    `${label}, \`sql\`: two columns are named ${quoted([name])}; name the columns one by one, with AS where names meet`,
  );
}

/** Refuses columns that hold neither text nor numbers. @param columns with what each holds instead */
export function checkReadable(
  columns: readonly { readonly name: string; readonly unreadable?: string }[],
  label: string,
): void {
  const unreadable = columns.filter((column) => column.unreadable !== undefined);
  if (unreadable.length === 0) return;
  const names = unreadable.map(({ name }) => name);
  throw new ReadError(
    `${label}: ${unreadable.map(({ name, unreadable }) => `column ${quoted([name])} holds ${unreadable}`).join('; ')}; leave out with ${optionText('ignore', names)}`,
  );
}
