// Cross-fitting: rows are put into folds, so that every row can be judged by models trained without it.

import { FairfrontError } from '../error.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import type { RandomSource } from '../numeric/random.js';
import { numberEntities } from '../numeric/resampling.js';
import { rowNumbers } from '../numeric/row-numbers.js';
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
  const folds = new Uint8Array(labels.length);
  const owners = entities && numberEntities(entities, rowNumbers(labels.length));
  const foldOf = owners && new Int16Array(owners.count).fill(-1);
  // Cells follow on from one another: were each to begin with the first fold, small ones would fill that one
  // alone.
  let next = 0;
  for (const rows of rowsByCell(labels, groups.groups)) {
    shuffle(rows, random);
    for (const row of rows) {
      if (owners === undefined) {
        folds[row] = next++ % foldCount;
        continue;
      }
      const entity = owners.numbers[row]!;
      if (foldOf![entity]! < 0) foldOf![entity] = next++ % foldCount;
      folds[row] = foldOf![entity]!;
    }
  }
  return folds;
}

/** The rows of each class of each group, cells in the order in which they come. */
function rowsByCell(labels: Int32Array, groups: Int32Array): Uint32Array[] {
  const known = new Map<number, number>();
  const cells = new Uint32Array(labels.length);
  const sizes: number[] = [];
  for (let row = 0; row < labels.length; row++) {
    const key = groups[row]! * 2 ** 32 + labels[row]!;
    let cell = known.get(key);
    if (cell === undefined) {
      cell = sizes.push(0) - 1;
      known.set(key, cell);
    }
    cells[row] = cell;
    sizes[cell]!++;
  }
  const rows = sizes.map((size) => new Uint32Array(size));
  const next = new Uint32Array(sizes.length);
  for (let row = 0; row < labels.length; row++) rows[cells[row]!]![next[cells[row]!]!++] = row;
  return rows;
}
