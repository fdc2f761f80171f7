// Predictions by way of DuckDB: of Parquet, JSON and DuckDB files, and into Parquet. Rows are kept in a table of DuckDB,
// which moves to disk what does not fit in a little memory, so that what is written is what was read, in its order,
// whatever the source does meanwhile.

import { totalmem } from 'node:os';
import {
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBInstance,
  type DuckDBType,
  VARCHAR,
} from '@duckdb/node-api';
import { FairfrontError, type NumericColumn } from '@fairfront/core';
import { quoted } from '@fairfront/core/internal';
import { type Finished, inMemory } from '../read/columns/finished.js';
import { GrowingLevels, GrowingNumbers } from '../read/columns/growing-columns.js';
import { textAt } from '../read/csv/csv-columns.js';
import { doubles, explainDuckDb, queryRows, sqlText, withDuckDb } from '../read/duckdb/duckdb.js';
import { openRelation } from '../read/duckdb/open-relation.js';
import type { RelationColumn } from '../read/duckdb/relation.js';
import { sqlName } from '../read/source/database.js';
import type { Source } from '../read/source/formats.js';
import { ReadError } from '../read/source/read-error.js';
import type { ModelColumn } from '../runs/object-rows.js';
import type { Model } from '../runs/plain-model.js';
import { UsageError } from '../usage-error.js';
import { type Batches, type Predicted, placesOf } from './batches.js';
import { type CsvSink, predictCsv } from './predict-csv.js';
import { isParquet, type ResolvedPredict } from './predict-options.js';
import { newNames } from './predicted-columns.js';

/** Bytes that DuckDB may take; more goes to the temporary folder. A table of 3,000 columns needs a third of it. */
const MEMORY = 2 ** 31;
/** The tables of what was read, and of what the model says. */
const [KEPT, SAID] = ['kept', 'said'] as const;
/** Rows that a Parquet file has in a group; those of a wide one have fewer, since a group is in memory as a whole. */
const GROUP_ROWS = 122_880;
const GROUP_VALUES = 1 << 23;
/** What a chunk of DuckDB holds at most. */
const CHUNK_ROWS = 2048;

/** What is needed of a prediction by way of DuckDB. */
export interface DuckDbTask {
  readonly source: Source;
  /** For what does not fit in memory. */
  readonly folder: string;
  readonly model: Model;
  readonly batches: Batches;
  readonly options: ResolvedPredict;
  readonly missing: ReadonlySet<string>;
  /** The file that is written. */
  readonly target: string;
  onProgress(rows: number, share: number | undefined): void;
}

/** Predicts a Parquet, JSON or DuckDB file. @returns notes of the reading */
export function predictDuckDb(task: DuckDbTask): Promise<readonly string[]> {
  const { source, batches, options, missing, onProgress } = task;
  const { columns, classes } = task.model;
  return inDuckDb(task, async (connection, instance) => {
    const relation = await openRelation(connection, source, missing, options);
    const names = relation.columns.map(({ name }) => name);
    const added = newNames(classes, options.prefix, names, source.label, sameInSql);
    checkNames([...names, ...added], source.label);
    const places = placesOf(columns, names, source.label);
    const taken = places.map((place) => relation.columns[place]!);
    taken.forEach((column, i) => {
      if (column.unreadable === undefined || (columns[i]!.kind === 'picture' && column.picture)) return;
      throw new ReadError(
        `${source.label}: the model takes column ${quoted([column.name])}, which holds ${column.unreadable} here`,
      );
    });
    await connection.run(`CREATE TABLE memory.main.${KEPT} AS SELECT * FROM ${relation.sql}`);
    const writer = await instance.connect();
    try {
      const said = await createPredicted(writer, SAID, [], added);
      const cells = columns.map((column, i) => cellReader(column, taken[i]!, missing));
      const rows = await connection.stream(
        `SELECT ${cells.length === 0 ? 'NULL' : cells.map(({ sql }) => sql)} FROM memory.main.${KEPT}`,
      );
      const [[total]] = (await queryRows(writer, `SELECT count(*)::DOUBLE FROM memory.main.${KEPT}`)) as [
        [number],
      ];
      for (;;) {
        const chunk = await rows.fetchChunk();
        if (chunk === null || chunk.rowCount === 0) break;
        const read = cells.map((cell, i) => cell.read(chunk, i));
        said.append(await batches.predict(chunk.rowCount, read), []);
        onProgress(batches.rowCount, batches.rowCount / total);
      }
      said.close();
      const both = `memory.main.${KEPT} POSITIONAL JOIN memory.main.${SAID}`;
      await copyOut(writer, both, names.length + added.length, task);
    } finally {
      writer.closeSync();
    }
    return [];
  });
}

/** Predicts a CSV file into Parquet: what the model takes as numbers becomes numbers, all else stays text. */
export function predictCsvToParquet(task: DuckDbTask): Promise<readonly string[]> {
  const { source, batches, options, missing, onProgress } = task;
  const { columns, classes } = task.model;
  return inDuckDb(task, async (connection) => {
    const numbers = new Map(columns.flatMap(({ name, kind }, i) => (kind === 'numeric' ? [[name, i]] : [])));
    let kept: PredictedTable;
    let texts: (string | null)[][];
    const sink: CsvSink = {
      begin: async ({ names }) => {
        const added = newNames(classes, options.prefix, names, source.label, sameInSql);
        checkNames([...names, ...added], source.label);
        const own = names.map((name) => ({ name, type: numbers.has(name) ? DOUBLE : VARCHAR }));
        kept = await createPredicted(connection, KEPT, own, added);
        texts = names.map(() => []);
      },
      add: (bytes, { starts, ends, width, recordCount }) => {
        texts.forEach((own, c) => {
          if (kept.types[c] === DOUBLE) return;
          for (let i = 0, at = c; i < recordCount; i++, at += width) {
            own.push(textAt(bytes, starts[at]!, ends[at]!) || null);
          }
        });
      },
      predicted: async (predicted, read) => {
        kept.append(
          predicted,
          texts.map((own, c) => {
            const place = numbers.get(kept.names[c]!);
            return place === undefined
              ? own
              : Array.from((read[place] as NumericColumn).values, numberOrNull);
          }),
        );
        texts = texts.map(() => []);
      },
      end: async () => kept.close(),
    };
    const notes = await predictCsv(source, columns, batches, options, missing, sink, onProgress);
    await copyOut(connection, `memory.main.${KEPT}`, kept!.names.length, task);
    return notes;
  });
}

async function inDuckDb<Result>(
  { source, folder, target }: DuckDbTask,
  work: (connection: DuckDBConnection, instance: DuckDBInstance) => Promise<Result>,
): Promise<Result> {
  try {
    const memory = Math.min(MEMORY, totalmem() / 2, (process.constrainedMemory() || MEMORY) / 2);
    return await withDuckDb(source, folder, work, { writes: target, memory });
  } catch (error) {
    throw error instanceof FairfrontError ? error : explainDuckDb(source.label, error);
  }
}

/** A table that takes rows and what the model says of them. */
interface PredictedTable {
  readonly names: readonly string[];
  readonly types: readonly DuckDBType[];
  /** @param cells by column: those of the rows themselves, where the table has them */
  append(predicted: Predicted, cells: readonly (readonly (string | number | null)[])[]): void;
  close(): void;
}

async function createPredicted(
  connection: DuckDBConnection,
  table: string,
  own: readonly { readonly name: string; readonly type: DuckDBType }[],
  added: readonly string[],
): Promise<PredictedTable> {
  const classes = added.slice(0, -1).map((name) => ({ name, type: DOUBLE }));
  const isNumber = classes.length === 0;
  const columns = [...own, ...classes, { name: added.at(-1)!, type: isNumber ? DOUBLE : VARCHAR }];
  const types = columns.map(({ type }) => type);
  await connection.run(
    `CREATE TABLE memory.main.${table} (${columns.map(({ name, type }) => `${sqlName(name)} ${type}`)})`,
  );
  const appender: DuckDBAppender = await connection.createAppender(table, 'main', 'memory');
  return {
    names: columns.map(({ name }) => name),
    types,
    append: ({ probabilities, decided, classes: named }, cells) => {
      for (let from = 0; from < decided.length; from += CHUNK_ROWS) {
        const to = Math.min(from + CHUNK_ROWS, decided.length);
        const chunk = DuckDBDataChunk.create(types, to - from);
        for (const [c, own] of cells.entries()) chunk.setColumnValues(c, own.slice(from, to));
        classes.forEach((_, k) => {
          const values = Array.from(
            { length: to - from },
            (_, i) => probabilities[(from + i) * classes.length + k]!,
          );
          chunk.setColumnValues(cells.length + k, values);
        });
        const said = isNumber
          ? Array.from(probabilities.subarray(from, to))
          : Array.from(decided.subarray(from, to), (k) => named[k]!);
        chunk.setColumnValues(types.length - 1, said);
        appender.appendDataChunk(chunk);
      }
    },
    close: () => appender.closeSync(),
  };
}

/** Writes rows to the file that is asked for. */
async function copyOut(
  connection: DuckDBConnection,
  rows: string,
  width: number,
  { target, options }: DuckDbTask,
): Promise<void> {
  const groupRows = Math.max(CHUNK_ROWS, Math.min(GROUP_ROWS, Math.floor(GROUP_VALUES / width)));
  const format = isParquet(options.out)
    ? `FORMAT parquet, ROW_GROUP_SIZE ${groupRows}`
    : "FORMAT csv, HEADER, DELIMITER ','";
  await connection.run(`COPY (SELECT * FROM ${rows}) TO ${sqlText(target)} (${format}, USE_TMP_FILE false)`);
}

/** How the cells of a column of the model come out of DuckDB. */
interface CellReader {
  readonly sql: string;
  read(chunk: DuckDBDataChunk, position: number): Finished;
}

function cellReader(
  { name, kind }: ModelColumn,
  column: RelationColumn,
  missing: ReadonlySet<string>,
): CellReader {
  if (kind === 'numeric' && column.number !== undefined) {
    return {
      sql: `coalesce(${column.number}, 'nan'::DOUBLE)`,
      read: (chunk, position) => ({ kind, name, values: doubles(chunk, position).slice() }),
    };
  }
  const texts = (chunk: DuckDBDataChunk, position: number): string[] =>
    chunk.getColumnValues(position).map((text) => (text as string | null)?.trim() ?? '');
  const sql = kind === 'picture' ? (column.picture ?? column.text) : column.text;
  if (kind === 'numeric') {
    return {
      sql,
      read: (chunk, position) => {
        const numbers = new GrowingNumbers(name, true, missing);
        numbers.cells.extend(chunk.rowCount);
        texts(chunk, position).forEach((text, row) => {
          numbers.cells.values[row] = numbers.numberOf(text, row);
        });
        return inMemory(numbers.finish());
      },
    };
  }
  return {
    sql,
    read: (chunk, position) => {
      const levels = new GrowingLevels(name, true, missing);
      levels.cells.extend(chunk.rowCount);
      texts(chunk, position).forEach((text, row) => {
        levels.cells.values[row] = levels.codeOf(text);
      });
      return inMemory(levels.finish());
    },
  };
}

const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
const sameInSql = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

/** DuckDB takes names that differ in upper and lower case for one. */
function checkNames(names: readonly string[], label: string): void {
  const known = new Map<string, string>();
  for (const name of names) {
    const other = known.get(name.toLowerCase());
    if (other !== undefined) {
      throw new UsageError(
        `${label} has columns ${quoted([other, name])}, which a Parquet file cannot tell apart; write CSV, \`out: 'predictions.csv'\`, or rename one of them`,
      );
    }
    known.set(name.toLowerCase(), name);
  }
}
