import { FairfrontError } from '@fairfront/core';
import { shortened } from '@fairfront/core/internal';

/** A mistake in what was asked for: what, and the way out. */
export class UsageError extends FairfrontError {
  constructor(message: string | readonly string[]) {
    super('usage', message);
    this.name = 'UsageError';
  }
}

/** What the operating system means by the codes that a wrong path or a full disk give. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission to write there',
  EDQUOT: 'your share of the disk is used up',
  EFBIG: 'the file would be larger than is allowed',
  ELOOP: 'a symbolic link leads back to itself',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file stands where a folder should be',
  EPERM: 'the system does not allow it',
  ERR_FS_EISDIR: 'a folder stands where a file should be',
  EROFS: 'the file system is read-only',
};

/** Says in plain words why a file or folder cannot be written. */
export function cannotWrite(path: string, error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new UsageError(
    `cannot write ${shortened(path, 200)}: ${REASONS[code] ?? message}. Choose another folder with \`out\``,
  );
}
