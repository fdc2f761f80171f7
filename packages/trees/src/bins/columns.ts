// The rows that trees are grown on: one number for each column of a table, as it is. NaN is a missing value; a category
// is the number of its level.

import { FairfrontError } from '@fairfront/core';
import { forEachBlock, type TreeRows } from './row-blocks.js';

/** A column: numbers, or categories by the number of their level, from 0. */
export type TreeColumn =
  | { readonly kind: 'numeric' }
  | { readonly kind: 'categorical'; readonly levels: number };

/** The largest number of float32; larger ones are taken for it, so that thresholds stay finite. */
export const LARGEST_CELL = 3.4028234663852886e38;

/** A number as trees see it: in float32, which is what thresholds and exported models have. */
export function toCell(value: number): number {
  const cell = Math.fround(value);
  if (cell > LARGEST_CELL) return LARGEST_CELL;
  return cell < -LARGEST_CELL ? -LARGEST_CELL : cell;
}

/** Throws unless there is a column for each feature, and categories are levels of theirs. */
export function checkColumns(features: TreeRows, columns: readonly TreeColumn[], part: string): void {
  const { columnCount } = features;
  if (columns.length !== columnCount) {
    throw new FairfrontError(
      'bad-problem',
      `${part}: rows have ${columnCount} columns, but ${columns.length} are described; describe each`,
    );
  }
  forEachBlock(features, ({ rowCount, values }, first) => {
    columns.forEach((column, c) => {
      if (column.kind === 'numeric') return;
      for (let row = 0; row < rowCount; row++) {
        const code = values[row * columnCount + c]!;
        if (Number.isNaN(code) || (Number.isInteger(code) && code >= 0 && code < column.levels)) continue;
        throw new FairfrontError(
          'bad-problem',
          `${part}: a category must be the number of its level, from 0 to ${column.levels - 1}, or NaN; column ${c + 1} of row ${first + row + 1} is ${code}`,
        );
      }
    });
  });
}
