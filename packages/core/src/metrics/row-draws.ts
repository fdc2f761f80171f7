// Bootstrap draws within one group (Efron 1979): as many rows as it has, with replacement, told as how often
// each of its rows was drawn. Where rows belong together, entities are drawn instead, each with all of the
// rows that it has in the group.

import type { GroupIndex } from '../groups/group-index.js';
import { numberEntities } from '../numeric/resampling.js';

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
  const known = new Map<number, number>();
  return groups.some((group, row) => {
    const first = known.get(entities[row]!);
    if (first === undefined) known.set(entities[row]!, group);
    return first !== undefined && first !== group;
  });
}

/** How many different entities each group has rows of. */
export function entityCountsByGroup({ groups, counts }: GroupIndex, entities: ArrayLike<number>): number[] {
  const known = counts.map(() => new Set<number>());
  for (let row = 0; row < groups.length; row++) known[groups[row]!]!.add(entities[row]!);
  return known.map(({ size }) => size);
}

function drawWithReplacement(nextBits: () => number, counts: Uint32Array): void {
  counts.fill(0);
  // One of n from 32 bits is as likely as any other up to n / 2³²: far below what resampling itself leaves
  // open.
  const scale = counts.length / 2 ** 32;
  for (let i = 0; i < counts.length; i++) counts[(nextBits() * scale) >>> 0]!++;
}
