// Bootstrap draws within one group (Efron 1979): as many rows as it has, with replacement, told as how often each of its rows was drawn.
// Where rows belong together, entities are drawn instead, each with all of the rows that it has in the group.

import { FairfrontError } from '../error.js';
import type { GroupIndex } from '../groups/group-index.js';
import { type RandomSource, xoshiro128 } from '../numeric/random.js';

/** Draws anew. @param counts by row of the group: how often it was drawn; written here */
export type RowDraws = (counts: Uint32Array) => void;

/** Bits for many draws, from a source that is asked four times. */
export function drawBits(random: RandomSource): () => number {
  return xoshiro128(Array.from({ length: 4 }, () => Math.floor(random.uniform() * 2 ** 32)));
}

/**
 * @param rows of the group, in the order of the counts
 * @param entities row → whose it is; by default every row is by itself
 */
export function rowDraws(nextBits: () => number, rows: Uint32Array, entities?: ArrayLike<number>): RowDraws {
  if (entities === undefined) return (counts) => drawWithReplacement(nextBits, counts);
  const { numbers, count } = numberEntities(rows, entities);
  const drawn = new Uint32Array(count);
  return (counts) => {
    drawWithReplacement(nextBits, drawn);
    for (let i = 0; i < numbers.length; i++) counts[i] = drawn[numbers[i]!]!;
  };
}

/** How many different entities each group has rows of. */
export function entityCountsByGroup({ groups, counts }: GroupIndex, entities: ArrayLike<number>): number[] {
  const known = counts.map(() => new Set<number>());
  for (let row = 0; row < groups.length; row++) known[groups[row]!]!.add(entities[row]!);
  return known.map(({ size }) => size);
}

export function checkEntities(entities: ArrayLike<number>, rowCount: number): void {
  if (entities.length !== rowCount) {
    throw new FairfrontError(
      'bad-split',
      `entities: there must be one for each of ${rowCount} rows; got ${entities.length}`,
    );
  }
  for (let row = 0; row < rowCount; row++) {
    if (!(Number.isInteger(entities[row]) && entities[row]! >= 0)) {
      throw new FairfrontError(
        'bad-split',
        `entities: each must be a whole number ≥ 0; row ${row + 1} has ${entities[row]}. Number them, or leave entities out`,
      );
    }
  }
}

function drawWithReplacement(nextBits: () => number, counts: Uint32Array): void {
  counts.fill(0);
  // One of n from 32 bits is as likely as any other up to n / 2³²: far below what resampling itself leaves open.
  const scale = counts.length / 2 ** 32;
  for (let i = 0; i < counts.length; i++) counts[(nextBits() * scale) >>> 0]!++;
}

/** From 0 in the order in which they come. */
function numberEntities(
  rows: Uint32Array,
  entities: ArrayLike<number>,
): { readonly numbers: Uint32Array; readonly count: number } {
  const known = new Map<number, number>();
  const numbers = new Uint32Array(rows.length);
  rows.forEach((row, i) => {
    const number = known.get(entities[row]!) ?? known.size;
    known.set(entities[row]!, number);
    numbers[i] = number;
  });
  return { numbers, count: known.size };
}
