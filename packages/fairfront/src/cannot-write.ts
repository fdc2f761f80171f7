import { shortened } from '@fairfront/core/internal';
import { describeFileError } from './describe-file-error.js';
import { UsageError } from './usage-error.js';

/** Says in plain words why a file or folder cannot be written. */
export function cannotWrite(path: string, error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  return new UsageError(
    `cannot write ${shortened(path, 200)}: ${describeFileError(error)}. Choose another folder with \`out\``,
  );
}
