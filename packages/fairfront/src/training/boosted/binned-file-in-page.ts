// In a page all rows are in memory.

import type { BinnedChunks } from '@fairfront/trees';
import type { BinnedFile } from './binned-file.js';

const noDisk = (): never => {
  throw new Error('a page keeps all rows in memory');
};

/** Puts rows into bins, and these into a file. */
export const writeBinned = (): BinnedFile => noDisk();
/** Opens bins in a file. */
export const openBinned = (_: BinnedFile): BinnedChunks => noDisk();
/** Removes the file. */
export const removeBinned = (_: BinnedFile): void => undefined;
