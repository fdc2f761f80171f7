// Finds out which table of a database is meant.

import { nearestName, quoted } from '@fairfront/core/internal';
import { ReadError } from '../source/read-error.js';

export interface DatabaseOptions {
  /** The table of a DuckDB or SQLite file to read. Default: the only one there is. */
  readonly table?: string;
  /** A query in the file's own SQL, instead of a table. */
  readonly sql?: string;
}

/** Chooses the table that is wanted, or the only one. */
export function chooseTable(tables: readonly string[], label: string, wanted: string | undefined): string {
  if (tables.length === 0) throw new ReadError(`${label} holds no table`);
  if (wanted !== undefined) {
    if (tables.includes(wanted)) return wanted;
    const near = nearestName(wanted, tables);
    const hint = near === undefined ? `there are ${quoted(tables)}` : `did you mean "${near}"?`;
    throw new ReadError(`\`table\`: ${label} has no table "${wanted}"; ${hint}`);
  }
  if (tables.length === 1) return tables[0]!;
  throw new ReadError(
    `${label} holds ${tables.length} tables: ${quoted(tables)}; say which with \`table\` or \`sql\``,
  );
}

/** Writes a query so that it can stand inside another, even if it ends with a comment. */
export function subquery(sql: string): string {
  return `(${withoutEnd(sql)}\n)`;
}

/** Removes semicolons at the end of a query. */
export function withoutEnd(sql: string): string {
  return sql.trim().replace(/(?<!;);+$/, '');
}
