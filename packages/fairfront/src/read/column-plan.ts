// How each column will be read, settled from the first rows: as numbers, as codes of the levels seen there, or as text. A plan is a guess
// that the reading checks in every row; what does not fit it is never lost.

import type { DuckDBConnection } from '@duckdb/node-api';
import { queryRows } from './duckdb.js';
import type { Relation, RelationColumn } from './relation.js';
import { isCodeText, isInfiniteText, isNumberText } from './text-values.js';

export type ColumnPlan =
  /** Numbers. `declared`: by the source or by the caller. */
  | { readonly kind: 'number'; readonly column: RelationColumn; readonly declared: boolean }
  /** Few levels: DuckDB hands over the position of each text among `texts`, trimmed or not as they stand in the file. */
  | {
      readonly kind: 'coded';
      readonly column: RelationColumn;
      readonly texts: readonly string[];
      readonly declared: boolean;
      readonly note?: string;
    }
  /** Many levels. */
  | { readonly kind: 'text'; readonly column: RelationColumn; readonly declared: boolean };

const SAMPLE_ROWS = 4096;
/** Different texts in the sample from which on codes are not worth their dictionary. */
const CODED_LIMIT = 1024;
/** Longer texts are no levels anybody named. */
const CODED_LENGTH = 200;
/** Numbers among other texts are names of levels up to so many of them (1, 2, 3+), and meant as numbers beyond. */
const LEVEL_NUMBERS = 20;

export interface Declared {
  readonly categorical: ReadonlySet<string>;
  readonly numeric: ReadonlySet<string>;
}

export async function planColumns(
  connection: DuckDBConnection,
  relation: Relation,
  columns: readonly RelationColumn[],
  declared: Declared,
  isMissing: (text: string) => boolean,
): Promise<ColumnPlan[]> {
  const texts = columns.filter(
    ({ name, number }) =>
      !declared.numeric.has(name) && (number === undefined || declared.categorical.has(name)),
  );
  const samples = await sample(connection, relation, texts, isMissing);
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
  isMissing: (text: string) => boolean,
): Promise<Map<RelationColumn, string[]>> {
  const samples = new Map<RelationColumn, string[]>(columns.map((column) => [column, []]));
  if (columns.length === 0) return samples;
  const rows = await queryRows(
    connection,
    `SELECT ${columns.map(({ text }) => text)} FROM ${sql} LIMIT ${SAMPLE_ROWS}`,
  );
  for (const [i, column] of columns.entries()) {
    let values = present(
      rows.map((row) => row[i]),
      isMissing,
    );
    if (values.length === 0 && rows.length === SAMPLE_ROWS) {
      const later = await queryRows(
        connection,
        `SELECT ${column.text} FROM ${sql} WHERE ${column.text} IS NOT NULL LIMIT ${SAMPLE_ROWS}`,
      );
      values = present(
        later.map(([value]) => value),
        isMissing,
      );
    }
    samples.set(column, values);
  }
  return samples;
}

function present(values: readonly unknown[], isMissing: (text: string) => boolean): string[] {
  return values.filter((value): value is string => typeof value === 'string' && !isMissing(value.trim()));
}

function planText(column: RelationColumn, values: readonly string[], categorical: boolean): ColumnPlan {
  const different = [...new Set(values)];
  const trimmed = [...new Set(different.map((value) => value.trim()))];
  const numbers = trimmed.filter((value) => isNumberText(value) || isInfiniteText(value));
  const codes = trimmed.filter(isCodeText);
  const likeNumbers =
    numbers.length === trimmed.length ||
    (numbers.length > LEVEL_NUMBERS && numbers.length >= trimmed.length / 2);
  if (!categorical && likeNumbers && codes.length === 0) return { kind: 'number', column, declared: false };
  const texts = different.filter((value) => value.length <= CODED_LENGTH && !value.includes('\0'));
  if (texts.length > CODED_LIMIT) return { kind: 'text', column, declared: categorical };
  return !categorical && likeNumbers && numbers.length > 0
    ? {
        kind: 'coded',
        column,
        texts,
        declared: false,
        note: `"${column.name}" has numbers with leading zeros (${codes[0]}): read as categories`,
      }
    : { kind: 'coded', column, texts, declared: categorical };
}
