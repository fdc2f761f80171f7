// Rows that trees take: all of them in memory, or read block by block, each block dense.

import { type DenseRows, FairfrontError, type LabelledRows } from '@fairfront/core';
import { areSparse, areStreamed, type StreamedRows, streamedRows } from '@fairfront/core/internal';

/** Rows × columns, in memory or read block by block; NaN is missing, a category the number of its level. */
export type TreeRows = DenseRows | StreamedRows;

/** Takes the features of rows for those of trees. @param part for messages: "train" */
export function toTreeRows(features: LabelledRows['features'], part: string): TreeRows {
  if (areSparse(features)) throw notDense(part);
  return features as TreeRows;
}

/** Rows of one matrix behind those of another, without a copy: each is read as it is. */
export function joinTreeRows(first: TreeRows, second: TreeRows): TreeRows {
  const { rowCount, columnCount } = first;
  const endsOf = (rows: TreeRows): readonly number[] =>
    areStreamed(rows) ? rows.blockEnds : [rows.rowCount];
  const read = (rows: TreeRows, block: number) => (areStreamed(rows) ? rows.readBlock(block) : rows);
  const own = endsOf(first);
  const count = rowCount + second.rowCount;
  return streamedRows(
    {
      rowCount: count,
      columnCount,
      blockEnds: [...own, ...endsOf(second).map((end) => rowCount + end)],
      isSparse: false,
      entryCount: count * columnCount,
    },
    (block) => (block < own.length ? read(first, block) : read(second, block - own.length)),
  );
}

/** All rows in memory, in the precision that trees look at. */
export function inMemory(features: TreeRows): DenseRows {
  if (!areStreamed(features)) return features;
  const { rowCount, columnCount } = features;
  const values = new Float32Array(rowCount * columnCount);
  forEachBlock(features, (block, first) => values.set(block.values, first * columnCount));
  return { rowCount, columnCount, values };
}

/**
 * Passes over rows block by block.
 * @param visit handed a block, which is good until the next one, and the number of its first row
 */
export function forEachBlock(features: TreeRows, visit: (block: DenseRows, first: number) => void): void {
  if (!areStreamed(features)) {
    visit(features, 0);
    return;
  }
  let first = 0;
  features.blockEnds.forEach((end, i) => {
    if (end > first) visit(denseBlock(features, i), first);
    first = end;
  });
}

/**
 * Passes over some of the rows, block by block.
 * @param rows their numbers; ascending where blocks are read
 * @param visit handed a block, the number of its first row, and the numbers of the rows that are in it
 */
export function forEachBlockOf(
  features: TreeRows,
  rows: Uint32Array,
  visit: (block: DenseRows, first: number, rows: Uint32Array) => void,
): void {
  if (!areStreamed(features)) {
    visit(features, 0, rows);
    return;
  }
  let [first, from] = [0, 0];
  features.blockEnds.forEach((end, i) => {
    let to = from;
    while (to < rows.length && rows[to]! < end) to++;
    if (to > from) visit(denseBlock(features, i), first, rows.subarray(from, to));
    first = end;
    from = to;
  });
}

function denseBlock(features: StreamedRows, block: number): DenseRows {
  return features.readBlock(block) as DenseRows;
}

function notDense(part: string): FairfrontError {
  return new FairfrontError('bad-problem', `${part}: trees take dense rows, a number for each column`);
}
