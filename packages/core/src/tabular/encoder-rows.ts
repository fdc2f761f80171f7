// Rows of a table as fitting and encoding are given them.

import { FairfrontError } from '../error.js';
import type { CategoricalColumn, Table } from './table.js';
import { count } from './words.js';

export function checkRows(rows: Uint32Array, { rowCount }: Table): void {
  for (let i = 0; i < rows.length; i++) {
    if (rows[i]! >= rowCount) {
      throw new FairfrontError(
        'bad-encoder',
        `row ${rows[i]! + 1} is asked for, but the table has ${count(rowCount, 'row')}; take rows of this table`,
      );
    }
  }
}

/** How many of the rows have each code; the last code is missing. */
export function countCodes({ levels, codes }: CategoricalColumn, rows: Uint32Array): Uint32Array {
  const counts = new Uint32Array(levels.length + 1);
  for (let i = 0; i < rows.length; i++) counts[codes[rows[i]!]!]!++;
  return counts;
}
