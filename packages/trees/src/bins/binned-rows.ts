// Rows by the bins of their cells: a byte for each cell, those of four columns in a word.

import type { DenseRows } from '@fairfront/core';
import { COLUMNS_PER_WORD } from '../kernels/kernels.js';
import { type Arena, alignedBytes, allocate } from './arena.js';
import { toCell } from './columns.js';
import type { ColumnBins } from './fit-bins.js';

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
  return Math.ceil(columnCount / COLUMNS_PER_WORD) * alignedBytes(4 * rowCount);
}

/** Rows that are put into bins together, so that their cells stay near while column after column is looked at. */
const BLOCK = 2048;

/** Puts the rows of one or more matrices, one after the other, into the bins of their columns. */
export function binRows(
  arena: Arena,
  matrices: readonly DenseRows[],
  columns: readonly ColumnBins[],
): BinnedRows {
  const rowCount = matrices.reduce((rows, matrix) => rows + matrix.rowCount, 0);
  const words = Array.from({ length: Math.ceil(columns.length / COLUMNS_PER_WORD) }, () =>
    allocate(arena, Uint32Array, rowCount),
  );
  const ladders = columns.map(({ thresholds }) => ladderOf(thresholds));
  let first = 0;
  for (const features of matrices) {
    for (let start = 0; start < features.rowCount; start += BLOCK) {
      const end = Math.min(start + BLOCK, features.rowCount);
      columns.forEach((column, c) => {
        const own = words[Math.floor(c / COLUMNS_PER_WORD)]!.subarray(first);
        const shift = 8 * (c % COLUMNS_PER_WORD);
        if (column.kind === 'categorical') binLevels(features, c, start, end, column, own, shift);
        else binNumbers(features, c, start, end, column.count, ladders[c]!, own, shift);
      });
    }
    first += features.rowCount;
  }
  return { rowCount, columns, words, arena };
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
    words[row]! |= (Number.isNaN(code) ? count : binOfLevel[code]!) << shift;
  }
}

/** The upper ends of bins with what is above every cell behind them, so that a search has eight steps in any case. */
function ladderOf(thresholds: Float32Array): Float32Array {
  const ladder = new Float32Array(256).fill(Infinity);
  ladder.set(thresholds);
  return ladder;
}

/** A search without branches, which no processor could foretell: the number of ends that a cell is above. */
function binNumbers(
  { columnCount, values }: DenseRows,
  c: number,
  start: number,
  end: number,
  count: number,
  ladder: Float32Array,
  words: Uint32Array,
  shift: number,
): void {
  for (let row = start, k = start * columnCount + c; row < end; row++, k += columnCount) {
    const value = values[k]!;
    const cell = toCell(value);
    let bin = 0;
    bin += Number(cell > ladder[127]!) << 7;
    bin += Number(cell > ladder[bin + 63]!) << 6;
    bin += Number(cell > ladder[bin + 31]!) << 5;
    bin += Number(cell > ladder[bin + 15]!) << 4;
    bin += Number(cell > ladder[bin + 7]!) << 3;
    bin += Number(cell > ladder[bin + 3]!) << 2;
    bin += Number(cell > ladder[bin + 1]!) << 1;
    bin += Number(cell > ladder[bin]!);
    words[row]! |= (Number.isNaN(value) ? count : bin) << shift;
  }
}

/** The bin of a row in a column. */
export function binAt({ words }: BinnedRows, row: number, column: number): number {
  const word = words[Math.floor(column / COLUMNS_PER_WORD)]![row]!;
  return (word >>> (8 * (column % COLUMNS_PER_WORD))) & 255;
}
