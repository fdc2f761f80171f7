// From a table to a matrix: sparse rows or dense ones, in f64 or f32. They differ in where a cell is stored,
// and in nothing else.

import { FairfrontError } from '../error.js';
import {
  createIndices,
  createValues,
  type DenseRows,
  type Precision,
  type SparseRows,
} from '../numeric/sparse-rows.js';
import type { Table } from '../table/table.js';
import { type Block, type Cells, encodeBlocks, findCells } from './encode-cells.js';
import type { ColumnPlan } from './encode-plan.js';
import type { TextPlan } from './encode-text.js';
import type { Encoder } from './encoder.js';

/**
 * Encodes rows of a table as sparse rows.
 * @param rows of the table, in the order in which the matrix is to have them
 */
export function encodeSparse(
  encoder: Encoder,
  table: Table,
  rows: Uint32Array,
  precision: Precision = 'f64',
): SparseRows {
  const cells = findCells(encoder, table, rows, precision);
  const width = cells.plan.length;
  const entryCount =
    cells.empty.reduce((left, empty) => left - empty, rows.length * width) + countTextEntries(cells);
  if (entryCount >= 2 ** 32) throw tooLarge(entryCount); // offsets could not tell
  const matrix: SparseRows = {
    rowCount: rows.length,
    columnCount: encoder.features.length,
    offsets: new Uint32Array(rows.length + 1),
    columns: allocate(entryCount, () => createIndices(encoder.features.length, entryCount)),
    values: allocate(entryCount, () => createValues(precision, entryCount)),
  };
  if (cells.plan.some(isText)) {
    encodeBlocks(cells, (block, start, length) => storeWithTexts(matrix, cells, block, start, length));
  } else {
    const store = entryCount === rows.length * width ? storeFull : storeSparse;
    encodeBlocks(cells, (block, start, length) => store(matrix, width, block, start, length));
  }
  return matrix;
}

/**
 * Encodes rows of a table as dense rows.
 * @param rows of the table, in the order in which the matrix is to have them
 */
export function encodeDense(
  encoder: Encoder,
  table: Table,
  rows: Uint32Array,
  precision: Precision = 'f64',
): DenseRows {
  const cells = findCells(encoder, table, rows, precision);
  const width = cells.plan.length;
  const columnCount = encoder.features.length;
  const size = rows.length * columnCount;
  const values = allocate(size, () => createValues(precision, size));
  const matrix: DenseRows = { rowCount: rows.length, columnCount, values };
  encodeBlocks(cells, (block, start, length) => storeDense(matrix, width, block, start, length));
  for (const plan of cells.plan) if (isText(plan)) storeDenseTexts(matrix, plan, rows);
  return matrix;
}

/** Where no cell is 0, a block is part of the matrix as it is. */
function storeFull(
  { offsets, columns, values }: SparseRows,
  width: number,
  block: Block,
  start: number,
  length: number,
): void {
  const size = length * width;
  const isWhole = size === block.values.length;
  columns.set(isWhole ? block.features : block.features.subarray(0, size), start * width);
  values.set(isWhole ? block.values : block.values.subarray(0, size), start * width);
  for (let row = start + 1; row <= start + length; row++) offsets[row] = row * width;
}

function storeSparse(
  { offsets, columns, values }: SparseRows,
  width: number,
  block: Block,
  start: number,
  length: number,
): void {
  let place = offsets[start]!;
  for (let i = 0, k = 0; i < length; i++) {
    for (const end = k + width; k < end; k++) {
      const value = block.values[k]!;
      if (value === 0) continue;
      columns[place] = block.features[k]!;
      values[place] = value;
      place++;
    }
    offsets[start + i + 1] = place;
  }
}

/** A row's entries in the order of the columns; those of texts come from the plan. */
function storeWithTexts(
  { offsets, columns, values }: SparseRows,
  { plan, rows }: Cells,
  block: Block,
  start: number,
  length: number,
): void {
  let place = offsets[start]!;
  for (let i = 0, k = 0; i < length; i++) {
    for (let c = 0; c < plan.length; c++, k++) {
      const column = plan[c]!;
      if (column.kind === 'text') {
        const code = column.codes[rows[start + i]!]!;
        const end = column.offsets[code + 1]!;
        for (let entry = column.offsets[code]!; entry < end; entry++, place++) {
          columns[place] = column.features[entry]!;
          values[place] = column.values[entry]!;
        }
      } else if (block.values[k] !== 0) {
        columns[place] = block.features[k]!;
        values[place] = block.values[k]!;
        place++;
      }
    }
    offsets[start + i + 1] = place;
  }
}

function storeDenseTexts(
  { columnCount, values }: DenseRows,
  { codes, offsets, features, values: weights }: TextPlan,
  rows: Uint32Array,
): void {
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]!]!;
    for (let entry = offsets[code]!; entry < offsets[code + 1]!; entry++) {
      values[i * columnCount + features[entry]!] = weights[entry]!;
    }
  }
}

function countTextEntries({ plan, rows }: Cells): number {
  let entries = 0;
  for (const { codes, offsets } of plan.filter(isText)) {
    for (let i = 0; i < rows.length; i++) {
      entries += offsets[codes[rows[i]!]! + 1]! - offsets[codes[rows[i]!]!]!;
    }
  }
  return entries;
}

const isText = (plan: ColumnPlan): plan is TextPlan => plan.kind === 'text';

function storeDense(
  { columnCount, values }: DenseRows,
  width: number,
  block: Block,
  start: number,
  length: number,
): void {
  for (let i = 0, k = 0; i < length; i++) {
    const row = (start + i) * columnCount;
    for (const end = k + width; k < end; k++) {
      const value = block.values[k]!;
      if (value !== 0) values[row + block.features[k]!] = value;
    }
  }
}

function allocate<Values>(size: number, create: () => Values): Values {
  try {
    return create();
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(size);
    throw error;
  }
}

function tooLarge(size: number): FairfrontError {
  return new FairfrontError(
    'bad-encoder',
    `the encoded matrix has ${size.toLocaleString('en-US')} numbers, more than can be held at once; encode fewer rows at a time, or a dense matrix as a sparse one`,
  );
}
