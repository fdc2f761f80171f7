// Reads JSON: an object a line, or an array of objects. DuckDB finds keys and types in all rows, but it also
// takes texts for times or ids and writes them in its own way, and renames keys that differ only in case.
// Here texts stay as they are, and such keys are an error.

import type { DuckDBConnection } from '@duckdb/node-api';
import { quoted } from '@fairfront/core/internal';
import type { Missing } from '../columns/finished.js';
import { readChunks } from '../source/bytes.js';
import { sqlName } from '../source/database.js';
import { readHeadText } from '../source/encoding.js';
import type { Source } from '../source/formats.js';
import { checkJsonDepth } from '../source/json-depth.js';
import { ReadError } from '../source/read-error.js';
import { queryRows, sqlFiles } from './duckdb.js';
import { type Relation, relationColumn } from './relation.js';

/** Opens a JSON file for DuckDB to select from. */
export async function jsonRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: Missing,
): Promise<Relation> {
  const parts = source.parts ?? [source];
  const layout = await layoutOf(parts[0]!);
  for (const part of parts) {
    if ((await layoutOf(part)) !== layout) {
      throw new ReadError(
        `${source.label}: of ${parts[0]!.label} and ${part.label} one is an array of objects and one has an object a line; write both in one way`,
      );
    }
    await checkJsonDepth(readChunks(part), part.label, layout === 'newline_delimited');
  }
  const file = `${sqlFiles(source)}, format = '${layout}', compression = '${source.gzipped ? 'gzip' : 'uncompressed'}'`;
  const union = source.parts === undefined ? '' : ' union_by_name = true,';
  const inferred = `read_json(${file},${union} sample_size = -1, map_inference_threshold = -1, field_appearance_threshold = 0)`;
  let described: [string, string][];
  try {
    described = (await queryRows(connection, `DESCRIBE SELECT * FROM ${inferred}`)) as [string, string][];
  } catch (error) {
    for (const part of layout === 'array' ? [] : parts) await checkWellFormed(part, error);
    throw error;
  }
  await checkNames(connection, source, file, described);
  const types = described.map(([name, type]): [string, string] => [name, keptType(type)]);
  const sql = `read_json(${file}, columns = {${types.map(([name, type]) => `${sqlName(name)}: '${type}'`)}})`;
  const nested = await nestedColumns(connection, sql, described);
  return {
    sql,
    columns: types.map(([name, type]) => relationColumn(name, type, missing, nested.get(name))),
  };
}

async function layoutOf(source: Source): Promise<'newline_delimited' | 'array'> {
  const { text, hasMark } = await readHeadText(source, 'utf-8');
  if (hasMark) {
    throw new ReadError(`${source.label} begins with a byte order mark; save it as UTF-8 without one`);
  }
  const first = text.trimStart()[0];
  if (first === '{') return 'newline_delimited';
  if (first === '[') return 'array';
  throw new ReadError(
    `${source.label}: JSON must begin with { or [, an object a line or an array of objects`,
  );
}

/** Numbers and booleans stay what they are; a column in which DuckDB saw anything else is read as text. */
function keptType(type: string): string {
  if (/^(U?BIGINT|U?HUGEINT|DOUBLE|BOOLEAN|JSON)$/.test(type)) return type;
  return isNested(type) ? 'JSON' : 'VARCHAR';
}

const isNested = (type: string): boolean => /^(STRUCT|MAP)|\]$/.test(type);

/** Says which columns hold objects or lists in some row. */
async function nestedColumns(
  connection: DuckDBConnection,
  sql: string,
  described: readonly (readonly [string, string])[],
): Promise<Map<string, string>> {
  const nested = new Map(
    described
      .filter(([, type]) => isNested(type))
      .map(([name, type]) => [name, type.endsWith(']') ? 'lists' : 'objects']),
  );
  const doubtful = described.filter(([, type]) => type === 'JSON').map(([name]) => name);
  if (doubtful.length === 0) return nested;
  const [row] = await queryRows(
    connection,
    `SELECT ${doubtful.map((name) => `bool_or(json_type(${sqlName(name)}) IN ('OBJECT', 'ARRAY'))`)} FROM ${sql}`,
  );
  for (const [i, name] of doubtful.entries()) {
    if (row![i] === true) nested.set(name, 'lists or objects in some rows');
  }
  return nested;
}

/** DuckDB invents names where keys differ only in case or are empty, or where a line is no object. */
async function checkNames(
  connection: DuckDBConnection,
  source: Source,
  file: string,
  described: readonly (readonly [string, string])[],
): Promise<void> {
  const names = described.map(([name]) => name);
  if (!names.some((name) => /_\d+$|^C\d+$|^json$/.test(name))) return;
  const rows = `read_json_objects(${file})`;
  const [odd] = await queryRows(
    connection,
    `SELECT count(*) FROM ${rows} WHERE json_type(json) IS DISTINCT FROM 'OBJECT'`,
  );
  if (Number(odd![0]) > 0) {
    throw new ReadError(
      `${source.label}: ${odd![0]} of its values are no objects; each row must be one, {"column": value}`,
    );
  }
  const keys = (
    await queryRows(connection, `SELECT DISTINCT unnest(json_keys(json)) AS key FROM ${rows} ORDER BY key`)
  ).map(([key]) => String(key));
  const known = new Set(names);
  const lost = keys.filter((key) => !known.has(key));
  if (keys.length === 0) throw new ReadError(`${source.label}: its objects are all empty`);
  if (lost.length > 0) {
    const lostInAnyCase = new Set(lost.map((key) => key.toLowerCase()));
    const alike = keys.filter((key) => lostInAnyCase.has(key.toLowerCase()));
    throw new ReadError(
      `${source.label}: keys ${quoted(alike)} are empty or differ only in upper and lower case; rename them`,
    );
  }
}

/** Says which line is no JSON, where that is the error: DuckDB's own count of lines is one too many. */
async function checkWellFormed(source: Source, error: unknown): Promise<void> {
  if (!/malformed json/i.test(String(error))) return;
  let line = 0;
  let left = '';
  const decoder = new TextDecoder();
  const bad = (text: string): ReadError | undefined => {
    line++;
    try {
      if (text.trim() !== '') JSON.parse(text);
      return undefined;
    } catch (cause) {
      return new ReadError(
        `${source.label}, line ${line}: this is no JSON (${(cause as Error).message}); each line must hold one whole object`,
        { cause },
      );
    }
  };
  for await (const chunk of readChunks(source)) {
    const lines = (left + decoder.decode(chunk, { stream: true })).split('\n');
    left = lines.pop()!;
    for (const text of lines) {
      const found = bad(text);
      if (found !== undefined) throw found;
    }
  }
  const found = bad(left);
  if (found !== undefined) throw found;
}
