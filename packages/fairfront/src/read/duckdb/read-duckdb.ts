// Parquet, JSON and databases, read by DuckDB.

import { FairfrontError } from '@fairfront/core';
import { quoted } from '@fairfront/core/internal';
import type { Declared, Missing, OnProgress, ReadColumns } from '../columns/finished.js';
import { asOption } from '../columns/refuse.js';
import { explainDuckDb, ReadError } from '../source/read-error.js';
import type { Source } from '../source/source.js';
import type { DatabaseOptions } from './choose-table.js';
import { createBuilder } from './column-builders.js';
import { planColumns } from './column-plan.js';
import { withDuckDb } from './duckdb.js';
import { openRelation } from './open-relation.js';
import { readColumns } from './read-columns.js';
import type { RelationColumn } from './relation.js';

/**
 * @param folder for what does not fit in memory; the caller removes it
 * @param choose the columns that are read, by their names
 */
export async function readThroughDuckDb(
  source: Source,
  folder: string,
  options: DatabaseOptions,
  choose: (names: readonly string[]) => ReadonlySet<string>,
  declared: Declared,
  missing: Missing,
  onProgress: OnProgress | undefined,
): Promise<ReadColumns> {
  try {
    return await withDuckDb(folder, async (connection) => {
      const relation = await openRelation(connection, source, missing.markers, options);
      const names = relation.columns.map(({ name }) => name);
      const chosen = choose(names);
      const wanted = relation.columns.filter(({ name }) => chosen.has(name));
      refuseUnreadable(wanted, source.label);
      const plans = await planColumns(connection, relation, wanted, declared, missing.has);
      const builders = plans.map((plan) => createBuilder(plan, missing.has));
      const rowCount = await readColumns(connection, relation, builders, onProgress);
      const notes = plans.flatMap((plan) => ('note' in plan ? [plan.note] : []));
      return {
        names,
        rowCount,
        finished: builders.map((builder) => builder.finish()),
        notes,
      };
    });
  } catch (error) {
    throw error instanceof FairfrontError ? error : explainDuckDb(source.label, error);
  }
}

function refuseUnreadable(columns: readonly RelationColumn[], label: string): void {
  const unreadable = columns.filter((column) => column.unreadable !== undefined);
  if (unreadable.length === 0) return;
  const names = unreadable.map(({ name }) => name);
  throw new ReadError(
    `${label}: ${unreadable.map(({ name, unreadable }) => `column ${quoted([name])} holds ${unreadable}`).join('; ')}; leave out with ${asOption('--ignore', names)}`,
  );
}
