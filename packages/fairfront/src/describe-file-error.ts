// What the operating system says about a path, in plain words.

import { getSystemErrorMap } from 'node:util';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a file stands where a folder should be',
  EISDIR: 'it is a folder',
  ERR_FS_EISDIR: 'a folder stands where a file should be',
  EFBIG: 'the file would be larger than is allowed',
  ELOOP: 'its links lead round in a circle',
  ENAMETOOLONG: 'the name is longer than the system allows',
  EACCES: 'permission is denied',
  EPERM: 'the system does not permit it',
  EROFS: 'it is on a disk that cannot be written',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reports an error',
  ERR_INVALID_ARG_VALUE: 'a name cannot hold a zero byte',
};

/** Says why a file or folder could not be used; what is not known by its code, in the system's own words. */
export function describeFileError(error: unknown): string {
  const { code = '', errno = 0, message } = error as NodeJS.ErrnoException;
  const [name, words] = getSystemErrorMap().get(errno) ?? []; // zlib has numbers of its own
  return WORDS[code] ?? (name === code ? words! : message);
}
