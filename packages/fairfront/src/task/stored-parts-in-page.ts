// In a page all rows are in memory.

import type { LabelledRows } from '@fairfront/core';
import type { StoredRows } from '../store/stored-rows.js';
import type { StoredPart } from './stored-parts.js';

const noDisk = (): never => {
  throw new Error('a page keeps all rows in memory');
};

/** What stored features are made of: there are none. */
export const storedRows = (_: LabelledRows['features']): StoredRows | undefined => undefined;
/** Opens stored rows. */
export const openRows = (_: StoredRows): LabelledRows['features'] => noDisk();
/** Encodes rows of a table into a file of blocks. */
export const storePart = (): StoredPart => noDisk();
/** Puts numbers into a file. */
export const storeNumbers = (): ((block: number) => Float64Array) => noDisk();
/** Starts a thread that does tasks of a job as they come. */
export const startHand = (): { do(task: unknown): Promise<never>; end(): Promise<void> } => noDisk();
/** Opens stored rows, with passes over them by several threads. */
export const openWithThreads = (_: StoredRows): StoredPart => noDisk();
