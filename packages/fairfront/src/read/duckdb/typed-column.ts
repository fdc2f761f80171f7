// How a column is had from a source that says its type.

import { isNumberText } from '../columns/text-values.js';
import { sqlName } from './duckdb.js';
import type { RelationColumn } from './relation.js';

const NUMBER_TYPE = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*|BIGNUM)$/;

/**
 * @param missing texts that mean a missing value; those that are numbers mean it among numbers, too
 * @param unreadable what it holds, where that is known better than by its type
 */
export function relationColumn(
  name: string,
  type: string,
  missing: readonly string[],
  unreadable = unreadableType(type),
): RelationColumn {
  const column = sqlName(name);
  const text = type === 'JSON' ? `(${column} ->> '$')` : `CAST(${column} AS VARCHAR)`;
  if (unreadable !== undefined) return { name, text, unreadable };
  if (!NUMBER_TYPE.test(type)) return { name, text };
  const number = `CAST(${column} AS DOUBLE)`;
  const markers = missing.filter(isNumberText);
  const present = (sql: string): string =>
    markers.length === 0 ? sql : `CASE WHEN ${number} NOT IN (${markers}) THEN ${sql} END`;
  // As a level, a whole number is the same whether its column has fractions or not: 1, not 1.0.
  const level = /^(FLOAT|DOUBLE)$/.test(type) ? `regexp_replace(${text}, '\\.0$', '')` : text;
  return { name, text: present(level), number: present(number) };
}

function unreadableType(type: string): string | undefined {
  if (/\]$|^LIST/.test(type)) return 'lists';
  if (/^(STRUCT|MAP|UNION|VARIANT)/.test(type)) return 'objects';
  return /^(BLOB|BIT|GEOMETRY)/.test(type) ? 'bytes' : undefined;
}
