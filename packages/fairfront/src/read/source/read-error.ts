import { FairfrontError } from '@fairfront/core/tables';

/** A file that cannot be read as a table: which, where, why, and the way out. */
export class ReadError extends FairfrontError {
  constructor(message: string | readonly string[], options?: { readonly cause?: unknown }) {
    super('bad-file', message, options);
    this.name = 'ReadError';
  }
}
