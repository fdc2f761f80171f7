// Trees grown on rows whose bins are read block by block. In memory are, for each row, its score, gradient, weight and the
// number of the leaf that it is in.
//
// The splits of a batch of nodes take two passes over the blocks: one that sends rows to their leaves, which reads no
// more than the words of the columns that are asked for, and one that sums histograms. A histogram is summed row after
// row from the first block to the last, as it is in memory, so that trees are the same to the bit, whatever the blocks.
// Where the leaf that gains most is split first, the likeliest others are split with it: a pass costs the same.

import { alignedBytes, allocate, createArena } from '../bins/arena.js';
import type { BinnedChunks } from '../bins/binned-chunks.js';
import { binnedBytes, wordCount } from '../bins/binned-rows.js';
import type { ColumnBins } from '../bins/fit-bins.js';
import { COLUMNS_PER_WORD, createKernels, type Kernels } from '../kernels/kernels.js';
import {
  type BoostedLoss,
  createState,
  type RowState,
  setGradients,
  stateBytes,
  treeOutputs,
  unitOf,
} from '../loss/objective.js';
import { type Crew, loneCrew } from './crew.js';
import {
  BYTE_VALUES,
  createGrowBuffers,
  type GrowBuffers,
  type GrowRules,
  growBytes,
  TASK_SIZE,
} from './grow-buffers.js';
import { type GrowingRows, growTree, type NodePair, type NodeSplit } from './grow-tree.js';
import type { CrewMaker, Grower, RoutedTree } from './grower.js';
import { bestSplits, writePairs } from './memory-rows.js';

/** What is boosted in a room. */
export interface ChunkedProblem {
  readonly loss: BoostedLoss;
  /** 1 where numbers are predicted. */
  readonly classCount: number;
  /** Classes, or numbers, of all rows. */
  readonly labels: ArrayLike<number>;
}

/** The bytes that a room takes, and those that each booster in it adds. */
export function chunkedBytes(
  chunks: ChunkShape,
  { loss, classCount }: Pick<ChunkedProblem, 'loss' | 'classCount'>,
  rules: GrowRules,
): { readonly room: number; readonly booster: number } {
  const { rowCount } = chunks;
  const scores = 8 * rowCount * treeOutputs(classCount);
  const state = stateBytes(rowCount, loss, classCount) - scores;
  return {
    room: windowBytes(chunks, rules) + state + rowCount * leafArray(rules).BYTES_PER_ELEMENT,
    booster: scores + rowCount,
  };
}

type ChunkShape = Pick<BinnedChunks, 'rowCount' | 'columns' | 'blockRows'>;

/** The bytes of the arena that a block is read into. */
function windowBytes({ rowCount, columns, blockRows }: ChunkShape, rules: GrowRules): number {
  return (
    binnedBytes(blockRows, columns.length) +
    growBytes({ columns }, { trained: rowCount, blockRows }, rules) +
    alignedBytes(8 * blockRows)
  );
}

/** Leaves are numbered with 16 bits where that is enough. */
function leafArray({ maxDepth, maxLeaves }: GrowRules): Uint16ArrayConstructor | Uint32ArrayConstructor {
  return maxLeaves !== undefined || maxDepth <= 16 ? Uint16Array : Uint32Array; // `maxLeaves` ≤ 4096, and as many ahead
}

/**
 * Room to grow trees in on rows that are read block by block. Boosters that take turns can share one: scores are their
 * own, all else is made anew for every round.
 */
export class ChunkRoom {
  readonly rowCount: number;
  readonly columns: readonly ColumnBins[];
  readonly chunks: BinnedChunks;
  /** Those of one block. */
  readonly buffers: GrowBuffers;
  readonly crew: Crew;
  readonly kernels: Kernels;
  /** Those of one block, where kernels find them. */
  readonly gradients: Float32Array;
  /** That of all rows, without scores. */
  readonly state: RowState;
  /** Row → the leaf that it is in. */
  readonly leaves: Uint16Array | Uint32Array;
  /** Who has set the weights of rows. */
  owner: Grower | undefined;

  constructor(
    chunks: BinnedChunks,
    { loss, classCount, labels }: ChunkedProblem,
    rules: GrowRules,
    createCrew?: CrewMaker,
  ) {
    const { rowCount, columns, blockRows } = chunks;
    this.rowCount = rowCount;
    this.columns = columns;
    this.chunks = chunks;
    const none = new Float64Array(0);
    const size = { trained: rowCount, blockRows };
    const arena = createArena(windowBytes(chunks, rules), createCrew !== undefined);
    const words = Array.from({ length: wordCount(columns.length) }, () =>
      allocate(arena, Uint32Array, blockRows),
    );
    const binned = { rowCount: blockRows, columns, words, arena };
    // Threads are handed the buffers: what is known of all rows is none of their business.
    const state = createState(undefined, loss, classCount, []);
    this.buffers = createGrowBuffers(arena, binned, state, size, rules);
    this.gradients = allocate(arena, Float32Array, 2 * blockRows);
    this.kernels = createKernels(arena.memory, arena.isShared);
    this.crew = (createCrew ?? loneCrew)(this.buffers);
    this.state = createState(undefined, loss, classCount, labels, unitOf(loss, labels), none);
    this.leaves = new (leafArray(rules))(rowCount);
  }

  /**
   * Passes over all blocks.
   * @param visit handed the number of the first row, how many there are, and how to read words of the block
   */
  forEachBlock(visit: (first: number, count: number, read: (words: Iterable<number>) => void) => void): void {
    const { chunks, rowCount, buffers } = this;
    const { blockRows } = chunks;
    for (let block = 0, first = 0; first < rowCount; block++, first += blockRows) {
      const count = Math.min(blockRows, rowCount - first);
      visit(first, count, (words) => {
        for (const word of words) {
          chunks.readWords(block, word, buffers.binned.words[word]!.subarray(0, count));
        }
      });
    }
  }
}

/** Grows trees on rows that are read block by block. @param trained the rows that are trained on, ascending */
export function chunkGrower(room: ChunkRoom, trained: Uint32Array): Grower {
  const { rowCount, buffers, crew, leaves } = room;
  const { outputs } = room.state;
  const state: RowState = { ...room.state, scores: new Float64Array(rowCount * outputs) };
  const isTrained = new Uint8Array(rowCount);
  for (let i = 0; i < trained.length; i++) isTrained[trained[i]!] = 1;
  /** Leaf → the one that it was split from. */
  let origins: number[] = [];
  const { rules, slots, batch, ahead } = buffers;
  const growing: GrowingRows = {
    ...{ rules, slots, batch, ahead },
    count: trained.length,
    begin: () => {
      leaves.fill(0);
      origins = [0];
      return sumGradients(state.gradients, trained);
    },
    splitRows: (splits) => {
      for (const { node, rightLeaf } of splits) origins[rightLeaf] = node.leaf;
      return sendRows(room, isTrained, splits, origins.length);
    },
    findSplits: (pairs, chance) => {
      sumPairs(room, state.gradients, isTrained, pairs, origins.length);
      crew.searchSplits(pairs.length, chance);
      return bestSplits(buffers, crew, pairs.length);
    },
  };
  const grower: Grower = {
    state,
    isUsed: buffers.isUsed,
    takeWeights: () => {
      const isOwner = room.owner === grower;
      room.owner = grower;
      return isOwner;
    },
    grow: (output) => {
      setGradients(state, output, 0, rowCount);
      return growTree(growing);
    },
    addGrown: (nodes, values, output) => {
      const added = new Float64Array(origins.length).fill(Number.NaN);
      nodes.forEach(({ split, leaf }, node) => {
        if (split === undefined) added[leaf] = values[node]!;
      });
      // The rows of a leaf that was split in vain, ahead of its turn, are still its own.
      origins.forEach((origin, leaf) => {
        if (Number.isNaN(added[leaf])) added[leaf] = added[origin]!;
      });
      const { scores } = state;
      for (let row = 0; row < rowCount; row++) scores[row * outputs + output]! += added[leaves[row]!]!;
    },
    addTrees: (trees) => addTrees(room, state, [...trees]),
    close: () => crew.close?.(),
  };
  return grower;
}

/** Σ g, Σ h and Σ g² of rows. */
function sumGradients(gradients: Float32Array, rows: Uint32Array): [number, number, number] {
  let gradient = 0;
  let hessian = 0;
  let squares = 0;
  for (let i = 0; i < rows.length; i++) {
    const g = gradients[2 * rows[i]!]!;
    gradient += g;
    hessian += gradients[2 * rows[i]! + 1]!;
    squares += g * g;
  }
  return [gradient, hessian, squares];
}

/** The words of a block as one array: that of word w begins at w × `stride`. */
function wordsOf({ buffers }: ChunkRoom): { readonly words: Uint32Array; readonly stride: number } {
  const all = buffers.binned.words;
  const [first, second] = all as [Uint32Array, Uint32Array | undefined];
  const stride = second === undefined ? first.length : (second.byteOffset - first.byteOffset) / 4;
  const words = new Uint32Array(first.buffer, first.byteOffset, (all.length - 1) * stride + first.length);
  return { words, stride };
}

/** Sends the rows of leaves that are split left or right. @returns how many of those trained on go left, by split */
function sendRows(
  room: ChunkRoom,
  isTrained: Uint8Array,
  splits: readonly NodeSplit[],
  leafCount: number,
): number[] {
  const { words, stride } = wordsOf(room);
  const sent: SentRows = {
    words,
    splitOf: new Int32Array(leafCount).fill(-1),
    starts: new Uint32Array(splits.length),
    shifts: new Uint8Array(splits.length),
    targets: new Uint32Array(BYTE_VALUES * splits.length),
    counts: new Uint32Array(leafCount),
  };
  const asked = new Set<number>();
  splits.forEach(({ node, best: { column, goesLeft }, rightLeaf }, split) => {
    const word = Math.floor(column / COLUMNS_PER_WORD);
    sent.splitOf[node.leaf] = split;
    sent.starts[split] = word * stride;
    sent.shifts[split] = 8 * (column % COLUMNS_PER_WORD);
    goesLeft.forEach((goes, bin) => {
      sent.targets[BYTE_VALUES * split + bin] = goes === 1 ? node.leaf : rightLeaf;
    });
    asked.add(word);
  });
  room.forEachBlock((first, count, read) => {
    read(asked);
    sendBlock(sent, room.leaves.subarray(first, first + count), isTrained.subarray(first, first + count));
  });
  return splits.map(({ node }) => sent.counts[node.leaf]!);
}

interface SentRows {
  readonly words: Uint32Array;
  /** Leaf → its split, or −1. */
  readonly splitOf: Int32Array;
  /** By split: where the words of its column begin, and the shift of the column's byte. */
  readonly starts: Uint32Array;
  readonly shifts: Uint8Array;
  /** By split and bin: the leaf that rows go to. */
  readonly targets: Uint32Array;
  /** Leaf → how many rows that are trained on have come or stayed. */
  readonly counts: Uint32Array;
}

/** No branch depends on where a row goes: that could not be foreseen. */
function sendBlock(
  { words, splitOf, starts, shifts, targets, counts }: SentRows,
  leaves: Uint16Array | Uint32Array,
  isTrained: Uint8Array,
): void {
  for (let i = 0; i < leaves.length; i++) {
    const split = splitOf[leaves[i]!]!;
    if (split < 0) continue;
    const bin = (words[starts[split]! + i]! >>> shifts[split]!) & 255;
    const target = targets[BYTE_VALUES * split + bin]!;
    leaves[i] = target;
    counts[target]! += isTrained[i]!;
  }
}

/** Sums the histograms of the smaller children of pairs. */
function sumPairs(
  room: ChunkRoom,
  gradients: Float32Array,
  isTrained: Uint8Array,
  pairs: readonly NodePair[],
  leafCount: number,
): void {
  const { buffers, crew, columns, kernels } = room;
  const { rows, ordered, tasks, histograms, binStarts, isUsed } = buffers;
  const size = 2 * binStarts[columns.length]!;
  // Twice for each leaf: rows that are held out, and rows that are trained on. What is in no pair comes last.
  const pairOf = new Uint16Array(2 * leafCount).fill(pairs.length);
  pairs.forEach(({ small, smallSlot }, pair) => {
    pairOf[2 * small.leaf + 1] = pair;
    histograms.fill(0, smallSlot * size, (smallSlot + 1) * size);
  });
  writePairs(buffers, pairs);
  const used = [...buffers.binned.words.keys()].filter((word) =>
    isUsed.subarray(COLUMNS_PER_WORD * word, COLUMNS_PER_WORD * (word + 1)).includes(1),
  );
  const ends = new Uint32Array(pairs.length + 1);
  room.forEachBlock((first, count, read) => {
    const own = room.leaves.subarray(first, first + count);
    orderRows(own, isTrained.subarray(first, first + count), pairOf, ends, rows);
    for (let pair = 0, start = 0; pair < pairs.length; start = ends[pair++]!) {
      tasks[pair * TASK_SIZE] = start;
      tasks[pair * TASK_SIZE + 1] = ends[pair]!;
    }
    const summed = ends[pairs.length - 1]!;
    if (summed === 0) return;
    room.gradients.set(gradients.subarray(2 * first, 2 * (first + count)));
    const [from, to] = [rows.byteOffset, rows.byteOffset + 4 * summed];
    kernels.gather(from, to, room.gradients.byteOffset, ordered.byteOffset);
    read(used);
    crew.addBlock(pairs.length);
  });
}

/**
 * Puts the rows of a block in the order of their pairs.
 * @param ends by pair: where its rows end, which is written
 */
function orderRows(
  leaves: Uint16Array | Uint32Array,
  isTrained: Uint8Array,
  pairOf: Uint16Array,
  ends: Uint32Array,
  rows: Uint32Array,
): void {
  ends.fill(0);
  for (let i = 0; i < leaves.length; i++) ends[pairOf[2 * leaves[i]! + isTrained[i]!]!]!++;
  for (let pair = 0, start = 0; pair < ends.length; pair++) {
    const count = ends[pair]!;
    ends[pair] = start;
    start += count;
  }
  for (let i = 0; i < leaves.length; i++) rows[ends[pairOf[2 * leaves[i]! + isTrained[i]!]!]!++] = i;
}

/** Adds the values of trees to the scores of all rows: one pass, in which each block goes through all trees. */
function addTrees(room: ChunkRoom, { scores, outputs }: RowState, trees: readonly RoutedTree[]): void {
  const { words, stride } = wordsOf(room);
  const asked = new Set(
    trees.flatMap(({ nodes }) =>
      nodes.flatMap(({ split }) =>
        split === undefined ? [] : [Math.floor(split.column / COLUMNS_PER_WORD)],
      ),
    ),
  );
  room.forEachBlock((first, count, read) => {
    read(asked);
    for (const { nodes, values, output } of trees) {
      for (let i = 0; i < count; i++) {
        let node = 0;
        for (let { split, left } = nodes[0]!; split !== undefined; { split, left } = nodes[node]!) {
          const { column, goesLeft } = split;
          const word = words[Math.floor(column / COLUMNS_PER_WORD) * stride + i]!;
          const bin = (word >>> (8 * (column % COLUMNS_PER_WORD))) & 255;
          node = goesLeft[bin] === 1 ? left! : left! + 1;
        }
        scores[(first + i) * outputs + output]! += values[node]!;
      }
    }
  });
}
