// A split of rows into train, validation and test, stratified by cell (group × class).

import type { RandomSource } from '../numeric/random.js';
import { collectParts, drawPart, NO_PART, numberByFirstUse, PART_NAMES, type Split } from './split-parts.js';
import { checkFractions, type Fractions, roundCells } from './split-rounding.js';

/** How rows are split at random. */
export interface SplitOptions {
  /** Share of the rows for train, validation and test: each in (0, 1), sum 1. Default 0.6, 0.2, 0.2. */
  readonly fractions?: Fractions;
  readonly random: RandomSource;
}

/**
 * In every cell each part has fraction × size rows, rounded down or up; which rows is drawn. In all,
 * validation and test have fraction × rows, rounded up, and train the rest, where the cells allow it;
 * otherwise no part is more than one row away. With few rows a part may be empty.
 * @param cells row → cell (group × class); negative: the row is left out of all parts
 */
export function stratifiedSplit(cells: Int32Array, options: SplitOptions): Split {
  const fractions = checkFractions(options.fractions);
  const { numbers, sizes } = numberByFirstUse(cells, cells);
  const urns = roundCells([...sizes], fractions, options.random); // cells × parts
  const partOfRow = new Uint8Array(cells.length).fill(NO_PART);
  for (let row = 0; row < cells.length; row++) {
    if (numbers[row]! >= 0)
      partOfRow[row] = drawPart(urns, numbers[row]! * PART_NAMES.length, options.random);
  }
  return collectParts(partOfRow);
}
