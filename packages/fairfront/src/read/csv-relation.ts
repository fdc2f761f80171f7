// CSV through DuckDB's parser, with everything settled beforehand, and checked where that parser is known to go wrong in silence.

import type { DuckDBConnection } from '@duckdb/node-api';
import { type CsvHead, type CsvHeadOptions, readCsvHead } from './csv-head.js';
import { scanCsv } from './csv-scan.js';
import { queryRows, sqlText } from './duckdb.js';
import { ReadError } from './read-error.js';
import type { Relation } from './relation.js';
import type { Source } from './source.js';
import { isNumberText } from './text-values.js';

export async function csvRelation(
  connection: DuckDBConnection,
  source: Source,
  missing: readonly string[],
  options: CsvHeadOptions,
): Promise<Relation> {
  const head = await readCsvHead(source, options);
  const { encoding = 'utf-8' } = options;
  const { hasLineBreaks } = await scanCsv(source, head, encoding, missing);
  const settings = [
    'auto_detect = false',
    'strict_mode = true',
    'null_padding = false',
    `header = ${head.hasHeader}`,
    `skip = ${options.skipLines ?? 0}`,
    `delim = ${sqlText(head.delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    `nullstr = [${missing.map(sqlText)}]`,
    `encoding = ${sqlText(encoding)}`,
    `compression = '${source.gzipped ? 'gzip' : 'none'}'`,
    `parallel = ${!hasLineBreaks}`,
    `columns = {${head.names.map((_, i) => `c${i}: 'VARCHAR'`)}}`,
  ];
  const sql = `read_csv(${sqlText(source.path)}, ${settings.join(', ')})`;
  // Markers that are no numbers are found out by that; -999 with a space before it would be a number.
  const markers = missing.filter(isNumberText);
  const present = (text: string): string =>
    markers.length === 0 ? text : `CASE WHEN trim(${text}) NOT IN (${markers.map(sqlText)}) THEN ${text} END`;
  await checkFirstRows(connection, sql, head, new Set(missing), source.label);
  return {
    sql,
    columns: head.names.map((name, i) => ({ name, text: present(`c${i}`) })),
    notes: head.notes,
  };
}

/** DuckDB loses its way where a line break in quotes or a lone quote comes before the first line's end; then its rows are not ours. */
async function checkFirstRows(
  connection: DuckDBConnection,
  sql: string,
  { rows, isAll, names }: CsvHead,
  missing: ReadonlySet<string>,
  label: string,
): Promise<void> {
  const found = await queryRows(connection, `SELECT * FROM ${sql} LIMIT ${rows.length + 1}`);
  const isSame = (row: readonly string[], i: number): boolean =>
    row.length === names.length &&
    row.every((value, j) => {
      const other = found[i]?.[j] as string | null | undefined;
      return other === null ? missing.has(value) : value === other?.trim();
    });
  const i = rows.findIndex((row, i) => !isSame(row, i));
  if (i < 0 && !(isAll && found.length > rows.length)) return;
  throw new ReadError(
    `${label}, row ${(i < 0 ? rows.length : i) + 1}: quotes or line ends can be read in more than one way; save it again as plain CSV, or name the columns with --columns and leave out the lines before with --skip-lines`,
  );
}
