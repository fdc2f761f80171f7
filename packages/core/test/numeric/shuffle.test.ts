import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';
import { shuffle } from '../../src/numeric/shuffle.js';
import { randomSource } from '../helpers/arbitraries.js';

/** Always draws the same number. */
const steady = (value: number): RandomSource => ({ seed: 0, uniform: () => value, exponential: () => value });

function shuffled(values: readonly number[], random: RandomSource): number[] {
  const order = [...values];
  shuffle(order, random);
  return order;
}

describe('shuffle', () => {
  it('changes the order and nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), randomSource, (values, random) => {
        expect(shuffled(values, random).sort()).toEqual([...values].sort());
      }),
    );
  });

  it('does the same to a typed array', () => {
    const values = Uint32Array.from({ length: 20 }, (_, i) => i);
    shuffle(values, createRandom(3));
    expect([...values]).toEqual(shuffled([...Array(20).keys()], createRandom(3)));
  });

  it('swaps the last of those left with the one drawn', () => {
    expect(shuffled([1, 2, 3, 4], steady(0))).toEqual([2, 3, 4, 1]);
    expect(shuffled([1, 2, 3, 4], steady(1 - 2 ** -53))).toEqual([1, 2, 3, 4]); // each with itself
    expect(shuffled([1, 2, 3, 4], steady(0.5))).toEqual([1, 4, 2, 3]);
  });

  it('draws nothing where there is nothing to choose', () => {
    const silent: RandomSource = {
      ...steady(0),
      uniform: () => {
        throw new Error('drawn');
      },
    };
    expect(shuffled([], silent)).toEqual([]);
    expect(shuffled([7], silent)).toEqual([7]);
  });

  it('gives the same order for the same seed, and others for others', () => {
    const values = [...Array(10).keys()];
    expect(shuffled(values, createRandom(5))).toEqual(shuffled(values, createRandom(5)));
    expect(shuffled(values, createRandom(6))).not.toEqual(shuffled(values, createRandom(5)));
  });

  it('makes every order equally likely', () => {
    const random = createRandom(1);
    const draws = 24_000;
    const met = new Map<string, number>();
    for (let i = 0; i < draws; i++) {
      const order = shuffled([0, 1, 2, 3], random).join('');
      met.set(order, (met.get(order) ?? 0) + 1);
    }
    expect(met.size).toBe(24);
    const expected = draws / 24;
    const chiSquare = [...met.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquare).toBeLessThan(23 + 5 * Math.sqrt(2 * 23));
  });
});
