// Parquet, JSON and DuckDB files, read by DuckDB.

import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { FairfrontError } from '@fairfront/core';
import { definedOnly } from '../../defined-only.js';
import type { CellStore } from '../../store/kept-cells.js';
import { type Grown, isKept, type OnProgress, type ReadColumns, type Wanted } from '../columns/finished.js';
import { checkReadable, type DatabaseOptions } from '../source/database.js';
import type { Source } from '../source/formats.js';
import { type ColumnBuilder, createBuilder } from './column-builders.js';
import { planColumns } from './column-plan.js';
import { bytes, explainDuckDb, withDuckDb } from './duckdb.js';
import { expectedRows, fileRows, openRelation } from './open-relation.js';
import type { Relation } from './relation.js';

/** DuckDB has this part of the memory, but no less than it needs to read at all. */
const DUCKDB_SHARE = 4;
const LEAST_MEMORY = 192 << 20;

/**
 * Reads Parquet, JSON or a table of a DuckDB file.
 * @param folder for what does not fit in memory; the caller removes it
 */
export async function readDuckDb(
  source: Source,
  folder: string,
  options: DatabaseOptions,
  { choose, declared, missing, onProgress, memory, store }: Wanted,
): Promise<ReadColumns> {
  try {
    return await withDuckDb(
      source,
      folder,
      async (connection) => {
        const relation = await openRelation(connection, source, missing, options);
        const names = relation.columns.map(({ name }) => name);
        const chosen = choose(names);
        const wanted = relation.columns
          .filter(({ name }) => chosen.has(name))
          .map((column) =>
            column.picture !== undefined && declared.pictures?.has(column.name)
              ? { name: column.name, text: column.picture }
              : column,
          );
        checkReadable(wanted, source.label);
        const plans = await planColumns(connection, relation, wanted, declared, missing);
        const kept = store?.(await expectedRows(connection, source, relation, wanted.length), wanted.length);
        const read = async (cells?: CellStore): Promise<{ rowCount: number; grown: readonly Grown[] }> => {
          const builders = plans.map((plan) => createBuilder(plan, missing, cells));
          const rowCount = await readRows(connection, relation, builders, onProgress);
          return { rowCount, grown: builders.map((builder) => builder.finish()) };
        };
        const { rowCount, grown } = await (kept === undefined ? read() : kept.fill(read));
        const files = await fileRows(connection, source);
        return {
          names,
          rowCount,
          finished: grown.map((column) => (isKept(column) ? kept!.column(column) : column)),
          notes: plans.flatMap(({ note }) => note ?? []),
          ...(files && { files }),
        };
      },
      definedOnly({ memory: memory && Math.max(memory / DUCKDB_SHARE, LEAST_MEMORY) }),
    );
  } catch (error) {
    throw error instanceof FairfrontError ? error : explainDuckDb(source.label, error);
  }
}

/**
 * Reads all rows in one pass. DuckDB parses, casts and looks up codes on all cores; its chunks go straight
 * into flat arrays. A row that does not fit the guesses brings the texts of all guessed columns along, and is
 * read again by our own rules.
 * @returns the number of rows
 */
async function readRows(
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

/** Selects every builder's value, then whether the row does not fit, then its texts as a JSON array. */
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

/** The share of the whole that is done, where DuckDB can tell. */
function share(connection: DuckDBConnection): number | undefined {
  const { percentage } = connection.progress;
  return percentage > 0 ? percentage / 100 : undefined;
}
