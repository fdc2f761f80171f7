// What every bootstrap needs: bits for many draws, the entities whose rows are drawn together, and, of many rows, the
// cells that are drawn in their place.
//
// Redrawing n rows takes n draws a resample. Rows are independent, so their sums over random cells are too: rows (or
// entities, whole) are dealt out to cells, each cell is summed once, and a resample draws as many cells as there are.
// A mean Σ_k c_k S_k / Σ_k c_k n_k of cells has the variance of the mean of rows, up to a share of √(2 / cells) by which
// the deal is off: 1.6% of the variance, 0.8% of a width, less than 1,000 resamples leave open.

import { FairfrontError } from '../error.js';
import { firstUses } from './first-uses.js';
import { type RandomSource, xoshiro128 } from './random.js';

/** When rows are many, and what is then drawn. */
export interface ManyRows {
  /** More rows than so many are drawn as cells. */
  readonly rows: number;
  /** Cells that they are dealt out to. */
  readonly cells: number;
}

/**
 * Up to 100,000 rows, 1,000 resamples take a second or so, and nothing but rows is drawn. Above, every cell has a dozen
 * rows at least.
 */
export const MANY: ManyRows = { rows: 100_000, cells: 2 ** 13 };

/** Bits for many draws, from a source that is asked four times. */
export function drawBits(random: RandomSource): () => number {
  return xoshiro128(Array.from({ length: 4 }, () => Math.floor(random.uniform() * 2 ** 32)));
}

/** Entities of some rows, numbered from 0. */
export interface EntityNumbers {
  /** By row, in the order of the rows. */
  readonly numbers: Uint32Array;
  readonly count: number;
}

/** Throws unless there is an entity for every row. */
export function checkEntityRows(entities: ArrayLike<number>, rowCount: number): void {
  if (entities.length === rowCount) return;
  throw new FairfrontError(
    'bad-split',
    `entities: there must be one for each of ${rowCount} rows; got ${entities.length}`,
  );
}

/**
 * The entities of some rows, from 0 in the order in which they come.
 * @param entities row → whose it is, whole numbers ≥ 0
 */
export function numberEntities(entities: ArrayLike<number>, rows: ArrayLike<number>): EntityNumbers {
  let largest = 0;
  for (let i = 0; i < rows.length; i++) {
    const entity = entities[rows[i]!]!;
    if (!(Number.isInteger(entity) && entity >= 0)) {
      throw new FairfrontError(
        'bad-split',
        `entities: each must be a whole number ≥ 0; row ${rows[i]! + 1} has ${entity}. Number them, or leave entities out`,
      );
    }
    if (entity > largest) largest = entity;
  }
  const uses = firstUses(largest, rows.length);
  const numbers = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) numbers[i] = uses.numberOf(entities[rows[i]!]!);
  return { numbers, count: uses.count };
}

/** Cells of rows, numbered from 0. */
export interface RowCells {
  /** By place among the rows. */
  readonly cells: Uint16Array;
  readonly count: number;
  /** How many were dealt out: rows, or entities where these were given. */
  readonly dealt: number;
}

/**
 * Deals rows out to cells, as evenly as can be, whatever the order of the rows; entities stay whole. Where there are
 * fewer of these than cells, each is a cell.
 */
export function dealCells(
  nextBits: () => number,
  rows: ArrayLike<number>,
  entities: ArrayLike<number> | undefined,
  cellCount: number,
): RowCells {
  if (entities === undefined) {
    const { length } = rows;
    const cells = evenCells(nextBits, length, cellCount);
    return { cells, count: Math.min(length, cellCount), dealt: length };
  }
  const { numbers, count } = numberEntities(entities, rows);
  if (count <= cellCount) return { cells: Uint16Array.from(numbers), count, dealt: count };
  const ofEntities = evenCells(nextBits, count, cellCount);
  const cells = new Uint16Array(rows.length);
  for (let i = 0; i < cells.length; i++) cells[i] = ofEntities[numbers[i]!]!;
  return { cells, count: cellCount, dealt: count };
}

/** Cells in turn, shuffled (Fisher & Yates): neighbours must not be kept apart, or sorted rows would seem too sure. */
function evenCells(nextBits: () => number, length: number, cellCount: number): Uint16Array {
  const cells = new Uint16Array(length);
  for (let i = 0; i < length; i++) cells[i] = i % cellCount;
  for (let i = length - 1; i > 0; i--) {
    const other = Math.floor(nextBits() * ((i + 1) / 2 ** 32));
    const own = cells[i]!;
    cells[i] = cells[other]!;
    cells[other] = own;
  }
  return cells;
}

/** Draws as many as there are, with replacement. @param counts how often each was drawn; written here */
export function drawWithReplacement(nextBits: () => number, counts: Uint32Array): void {
  counts.fill(0);
  // One of n from 32 bits is as likely as any other up to n / 2³²: far below what resampling itself leaves
  // open.
  const scale = counts.length / 2 ** 32;
  for (let i = 0; i < counts.length; i++) counts[(nextBits() * scale) >>> 0]!++;
}
