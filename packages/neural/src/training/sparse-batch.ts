// Sparse rows in training: the batches of a run are handed to the graph as the columns and values of their
// rows, padded to the widest row with zeros in column 0, and each batch is made dense inside the graph.

import type { DenseRows, SparseRows } from '@fairfront/core';
import { areSparse } from '@fairfront/core/internal';
import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { filled } from '../operators/shape.js';

/** Whether rows are sparse. */
export function isSparse(rows: SparseRows | DenseRows): rows is SparseRows {
  return areSparse(rows);
}

/** How many values the widest row has; at least 1. */
export function widestRow({ rowCount, offsets }: SparseRows): number {
  let widest = 1;
  for (let row = 0; row < rowCount; row++) widest = Math.max(widest, offsets[row + 1]! - offsets[row]!);
  return widest;
}

/** Takes rows as columns and values, each padded to the widest of all rows: rows.length × widest. */
export function paddedRows(features: SparseRows, rows: Int32Array, widest: number) {
  const columns = new Int32Array(rows.length * widest);
  const values = new Float32Array(rows.length * widest);
  rows.forEach((row, i) => {
    const start = features.offsets[row]!;
    const end = features.offsets[row + 1]!;
    columns.set(features.columns.subarray(start, end), i * widest);
    values.set(features.values.subarray(start, end), i * widest);
  });
  return { columns, values };
}

/** Adds to a graph the rows of a batch, dense: rows × inputs. @param columns and values: rows × widest */
export function denseBatch(graph: Graph, columns: Tensor, values: Tensor, inputs: number): Tensor {
  const zeros = filled(graph, values.type, [columns.shape[0] as number, inputs], 0);
  return graph.node('ScatterElements', [zeros, columns, values], [zeros], {
    attributes: { axis: 1, reduction: 'add' },
  })[0]!;
}

/** Writes some rows into a dense array: (to − from) × columnCount. */
export function writeDense(features: SparseRows, from: number, to: number, into: Float32Array): void {
  into.fill(0);
  const { offsets, columns, values, columnCount } = features;
  for (let row = from; row < to; row++) {
    const start = (row - from) * columnCount;
    for (let k = offsets[row]!; k < offsets[row + 1]!; k++) into[start + columns[k]!] = values[k]!;
  }
}
