// Opens a source of any format that DuckDB reads as a relation.

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Missing } from '../columns/finished.js';
import { ReadError } from '../source/read-error.js';
import type { Source } from '../source/source.js';
import { chooseTable, type DatabaseOptions, subquery, withoutEnd } from './choose-table.js';
import { explainDuckDb, queryRows, sameName, sqlName, sqlText } from './duckdb.js';
import { jsonRelation } from './json-relation.js';
import { type Relation, relationColumn } from './relation.js';
import { copySqlite } from './sqlite.js';

/** Opens a Parquet, JSON or database file for DuckDB to select from. */
export async function openRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: Missing,
  options: DatabaseOptions,
): Promise<Relation> {
  switch (source.format) {
    case 'csv':
      throw new Error('CSV is not read through DuckDB');
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
  missing: Missing,
  { table, sql }: DatabaseOptions,
): Promise<Relation> {
  await connection.run(`ATTACH ${sqlText(source.original)} AS source (READ_ONLY)`);
  await connection.run('USE source');
  if (sql !== undefined) {
    try {
      const described = await queryRows(connection, `DESCRIBE ${withoutEnd(sql)}`);
      const names = described.map(([name]) => String(name));
      const twice = names.find((name, i) => names.indexOf(name) < i);
      if (twice !== undefined) throw sameName(twice, source.label);
      return await typedRelation(connection, subquery(sql), missing);
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
      `${sqlName(schema)}.${sqlName(name)}`,
    ]),
  );
  const place = places.get(chooseTable([...places.keys()], source.label, table))!;
  return typedRelation(connection, place, missing);
}
