// The steps of growing a tree, each the share of one thread: rows are parted among threads when gradients are set, nodes
// when rows are split and scores added to, columns when histograms are made and searched. A histogram is summed by one thread in the order of the rows, so the
// tree is the same on any number of threads.
//
// Of two children only the one with fewer rows is summed; the other is their parent less that one.

import { COLUMNS_PER_WORD, type Kernels } from '../kernels/kernels.js';
import { setGradients } from '../loss/objective.js';
import { type Chance, improveSplit, noSplit } from './find-split.js';
import { BYTE_VALUES, FOUND_SIZE, type GrowBuffers, TASK_SIZE } from './grow-buffers.js';

/** One of several threads. */
export interface Share {
  readonly thread: number;
  readonly threads: number;
}

/** Splits the rows of a node: a task of `splitRows`. */
export interface SplitTask {
  readonly start: number;
  readonly end: number;
  readonly column: number;
}

/** Makes the histograms of two children and finds their best splits: a task of `findSplits`. */
export interface PairTask {
  /** The rows of the child that has fewer. */
  readonly start: number;
  readonly end: number;
  readonly smallSlot: number;
  /** Holds the parent's histogram, then the larger child's; −1 where there is none. */
  readonly largeSlot: number;
  readonly smallGradient: number;
  readonly smallHessian: number;
  readonly largeGradient: number;
  readonly largeHessian: number;
}

/** Adds the value of a leaf to a score of its rows: a task of `addScores`. */
export interface LeafTask {
  readonly start: number;
  readonly end: number;
  readonly output: number;
  readonly value: number;
}

/** Writes down what is to be done with the nodes of a batch. */
export function writeTasks({ tasks }: GrowBuffers, list: readonly (SplitTask | PairTask | LeafTask)[]): void {
  list.forEach((task, i) => {
    tasks.set(Object.values(task) as number[], i * TASK_SIZE);
  });
}

/** How many rows of a node went left, once they are split. */
export function leftRows({ tasks }: GrowBuffers, task: number): number {
  return tasks[task * TASK_SIZE + 3]!;
}

/** Sets the gradients of one output for the rows that are a thread's. */
export function setOwnGradients({ state }: GrowBuffers, output: number, { thread, threads }: Share): void {
  const size = Math.ceil(state.labels.length / threads);
  setGradients(state, output, thread * size, Math.min((thread + 1) * size, state.labels.length));
}

/** Splits the rows of the nodes that are a thread's, and puts the gradients of each smaller child in order. */
export function splitRows(
  { binned, state, rows, scratch, ordered, tasks, tables }: GrowBuffers,
  kernels: Kernels,
  count: number,
  { thread, threads }: Share,
): void {
  for (let task = thread; task < count; task += threads) {
    const [start, end, column] = tasks.subarray(task * TASK_SIZE) as unknown as [number, number, number];
    const words = binned.words[Math.floor(column / COLUMNS_PER_WORD)]!;
    const left = kernels.partition(
      words.byteOffset,
      rows.byteOffset + 4 * start,
      rows.byteOffset + 4 * end,
      scratch.byteOffset + 4 * start,
      8 * (column % COLUMNS_PER_WORD),
      tables.byteOffset + BYTE_VALUES * task,
    );
    const middle = start + left;
    rows.set(scratch.subarray(start, start + end - middle), middle);
    tasks[task * TASK_SIZE + 3] = left;
    const [from, to] = isLeftSmaller(left, end - start) ? [start, middle] : [middle, end];
    if (from === to) continue;
    kernels.gather(
      rows.byteOffset + 4 * from,
      rows.byteOffset + 4 * to,
      state.gradients.byteOffset,
      ordered.byteOffset + 8 * from,
    );
  }
}

/** Whether the left child has fewer rows, of two that have as many the left one. */
export function isLeftSmaller(left: number, all: number): boolean {
  return 2 * left <= all;
}

/** Finds the best splits of pairs of children in the columns that are a thread's. */
export function findSplits(
  buffers: GrowBuffers,
  kernels: Kernels,
  count: number,
  chance: Chance,
  { thread, threads }: Share,
): void {
  const { binned, binStarts, rows, ordered, histograms, tasks, isUsed, rules, found, foundTables } = buffers;
  const { columns, words } = binned;
  const size = 2 * binStarts[columns.length]!;
  for (let task = 0; task < count; task++) {
    const [start, end, smallSlot, largeSlot, smallG, smallH, largeG, largeH] = tasks.subarray(
      task * TASK_SIZE,
    ) as unknown as [number, number, number, number, number, number, number, number];
    const small = smallSlot * size;
    const large = largeSlot * size;
    const best = [noSplit(), noSplit()] as const;
    for (let word = 0; word < words.length; word++) {
      if ((word + task) % threads !== thread) continue;
      const first = word * COLUMNS_PER_WORD;
      const behind = Math.min(first + COLUMNS_PER_WORD, columns.length);
      if (!isUsed.subarray(first, behind).includes(1)) continue;
      const from = 2 * binStarts[first]!;
      const to = 2 * binStarts[behind]!;
      histograms.fill(0, small + from, small + to);
      if (end > start) {
        const places: number[] = [];
        for (let c = first; c < behind; c++) {
          places.push(histograms.byteOffset + 8 * (small + 2 * binStarts[c]!));
        }
        kernels.addToHistograms(
          words[word]!.byteOffset,
          rows.byteOffset + 4 * start,
          rows.byteOffset + 4 * end,
          ordered.byteOffset + 8 * start,
          ...places,
        );
      }
      if (largeSlot >= 0) {
        for (let k = from; k < to; k++) histograms[large + k]! -= histograms[small + k]!;
      }
      for (let c = first; c < behind; c++) {
        if (isUsed[c] === 0) continue;
        const at = 2 * binStarts[c]!;
        improveSplit(best[0], c, columns[c]!, histograms, small + at, smallG, smallH, chance, rules);
        if (largeSlot < 0) continue;
        improveSplit(best[1], c, columns[c]!, histograms, large + at, largeG, largeH, chance, rules);
      }
    }
    best.forEach(({ gain, column, leftGradient, leftHessian, goesLeft }, child) => {
      const place = (2 * task + child) * threads + thread;
      found.set([gain, column, leftGradient, leftHessian], place * FOUND_SIZE);
      foundTables.set(goesLeft, place * BYTE_VALUES);
    });
  }
}

/** Adds the values of the leaves that are a thread's to the scores of their rows. */
export function addScores(
  { rows, state, tasks }: GrowBuffers,
  count: number,
  { thread, threads }: Share,
): void {
  const { scores, outputs } = state;
  for (let task = thread; task < count; task += threads) {
    const [start, end, output, value] = tasks.subarray(task * TASK_SIZE) as unknown as [
      number,
      number,
      number,
      number,
    ];
    for (let i = start; i < end; i++) scores[rows[i]! * outputs + output]! += value;
  }
}

/** The best split of a child in all columns; of equal gains the first column's. */
export interface FoundSplit {
  /** 0 where there is none. */
  readonly gain: number;
  readonly column: number;
  readonly leftGradient: number;
  readonly leftHessian: number;
  /** Bin → 1 where it goes left. */
  readonly goesLeft: Uint8Array;
}

/** Reads the best split of a child from what the threads have found. */
export function bestOfThreads(
  { found, foundTables }: GrowBuffers,
  child: number,
  threads: number,
): FoundSplit {
  let best = child * threads;
  for (let place = best + 1; place < (child + 1) * threads; place++) {
    const [gain, column] = [found[place * FOUND_SIZE]!, found[place * FOUND_SIZE + 1]!];
    const [most, first] = [found[best * FOUND_SIZE]!, found[best * FOUND_SIZE + 1]!];
    if (gain > most || (gain === most && gain > 0 && column < first)) best = place;
  }
  const [gain, column, leftGradient, leftHessian] = found.subarray(best * FOUND_SIZE) as unknown as [
    number,
    number,
    number,
    number,
  ];
  return {
    gain,
    column,
    leftGradient,
    leftHessian,
    goesLeft: foundTables.slice(best * BYTE_VALUES, (best + 1) * BYTE_VALUES),
  };
}
