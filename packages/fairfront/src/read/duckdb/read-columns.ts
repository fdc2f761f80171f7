// The one pass over the rows. DuckDB parses, casts and looks up codes on all cores; its chunks go straight into flat arrays. A row that does
// not fit the guesses brings the texts of all guessed columns along, and is read again by our own rules.

import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import type { OnProgress } from '../columns/finished.js';
import type { ColumnBuilder } from './column-builders.js';
import { bytes } from './duckdb.js';
import type { Relation } from './relation.js';

/** @returns the number of rows */
export async function readColumns(
  connection: DuckDBConnection,
  relation: Relation,
  builders: readonly ColumnBuilder[],
  onProgress: OnProgress | undefined,
): Promise<number> {
  const result = await connection.stream(rowsQuery(relation, builders));
  let rowCount = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return rowCount;
    for (const [position, builder] of builders.entries()) builder.add(chunk, position);
    rereadMisfits(chunk, builders, rowCount);
    rowCount += chunk.rowCount;
    onProgress?.(rowCount, share(connection));
  }
}

/** Every builder's value, then whether the row does not fit, then its texts as a JSON array. */
function rowsQuery({ sql }: Relation, builders: readonly ColumnBuilder[]): string {
  const guesses = builders.flatMap(({ guess }, i) => (guess === undefined ? [] : [{ ...guess, i }]));
  const numbers = guesses.filter((guess) => guess.as === 'numbers').map(({ i }) => `t${i}`);
  const odd = [
    'false',
    ...guesses.map(({ misfit, i }) => misfit(`v${i}`)),
    // DuckDB takes 1_000 for a thousand, +-5 for -5, -nan for missing and 007 for 7; we do not.
    ...(numbers.length > 0 ? [`regexp_matches(concat_ws(' ', '', ${numbers}), '_| 0\\d|\\+-|[nN]')`] : []),
  ].join(' OR ');
  const columns = [
    ...builders.map(({ value }, i) => `${value} AS v${i}`),
    ...guesses.map(({ text, i }) => `${text} AS t${i}`),
  ];
  const values = builders.map((_, i) => `v${i}`);
  const texts = guesses.map(({ i }) => `t${i}`);
  return `SELECT ${values}, odd::UTINYINT, CASE WHEN odd THEN to_json([${texts}]::VARCHAR[])::VARCHAR END
    FROM (SELECT *, (${odd}) AS odd FROM (SELECT ${columns} FROM ${sql}))`;
}

function rereadMisfits(chunk: DuckDBDataChunk, builders: readonly ColumnBuilder[], firstRow: number): void {
  const odd = bytes(chunk, builders.length);
  for (let i = odd.indexOf(1); i >= 0; i = odd.indexOf(1, i + 1)) {
    const json = chunk.getColumnVector(builders.length + 1).getItem(i) as string;
    const texts = JSON.parse(json) as (string | null)[];
    let next = 0;
    for (const builder of builders) {
      if (builder.guess !== undefined) builder.reread?.(firstRow + i, texts[next++]!);
    }
  }
}

/** Of the whole that is done, where DuckDB can tell. */
function share(connection: DuckDBConnection): number | undefined {
  const { percentage } = connection.progress;
  return percentage > 0 ? percentage / 100 : undefined;
}
