// Bins of columns, fitted on training rows: a tree only asks which bin a cell is in.
//
//   numeric       bin b holds x ≤ thresholds[b], bins of about as many rows each; as many bins as values where there are few
//   categorical   a bin for each level; where there are too many, the rarest share the last one
//
// Missing cells have one more bin, the last.

import { createRandom, FairfrontError } from '@fairfront/core';
import { areStreamed } from '@fairfront/core/internal';
import { LARGEST_CELL, type TreeColumn, toCell } from './columns.js';
import { forEachBlockOf, type TreeRows } from './row-blocks.js';
import { sortFloats } from './sort-floats.js';

/** A byte has room for 255 bins of values and one of missing cells. */
export const MOST_BINS = 255;

/** The bins of a column. */
export interface ColumnBins {
  readonly kind: TreeColumn['kind'];
  /** Bins of values; the bin of missing cells has this number. */
  readonly count: number;
  /** Whether a training row is missing it. */
  readonly hasMissing: boolean;
  /** The largest value of each bin, of float32; empty for categories. */
  readonly thresholds: Float32Array;
  /** Level → bin; empty for numbers. */
  readonly binOfLevel: Uint8Array;
}

/** Rows that thresholds are made of: more would move none by much. */
const SAMPLE = 200_000;
/** Columns whose samples are taken together: the cells of a row lie side by side. */
const COLUMN_BLOCK = 16;
/** The same where rows are read once for each such block: 51 MB of samples. */
const STREAMED_COLUMN_BLOCK = 64;

/**
 * Fits the bins of each column.
 * @param rows the training rows; ascending where rows are read block by block
 * @param most bins of values, at most; from 2 to 255
 */
export function fitBins(
  features: TreeRows,
  columns: readonly TreeColumn[],
  rows: Uint32Array,
  most = MOST_BINS,
): ColumnBins[] {
  if (!(Number.isInteger(most) && most >= 2 && most <= MOST_BINS)) {
    throw new FairfrontError('bad-option', `bins must be a whole number from 2 to ${MOST_BINS}; got ${most}`);
  }
  const sample = rows.length <= SAMPLE ? rows : sampleOf(rows);
  const { missing, counts } = countCells(features, columns, rows);
  const width = areStreamed(features) ? STREAMED_COLUMN_BLOCK : COLUMN_BLOCK;
  const fitted: ColumnBins[] = [];
  for (let first = 0; first < columns.length; first += width) {
    const block = columns.slice(first, first + width);
    const cells = cellsOf(features, first, block, sample);
    block.forEach((column, i) => {
      const hasMissing = missing[first + i] === 1;
      fitted.push(
        column.kind === 'numeric'
          ? numericBins(cells[i]!, hasMissing, most)
          : categoricalBins(counts[first + i]!, hasMissing, most),
      );
    });
  }
  return fitted;
}

/** What is counted of all training rows. */
interface CellCounts {
  /** By column: 1 where a row is missing it. */
  readonly missing: Uint8Array;
  /** By column: the rows of each level; none for numbers. */
  readonly counts: readonly Uint32Array[];
}

/** Counts row by row, as cells lie in memory. */
function countCells(features: TreeRows, columns: readonly TreeColumn[], rows: Uint32Array): CellCounts {
  const { columnCount } = features;
  const missing = new Uint8Array(columnCount);
  const counts = columns.map((column) => new Uint32Array(column.kind === 'numeric' ? 0 : column.levels));
  const categorical = columns.flatMap(({ kind }, c) => (kind === 'numeric' ? [] : [c]));
  forEachBlockOf(features, rows, ({ values }, first, own) => {
    for (let i = 0; i < own.length; i++) {
      const start = (own[i]! - first) * columnCount;
      for (let c = 0; c < columnCount; c++) if (Number.isNaN(values[start + c]!)) missing[c] = 1;
      for (let k = 0; k < categorical.length; k++) {
        const code = values[start + categorical[k]!]!;
        if (!Number.isNaN(code)) counts[categorical[k]!]![code]!++;
      }
    }
  });
  return { missing, counts };
}

/** The cells that some columns of numbers have in some rows, without missing ones, by column. */
function cellsOf(
  features: TreeRows,
  firstColumn: number,
  block: readonly TreeColumn[],
  sample: Uint32Array,
): Float32Array[] {
  const { columnCount } = features;
  const cells = block.map(({ kind }) => new Float32Array(kind === 'numeric' ? sample.length : 0));
  const sizes = new Uint32Array(block.length);
  forEachBlockOf(features, sample, ({ values }, first, own) => {
    for (let i = 0; i < own.length; i++) {
      const start = (own[i]! - first) * columnCount + firstColumn;
      for (let k = 0; k < cells.length; k++) {
        const value = values[start + k]!;
        if (!Number.isNaN(value)) cells[k]![sizes[k]!++] = toCell(value);
      }
    }
  });
  return cells.map((own, k) => own.subarray(0, sizes[k]));
}

function numericBins(cells: Float32Array, hasMissing: boolean, most: number): ColumnBins {
  const few = fewValues(cells);
  const isFew = few !== undefined && few.length <= most;
  const thresholds = thresholdsOf(isFew ? few : sortFloats(cells), most);
  return { kind: 'numeric', count: thresholds.length, hasMissing, thresholds, binOfLevel: new Uint8Array(0) };
}

/** Few values are found without sorting, as those of one-hot columns. */
const FEW = 8;

/** The different values, ascending, where there are few. */
function fewValues(cells: Float32Array): Float32Array | undefined {
  const found: number[] = [];
  let last = Number.NaN;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    if (cell === last) continue;
    last = cell;
    if (found.includes(cell)) continue;
    if (found.length === FEW) return undefined;
    found.push(cell);
  }
  return Float32Array.from(found).sort();
}

/**
 * The upper ends of bins. A bin is closed as soon as it has its share of the rows that are left, so that a frequent
 * value has a bin of its own.
 * @param sorted values, ascending
 */
function thresholdsOf(sorted: Float32Array, most: number): Float32Array {
  let distinct = sorted.length > 0 ? 1 : 0;
  for (let i = 1; i < sorted.length && distinct <= most; i++) if (sorted[i] !== sorted[i - 1]) distinct++;
  const ends: number[] = [];
  let inBin = 0;
  let left = sorted.length;
  for (let i = 0; i < sorted.length; i++) {
    inBin++;
    if (i + 1 === sorted.length || sorted[i] === sorted[i + 1]) continue;
    const isFull = distinct <= most || inBin >= left / (most - ends.length);
    if (!isFull || ends.length === most - 1) continue;
    ends.push(between(sorted[i]!, sorted[i + 1]!));
    left -= inBin;
    inBin = 0;
  }
  return Float32Array.from([...ends, LARGEST_CELL]);
}

/** A number of float32 that is at least `low` and below `high`. */
function between(low: number, high: number): number {
  const middle = Math.fround(low / 2 + high / 2);
  return middle >= low && middle < high ? middle : low;
}

function categoricalBins(counts: Uint32Array, hasMissing: boolean, most: number): ColumnBins {
  const levels = counts.length;
  const binOfLevel = new Uint8Array(levels);
  const byCount = [...counts.keys()].sort((a, b) => counts[b]! - counts[a]! || a - b);
  const own = levels <= most ? [...counts.keys()] : byCount.slice(0, most - 1);
  binOfLevel.fill(own.length);
  own.forEach((level, bin) => {
    binOfLevel[level] = bin;
  });
  const count = Math.max(1, Math.min(levels, most));
  return { kind: 'categorical', count, hasMissing, thresholds: new Float32Array(0), binOfLevel };
}

/** Rows drawn without looking at them: the same every time. */
function sampleOf(rows: Uint32Array): Uint32Array {
  const random = createRandom(rows.length);
  const step = rows.length / SAMPLE;
  return Uint32Array.from({ length: SAMPLE }, (_, i) => rows[Math.floor((i + random.uniform()) * step)]!);
}
