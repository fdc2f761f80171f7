// Rows by the bins of their cells that are not in memory: blocks of them are written once, and read whenever a tree looks
// at them. A block has the words of its rows, first those of the first four columns, then those of the next four.

import { createBinner, wordCount } from './binned-rows.js';
import type { ColumnBins } from './fit-bins.js';
import { forEachBlock, type TreeRows } from './row-blocks.js';

/** Rows by the bins of their cells, read block by block. */
export interface BinnedChunks {
  readonly rowCount: number;
  readonly columns: readonly ColumnBins[];
  /** Rows of each block but the last. */
  readonly blockRows: number;
  /** Reads the words that four columns have in a block. @param into has a place for each row of the block */
  readWords(block: number, word: number, into: Uint32Array): void;
}

/**
 * Puts rows into the bins of their columns, block by block.
 * @param write handed the words of each block, which are good until the next one
 */
export function binChunks(
  features: TreeRows,
  columns: readonly ColumnBins[],
  blockRows: number,
  write: (words: Uint32Array) => void,
): void {
  const count = wordCount(columns.length);
  const room = new Uint32Array(count * blockRows);
  const bin = createBinner(columns);
  const wordsOf = (rows: number): Uint32Array[] =>
    Array.from({ length: count }, (_, word) => room.subarray(word * rows, (word + 1) * rows));
  let left = features.rowCount;
  let rows = Math.min(blockRows, left);
  let words = wordsOf(rows);
  let filled = 0;
  forEachBlock(features, (block) => {
    for (let from = 0; from < block.rowCount; ) {
      const to = Math.min(block.rowCount, from + rows - filled);
      bin(block, from, to, words, filled);
      filled += to - from;
      from = to;
      if (filled < rows) continue;
      write(room.subarray(0, count * rows));
      room.fill(0);
      left -= rows;
      if (left < rows) words = wordsOf(left);
      rows = Math.min(rows, left);
      filled = 0;
    }
  });
}
