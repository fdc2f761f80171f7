// Who does the steps of growing a tree: this thread alone, or with others.

import { createKernels, type Kernels } from '../kernels/kernels.js';
import type { Chance } from './find-split.js';
import type { GrowBuffers } from './grow-buffers.js';
import {
  addBlock,
  addScores,
  beginStep,
  clearFound,
  findSplits,
  type Share,
  setOwnGradients,
  splitRows,
} from './grow-steps.js';

/** One or more threads that do the steps of growing trees on the same buffers. */
export interface Crew {
  readonly threads: number;
  /** Sets the gradients of one output. */
  setGradients(output: number): void;
  /** Splits the rows of so many nodes. */
  splitRows(count: number): void;
  /** Finds the best splits of so many pairs of nodes. */
  findSplits(count: number, chance: Chance): void;
  /** Adds the rows of a block to the histograms of so many smaller children. */
  addBlock(count: number): void;
  /** Finds the best splits of so many pairs of nodes whose smaller child is summed. */
  searchSplits(count: number, chance: Chance): void;
  /** Adds the values of so many leaves to the scores of their rows. */
  addScores(count: number): void;
  /** Call it when no more trees are to be grown. */
  close?(): void;
}

/** A crew of this thread alone. */
export function loneCrew(buffers: GrowBuffers): Crew {
  const { memory, isShared } = buffers.binned.arena;
  const kernels = createKernels(memory, isShared);
  return createCrew(buffers, 1, (step, count, chance) =>
    doStep(buffers, kernels, step, count, chance, ALONE),
  );
}

const ALONE = { thread: 0, threads: 1 };

/** The steps of growing a tree, by number: threads tell each other which. */
export const SET_GRADIENTS = 0;
export const SPLIT_ROWS = 1;
export const FIND_SPLITS = 2;
export const ADD_SCORES = 3;
export const ADD_BLOCK = 4;
export const SEARCH_SPLITS = 5;

/** Does what a thread takes of a step. @param count of nodes; of `SET_GRADIENTS` the output */
export function doStep(
  buffers: GrowBuffers,
  kernels: Kernels,
  step: number,
  count: number,
  chance: Chance,
  share: Share,
): void {
  if (step === SET_GRADIENTS) setOwnGradients(buffers, count);
  else if (step === SPLIT_ROWS) splitRows(buffers, kernels, count);
  else if (step === FIND_SPLITS) findSplits(buffers, kernels, count, chance, share);
  else if (step === ADD_BLOCK) addBlock(buffers, kernels, count);
  else if (step === SEARCH_SPLITS) findSplits(buffers, kernels, count, chance, share, true);
  else addScores(buffers, count);
}

const NO_CHANCE = { empty: 0, noise: 0 };

/** A crew by the way in which it does a step. */
export function createCrew(
  buffers: GrowBuffers,
  threads: number,
  doAll: (step: number, count: number, chance: Chance) => void,
): Crew {
  const run = (step: number, count: number, chance = NO_CHANCE): void => {
    beginStep(buffers);
    doAll(step, count, chance);
  };
  return {
    threads,
    setGradients: (output) => run(SET_GRADIENTS, output),
    splitRows: (count) => run(SPLIT_ROWS, count),
    findSplits: (count, chance) => {
      clearFound(buffers, count, threads);
      run(FIND_SPLITS, count, chance);
    },
    addBlock: (count) => run(ADD_BLOCK, count),
    searchSplits: (count, chance) => {
      clearFound(buffers, count, threads);
      run(SEARCH_SPLITS, count, chance);
    },
    addScores: (count) => run(ADD_SCORES, count),
  };
}
