// Opens a source of any format that DuckDB reads as a relation.

import type { DuckDBConnection } from '@duckdb/node-api';
import { firstRepeated, quoted } from '@fairfront/core/internal';
import type { FileRows, Missing } from '../columns/finished.js';
import { chooseTable, type DatabaseOptions, sameName, sqlName } from '../source/database.js';
import { checkSameNames, type Source } from '../source/formats.js';
import { ReadError } from '../source/read-error.js';
import { explainDuckDb, queryRows, sqlFiles, sqlText } from './duckdb.js';
import { jsonRelation } from './json-relation.js';
import { type Relation, relationColumn } from './relation.js';

/** Bytes of a value in JSON, with its key, at least about; and how much larger packed JSON is. */
const JSON_BYTES = 8;
const UNPACKED = 8;

/** Opens a Parquet, JSON or database file for DuckDB to select from. */
export async function openRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: Missing,
  options: DatabaseOptions,
): Promise<Relation> {
  switch (source.format) {
    case 'csv':
    case 'sqlite':
      throw new Error(`${source.format} is not read through DuckDB`);
    case 'jsonl':
      return jsonRelation(connection, source, missing);
    case 'parquet':
      return parquetRelation(connection, source, missing);
    case 'duckdb':
      return attachedRelation(connection, source, missing, options);
  }
}

/** Takes the columns' names and types as DuckDB knows them. */
async function typedRelation(connection: DuckDBConnection, sql: string, missing: Missing): Promise<Relation> {
  const described = (await queryRows(connection, `DESCRIBE SELECT * FROM ${sql}`)) as [string, string][];
  return { sql, columns: described.map(([name, type]) => relationColumn(name, type, missing)) };
}

async function parquetRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: Missing,
): Promise<Relation> {
  const files = sqlFiles(source);
  if (source.parts !== undefined) await checkParts(connection, source.parts);
  // Of several files a column has the type that holds the values of all.
  const union = source.parts === undefined ? '' : ', union_by_name = true, hive_partitioning = false';
  const relation = await typedRelation(connection, `read_parquet(${files}${union})`, missing);
  const schema = await queryRows(connection, `SELECT name FROM parquet_schema(${files})`);
  const names = new Set(schema.map(([name]) => name));
  const renamed = relation.columns.find(({ name }) => !names.has(name));
  if (renamed !== undefined) {
    throw new ReadError(
      `${source.label}: two columns have the same name but for upper and lower case (DuckDB calls one ${quoted([renamed.name])}); rename one of them`,
    );
  }
  return relation;
}

/** Refuses Parquet files of one table that have not the same columns. */
async function checkParts(connection: DuckDBConnection, parts: readonly Source[]): Promise<void> {
  const named = [];
  for (const { path, label } of parts) {
    const sql = `read_parquet(${sqlText(path)}, hive_partitioning = false)`;
    const described = await queryRows(connection, `DESCRIBE SELECT * FROM ${sql}`).catch((error: unknown) => {
      throw explainDuckDb(label, error);
    });
    named.push({ label, names: described.map(([name]) => String(name)) });
  }
  checkSameNames(named);
}

/**
 * How many rows a relation has, about.
 * @param columns how many of its columns are read
 */
export async function expectedRows(
  connection: DuckDBConnection,
  { format, size, gzipped }: Source,
  { sql }: Relation,
  columns: number,
): Promise<number> {
  // To count the rows of JSON takes as long as to read them.
  if (format === 'jsonl') return (size * (gzipped ? UNPACKED : 1)) / (JSON_BYTES * columns);
  const [row] = await queryRows(connection, `SELECT count(*)::DOUBLE FROM ${sql}`);
  return row![0] as number;
}

/** Where the rows of each of several Parquet files begin. */
export async function fileRows(
  connection: DuckDBConnection,
  source: Source,
): Promise<readonly FileRows[] | undefined> {
  if (source.format !== 'parquet' || source.parts === undefined) return undefined;
  const counted = await queryRows(
    connection,
    `SELECT file_name, num_rows::DOUBLE FROM parquet_file_metadata(${sqlFiles(source)})`,
  );
  const rows = new Map(counted as [string, number][]);
  let firstRow = 0;
  return source.parts.map(({ label, path }) => {
    const file = { label, firstRow };
    firstRow += rows.get(path) ?? 0;
    return file;
  });
}

async function attachedRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: Missing,
  { table, sql }: DatabaseOptions,
): Promise<Relation> {
  await connection.run(`ATTACH ${sqlText(source.original)} AS source (READ_ONLY)`);
  await connection.run('USE source');
  if (sql !== undefined) {
    try {
      return await queryRelation(connection, source, missing, sql);
    } catch (error) {
      throw error instanceof ReadError ? error : explainDuckDb(`${source.label}, \`sql\``, error);
    }
  }
  const tables = (await queryRows(
    connection,
    `SELECT table_schema, table_name FROM information_schema.tables WHERE table_catalog = 'source' ORDER BY ALL`,
  )) as [string, string][];
  const places = new Map(
    tables.map(([schema, name]) => [
      schema === 'main' ? name : `${schema}.${name}`,
      `source.${sqlName(schema)}.${sqlName(name)}`,
    ]),
  );
  const place = places.get(chooseTable([...places.keys()], source.label, table))!;
  return checkedRelation(connection, source, missing, place);
}

/** DuckDB's own function `query`, not one that the file defines, takes one SELECT and runs nothing else. */
async function queryRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: Missing,
  sql: string,
): Promise<Relation> {
  const relation = await checkedRelation(connection, source, missing, `system.main.query(${sqlText(sql)})`);
  const statement = await connection.prepare(sql);
  const names = relation.columns.map((_, i) => statement.columnName(i));
  const twice = firstRepeated(names);
  if (twice !== undefined) throw sameName(twice, source.label);
  return relation;
}

/** Refuses functions that reach out of the query, as a view could: logging prints, or ends the process. */
async function checkedRelation(
  connection: DuckDBConnection,
  { label }: Source,
  missing: Missing,
  sql: string,
): Promise<Relation> {
  const relation = await typedRelation(connection, sql, missing);
  const [plan] = await queryRows(connection, `EXPLAIN (FORMAT json) SELECT * FROM ${sql}`);
  const [, acting] = /"name": "((EN|DIS)ABLE_\w+)/.exec(String(plan![1])) ?? [];
  if (acting === undefined) return relation;
  throw new ReadError(`${label}: ${acting.toLowerCase()}() is not allowed in a query or a view`);
}
