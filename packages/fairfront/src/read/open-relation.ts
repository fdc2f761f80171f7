// A source of any format, opened as a relation.

import type { DuckDBConnection } from '@duckdb/node-api';
import { chooseTable, type DatabaseOptions, withoutEnd } from './choose-table.js';
import type { CsvHeadOptions } from './csv-head.js';
import { csvRelation } from './csv-relation.js';
import { queryRows, sqlName, sqlText } from './duckdb.js';
import { jsonRelation } from './json-relation.js';
import { explainDuckDb, ReadError } from './read-error.js';
import type { Relation } from './relation.js';
import type { Source } from './source.js';
import { copySqlite } from './sqlite.js';
import { relationColumn } from './typed-column.js';

export type RelationOptions = CsvHeadOptions & DatabaseOptions;

export async function openRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: readonly string[],
  options: RelationOptions,
): Promise<Relation> {
  checkOptions(source, options);
  switch (source.format) {
    case 'csv':
      return csvRelation(connection, source, missing, options);
    case 'jsonl':
      return jsonRelation(connection, source, missing);
    case 'parquet':
      return parquetRelation(connection, source, missing);
    case 'duckdb':
      return attachedRelation(connection, source, missing, options);
    case 'sqlite': {
      const { table, withBytes } = await copySqlite(connection, source, options);
      const { columns, ...relation } = await typedRelation(connection, table, missing);
      return {
        ...relation,
        columns: columns.map((column) =>
          withBytes.has(column.name) ? { ...column, unreadable: 'bytes' } : column,
        ),
      };
    }
  }
}

/** Options that would have no effect are not passed over. */
function checkOptions({ format, label }: Source, options: RelationOptions): void {
  const { table, sql, columns, delimiter, skipLines, encoding } = options;
  const refuse = (what: string, given: Readonly<Record<string, unknown>>): void => {
    const names = Object.keys(given).filter((name) => given[name] !== undefined);
    if (names.length > 0) throw new ReadError(`${names.join(', ')}: for ${what} only; ${label} is ${format}`);
  };
  if (format !== 'csv') {
    refuse('CSV', {
      '--columns': columns,
      '--delimiter': delimiter,
      '--skip-lines': skipLines,
      '--encoding': encoding,
    });
  }
  if (format !== 'duckdb' && format !== 'sqlite') refuse('databases', { '--table': table, '--sql': sql });
  else if (table !== undefined && sql !== undefined) {
    throw new ReadError('--table and --sql exclude each other; leave out one of them');
  }
}

/** The columns' names and types, as DuckDB knows them. */
async function typedRelation(
  connection: DuckDBConnection,
  sql: string,
  missing: readonly string[],
): Promise<Relation> {
  const described = (await queryRows(connection, `DESCRIBE SELECT * FROM ${sql}`)) as [string, string][];
  return { sql, columns: described.map(([name, type]) => relationColumn(name, type, missing)), notes: [] };
}

async function parquetRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: readonly string[],
): Promise<Relation> {
  const relation = await typedRelation(connection, `read_parquet(${sqlText(source.path)})`, missing);
  const schema = await queryRows(connection, `SELECT name FROM parquet_schema(${sqlText(source.path)})`);
  const names = new Set(schema.map(([name]) => name));
  const renamed = relation.columns.find(({ name }) => !names.has(name));
  if (renamed !== undefined) {
    throw new ReadError(
      `${source.label}: two columns have the same name but for upper and lower case (DuckDB calls one "${renamed.name}"); rename one of them`,
    );
  }
  return relation;
}

async function attachedRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: readonly string[],
  { table, sql }: RelationOptions,
): Promise<Relation> {
  await connection.run(`ATTACH ${sqlText(source.original)} AS source (READ_ONLY)`);
  await connection.run('USE source');
  if (sql !== undefined) {
    try {
      return await typedRelation(connection, `(${withoutEnd(sql)})`, missing);
    } catch (error) {
      throw explainDuckDb(`${source.label}, --sql`, error);
    }
  }
  const tables = (await queryRows(
    connection,
    `SELECT table_schema, table_name FROM information_schema.tables WHERE table_catalog = 'source' ORDER BY ALL`,
  )) as [string, string][];
  const places = new Map(
    tables.map(([schema, name]) => [
      schema === 'main' ? name : `${schema}.${name}`,
      `${sqlName(schema)}.${sqlName(name)}`,
    ]),
  );
  const place = places.get(chooseTable([...places.keys()], source.label, table))!;
  return typedRelation(connection, place, missing);
}
