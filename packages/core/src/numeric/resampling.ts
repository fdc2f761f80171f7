// What every bootstrap needs: bits for many draws, and the entities whose rows are drawn together.

import { FairfrontError } from '../error.js';
import { type RandomSource, xoshiro128 } from './random.js';

/** Bits for many draws, from a source that is asked four times. */
export function drawBits(random: RandomSource): () => number {
  return xoshiro128(Array.from({ length: 4 }, () => Math.floor(random.uniform() * 2 ** 32)));
}

/** Entities of some rows, numbered from 0. */
export interface EntityNumbers {
  /** By row, in the order of the rows. */
  readonly numbers: Uint32Array;
  readonly count: number;
}

/** Throws unless there is an entity for every row. */
export function checkEntityRows(entities: ArrayLike<number>, rowCount: number): void {
  if (entities.length === rowCount) return;
  throw new FairfrontError(
    'bad-split',
    `entities: there must be one for each of ${rowCount} rows; got ${entities.length}`,
  );
}

/**
 * The entities of some rows, from 0 in the order in which they come.
 * @param entities row → whose it is, whole numbers ≥ 0
 */
export function numberEntities(entities: ArrayLike<number>, rows: ArrayLike<number>): EntityNumbers {
  const known = new Map<number, number>();
  const numbers = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const entity = entities[rows[i]!]!;
    if (!(Number.isInteger(entity) && entity >= 0)) {
      throw new FairfrontError(
        'bad-split',
        `entities: each must be a whole number ≥ 0; row ${rows[i]! + 1} has ${entity}. Number them, or leave entities out`,
      );
    }
    const number = known.get(entity) ?? known.size;
    known.set(entity, number);
    numbers[i] = number;
  }
  return { numbers, count: known.size };
}
