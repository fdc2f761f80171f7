import { createValues, type DenseRows, type MatrixValues, type SparseRows } from './sparse-rows.js';

/** Some rows of a matrix, in the order in which they are named. */
export function selectRows<Rows extends SparseRows | DenseRows>(matrix: Rows, rows: ArrayLike<number>): Rows;
export function selectRows(matrix: SparseRows | DenseRows, rows: ArrayLike<number>): SparseRows | DenseRows {
  return 'offsets' in matrix ? selectSparse(matrix, rows) : selectDense(matrix, rows);
}

function selectDense({ columnCount, values }: DenseRows, rows: ArrayLike<number>): DenseRows {
  const size = rows.length * columnCount;
  const chosen = values instanceof Uint8Array ? new Uint8Array(size) : valuesLike(values, size);
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i]! * columnCount;
    chosen.set(values.subarray(start, start + columnCount), i * columnCount);
  }
  return { rowCount: rows.length, columnCount, values: chosen };
}

function selectSparse(
  { columnCount, offsets, columns, values }: SparseRows,
  rows: ArrayLike<number>,
): SparseRows {
  const chosenOffsets = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) {
    chosenOffsets[i + 1] = chosenOffsets[i]! + offsets[rows[i]! + 1]! - offsets[rows[i]!]!;
  }
  const size = chosenOffsets[rows.length]!;
  const chosenColumns = columns instanceof Uint16Array ? new Uint16Array(size) : new Uint32Array(size);
  const chosen = valuesLike(values, size);
  for (let i = 0; i < rows.length; i++) {
    const [from, to] = [offsets[rows[i]!]!, offsets[rows[i]! + 1]!];
    chosenColumns.set(columns.subarray(from, to), chosenOffsets[i]!);
    chosen.set(values.subarray(from, to), chosenOffsets[i]!);
  }
  return {
    rowCount: rows.length,
    columnCount,
    offsets: chosenOffsets,
    columns: chosenColumns,
    values: chosen,
  };
}

function valuesLike(values: MatrixValues, length: number): MatrixValues {
  return createValues(values instanceof Float32Array ? 'f32' : 'f64', length);
}
