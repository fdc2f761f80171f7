// A file that nobody cleaned, read as a table. What each column was taken for is told with it; what makes no sense is an error that names
// the column, the rows and the way out.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DuckDBConnection } from '@duckdb/node-api';
import {
  type Column,
  count,
  createTable,
  FairfrontError,
  nearestName,
  quoted,
  type Table,
} from '@fairfront/core';
import { createBuilder, LEVEL_LIMIT } from './column-builders.js';
import { planColumns } from './column-plan.js';
import { queryRows, withDuckDb } from './duckdb.js';
import { openRelation, type RelationOptions } from './open-relation.js';
import { type OnProgress, readColumns } from './read-columns.js';
import { explainDuckDb, ReadError } from './read-error.js';
import { asOption, type Finished, isRejected, refuse } from './refuse.js';
import type { Relation, RelationColumn } from './relation.js';
import { type Format, openSource, type Source } from './source.js';
import { MISSING_MARKERS } from './text-values.js';

export interface ReadOptions extends RelationOptions {
  /** What the file is, where neither its content nor its name tell. */
  readonly format?: Format;
  /** Texts that mean a missing value, beside the empty text, NA, NaN, null and ?. */
  readonly missing?: readonly string[];
  /** Columns that are categories, whatever they look like. */
  readonly categorical?: readonly string[];
  /** Columns that are numbers: any other text in them is an error. */
  readonly numeric?: readonly string[];
  /** Columns that are not read. */
  readonly ignore?: readonly string[];
  /** What "-" reads. Default: standard input. */
  readonly stdin?: Readable;
  readonly onProgress?: OnProgress;
}

export interface Reading {
  readonly table: Table;
  /** Every column of the file, in its order. */
  readonly columns: readonly ColumnReport[];
  /** What a person should know of how the file was read. */
  readonly notes: readonly string[];
}

export interface ColumnReport {
  readonly name: string;
  /** 'text': so many different texts that they make no category; not in the table. */
  readonly kind: Column['kind'] | 'text' | 'ignored';
}

/** @param path a file, or "-" for standard input */
export async function readTable(path: string, options: ReadOptions = {}): Promise<Reading> {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-'));
  try {
    const source = await openSource(path, folder, options.stdin ?? process.stdin, options.format);
    return await readSource(source, folder, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readSource(source: Source, folder: string, options: ReadOptions): Promise<Reading> {
  const missing = new Set([...MISSING_MARKERS, ...(options.missing ?? [])]);
  const isMissing = (text: string): boolean => missing.has(text);
  try {
    return await withDuckDb(folder, async (connection) => {
      const relation = await openRelation(connection, source, [...missing], options);
      const wanted = wantedColumns(relation, source.label, options);
      const declared = { categorical: new Set(options.categorical), numeric: new Set(options.numeric) };
      const plans = await planColumns(connection, relation, wanted, declared, isMissing);
      const builders = plans.map((plan) => createBuilder(plan, isMissing));
      const rowCount = await readColumns(connection, relation, builders, options.onProgress);
      if (rowCount === 0)
        throw new ReadError(`${source.label} has columns, but no rows; is it the right file?`);
      const finished = builders.map((builder) => builder.finish());
      const examples = await examplesOf(connection, relation, wanted, finished);
      refuse(finished, examples, declared.categorical, source.label);
      if (examples.size === finished.length) {
        throw new ReadError(
          `${source.label}: every column has more than ${count(LEVEL_LIMIT, 'different text')}; say which are categories with --categorical`,
        );
      }
      return reading(
        relation,
        finished,
        plans.flatMap((plan) => ('note' in plan ? [plan.note] : [])),
        examples,
      );
    });
  } catch (error) {
    throw error instanceof FairfrontError ? error : explainDuckDb(source.label, error);
  }
}

function wantedColumns(relation: Relation, label: string, options: ReadOptions): RelationColumn[] {
  const names = relation.columns.map(({ name }) => name);
  for (const option of ['categorical', 'numeric', 'ignore'] as const) {
    for (const name of options[option] ?? []) {
      if (names.includes(name)) continue;
      const near = nearestName(name, names);
      const hint = near === undefined ? `there are ${quoted(names)}` : `did you mean ${quoted([near])}?`;
      throw new ReadError(`--${option}: ${label} has no column ${quoted([name])}; ${hint}`);
    }
  }
  const both = options.categorical?.filter((name) => options.numeric?.includes(name)) ?? [];
  if (both.length > 0)
    throw new ReadError(`${quoted(both)}: declared both --categorical and --numeric; leave out one of them`);
  const wanted = relation.columns.filter(({ name }) => !options.ignore?.includes(name));
  if (wanted.length === 0)
    throw new ReadError(`${label}: every column is ignored; leave one of them out of --ignore`);
  const unreadable = wanted.filter((column) => column.unreadable !== undefined);
  if (unreadable.length > 0) {
    throw new ReadError(
      `${label}: ${unreadable.map(({ name, unreadable }) => `column ${quoted([name])} holds ${unreadable}`).join('; ')}; leave out with ${asOption(
        '--ignore',
        unreadable.map(({ name }) => name),
      )}`,
    );
  }
  return wanted;
}

/** Some texts of each column that has too many. */
async function examplesOf(
  connection: DuckDBConnection,
  { sql }: Relation,
  columns: readonly RelationColumn[],
  finished: readonly Finished[],
): Promise<Map<string, string[]>> {
  const examples = new Map<string, string[]>();
  for (const [i, column] of finished.entries()) {
    if (!isRejected(column) || column.rejected !== 'many-levels') continue;
    const { text } = columns[i]!;
    const rows = await queryRows(connection, `SELECT ${text} FROM ${sql} WHERE ${text} IS NOT NULL LIMIT 20`);
    examples.set(
      column.name,
      rows.map(([value]) => String(value).trim()),
    );
  }
  return examples;
}

function reading(
  relation: Relation,
  finished: readonly Finished[],
  planned: readonly (string | undefined)[],
  examples: ReadonlyMap<string, readonly string[]>,
): Reading {
  const kinds = new Map(
    finished.map((column) => [column.name, isRejected(column) ? ('text' as const) : column.kind]),
  );
  const manyLevels = [...examples].map(
    ([name, texts]) =>
      `${quoted([name])} has more than ${count(LEVEL_LIMIT, 'different text')}, such as ${quoted(texts, 2).replace(/ and \d+ more$/, '')}: not used, unless declared --categorical`,
  );
  return {
    table: createTable(finished.filter((column): column is Column => !isRejected(column))),
    columns: relation.columns.map(({ name }) => ({ name, kind: kinds.get(name) ?? 'ignored' })),
    notes: [...relation.notes, ...planned.filter((note) => note !== undefined), ...manyLevels],
  };
}
