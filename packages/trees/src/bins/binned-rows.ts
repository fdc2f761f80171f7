// Rows by the bins of their cells: a byte for each cell, those of four columns in a word.

import type { DenseRows } from '@fairfront/core';
import { COLUMNS_PER_WORD } from '../kernels/kernels.js';
import { type Arena, alignedBytes, allocate } from './arena.js';
import type { ColumnBins } from './fit-bins.js';
import { forEachBlock, type TreeRows } from './row-blocks.js';

/** Rows by the bins of their cells. */
export interface BinnedRows {
  readonly rowCount: number;
  readonly columns: readonly ColumnBins[];
  /** For each four columns a word for each row: the lowest byte is the first column's. */
  readonly words: readonly Uint32Array[];
  /** The memory that the words are in. */
  readonly arena: Arena;
}

/** The bytes that binned rows take in an arena. */
export function binnedBytes(rowCount: number, columnCount: number): number {
  return wordCount(columnCount) * alignedBytes(4 * rowCount);
}

/** Puts the rows of one or more matrices, one after the other, into the bins of their columns. */
export function binRows(
  arena: Arena,
  matrices: readonly TreeRows[],
  columns: readonly ColumnBins[],
): BinnedRows {
  const rowCount = matrices.reduce((rows, matrix) => rows + matrix.rowCount, 0);
  const words = Array.from({ length: wordCount(columns.length) }, () =>
    allocate(arena, Uint32Array, rowCount),
  );
  const bin = createBinner(columns);
  let first = 0;
  for (const features of matrices) {
    forEachBlock(features, (block, start) => bin(block, 0, block.rowCount, words, first + start));
    first += features.rowCount;
  }
  return { rowCount, columns, words, arena };
}

/** How many words the columns of a row take. */
export function wordCount(columnCount: number): number {
  return Math.ceil(columnCount / COLUMNS_PER_WORD);
}

/** Rows that are put into bins together, so that their cells stay near while column after column is looked at. */
const BLOCK = 2048;

/** Puts rows of a matrix into words of zeros, the first at a place. */
export type Binner = (
  features: DenseRows,
  from: number,
  to: number,
  words: readonly Uint32Array[],
  at: number,
) => void;

/** Makes the function that puts rows into the bins of their columns. */
export function createBinner(columns: readonly ColumnBins[]): Binner {
  const ladders = columns.map(({ thresholds }) => ladderOf(thresholds));
  return (features, from, to, words, at) => {
    for (let start = from; start < to; start += BLOCK) {
      const end = Math.min(start + BLOCK, to);
      columns.forEach((column, c) => {
        const own = words[Math.floor(c / COLUMNS_PER_WORD)]!.subarray(at + start - from);
        const shift = 8 * (c % COLUMNS_PER_WORD);
        if (column.kind === 'categorical') binLevels(features, c, start, end, column, own, shift);
        else binNumbers(features, c, start, end, column.count, ladders[c]!, own, shift);
      });
    }
  };
}

function binLevels(
  { columnCount, values }: DenseRows,
  c: number,
  start: number,
  end: number,
  { count, binOfLevel }: ColumnBins,
  words: Uint32Array,
  shift: number,
): void {
  for (let row = start, k = start * columnCount + c; row < end; row++, k += columnCount) {
    const code = values[k]!;
    words[row - start]! |= (Number.isNaN(code) ? count : binOfLevel[code]!) << shift;
  }
}

/** Where to look for the bin of a number. */
interface Ladder {
  /** The upper end of each bin; the last has none. */
  readonly ends: Float32Array;
  /** By the upper half of a float32's bits: the first bin that it can be in; the next entry has the last. */
  readonly firstBin: Uint8Array;
}

const HALVES = 65536;

function ladderOf(thresholds: Float32Array): Ladder {
  const ends = thresholds.map((end) => end + 0); // −0 is 0, but has other bits
  ends[ends.length - 1] = Infinity;
  const bits = new Uint32Array(ends.buffer);
  const firstBin = new Uint8Array(HALVES + 1);
  let from = 0;
  bits.forEach((end, bin) => {
    const behind = bin === bits.length - 1 ? HALVES + 1 : upperHalf(end) + 1;
    if (behind > from) firstBin.fill(bin, from, behind);
    from = Math.max(from, behind);
  });
  return { ends, firstBin };
}

/** The upper half of a float32's bits, flipped so that larger numbers have larger ones. */
function upperHalf(bits: number): number {
  return (bits ^ ((bits >> 31) | 0x80000000)) >>> 16;
}

const cells = new Float32Array(BLOCK);
const cellBits = new Int32Array(cells.buffer);

/** The upper half of a number's bits leaves few bins, mostly one: a search among all 255 takes three times as long. */
function binNumbers(
  { columnCount, values }: DenseRows,
  c: number,
  start: number,
  end: number,
  count: number,
  { ends, firstBin }: Ladder,
  words: Uint32Array,
  shift: number,
): void {
  for (let row = start, k = start * columnCount + c; row < end; row++, k += columnCount) {
    cells[row - start] = values[k]!;
  }
  for (let row = start; row < end; row++) {
    const cell = cells[row - start]!;
    const half = upperHalf(cellBits[row - start]!);
    let bin = firstBin[half]!;
    for (let last = firstBin[half + 1]!; bin < last; ) {
      const middle = (bin + last) >>> 1;
      if (cell > ends[middle]!) bin = middle + 1;
      else last = middle;
    }
    words[row - start]! |= (Number.isNaN(cell) ? count : bin) << shift;
  }
}

/** The bin of a row in a column. */
export function binAt({ words }: BinnedRows, row: number, column: number): number {
  const word = words[Math.floor(column / COLUMNS_PER_WORD)]![row]!;
  return (word >>> (8 * (column % COLUMNS_PER_WORD))) & 255;
}
