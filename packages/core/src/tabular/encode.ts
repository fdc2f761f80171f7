// From a table to a matrix. There is one way through the cells, block by block and column by column, whatever the matrix: cells are encoded
// into a small buffer of the matrix's own precision, and a sink stores what is not 0. Sinks differ only in where they store it.

import { FairfrontError } from '../error.js';
import {
  createValues,
  type DenseRows,
  type MatrixValues,
  type Precision,
  type SparseRows,
} from '../numeric/sparse-rows.js';
import { type CategoricalPlan, type ColumnPlan, type NumericPlan, planEncoding } from './encode-plan.js';
import type { Encoder } from './encoder.js';
import { checkRows } from './encoder-rows.js';
import type { Table } from './table.js';

/** Rows at a time: what a block writes stays in the processor's cache from its first column to its last. */
const BLOCK_ROWS = 512;

const LARGEST: Readonly<Record<Precision, number>> = {
  f64: Number.MAX_VALUE,
  f32: (2 - 2 ** -23) * 2 ** 127,
};

/** Columns of the table are found by name. @param rows of the table, in the order of the matrix */
export function encodeSparse(
  encoder: Encoder,
  table: Table,
  rows: Uint32Array,
  precision: Precision = 'f64',
): SparseRows {
  checkRows(rows, table);
  const plan = planEncoding(encoder, table);
  const offsets = new Uint32Array(rows.length + 1);
  // While counting and storing, a row's own place is one further on: how many entries it has, then where its next one goes, which in the end
  // is where it ends and the next row starts.
  encodeCells(plan, rows, precision, (_, values, start, length) => {
    for (let i = 0; i < length; i++) if (values[i] !== 0) offsets[start + i + 1]!++;
  });
  const entryCount = startRows(offsets);
  const columns = allocate(entryCount, 'entries', () => new Uint32Array(entryCount));
  const entries = allocate(entryCount, 'entries', () => createValues(precision, entryCount));
  encodeCells(plan, rows, precision, (features, values, start, length) => {
    for (let i = 0; i < length; i++) {
      if (values[i] === 0) continue;
      const place = offsets[start + i + 1]!++;
      columns[place] = features[i]!;
      entries[place] = values[i]!;
    }
  });
  return { rowCount: rows.length, columnCount: encoder.features.length, offsets, columns, values: entries };
}

/** Columns of the table are found by name. @param rows of the table, in the order of the matrix */
export function encodeDense(
  encoder: Encoder,
  table: Table,
  rows: Uint32Array,
  precision: Precision = 'f64',
): DenseRows {
  checkRows(rows, table);
  const plan = planEncoding(encoder, table);
  const columnCount = encoder.features.length;
  const size = rows.length * columnCount;
  const entries = allocate(size, 'numbers', () => createValues(precision, size));
  encodeCells(plan, rows, precision, (features, values, start, length) => {
    for (let i = 0; i < length; i++) {
      if (values[i] !== 0) entries[(start + i) * columnCount + features[i]!] = values[i]!;
    }
  });
  return { rowCount: rows.length, columnCount, values: entries };
}

/** Takes the cells of one column in rows `start` to `start + length` of the matrix, columns in the order of their features. */
type Sink = (features: Uint32Array, values: MatrixValues, start: number, length: number) => void;

function encodeCells(plan: readonly ColumnPlan[], rows: Uint32Array, precision: Precision, sink: Sink): void {
  const features = new Uint32Array(BLOCK_ROWS);
  const values = createValues(precision, BLOCK_ROWS);
  for (let start = 0; start < rows.length; start += BLOCK_ROWS) {
    const block = rows.subarray(start, start + BLOCK_ROWS);
    for (const column of plan) {
      if (column.kind === 'numeric') encodeNumbers(column, block, LARGEST[precision], features, values);
      else encodeLevels(column, block, features, values);
      sink(features, values, start, block.length);
    }
  }
}

function encodeNumbers(
  plan: NumericPlan,
  rows: Uint32Array,
  largest: number,
  features: Uint32Array,
  values: MatrixValues,
): void {
  const { mean, scale, valueFeature, missingFeature, missingValue } = plan;
  const cells = plan.column.values;
  for (let i = 0; i < rows.length; i++) {
    const cell = cells[rows[i]!]!;
    const value = (cell - mean) / scale;
    if (value >= -largest && value <= largest) {
      features[i] = valueFeature;
      values[i] = value;
    } else if (Number.isNaN(cell)) {
      features[i] = missingFeature;
      values[i] = missingValue;
    } else {
      throw tooFar(plan, rows[i]!);
    }
  }
}

function encodeLevels(
  { codes, features: codeFeatures, values: codeValues }: CategoricalPlan,
  rows: Uint32Array,
  features: Uint32Array,
  values: MatrixValues,
): void {
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]!]!;
    features[i] = codeFeatures[code]!;
    values[i] = codeValues[code]!;
  }
}

/** Turns the number of entries of each row, kept one place further on, into where its first goes. Returns how many there are. */
function startRows(offsets: Uint32Array): number {
  let total = 0;
  for (let row = 1; row < offsets.length; row++) {
    const entries = offsets[row]!;
    offsets[row] = total;
    total += entries;
  }
  if (total >= 2 ** 32) throw tooLarge(total, 'entries');
  return total;
}

function allocate<Values>(size: number, what: string, create: () => Values): Values {
  try {
    return create();
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(size, what);
    throw error;
  }
}

function tooLarge(size: number, what: string): FairfrontError {
  return new FairfrontError(
    'bad-encoder',
    `the encoded matrix has ${size.toLocaleString('en-US')} ${what}, more than memory can hold in one piece; encode fewer rows at a time, or pool more levels`,
  );
}

function tooFar({ column: { name, values }, mean, scale }: NumericPlan, row: number): FairfrontError {
  return new FairfrontError(
    'bad-encoder',
    `column "${name}" has ${values[row]} in row ${row + 1}, too far from the training rows (mean ${mean}, standard deviation ${scale}) to be encoded; correct it or declare it missing`,
  );
}
