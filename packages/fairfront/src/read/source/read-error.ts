import { FairfrontError } from '@fairfront/core/tables';

/** A file that cannot be read as a table: which, where, why, and the way out. Exit code 2. */
export class ReadError extends FairfrontError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('bad-file', message, options);
    this.name = 'ReadError';
  }
}

/** A query that gives two columns of one name: which is meant is not to be guessed. */
export function sameName(name: string, label: string): ReadError {
  return new ReadError(
    `${label}, --sql: two columns are named "${name}"; name the columns one by one, with AS where names meet`,
  );
}

/** What DuckDB says of a file, in our words. */
export function explainDuckDb(path: string, error: unknown): ReadError {
  const message = error instanceof Error ? error.message : String(error);
  const [first = ''] = message.split('\n');
  const said = first.replace(/^([A-Z]\w* )+Error: /, '').trim();
  const isDamaged = /parquet|magic bytes|decompress|read enough bytes|corrupt/i.test(said);
  return new ReadError(`${path}: ${isDamaged ? `the file is damaged or incomplete (${said})` : said}`, {
    cause: error,
  });
}
