import type { CsvHeadOptions } from './csv/csv-head.js';
import type { DatabaseOptions } from './duckdb/choose-table.js';
import { ReadError } from './source/read-error.js';
import type { Source } from './source/source.js';

/** Options that would have no effect are not passed over. */
export function checkOptions({ format, label }: Source, options: CsvHeadOptions & DatabaseOptions): void {
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
