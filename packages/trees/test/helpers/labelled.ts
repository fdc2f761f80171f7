// Labelled rows of made-up problems in which trees find something.

import { createRandom, type LabelledRows } from '@fairfront/core';
import type { TreeColumn } from '../../src/bins/columns.js';
import { wholeNumber } from './random-tables.js';

/** What the columns of `labelledRows` are. */
export const COLUMNS: readonly TreeColumn[] = [
  { kind: 'numeric' },
  { kind: 'numeric' },
  { kind: 'categorical', levels: 6 },
  { kind: 'numeric' },
  { kind: 'categorical', levels: 3 },
];

export interface LabelledOptions {
  readonly rowCount?: number;
  readonly classCount?: number;
  readonly groupCount?: number;
}

/** Rows whose class follows from numbers and categories, in another way in each group; some cells are missing. */
export function labelledRows(
  seed: number,
  { rowCount = 240, classCount = 2, groupCount = 2 }: LabelledOptions = {},
): LabelledRows {
  const random = createRandom(seed);
  const columnCount = COLUMNS.length;
  const values = new Float64Array(rowCount * columnCount);
  const labels = new Int32Array(rowCount);
  const groups = new Int32Array(rowCount);
  const counts = new Array<number>(groupCount).fill(0);
  for (let row = 0; row < rowCount; row++) {
    const group = row < groupCount ? row : wholeNumber(random, 0, groupCount - 1);
    groups[row] = group;
    counts[group]!++;
    COLUMNS.forEach((column, c) => {
      const value = column.kind === 'numeric' ? random.uniform() : wholeNumber(random, 0, column.levels - 1);
      values[row * columnCount + c] = random.uniform() < 0.1 ? Number.NaN : value;
    });
    const [x, , level] = values.subarray(row * columnCount, (row + 1) * columnCount);
    const score = (x! > 0.4 ? 1 : 0) + (level! % 2) * (group === 0 ? 1 : 0.4) + 0.8 * random.uniform();
    labels[row] = Math.min(classCount - 1, Math.floor(((score || 0) / 2.8) * classCount));
  }
  const names = counts.map((_, group) => `group ${group}`);
  return { features: { rowCount, columnCount, values }, labels, groups: { names, groups, counts } };
}
