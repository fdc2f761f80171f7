// Sums over many rows that come out the same to the last bit however the rows are cut and whoever adds them up.
//
// Rows are taken in blocks, each summed from its first row to its last. The sums of blocks are joined in a fixed binary
// tree: blocks 2i and 2i + 1 first, then pairs of pairs; what is left over at the end is added from the smallest tree to
// the largest. A run of 2^k blocks that begins at a multiple of 2^k is a whole tree, which another thread or machine can
// sum by itself.

import type { DenseRows, SparseRows } from './sparse-rows.js';

/** Rows of a block. So many that adding two blocks' Hessians costs little beside summing one. */
export const BLOCK_ROWS = 2 ** 16;
/** Numbers of a block of dense rows at most: 32 MB. */
const DENSE_NUMBERS = 2 ** 22;
const FEWEST_ROWS = 2 ** 10;

/** Rows of a block of such features: a power of two, fewer where rows are long. */
export function blockRowsOf(features: Pick<DenseRows, 'columnCount'> | SparseRows): number {
  if ('offsets' in features || features.columnCount === 0) return BLOCK_ROWS;
  const fitting = 2 ** Math.floor(Math.log2(DENSE_NUMBERS / features.columnCount));
  return Math.min(BLOCK_ROWS, Math.max(FEWEST_ROWS, fitting));
}

/** Joins the sums of blocks, handed over in their order. */
export class BlockTree {
  readonly #length: number;
  /** By level k: the sum of 2^k blocks that waits for its neighbour. */
  readonly #waiting: (Float64Array | undefined)[] = [];
  readonly #spare: Float64Array[] = [];

  /** @param length numbers of a sum */
  constructor(length: number) {
    this.#length = length;
  }

  /** Room for the next sum, all 0. */
  room(): Float64Array {
    return this.#spare.pop()?.fill(0) ?? new Float64Array(this.#length);
  }

  /**
   * Takes the next sum, and the array with it.
   * @param level it is that of 2^level blocks. Default 0: of one
   */
  add(sum: Float64Array, level = 0): void {
    let own = sum;
    let at = level;
    for (; this.#waiting[at] !== undefined; at++) {
      const joined = addInto(this.#waiting[at]!, own);
      this.#spare.push(own);
      own = joined;
      this.#waiting[at] = undefined;
    }
    this.#waiting[at] = own;
  }

  /** The sum of all. @param rest that of blocks after the last, fewer than the smallest tree handed over */
  total(rest?: Float64Array): Float64Array {
    let sum = rest;
    for (const own of this.#waiting) {
      if (own !== undefined) sum = sum === undefined ? own : addInto(own, sum);
    }
    return sum ?? this.room();
  }
}

/** left += right. */
function addInto(left: Float64Array, right: Float64Array): Float64Array {
  for (let i = 0; i < left.length; i++) left[i]! += right[i]!;
  return left;
}

/**
 * The sum over all blocks.
 * @param add adds the sum of a block to what it is handed
 */
export function sumBlocks(
  blockCount: number,
  length: number,
  add: (block: number, into: Float64Array) => void,
): Float64Array {
  const tree = new BlockTree(length);
  for (let block = 0; block < blockCount; block++) {
    const own = tree.room();
    add(block, own);
    tree.add(own);
  }
  return tree.total();
}
