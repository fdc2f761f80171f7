// Cross-fitting: rows are put into folds, so that every row can be judged by models trained without it.

import { FairfrontError } from '../error.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import type { RandomSource } from '../numeric/random.js';
import { shuffle } from '../numeric/shuffle.js';

/**
 * The fold of each row. Every class of every group is spread over the folds as evenly as it can be; with
 * entities, these are spread, and rows of one are in one fold.
 * @param foldCount a whole number from 2 to 255
 * @param entities row → whose it is
 */
export function assignFolds(
  { labels, groups }: Pick<LabelledRows, 'labels' | 'groups'>,
  foldCount: number,
  random: RandomSource,
  entities?: ArrayLike<number>,
): Uint8Array {
  if (!(Number.isInteger(foldCount) && foldCount >= 2 && foldCount <= 255)) {
    throw new FairfrontError('bad-option', `folds must be a whole number from 2 to 255; got ${foldCount}`);
  }
  const cellOf = (row: number): string => `${groups.groups[row]} ${labels[row]}`;
  const foldOf = new Map<number, number>();
  const folds = new Uint8Array(labels.length);
  // Cells follow on from one another: were each to begin with the first fold, small ones would fill that one
  // alone.
  let next = 0;
  for (const rows of byCell(labels.length, cellOf).values()) {
    shuffle(rows, random);
    for (const row of rows) {
      const entity = entities === undefined ? row : entities[row]!;
      const fold = foldOf.get(entity) ?? next++ % foldCount;
      foldOf.set(entity, fold);
      folds[row] = fold;
    }
  }
  return folds;
}

function byCell(rowCount: number, cellOf: (row: number) => string): Map<string, number[]> {
  const cells = new Map<string, number[]>();
  for (let row = 0; row < rowCount; row++) {
    const cell = cellOf(row);
    const rows = cells.get(cell);
    if (rows === undefined) cells.set(cell, [row]);
    else rows.push(row);
  }
  return cells;
}
