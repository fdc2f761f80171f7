// Bootstrap draws within one group (Efron 1979): as many rows as it has, with replacement, told as how often
// each of its rows was drawn. Where rows belong together, entities are drawn instead, each with all of the
// rows that it has in the group.

import { type GroupIndex, rowsByGroup } from '../groups/group-index.js';
import { drawWithReplacement, numberEntities } from '../numeric/resampling.js';
import { rowNumbers } from '../numeric/row-numbers.js';

/** Draws anew. @param counts by row of the group: how often it was drawn; written here */
export type RowDraws = (counts: Uint32Array) => void;

/**
 * Prepares bootstrap draws of the rows of one group.
 * @param rows of the group, in the order of the counts
 * @param entities row → whose it is; by default every row is by itself
 */
export function rowDraws(nextBits: () => number, rows: Uint32Array, entities?: ArrayLike<number>): RowDraws {
  if (entities === undefined) return (counts) => drawWithReplacement(nextBits, counts);
  const { numbers, count } = numberEntities(entities, rows);
  const drawn = new Uint32Array(count);
  return (counts) => {
    drawWithReplacement(nextBits, drawn);
    for (let i = 0; i < numbers.length; i++) counts[i] = drawn[numbers[i]!]!;
  };
}

/** Whether an entity has rows in several groups: then groups that are drawn one by one are not all rows drawn. */
export function hasOverlap({ groups }: GroupIndex, entities: ArrayLike<number> | undefined): boolean {
  if (entities === undefined) return false;
  const { numbers, count } = numberEntities(entities, rowNumbers(groups.length));
  const first = new Int32Array(count).fill(-1);
  return groups.some((group, row) => {
    const entity = numbers[row]!;
    if (first[entity]! < 0) first[entity] = group;
    return first[entity] !== group;
  });
}

/** How many different entities each group has rows of. */
export function entityCountsByGroup(index: GroupIndex, entities: ArrayLike<number>): number[] {
  const { numbers, count } = numberEntities(entities, rowNumbers(index.groups.length));
  const last = new Int32Array(count).fill(-1); // the group that it was last met in
  return rowsByGroup(index).map((rows, group) => {
    let different = 0;
    for (const row of rows) {
      if (last[numbers[row]!] !== group) different++;
      last[numbers[row]!] = group;
    }
    return different;
  });
}
