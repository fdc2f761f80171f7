// Every format as one thing: rows that DuckDB can select from, and how each column is had from them, as text or as a number.

import type { DuckDBConnection } from '@duckdb/node-api';
import { chooseTable, type DatabaseOptions } from './choose-table.js';
import { type CsvHeadOptions, readCsvHead } from './csv-head.js';
import { queryRows, sqlName, sqlText } from './duckdb.js';
import { ReadError } from './read-error.js';
import type { Source } from './source.js';
import { copySqlite } from './sqlite.js';

export interface Relation {
  /** What stands after FROM. */
  readonly sql: string;
  readonly columns: readonly RelationColumn[];
  readonly notes: readonly string[];
}

export interface RelationColumn {
  readonly name: string;
  /** The column's text, NULL where missing. */
  readonly text: string;
  /** The column's number, where the source says that it holds numbers. */
  readonly number?: string;
  /** What it holds that is neither text nor number: a list, a struct, bytes. */
  readonly unreadable?: string;
}

export type RelationOptions = CsvHeadOptions & DatabaseOptions;

const NUMBER_TYPE = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*)$/;
const UNREADABLE_TYPE = /\[|^(STRUCT|MAP|UNION|LIST|BLOB|BIT|VARIANT|GEOMETRY)/;

export async function openRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: readonly string[],
  options: RelationOptions,
): Promise<Relation> {
  const isDatabase = source.format === 'duckdb' || source.format === 'sqlite';
  if (!isDatabase && (options.table !== undefined || options.sql !== undefined)) {
    throw new ReadError(`--table and --sql are for databases; ${source.label} is ${source.format}`);
  }
  if (source.format === 'csv') return csvRelation(source, missing, options);
  const sql =
    source.format === 'parquet'
      ? `read_parquet(${sqlText(source.path)})`
      : source.format === 'jsonl'
        ? `read_json(${sqlText(source.path)}, format = 'newline_delimited', sample_size = -1, compression = '${source.gzipped ? 'gzip' : 'none'}')`
        : await databaseRelation(connection, source, options);
  return typedRelation(connection, sql);
}

async function csvRelation(
  source: Source,
  missing: readonly string[],
  options: RelationOptions,
): Promise<Relation> {
  const { delimiter, names, hasHeader, notes } = await readCsvHead(source, options);
  const settings = [
    'auto_detect = false',
    'strict_mode = true',
    'null_padding = false',
    `header = ${hasHeader}`,
    `skip = ${options.skipLines ?? 0}`,
    `delim = ${sqlText(delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    `nullstr = [${missing.map(sqlText)}]`,
    `encoding = ${sqlText(options.encoding ?? 'utf-8')}`,
    `compression = '${source.gzipped ? 'gzip' : 'none'}'`,
    `columns = {${names.map((_, i) => `c${i}: 'VARCHAR'`)}}`,
  ];
  return {
    sql: `read_csv(${sqlText(source.path)}, ${settings.join(', ')})`,
    columns: names.map((name, i) => ({ name, text: `c${i}` })),
    notes,
  };
}

/** The columns' names and types, as DuckDB knows them. */
async function typedRelation(connection: DuckDBConnection, sql: string): Promise<Relation> {
  const described = (await queryRows(connection, `DESCRIBE SELECT * FROM ${sql}`)) as [string, string][];
  return {
    sql,
    columns: described.map(([name, type]) => {
      const text = type === 'JSON' ? `(${sqlName(name)} ->> '$')` : `CAST(${sqlName(name)} AS VARCHAR)`;
      if (UNREADABLE_TYPE.test(type)) return { name, text, unreadable: type };
      return NUMBER_TYPE.test(type)
        ? { name, text, number: `CAST(${sqlName(name)} AS DOUBLE)` }
        : { name, text };
    }),
    notes: [],
  };
}

async function databaseRelation(
  connection: DuckDBConnection,
  source: Source,
  options: RelationOptions,
): Promise<string> {
  if (options.table !== undefined && options.sql !== undefined) {
    throw new ReadError('--table and --sql exclude each other');
  }
  if (source.format === 'sqlite') return copySqlite(connection, source, options);
  await connection.run(`ATTACH ${sqlText(source.path)} AS source (READ_ONLY)`);
  await connection.run('USE source');
  if (options.sql !== undefined) return `(${withoutEnd(options.sql)})`;
  const tables = (
    await queryRows(
      connection,
      `SELECT table_name FROM information_schema.tables WHERE table_catalog = 'source'`,
    )
  ).map(([name]) => String(name));
  return sqlName(chooseTable(tables, source.label, options.table));
}

function withoutEnd(sql: string): string {
  return sql.trim().replace(/;$/, '');
}
