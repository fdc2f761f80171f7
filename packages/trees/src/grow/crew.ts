// Who does the steps of growing a tree: this thread alone, or with others.

import { createKernels } from '../kernels/kernels.js';
import type { Chance } from './find-split.js';
import type { GrowBuffers } from './grow-buffers.js';
import { addScores, findSplits, setOwnGradients, splitRows } from './grow-steps.js';

/** One or more threads that do the steps of growing trees on the same buffers. */
export interface Crew {
  readonly threads: number;
  /** Sets the gradients of one output. */
  setGradients(output: number): void;
  /** Splits the rows of so many nodes. */
  splitRows(count: number): void;
  /** Finds the best splits of so many pairs of nodes. */
  findSplits(count: number, chance: Chance): void;
  /** Adds the values of so many leaves to the scores of their rows. */
  addScores(count: number): void;
  /** Call it when no more trees are to be grown. */
  close?(): void;
}

/** A crew of this thread alone. */
export function loneCrew(buffers: GrowBuffers): Crew {
  const { memory, isShared } = buffers.binned.arena;
  const kernels = createKernels(memory, isShared);
  const share = { thread: 0, threads: 1 };
  return {
    threads: 1,
    setGradients: (output) => setOwnGradients(buffers, output, share),
    splitRows: (count) => splitRows(buffers, kernels, count, share),
    findSplits: (count, chance) => findSplits(buffers, kernels, count, chance, share),
    addScores: (count) => addScores(buffers, count, share),
  };
}
