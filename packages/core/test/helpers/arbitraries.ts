// What properties are checked on.

import fc from 'fast-check';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';

/** A source of randomness of its own for each run; shrinking moves towards small seeds. */
export const randomSource: fc.Arbitrary<RandomSource> = fc
  .integer({ min: 0, max: 2 ** 32 - 1 })
  .map(createRandom);

/** Finite, of ordinary size. */
export const real = (limit = 100): fc.Arbitrary<number> =>
  fc.double({ min: -limit, max: limit, noNaN: true });

/** A point of the simplex, faces and corners included. */
export const muOf = (groupCount: number): fc.Arbitrary<number[]> =>
  fc
    .array(fc.integer({ min: 0, max: 20 }), { minLength: groupCount, maxLength: groupCount })
    .filter((weights) => weights.some((weight) => weight > 0))
    .map((weights) => {
      const sum = weights.reduce((left, right) => left + right, 0);
      return weights.map((weight) => weight / sum);
    });

export function permute<Item>(items: readonly Item[], order: readonly number[]): Item[] {
  return order.map((i) => items[i]!);
}
