// Every format as one thing: rows that DuckDB can select from, and SQL for each column's text or number.

import type { Missing } from '../columns/finished.js';
import { isNumberText } from '../columns/text-values.js';
import { sqlName } from '../source/database.js';

export interface Relation {
  /** What stands after FROM. */
  readonly sql: string;
  readonly columns: readonly RelationColumn[];
}

export interface RelationColumn {
  readonly name: string;
  /** The SQL of the column's text, NULL where missing. */
  readonly text: string;
  /** The SQL of its number, where the source says that it holds numbers. */
  readonly number?: string;
  /** What it holds that is neither text nor number: lists, objects, bytes. */
  readonly unreadable?: string;
  /** The SQL of the text that stands for its bytes, where it can hold pictures. */
  readonly picture?: string;
}

const NUMBER_TYPE = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*|BIGNUM)$/;

/**
 * Says how a column of a known type is selected.
 * @param missing texts that mean a missing value; those that are numbers mean it among numbers, too
 * @param unreadable what it holds, where more is known than its type tells
 */
export function relationColumn(
  name: string,
  type: string,
  missing: Missing,
  unreadable = unreadableType(type),
): RelationColumn {
  const column = sqlName(name);
  const text = type === 'JSON' ? `(${column} ->> '$')` : `CAST(${column} AS VARCHAR)`;
  if (unreadable !== undefined) return { name, text, unreadable, ...pictureSql(column, type) };
  if (!NUMBER_TYPE.test(type)) return { name, text };
  const number = `CAST(${column} AS DOUBLE)`;
  const markers = [...missing].filter(isNumberText);
  const present = (sql: string): string =>
    markers.length === 0 ? sql : `CASE WHEN ${number} NOT IN (${markers}) THEN ${sql} END`;
  // As a level, a whole number is the same whether its column has fractions or not: 1, not 1.0.
  const level = /^(FLOAT|DOUBLE)$/.test(type) ? `regexp_replace(${text}, '\\.0$', '')` : text;
  return { name, text: present(level), number: present(number) };
}

/** The text of pictures that are bytes, or bytes with a path as Hugging Face's datasets have them. */
function pictureSql(column: string, type: string): Pick<RelationColumn, 'picture'> {
  const uri = (bytes: string): string => `'data:;base64,' || to_base64(${bytes})`;
  if (type === 'BLOB') return { picture: uri(column) };
  const isStruct = /^STRUCT\((?=.*\bbytes"? BLOB\b)(?=.*\bpath"? VARCHAR\b)/.test(type);
  return isStruct ? { picture: `coalesce(${uri(`${column}.bytes`)}, ${column}.path)` } : {};
}

function unreadableType(type: string): string | undefined {
  if (/\]$|^LIST/.test(type)) return 'lists';
  if (/^(STRUCT|MAP|UNION|VARIANT)/.test(type)) return 'objects';
  return /^(BLOB|BIT|GEOMETRY)/.test(type) ? 'bytes' : undefined;
}
