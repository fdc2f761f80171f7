// Small random tables with everything that trees may meet: missing cells, categories, constant columns, ties.

import type { DenseRows, RandomSource } from '@fairfront/core';
import type { TreeColumn } from '../../src/bins/columns.js';

export interface RandomTable {
  readonly features: DenseRows;
  readonly columns: readonly TreeColumn[];
}

/** A whole number from `low` to `high`. */
export function wholeNumber({ uniform }: RandomSource, low: number, high: number): number {
  return low + Math.floor(uniform() * (high - low + 1));
}

/** One of several. */
export function oneOf<Item>(random: RandomSource, items: readonly Item[]): Item {
  return items[wholeNumber(random, 0, items.length - 1)]!;
}

/** A table of 1 to 40 rows and 1 to 6 columns. @param mostLevels of a category */
export function randomTable(random: RandomSource, mostLevels = 8): RandomTable {
  const rowCount = wholeNumber(random, 1, 40);
  const columnCount = wholeNumber(random, 1, 6);
  const values = new Float64Array(rowCount * columnCount);
  const columns = Array.from({ length: columnCount }, (_, c): TreeColumn => {
    const missing = oneOf(random, [0, 0, 0.2, 1]);
    const kind = oneOf(random, ['constant', 'few', 'many', 'categorical', 'categorical'] as const);
    const levels = wholeNumber(random, 1, mostLevels);
    const most = { constant: 0, few: 3, many: 60, categorical: levels - 1 }[kind];
    for (let row = 0; row < rowCount; row++) {
      const isMissing = random.uniform() < missing;
      values[row * columnCount + c] = isMissing ? Number.NaN : wholeNumber(random, 0, most);
    }
    return kind === 'categorical' ? { kind, levels } : { kind: 'numeric' };
  });
  return { features: { rowCount, columnCount, values }, columns };
}
