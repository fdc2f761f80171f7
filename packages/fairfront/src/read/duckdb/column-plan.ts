// Plans how each column is read, from the first rows: as numbers, as codes of the levels seen there, or as
// text. A plan is a guess that the reading checks in every row; what does not fit it is never lost.

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Declared, Missing } from '../columns/finished.js';
import { guessKind, type KindGuess, SAMPLE_TEXTS } from '../columns/guess-kind.js';
import { queryRows } from './duckdb.js';
import type { Relation, RelationColumn } from './relation.js';

export type ColumnPlan = {
  readonly column: RelationColumn;
  /** Whether the source or the caller says that it is of this kind. */
  readonly declared: boolean;
  readonly note?: string;
} & (
  | { readonly kind: 'number' }
  /** Few levels: DuckDB hands over the position of each text among `texts`, which stand as in the file. */
  | { readonly kind: 'coded'; readonly texts: readonly string[] }
  /** Many levels. */
  | { readonly kind: 'text' }
);

/** Different texts in the sample from which on codes are not worth their dictionary. */
const CODED_LIMIT = 1024;
/** Longer texts are no levels anybody named. */
const CODED_LENGTH = 200;

/** Plans how to read columns. */
export async function planColumns(
  connection: DuckDBConnection,
  relation: Relation,
  columns: readonly RelationColumn[],
  declared: Declared,
  missing: Missing,
): Promise<ColumnPlan[]> {
  const texts = columns.filter(
    ({ name, number }) =>
      !declared.numeric.has(name) && (number === undefined || declared.categorical.has(name)),
  );
  const samples = await sample(connection, relation, texts, missing);
  return columns.map((column) => {
    const values = samples.get(column);
    return values === undefined
      ? { kind: 'number', column, declared: true }
      : planText(column, values, declared.categorical.has(column.name));
  });
}

async function sample(
  connection: DuckDBConnection,
  { sql }: Relation,
  columns: readonly RelationColumn[],
  missing: Missing,
): Promise<Map<RelationColumn, string[]>> {
  const samples = new Map<RelationColumn, string[]>(columns.map((column) => [column, []]));
  if (columns.length === 0) return samples;
  const rows = await queryRows(
    connection,
    `SELECT ${columns.map(({ text }) => text)} FROM ${sql} LIMIT ${SAMPLE_TEXTS}`,
  );
  for (const [i, column] of columns.entries()) {
    let values = present(rows, i, missing);
    if (values.length < SAMPLE_TEXTS && rows.length === SAMPLE_TEXTS) {
      const later = await queryRows(
        connection,
        `SELECT ${column.text} FROM ${sql} WHERE ${column.text} IS NOT NULL LIMIT ${SAMPLE_TEXTS}`,
      );
      values = present(later, 0, missing);
    }
    samples.set(column, values);
  }
  return samples;
}

/** The texts of a column that are not missing. */
function present(rows: readonly (readonly unknown[])[], column: number, missing: Missing): string[] {
  return rows.flatMap((row) => {
    const text = row[column];
    return typeof text === 'string' && !missing.has(text.trim()) ? [text] : [];
  });
}

function planText(column: RelationColumn, values: readonly string[], categorical: boolean): ColumnPlan {
  const { kind, note }: KindGuess = categorical
    ? { kind: 'categorical' }
    : guessKind(
        column.name,
        values.map((value) => value.trim()),
      );
  if (kind === 'numeric') return { kind: 'number', column, declared: false };
  const texts = [...new Set(values)].filter((value) => value.length <= CODED_LENGTH && !value.includes('\0'));
  const common = { column, declared: categorical, ...(note === undefined ? {} : { note }) };
  const isLong = texts.length === 0 && values.length > 0;
  return texts.length > CODED_LIMIT || isLong
    ? { kind: 'text', ...common }
    : { kind: 'coded', texts, ...common };
}
