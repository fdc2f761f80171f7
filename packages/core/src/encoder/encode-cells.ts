// The one way through the cells of a table, whatever the matrix: a block of rows at a time is encoded, column
// by column, into features and values, and handed on to be stored.

import { FairfrontError } from '../error.js';
import {
  type ColumnIndices,
  createIndices,
  createValues,
  type MatrixValues,
  type Precision,
} from '../numeric/sparse-rows.js';
import type { Table } from '../table/table.js';
import { quoted } from '../words.js';
import { type CategoricalPlan, type ColumnPlan, type NumericPlan, planEncoding } from './encode-plan.js';
import type { Encoder } from './encoder.js';
import { checkRows } from './encoder.js';

/**
 * A block stays in the processor's caches, unless a table is so wide that loops over fewer rows would be too
 * short.
 */
const BLOCK_CELLS = 4096;
const MIN_BLOCK_ROWS = 64;

const LARGEST: Readonly<Record<Precision, number>> = {
  f64: Number.MAX_VALUE,
  f32: (2 - 2 ** -23) * 2 ** 127,
};
const SMALLEST: Readonly<Record<Precision, number>> = { f64: Number.MIN_VALUE, f32: 2 ** -149 };

/** What is to be encoded: columns of a table by their plan, and some of its rows. */
export interface Cells {
  readonly plan: readonly ColumnPlan[];
  readonly rows: Uint32Array;
  readonly precision: Precision;
  /** How many features there are. */
  readonly featureCount: number;
  /** How many cells of each column are encoded as 0. A block has no texts: all of theirs are. */
  readonly empty: readonly number[];
}

/**
 * Encoded cells row by row, one for each column of the plan. A value of 0 is not to be stored, and its
 * feature means nothing. Cells of texts are 0 here: what they store is in the plan.
 */
export interface Block {
  readonly features: ColumnIndices;
  /** Rounded to the precision of the matrix. */
  readonly values: MatrixValues;
}

/** Plans the encoding of some rows, and counts the cells that store nothing. */
export function findCells(encoder: Encoder, table: Table, rows: Uint32Array, precision: Precision): Cells {
  checkRows(rows, table);
  const plan = planEncoding(encoder, table, rows);
  const empty = plan.map((column) => {
    if (column.kind === 'text') return rows.length;
    return column.kind === 'numeric'
      ? countEmptyNumbers(column, rows, precision)
      : countEmptyLevels(column, rows);
  });
  return { plan, rows, precision, featureCount: encoder.features.length, empty };
}

/**
 * Encodes the cells, some rows at a time.
 * @param store takes the cells of `length` rows, the first of which is row `start` of the matrix
 */
export function encodeBlocks(
  { plan, rows, precision, featureCount, empty }: Cells,
  store: (block: Block, start: number, length: number) => void,
): void {
  const width = plan.length;
  const blockRows = Math.max(MIN_BLOCK_ROWS, Math.floor(BLOCK_CELLS / width));
  const block = createBlock(plan, blockRows, precision, featureCount);
  for (let start = 0; start < rows.length; start += blockRows) {
    const some = rows.subarray(start, start + blockRows);
    for (let c = 0; c < width; c++) {
      const column = plan[c]!;
      if (column.kind === 'numeric') encodeNumbers(column, some, LARGEST[precision], block, c, width);
      else if (column.kind === 'categorical') encodeLevels(column, some, block, c, width, empty[c] === 0);
    }
    store(block, start, some.length);
  }
}

/**
 * What is nearly always the same in a column is written once, not with every block: the feature of a value,
 * the value of a level.
 */
function createBlock(
  plan: readonly ColumnPlan[],
  blockRows: number,
  precision: Precision,
  featureCount: number,
): Block {
  const size = blockRows * plan.length;
  const values = createValues(precision, size).fill(1);
  const features = createIndices(featureCount, size);
  for (let k = 0; k < size; k++) {
    const column = plan[k % plan.length]!;
    if (column.kind === 'numeric') features[k] = column.valueFeature;
    if (column.kind === 'text') values[k] = 0;
  }
  return { features, values };
}

function encodeNumbers(
  plan: NumericPlan,
  rows: Uint32Array,
  largest: number,
  { features, values }: Block,
  first: number,
  step: number,
): void {
  const { cells, mean, scale, valueFeature, missingFeature, missingValue } = plan;
  // The block before may have left its missing cells.
  if (missingValue === 1) {
    for (let i = 0, k = first; i < rows.length; i++, k += step) features[k] = valueFeature;
  }
  for (let i = 0, k = first; i < rows.length; i++, k += step) {
    const cell = cells[rows[i]!]!;
    const value = (cell - mean) / scale;
    values[k] = value;
    if (Math.abs(value) <= largest) continue;
    if (!Number.isNaN(cell)) throw tooFar(plan, rows[i]!);
    features[k] = missingFeature;
    values[k] = missingValue;
  }
}

/** @param isFull whether no level is encoded as 0 */
function encodeLevels(
  { codes, features: codeFeatures, values: codeValues }: CategoricalPlan,
  rows: Uint32Array,
  { features, values }: Block,
  first: number,
  step: number,
  isFull: boolean,
): void {
  for (let i = 0, k = first; i < rows.length; i++, k += step) features[k] = codeFeatures[codes[rows[i]!]!]!;
  if (isFull) return;
  for (let i = 0, k = first; i < rows.length; i++, k += step) values[k] = codeValues[codes[rows[i]!]!]!;
}

function countEmptyNumbers(plan: NumericPlan, rows: Uint32Array, precision: Precision): number {
  const { cells, mean, scale, missingValue } = plan;
  const rounded = createValues(precision, 1);
  // Further from the mean than this, no value is rounded to 0; nearly all are, and need not be encoded to
  // know.
  const near = 2 * SMALLEST[precision] * scale;
  let empty = 0;
  for (let i = 0; i < rows.length; i++) {
    const cell = cells[rows[i]!]!;
    if (Math.abs(cell - mean) > near) continue;
    rounded[0] = Number.isNaN(cell) ? missingValue : (cell - mean) / scale;
    if (rounded[0] === 0) empty++;
  }
  return empty;
}

function countEmptyLevels({ codes, values }: CategoricalPlan, rows: Uint32Array): number {
  const code = values.indexOf(0);
  if (code < 0) return 0;
  // Often missing is the only code without a feature, and no row has it: searching an array is much faster
  // than a loop over rows.
  if (!values.includes(0, code + 1) && !codes.includes(code)) return 0;
  let empty = 0;
  for (let i = 0; i < rows.length; i++) if (values[codes[rows[i]!]!] === 0) empty++;
  return empty;
}

function tooFar({ name, cells, mean, scale }: NumericPlan, row: number): FairfrontError {
  return new FairfrontError(
    'bad-encoder',
    `column ${quoted([name])} has ${cells[row]} in row ${row + 1}, too far from the training rows (mean ${mean}, standard deviation ${scale}) to be encoded; correct it or declare it missing`,
  );
}
