// The one pass over the rows. DuckDB parses, casts and looks up codes on all cores; the chunks go straight into flat arrays. Where a text
// does not fit its column's plan, the row brings its texts along.

import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnBuilder } from './column-builders.js';
import { bytes } from './duckdb.js';
import type { Relation } from './relation.js';

export type OnProgress = (rows: number, share: number | undefined) => void;

/** @returns the number of rows */
export async function readColumns(
  connection: DuckDBConnection,
  { sql }: Relation,
  builders: readonly ColumnBuilder[],
  isMissing: (text: string) => boolean,
  onProgress: OnProgress | undefined,
): Promise<number> {
  const guessed = builders.filter(({ exceptional }) => exceptional !== undefined);
  const isException = guessed.map(({ exceptional }) => exceptional!).join(' OR ') || 'false';
  const texts = guessed.map(({ exceptional, text }) => `CASE WHEN ${exceptional} THEN ${text} END`);
  const result = await connection.stream(
    `SELECT ${[
      ...builders.map(({ value }) => value),
      `(${isException})::UTINYINT`,
      `CASE WHEN ${isException} THEN to_json([${texts}])::VARCHAR END`,
    ]} FROM ${sql}`,
  );
  let rowCount = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return rowCount;
    for (const [position, builder] of builders.entries()) builder.add(chunk, position);
    const exceptions = bytes(chunk, builders.length);
    for (let i = 0; i < exceptions.length; i++) {
      if (exceptions[i] === 0) continue;
      const texts = JSON.parse(chunk.getColumnVector(builders.length + 1).getItem(i) as string) as (
        | string
        | null
      )[];
      for (const [j, text] of texts.entries()) {
        const trimmed = text?.trim();
        if (trimmed !== undefined) guessed[j]!.except(rowCount + i, isMissing(trimmed) ? undefined : trimmed);
      }
    }
    rowCount += chunk.rowCount;
    onProgress?.(rowCount, share(connection));
  }
}

/** Of the whole that is done, where DuckDB can tell. */
function share(connection: DuckDBConnection): number | undefined {
  const { percentage } = connection.progress;
  return percentage > 0 ? percentage / 100 : undefined;
}
