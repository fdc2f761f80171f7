// Percentile bootstrap of means over rows (Efron 1979): as many rows as there are, drawn with replacement,
// and the mean taken again. Columns are drawn together: a row comes with all of its values. So resampled
// means of two columns may be subtracted from each other, and the interval of the difference is as narrow as
// the pairing makes it.
//
// Rows that belong together (of one patient, one household) tell less than as many strangers. So entities are
// drawn instead, as many as there are, each with all of its rows; their number differs from draw to draw, and
// the mean is Σ sums / Σ rows. Where rows have weights, it is Σ w · value / Σ w of the rows drawn. Of more than
// `MANY.rows` rows random cells are drawn in the same way (resampling.ts).

import { FairfrontError } from '../error.js';
import type { RandomSource } from './random.js';
import { checkEntityRows, dealCells, drawBits, MANY, numberEntities, type RowCells } from './resampling.js';
import { rowNumbers } from './row-numbers.js';
import { CompensatedSum, compensatedSum } from './sum.js';

/** How a bootstrap is drawn. */
export interface BootstrapOptions {
  readonly random: RandomSource;
  /** A whole number ≥ 1; default 1,000. */
  readonly resamples?: number | undefined;
}

/** Means of columns, of the data and of every resample. */
export interface BootstrapMeans {
  /** The mean of each column. */
  readonly means: readonly number[];
  /** For each column its mean in every resample. */
  readonly resampled: readonly Float64Array[];
  /** How many each resample draws: rows, or entities where these were given. */
  readonly drawCount: number;
  /** How many of these tell as much, where rows have weights: (Σ w)² / Σ w² at most (Kish 1965). */
  readonly size: number;
}

/** An interval with both ends. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What was measured, and its interval. */
export interface Estimate extends Interval {
  readonly value: number;
}

/** Resamples of a bootstrap, unless asked otherwise. */
export const DEFAULT_RESAMPLES = 1000;
/** The share of samples in which an interval holds the true value, unless asked otherwise. */
export const DEFAULT_LEVEL = 0.95;

/**
 * Resamples the means of several columns together.
 * @param rows which rows the means are over; by default all
 * @param entities row → whose it is, whole numbers ≥ 0; by default every row is by itself
 * @param weights row → what it counts for, > 0; by default 1
 * @param many from how many rows on cells of them are drawn, and how many of these
 */
export function bootstrapMeans(
  columns: readonly Float64Array[],
  { random, resamples = DEFAULT_RESAMPLES }: BootstrapOptions,
  rows?: ArrayLike<number>,
  entities?: ArrayLike<number>,
  weights?: Float64Array,
  many = MANY,
): BootstrapMeans {
  const rowCount = rows === undefined ? (columns[0]?.length ?? 0) : rows.length;
  check(columns, rowCount, resamples);
  const columnCount = columns.length;
  const own = weights && Float64Array.from({ length: rowCount }, (_, i) => weights[rows?.[i] ?? i]!);
  const means = columns.map((column) => meanOf(column, rowCount, rows, own));
  const nextBits = drawBits(random);
  const isMany = rowCount > many.rows;
  const isEven = entities === undefined && own === undefined && !isMany;
  if (entities !== undefined) checkEntityRows(entities, columns[0]!.length);
  const all = rows ?? rowNumbers(rowCount);
  const { cells, count, dealt } = isMany
    ? dealCells(nextBits, all, entities, many.cells)
    : oneCellEach(all, entities);
  const width = isEven ? columnCount : columnCount + 1;
  const values = isEven
    ? deviationsOf(columns, means, all)
    : sumsByCell(columns, means, all, cells, count, own);
  const resampled = columns.map(() => new Float64Array(resamples));
  const sums = new Float64Array(width);
  // A row from 32 bits is as likely as any other up to rowCount / 2³²: far below what resampling itself
  // leaves open.
  const scale = count / 2 ** 32;
  for (let resample = 0; resample < resamples; resample++) {
    sums.fill(0);
    for (let i = 0; i < count; i++) {
      const start = Math.floor(nextBits() * scale) * width;
      for (let c = 0; c < width; c++) sums[c]! += values[start + c]!;
    }
    const drawnRows = isEven ? rowCount : sums[columnCount]!;
    for (let c = 0; c < columnCount; c++) resampled[c]![resample] = means[c]! + sums[c]! / drawnRows;
  }
  const size = own === undefined ? dealt : Math.min(dealt, effectiveCount(own));
  return { means, resampled, drawCount: dealt, size };
}

/**
 * The middle `level` of the samples; between two of them, linearly (the rule of numpy and of R's type 7).
 * @param level in (0, 1)
 */
export function percentileInterval(samples: ArrayLike<number>, level = DEFAULT_LEVEL): Interval {
  if (!(level > 0 && level < 1)) {
    throw new FairfrontError('bad-option', `level must be in (0, 1); got ${level}`);
  }
  if (samples.length === 0) {
    throw new FairfrontError('bad-option', 'samples: an interval needs at least one; got none');
  }
  const sorted = Float64Array.from(samples).sort();
  const tail = (1 - level) / 2;
  return { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) };
}

/** The value that a share of the samples is at or below. */
export function upperQuantile(samples: ArrayLike<number>, share: number): number {
  return quantile(Float64Array.from(samples).sort(), share);
}

function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!);
}

/** (Σ w)² / Σ w², by shares of the largest weight: of equal weights their number, exactly. */
function effectiveCount(weights: Float64Array): number {
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  let sum = 0;
  let squares = 0;
  for (const weight of weights) {
    sum += weight / largest;
    squares += (weight / largest) ** 2;
  }
  return largest === 0 ? 0 : sum ** 2 / squares;
}

/** @param weights in the order of the rows */
function meanOf(
  column: Float64Array,
  rowCount: number,
  rows: ArrayLike<number> | undefined,
  weights: Float64Array | undefined,
): number {
  const sum = new CompensatedSum();
  for (let i = 0; i < rowCount; i++)
    sum.add(column[rows === undefined ? i : rows[i]!]! * (weights?.[i] ?? 1));
  return sum.value / (weights === undefined ? rowCount : compensatedSum(weights));
}

/**
 * rows × columns, so that a row lies together. As deviations from the mean, what plain sums lose is nothing
 * to the mean itself.
 */
function deviationsOf(
  columns: readonly Float64Array[],
  means: readonly number[],
  rows: ArrayLike<number>,
): Float64Array {
  const deviations = new Float64Array(rows.length * columns.length);
  for (let i = 0, k = 0; i < rows.length; i++) {
    for (let c = 0; c < columns.length; c++, k++) deviations[k] = deviationAt(columns, means, c, rows[i]!);
  }
  return deviations;
}

function deviationAt(
  columns: readonly Float64Array[],
  means: readonly number[],
  c: number,
  row: number,
): number {
  const value = columns[c]![row]!;
  if (Number.isFinite(value)) return value - means[c]!;
  throw new FairfrontError(
    'bad-risks',
    `column ${c + 1}: every value must be a finite number; row ${row + 1} has ${value}`,
  );
}

/** Cells × (columns + 1): sums of deviations, and in the last place the rows, or their weight. */
function sumsByCell(
  columns: readonly Float64Array[],
  means: readonly number[],
  rows: ArrayLike<number>,
  cells: ArrayLike<number>,
  count: number,
  weights: Float64Array | undefined,
): Float64Array {
  const width = columns.length + 1;
  const values = new Float64Array(count * width);
  for (let i = 0; i < rows.length; i++) {
    const start = cells[i]! * width;
    const weight = weights?.[i] ?? 1;
    for (let c = 0; c < columns.length; c++) {
      values[start + c]! += weight * deviationAt(columns, means, c, rows[i]!);
    }
    values[start + columns.length]! += weight;
  }
  return values;
}

/** Every row a cell of its own, or every entity. */
function oneCellEach(
  rows: ArrayLike<number>,
  entities: ArrayLike<number> | undefined,
): Omit<RowCells, 'cells'> & { readonly cells: ArrayLike<number> } {
  if (entities === undefined) {
    return { cells: rowNumbers(rows.length), count: rows.length, dealt: rows.length };
  }
  const { numbers, count } = numberEntities(entities, rows);
  return { cells: numbers, count, dealt: count };
}

function check(columns: readonly Float64Array[], rowCount: number, resamples: number): void {
  if (!(Number.isInteger(resamples) && resamples >= 1)) {
    throw new FairfrontError('bad-option', `resamples must be a whole number ≥ 1; got ${resamples}`);
  }
  if (rowCount === 0) {
    throw new FairfrontError('bad-risks', 'columns: means over rows need at least one row; got none');
  }
  const lengths = columns.map(({ length }) => length);
  if (lengths.some((length) => length !== lengths[0])) {
    throw new FairfrontError(
      'bad-risks',
      `columns must have the same rows; their lengths are ${lengths.join(', ')}`,
    );
  }
}
