// Every format as one thing: rows that DuckDB can select from, and how each column is had from them, as text or as a number.

import type { DuckDBConnection } from '@duckdb/node-api';
import { chooseTable, type DatabaseOptions } from './choose-table.js';
import { type CsvHead, type CsvHeadOptions, readCsvHead } from './csv-head.js';
import { scanCsv } from './csv-scan.js';
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
  /** The column's text, NULL where there is none. */
  readonly text: string;
  /** Whether the text stands for a missing value, where DuckDB should be asked. */
  readonly marked?: string;
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
  if (source.format === 'csv') return csvRelation(connection, source, missing, options);
  const sql =
    source.format === 'parquet'
      ? `read_parquet(${sqlText(source.path)})`
      : source.format === 'jsonl'
        ? `read_json(${sqlText(source.path)}, format = 'newline_delimited', sample_size = -1, compression = '${source.gzipped ? 'gzip' : 'uncompressed'}')`
        : await databaseRelation(connection, source, options);
  return typedRelation(connection, sql);
}

async function csvRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: readonly string[],
  options: RelationOptions,
): Promise<Relation> {
  const head = await readCsvHead(source, options);
  const { encoding = 'utf-8' } = options;
  const { hasLineBreaks } = await scanCsv(source, head, encoding);
  const settings = [
    'auto_detect = false',
    'strict_mode = true',
    'null_padding = false',
    `header = ${head.hasHeader}`,
    `skip = ${options.skipLines ?? 0}`,
    `delim = ${sqlText(head.delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    // Only what is empty: DuckDB drops a value too many that begins like one of these, and would drop N for NA.
    `nullstr = ''`,
    'allow_quoted_nulls = false',
    `encoding = ${sqlText(encoding)}`,
    `compression = '${source.gzipped ? 'gzip' : 'none'}'`,
    `parallel = ${!hasLineBreaks}`,
    `columns = {${head.names.map((_, i) => `c${i}: 'VARCHAR'`)}}`,
  ];
  const sql = `read_csv(${sqlText(source.path)}, ${settings.join(', ')})`;
  await checkFirstRows(connection, sql, head, source.label);
  return {
    sql,
    columns: head.names.map((name, i) => ({
      name,
      text: `c${i}`,
      marked: `c${i} IN (${missing.map(sqlText)})`,
    })),
    notes: head.notes,
  };
}

/** DuckDB loses its way where a line break in quotes or a lone quote comes before the first line's end; then its rows are not ours. */
async function checkFirstRows(
  connection: DuckDBConnection,
  sql: string,
  { rows, isAll, names }: CsvHead,
  label: string,
): Promise<void> {
  const found = await queryRows(connection, `SELECT * FROM ${sql} LIMIT ${rows.length + 1}`);
  const isSame = (row: readonly string[], i: number): boolean =>
    row.length === names.length &&
    row.every((value, j) => value === ((found[i]?.[j] ?? '') as string).trim());
  const i = rows.findIndex((row, i) => !isSame(row, i));
  if (i < 0 && !(isAll && found.length > rows.length)) return;
  throw new ReadError(
    `${label}, row ${(i < 0 ? rows.length : i) + 1}: quotes or line ends can be read in more than one way; save it again as plain CSV, or name the columns with --columns and leave out the lines before with --skip-lines`,
  );
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
