import { FairfrontError, shortened } from '@fairfront/core/tables';

/** A file that cannot be read as a table: which, where, why, and the way out. */
export class ReadError extends FairfrontError {
  constructor(message: string | readonly string[], options?: { readonly cause?: unknown }) {
    super('bad-file', message, options);
    this.name = 'ReadError';
  }
}

/** Says that the library for a format cannot be loaded here. @param what "Parquet is read by DuckDB" */
export function cannotLoad(what: string): (cause: unknown) => never {
  return (cause) => {
    const [why = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    throw new ReadError(
      `${what}, which cannot be loaded here (${shortened(why, 200)}); save the table as CSV`,
      { cause },
    );
  };
}
