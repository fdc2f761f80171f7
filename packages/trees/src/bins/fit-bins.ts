// Bins of columns, fitted on training rows: a tree only asks which bin a cell is in.
//
//   numeric       bin b holds x ≤ thresholds[b], bins of about as many rows each; as many bins as values where there are few
//   categorical   a bin for each level; where there are too many, the rarest share the last one
//
// Missing cells have one more bin, the last.

import { createRandom, type DenseRows, FairfrontError } from '@fairfront/core';
import { LARGEST_CELL, type TreeColumn, toCell } from './columns.js';

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

/**
 * Fits the bins of each column.
 * @param rows the training rows
 * @param most bins of values, at most; from 2 to 255
 */
export function fitBins(
  features: DenseRows,
  columns: readonly TreeColumn[],
  rows: Uint32Array,
  most = MOST_BINS,
): ColumnBins[] {
  if (!(Number.isInteger(most) && most >= 2 && most <= MOST_BINS)) {
    throw new FairfrontError('bad-option', `bins must be a whole number from 2 to ${MOST_BINS}; got ${most}`);
  }
  const sample = rows.length <= SAMPLE ? rows : sampleOf(rows);
  const cells = new Float32Array(sample.length);
  return columns.map((column, c) =>
    column.kind === 'numeric'
      ? numericBins(features, c, rows, sample, cells, most)
      : categoricalBins(features, c, rows, column.levels, most),
  );
}

function numericBins(
  { columnCount, values }: DenseRows,
  c: number,
  rows: Uint32Array,
  sample: Uint32Array,
  cells: Float32Array,
  most: number,
): ColumnBins {
  let size = 0;
  for (let i = 0; i < sample.length; i++) {
    const cell = toCell(values[sample[i]! * columnCount + c]!);
    if (!Number.isNaN(cell)) cells[size++] = cell;
  }
  const hasMissing =
    size < sample.length ||
    (sample !== rows && rows.some((row) => Number.isNaN(values[row * columnCount + c]!)));
  const thresholds = thresholdsOf(cells.subarray(0, size).sort(), most);
  return { kind: 'numeric', count: thresholds.length, hasMissing, thresholds, binOfLevel: new Uint8Array(0) };
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

function categoricalBins(
  { columnCount, values }: DenseRows,
  c: number,
  rows: Uint32Array,
  levels: number,
  most: number,
): ColumnBins {
  const counts = new Uint32Array(levels);
  let missing = 0;
  for (let i = 0; i < rows.length; i++) {
    const code = values[rows[i]! * columnCount + c]!;
    if (Number.isNaN(code)) missing++;
    else counts[code]!++;
  }
  const binOfLevel = new Uint8Array(levels);
  const byCount = [...counts.keys()].sort((a, b) => counts[b]! - counts[a]! || a - b);
  const own = levels <= most ? [...counts.keys()] : byCount.slice(0, most - 1);
  binOfLevel.fill(own.length);
  own.forEach((level, bin) => {
    binOfLevel[level] = bin;
  });
  const count = Math.max(1, Math.min(levels, most));
  return { kind: 'categorical', count, hasMissing: missing > 0, thresholds: new Float32Array(0), binOfLevel };
}

/** Rows drawn without looking at them: the same every time. */
function sampleOf(rows: Uint32Array): Uint32Array {
  const random = createRandom(rows.length);
  const step = rows.length / SAMPLE;
  return Uint32Array.from({ length: SAMPLE }, (_, i) => rows[Math.floor((i + random.uniform()) * step)]!);
}
