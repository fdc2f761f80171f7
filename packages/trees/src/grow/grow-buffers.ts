// What growing trees on some rows needs beside their bins: all of it in the arena, so that threads see the same.

import { type Arena, alignedBytes, allocate } from '../bins/arena.js';
import type { BinnedRows } from '../bins/binned-rows.js';
import { COLUMNS_PER_WORD } from '../kernels/kernels.js';
import type { RowState } from '../loss/objective.js';
import type { SplitRules } from './find-split.js';

/** How trees are grown. */
export interface GrowRules extends SplitRules {
  /** The longest way from the root to a leaf. */
  readonly maxDepth: number;
  /** With it the leaf that gains most is split first, until there are so many; without, all are. */
  readonly maxLeaves?: number | undefined;
}

/** What growing trees works on. */
export interface GrowBuffers {
  readonly binned: BinnedRows;
  readonly rules: GrowRules;
  /**
   * The place of each column's first bin in a histogram; the last entry is the size of one. Those of a word begin at a
   * line of the processor's cache, as threads write to different words.
   */
  readonly binStarts: Uint32Array;
  /** The rows that are trained on, in the order of the nodes. */
  readonly rows: Uint32Array;
  readonly scratch: Uint32Array;
  readonly state: RowState;
  /** Pairs of gradient and hessian, in the order of `rows`. */
  readonly ordered: Float32Array;
  /** Pairs of sums by bin, for as many nodes as have one at a time. */
  readonly histograms: Float64Array;
  readonly slots: number;
  /** Nodes that are split together, and pairs of their children that are looked at together. */
  readonly batch: number;
  /** Nodes that may be split before it is known whether the tree takes their splits. */
  readonly ahead: number;
  /** By column: 0 where this tree does without it. */
  readonly isUsed: Uint8Array;
  /** By node of a batch, or by leaf: what is to be done. */
  readonly tasks: Float64Array;
  /** By node of a batch: which bins go left. */
  readonly tables: Uint8Array;
  /** The next item of a step that no thread has taken. */
  readonly next: Int32Array;
  /** By child and thread: the best split of the thread's columns. */
  readonly found: Float64Array;
  readonly foundTables: Uint8Array;
}

/** Numbers of a task, and of a split that was found. */
export const TASK_SIZE = 8;
export const FOUND_SIZE = 4;
export const BYTE_VALUES = 256;
/** Leaves whose values are added to scores together. */
export const LEAF_BATCH = 256;
export const MOST_THREADS = 16;

/** Bytes that histograms may take before fewer nodes are looked at together. */
const HISTOGRAM_BYTES = 2 ** 27;
const MOST_BATCH = 1024;
const BINS_PER_LINE = 4;

/** Rows of which buffers are made. */
export interface GrowSize {
  /** Rows that are trained on. */
  readonly trained: number;
  /** Rows that are looked at together, where they are read block by block. Default: all. */
  readonly blockRows?: number;
}

interface Sizes {
  readonly binStarts: Uint32Array;
  readonly slots: number;
  readonly batch: number;
  readonly ahead: number;
}

function sizesOf(
  { columns }: Pick<BinnedRows, 'columns'>,
  { trained, blockRows }: GrowSize,
  { maxDepth, maxLeaves }: GrowRules,
): Sizes {
  const binStarts = new Uint32Array(columns.length + 1);
  columns.forEach(({ count }, c) => {
    const end = binStarts[c]! + count + 1;
    const isLast = (c + 1) % COLUMNS_PER_WORD === 0 || c + 1 === columns.length;
    binStarts[c + 1] = isLast ? Math.ceil(end / BINS_PER_LINE) * BINS_PER_LINE : end;
  });
  // Open nodes have a row each at least, and can all be at the last depth but one.
  const most = Math.max(1, Math.min(trained, 2 ** (maxDepth - 1)));
  const affordable = Math.floor(HISTOGRAM_BYTES / (16 * binStarts[columns.length]!));
  if (maxLeaves !== undefined) {
    const ahead = blockRows === undefined ? 0 : Math.min(maxLeaves, MOST_BATCH - 1, affordable);
    return { binStarts, slots: Math.min(maxLeaves, most) + ahead, batch: 1 + ahead, ahead };
  }
  const batch = Math.max(1, Math.min(most, MOST_BATCH, Math.floor(affordable / maxDepth)));
  return { binStarts, slots: Math.min(most, batch * (maxDepth + 1)), batch, ahead: 0 };
}

/** The bytes that the buffers take in an arena. */
export function growBytes(binned: Pick<BinnedRows, 'columns'>, size: GrowSize, rules: GrowRules): number {
  const { binStarts, slots, batch } = sizesOf(binned, size, rules);
  const rows = size.blockRows ?? size.trained;
  return [
    4 * rows,
    4 * rows,
    8 * rows,
    16 * slots * binStarts.at(-1)!,
    binned.columns.length,
    8 * Math.max(batch, LEAF_BATCH) * TASK_SIZE,
    BYTE_VALUES * batch,
    4,
    8 * 2 * batch * MOST_THREADS * FOUND_SIZE,
    BYTE_VALUES * 2 * batch * MOST_THREADS,
  ].reduce((sum, bytes) => sum + alignedBytes(bytes), 0);
}

/** Allocates what growing trees needs. */
export function createGrowBuffers(
  arena: Arena,
  binned: BinnedRows,
  state: RowState,
  size: GrowSize,
  rules: GrowRules,
): GrowBuffers {
  const { binStarts, slots, batch, ahead } = sizesOf(binned, size, rules);
  const rows = size.blockRows ?? size.trained;
  return {
    binned,
    state,
    rules,
    binStarts,
    rows: allocate(arena, Uint32Array, rows),
    scratch: allocate(arena, Uint32Array, rows),
    ordered: allocate(arena, Float32Array, 2 * rows),
    histograms: allocate(arena, Float64Array, 2 * slots * binStarts.at(-1)!),
    slots,
    batch,
    ahead,
    isUsed: allocate(arena, Uint8Array, binned.columns.length).fill(1),
    tasks: allocate(arena, Float64Array, Math.max(batch, LEAF_BATCH) * TASK_SIZE),
    tables: allocate(arena, Uint8Array, BYTE_VALUES * batch),
    next: allocate(arena, Int32Array, 1),
    found: allocate(arena, Float64Array, 2 * batch * MOST_THREADS * FOUND_SIZE),
    foundTables: allocate(arena, Uint8Array, BYTE_VALUES * 2 * batch * MOST_THREADS),
  };
}
