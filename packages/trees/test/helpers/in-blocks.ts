// Rows in memory, handed over as rows that are read block by block.

import type { DenseRows, LabelledRows } from '@fairfront/core';
import { type StreamedRows, streamedRows } from '@fairfront/core/internal';

/** The same rows in blocks of some size. A block is written over when the next one is read, as in a file's buffer. */
export function inBlocks({ rowCount, columnCount, values }: DenseRows, size: number): StreamedRows {
  const blockEnds = Array.from({ length: Math.ceil(rowCount / size) }, (_, i) =>
    Math.min((i + 1) * size, rowCount),
  );
  const room = new Float64Array(size * columnCount);
  const shape = { rowCount, columnCount, blockEnds, isSparse: false, entryCount: rowCount * columnCount };
  return streamedRows(shape, (block) => {
    const own = values.subarray(block * size * columnCount, blockEnds[block]! * columnCount);
    room.fill(-1).set(own);
    return { rowCount: own.length / columnCount, columnCount, values: room.subarray(0, own.length) };
  });
}

/** Labelled rows whose features are read block by block. */
export function labelledInBlocks(rows: LabelledRows, size: number): LabelledRows {
  return { ...rows, features: inBlocks(rows.features as DenseRows, size) };
}
