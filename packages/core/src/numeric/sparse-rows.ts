// Matrices of rows of features: dense, and sparse as compressed rows. Flat arrays, nothing else.

import { FairfrontError } from '../error.js';

/** Numbers of a matrix, in double or single precision. */
export type MatrixValues = Float64Array | Float32Array;

/** Numbers of columns, each of 16 or of 32 bits. */
export type ColumnIndices = Uint16Array | Uint32Array;

/** Double or single precision. */
export type Precision = 'f64' | 'f32';

/** Row r holds `values[k]` in column `columns[k]`, for k from `offsets[r]` up to `offsets[r + 1]`. */
export interface SparseRows {
  readonly rowCount: number;
  readonly columnCount: number;
  /** rowCount + 1 */
  readonly offsets: Uint32Array;
  /** Ascending within a row; 16 bits where that is enough: half the memory to pass over. */
  readonly columns: ColumnIndices;
  /** None is 0. */
  readonly values: MatrixValues;
}

/** Row by row: `values[r * columnCount + c]`. */
export interface DenseRows {
  readonly rowCount: number;
  readonly columnCount: number;
  /** rowCount × columnCount; bytes where rows are pictures */
  readonly values: MatrixValues | Uint8Array;
}

/**
 * Rows that are not in memory: a block of them is read when it is passed over. Looking at `offsets`, `columns` or `values`
 * is an error.
 */
export interface StreamedRows extends SparseRows {
  /** Where each block ends: a row after its last. */
  readonly blockEnds: readonly number[];
  /** Whether the blocks are sparse. */
  readonly isSparse: boolean;
  /** Numbers in all rows. */
  readonly entryCount: number;
  /** The rows of a block, good until the next one is read. */
  readBlock(block: number): SparseRows | DenseRows;
  /** Rows from anywhere, in the order in which they are named; of dense rows. */
  readonly readRows?: ((rows: ArrayLike<number>) => DenseRows) | undefined;
}

/** Whether rows are read when they are passed over. */
export function areStreamed(rows: SparseRows | DenseRows): rows is StreamedRows {
  return 'readBlock' in rows;
}

/** Makes rows that are read block by block. */
export function streamedRows(
  shape: Pick<StreamedRows, 'rowCount' | 'columnCount' | 'blockEnds' | 'isSparse' | 'entryCount'>,
  readBlock: StreamedRows['readBlock'],
  readRows?: StreamedRows['readRows'],
): StreamedRows {
  const inMemory = (): never => {
    throw new Error('these rows are read block by block; no array has all of them');
  };
  return {
    ...shape,
    readBlock,
    readRows,
    get offsets() {
      return inMemory();
    },
    get columns() {
      return inMemory();
    },
    get values() {
      return inMemory();
    },
  };
}

/** Whether only numbers that are not 0 are kept. */
export function areSparse(rows: SparseRows | DenseRows): boolean {
  return areStreamed(rows) ? rows.isSparse : 'offsets' in rows;
}

/** Numbers in all rows. */
export function entryCount(rows: SparseRows | DenseRows): number {
  return areStreamed(rows) ? rows.entryCount : rows.values.length;
}

/** An array of so many zeros in a precision. */
export function createValues(precision: Precision, length: number): MatrixValues {
  if (precision !== 'f32' && precision !== 'f64') {
    throw new FairfrontError('bad-option', `precision must be 'f64' or 'f32'; got "${precision}"`);
  }
  return precision === 'f32' ? new Float32Array(length) : new Float64Array(length);
}

/** An array of so many numbers of columns, as narrow as their count allows. */
export function createIndices(columnCount: number, length: number): ColumnIndices {
  return columnCount <= 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

/**
 * Visits blocks of rows in their order; rows in memory are one.
 * @param visit is handed the rows of a block and the first of them
 */
export function forEachBlock(
  rows: SparseRows | DenseRows,
  visit: (block: SparseRows | DenseRows, first: number) => void,
): void {
  if (!areStreamed(rows)) {
    visit(rows, 0);
    return;
  }
  for (let block = 0, first = 0; block < rows.blockEnds.length; first = rows.blockEnds[block++]!) {
    visit(rows.readBlock(block), first);
  }
}

/** Visits what is not 0 in a row, columns ascending. */
export function forEachEntry(
  matrix: SparseRows | DenseRows,
  row: number,
  visit: (column: number, value: number) => void,
): void {
  if ('offsets' in matrix) {
    const end = matrix.offsets[row + 1]!;
    for (let k = matrix.offsets[row]!; k < end; k++) visit(matrix.columns[k]!, matrix.values[k]!);
    return;
  }
  const start = row * matrix.columnCount;
  for (let column = 0; column < matrix.columnCount; column++) {
    const value = matrix.values[start + column]!;
    if (value !== 0) visit(column, value);
  }
}
