import {
  areStreamed,
  createValues,
  type DenseRows,
  type MatrixValues,
  type SparseRows,
  type StreamedRows,
  streamedRows,
} from './sparse-rows.js';

/** Some rows of a matrix, in the order in which they are named. */
export function selectRows<Rows extends SparseRows | DenseRows>(matrix: Rows, rows: ArrayLike<number>): Rows;
export function selectRows(matrix: SparseRows | DenseRows, rows: ArrayLike<number>): SparseRows | DenseRows {
  if (areStreamed(matrix)) return selectStreamed(matrix, rows);
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

/** Rows stay in their blocks, so they must be named in their order. */
function selectStreamed(matrix: StreamedRows, rows: ArrayLike<number>): StreamedRows {
  const { columnCount, blockEnds: ends } = matrix;
  const own = selectedEnds(ends, rows);
  if (own === undefined) throw new Error('rows that are read block by block are taken in their order');
  const chosen = rows instanceof Uint32Array ? rows : Uint32Array.from(rows); // of many rows no second list
  const entryCount = Math.round((matrix.entryCount * chosen.length) / Math.max(1, matrix.rowCount)); // about
  const shape = {
    rowCount: chosen.length,
    columnCount,
    blockEnds: own,
    isSparse: matrix.isSparse,
    entryCount,
  };
  const { readRows } = matrix;
  const readBlock = (block: number): SparseRows | DenseRows => {
    const start = block === 0 ? 0 : ends[block - 1]!;
    const inside = chosen.subarray(block === 0 ? 0 : own[block - 1]!, own[block]!);
    const read = matrix.readBlock(block);
    return inside.length === read.rowCount
      ? read
      : selectRows(
          read,
          inside.map((row) => row - start),
        );
  };
  return streamedRows(
    shape,
    readBlock,
    readRows && ((wanted) => readRows(Uint32Array.from(wanted, (row) => chosen[row]!))),
  );
}

/** Where blocks end once only some rows are left; undefined where these are not in their order. */
export function selectedEnds(ends: readonly number[], rows: ArrayLike<number>): number[] | undefined {
  const own: number[] = [];
  let block = 0;
  for (let i = 0; i < rows.length; i++) {
    if (i > 0 && rows[i]! <= rows[i - 1]!) return undefined;
    for (; rows[i]! >= ends[block]!; block++) own.push(i);
  }
  for (; block < ends.length; block++) own.push(rows.length);
  return own;
}
