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
  const foldOf = new Map<number, number>();
  const folds = new Uint8Array(labels.length);
  // Cells follow on from one another: were each to begin with the first fold, small ones would fill that one
  // alone.
  let next = 0;
  for (const rows of byCell(groups.groups, labels)) {
    shuffle(rows, random);
    for (const row of rows) {
      const before = entities && foldOf.get(entities[row]!);
      const fold = before ?? next++ % foldCount;
      if (entities !== undefined) foldOf.set(entities[row]!, fold);
      folds[row] = fold;
    }
  }
  return folds;
}

/** The rows of each class of each group; what the first row is in comes first. */
function byCell(groups: Int32Array, labels: Int32Array): Uint32Array[] {
  const classCount = labels.reduce((most, label) => Math.max(most, label + 1), 0);
  const places = new Map<number, number>();
  const counts: number[] = [];
  const placeOf = (row: number): number => {
    const cell = groups[row]! * classCount + labels[row]!;
    const place = places.get(cell) ?? counts.push(0) - 1;
    places.set(cell, place);
    return place;
  };
  for (let row = 0; row < labels.length; row++) counts[placeOf(row)]!++;
  const rows = counts.map((count) => new Uint32Array(count));
  counts.fill(0);
  for (let row = 0; row < labels.length; row++) {
    const place = placeOf(row);
    rows[place]![counts[place]!++] = row;
  }
  return rows;
}
