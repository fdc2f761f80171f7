// The threads that grow trees, in Node. `crew-in-page.ts` is the same in a page; package.json says which of them `#crew` is.

import { availableParallelism } from 'node:os';
import type { DenseRows } from '@fairfront/core';
import type { CrewMaker } from '@fairfront/trees';
import { nodeThreads } from '@fairfront/trees/node';

/** Cells that a thread is worth: on fewer, threads wait for each other longer than they work. */
const CELLS = 200_000;

/** The threads that grow trees on rows. @param threads at most; default: the number of cores */
export function crewFor(
  { rowCount, columnCount }: Pick<DenseRows, 'rowCount' | 'columnCount'>,
  threads = availableParallelism(),
): CrewMaker {
  return nodeThreads(Math.max(1, Math.min(threads, Math.floor((rowCount * columnCount) / CELLS))));
}
