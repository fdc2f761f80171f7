// The steps of growing a tree, each done by one thread or by several that take its items one after the other: rows when
// gradients are set, nodes when rows are split and scores added to, words of columns when histograms are made and
// searched. A histogram is summed by one thread in the order of the rows, so the tree is the same on any number of
// threads, whoever takes what.
//
// Of two children only the one with fewer rows is summed; the other is their parent less that one.

import { COLUMNS_PER_WORD, type Kernels } from '../kernels/kernels.js';
import { setGradients } from '../loss/objective.js';
import { type Chance, improveSplit, noSplit } from './find-split.js';
import { BYTE_VALUES, FOUND_SIZE, type GrowBuffers, TASK_SIZE } from './grow-buffers.js';

/** Rows whose gradients are set at once. */
const ROWS_AT_ONCE = 4096;

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

/** Begins a step: all of its items are to be taken. */
export function beginStep({ next }: GrowBuffers): void {
  Atomics.store(next, 0, 0);
}

/** Takes an item of the step that no other thread has. */
function takeItem({ next }: GrowBuffers): number {
  return Atomics.add(next, 0, 1);
}

/** Sets the gradients of one output for the rows that this thread takes. */
export function setOwnGradients(buffers: GrowBuffers, output: number): void {
  const { state } = buffers;
  const rowCount = state.labels.length;
  for (let first = 0; first < rowCount; ) {
    first = ROWS_AT_ONCE * takeItem(buffers);
    if (first < rowCount) setGradients(state, output, first, Math.min(first + ROWS_AT_ONCE, rowCount));
  }
}

/** Splits the rows of the nodes that this thread takes, and puts the gradients of each smaller child in order. */
export function splitRows(buffers: GrowBuffers, kernels: Kernels, count: number): void {
  const { binned, state, rows, scratch, ordered, tasks, tables } = buffers;
  for (let task = takeItem(buffers); task < count; task = takeItem(buffers)) {
    const at = task * TASK_SIZE;
    const [start, end, column] = [tasks[at]!, tasks[at + 1]!, tasks[at + 2]!];
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

/**
 * Finds the best splits of pairs of children in the words of columns that this thread takes.
 * @param share which thread this is; what the others find is beside
 * @param isSummed whether the histograms of the smaller children are there
 */
export function findSplits(
  buffers: GrowBuffers,
  kernels: Kernels,
  count: number,
  chance: Chance,
  { thread, threads }: Share,
  isSummed = false,
): void {
  const { binned, binStarts, histograms, tasks, isUsed, rules, found, foundTables } = buffers;
  const { columns, words } = binned;
  const size = 2 * binStarts[columns.length]!;
  const best = [noSplit(), noSplit()] as const;
  let current = -1;
  const keepBest = (): void => {
    best.forEach((split, child) => {
      if (!(split.gain > 0)) return;
      const { gain, column, leftGradient, leftHessian, goesLeft } = split;
      const place = (2 * current + child) * threads + thread;
      found.set([gain, column, leftGradient, leftHessian], place * FOUND_SIZE);
      foundTables.set(goesLeft, place * BYTE_VALUES);
      split.gain = 0;
    });
  };
  for (let item = takeItem(buffers); item < count * words.length; item = takeItem(buffers)) {
    const task = Math.floor(item / words.length);
    if (task !== current) {
      keepBest();
      current = task;
    }
    const word = item % words.length;
    const first = word * COLUMNS_PER_WORD;
    const behind = Math.min(first + COLUMNS_PER_WORD, columns.length);
    if (!isUsed.subarray(first, behind).includes(1)) continue;
    const at = task * TASK_SIZE;
    const [small, large] = [tasks[at + 2]! * size, tasks[at + 3]! * size];
    const from = 2 * binStarts[first]!;
    const to = 2 * binStarts[behind]!;
    if (!isSummed) {
      histograms.fill(0, small + from, small + to);
      addWord(buffers, kernels, task, word);
    }
    const isPair = large >= 0;
    if (isPair) for (let k = from; k < to; k++) histograms[large + k]! -= histograms[small + k]!;
    for (let c = first; c < behind; c++) {
      if (isUsed[c] === 0) continue;
      const bins = 2 * binStarts[c]!;
      const [smallG, smallH, largeG, largeH] = [
        tasks[at + 4]!,
        tasks[at + 5]!,
        tasks[at + 6]!,
        tasks[at + 7]!,
      ];
      improveSplit(best[0], c, columns[c]!, histograms, small + bins, smallG, smallH, chance, rules);
      if (!isPair) continue;
      improveSplit(best[1], c, columns[c]!, histograms, large + bins, largeG, largeH, chance, rules);
    }
  }
  keepBest();
}

/** Adds the rows of a block to the histograms of smaller children, in the words of columns that this thread takes. */
export function addBlock(buffers: GrowBuffers, kernels: Kernels, count: number): void {
  const { words, columns } = buffers.binned;
  for (let item = takeItem(buffers); item < count * words.length; item = takeItem(buffers)) {
    const word = item % words.length;
    const first = word * COLUMNS_PER_WORD;
    const isUsed = buffers.isUsed.subarray(first, Math.min(first + COLUMNS_PER_WORD, columns.length));
    if (isUsed.includes(1)) addWord(buffers, kernels, Math.floor(item / words.length), word);
  }
}

/** Adds the rows of a smaller child to its histogram, in the columns of a word. */
function addWord(
  { binned: { columns, words }, binStarts, rows, ordered, histograms, tasks }: GrowBuffers,
  kernels: Kernels,
  task: number,
  word: number,
): void {
  const at = task * TASK_SIZE;
  const [start, end] = [tasks[at]!, tasks[at + 1]!];
  if (start === end) return;
  const first = word * COLUMNS_PER_WORD;
  const behind = Math.min(first + COLUMNS_PER_WORD, columns.length);
  const small = tasks[at + 2]! * 2 * binStarts[columns.length]!;
  const places: number[] = [];
  for (let c = first; c < behind; c++) places.push(histograms.byteOffset + 8 * (small + 2 * binStarts[c]!));
  kernels.addToHistograms(
    words[word]!.byteOffset,
    rows.byteOffset + 4 * start,
    rows.byteOffset + 4 * end,
    ordered.byteOffset + 8 * start,
    ...places,
  );
}

/** Adds the values of the leaves that this thread takes to the scores of their rows. */
export function addScores(buffers: GrowBuffers, count: number): void {
  const { rows, state, tasks } = buffers;
  const { scores, outputs } = state;
  for (let task = takeItem(buffers); task < count; task = takeItem(buffers)) {
    const at = task * TASK_SIZE;
    const [start, end] = [tasks[at]!, tasks[at + 1]!];
    const [output, value] = [tasks[at + 2]!, tasks[at + 3]!];
    for (let i = start; i < end; i++) scores[rows[i]! * outputs + output]! += value;
  }
}

/** Forgets what was found before the splits of so many pairs are looked for. */
export function clearFound({ found }: GrowBuffers, count: number, threads: number): void {
  found.fill(0, 0, 2 * count * threads * FOUND_SIZE);
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
