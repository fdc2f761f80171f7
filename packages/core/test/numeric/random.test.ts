import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, xoshiro128 } from '../../src/numeric/random.js';
import { expectError } from '../helpers/errors.js';

const draw = (count: number, next: () => number): number[] => Array.from({ length: count }, next);

describe('xoshiro128', () => {
  it('gives the numbers of the reference implementation from the state (1, 2, 3, 4)', () => {
    expect(draw(10, xoshiro128([1, 2, 3, 4]))).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  it('gives whole numbers of 32 bits whatever the state', () => {
    const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(fc.tuple(word, word, word, word), (state) => {
        for (const bits of draw(20, xoshiro128(state))) {
          expect(Number.isInteger(bits) && bits >= 0 && bits < 2 ** 32).toBe(true);
        }
      }),
    );
  });
});

describe('createRandom', () => {
  it('draws the same numbers from the same seed and others from another', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 2 }), (seed) => {
        const first = draw(5, createRandom(seed).uniform);
        expect(draw(5, createRandom(seed).uniform)).toEqual(first);
        expect(draw(5, createRandom(seed + 1).uniform)).not.toEqual(first);
      }),
    );
  });

  it('keeps drawing the numbers it drew when this test was written', () => {
    const random = createRandom(1);
    expect([random.uniform(), random.uniform(), random.exponential()]).toEqual([
      0.5686059948349658, 0.8893939367683266, 0.635977778595612,
    ]);
  });

  it.each([0, 1, 2 ** 32 - 1])('is uniform from seed %d: moments, bins and neighbours', (seed) => {
    const count = 200_000;
    const draws = draw(count, createRandom(seed).uniform);
    const mean = draws.reduce((sum, value) => sum + value, 0) / count;
    const variance = draws.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
    const neighbours =
      draws.slice(1).reduce((sum, value, i) => sum + (value - 0.5) * (draws[i]! - 0.5), 0) / (count - 1);
    // Five standard errors each: a sound generator fails once in millions of seeds.
    expect(Math.abs(mean - 1 / 2)).toBeLessThan(5 * Math.sqrt(1 / 12 / count));
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(5 * Math.sqrt(1 / 180 / count));
    expect(Math.abs(neighbours)).toBeLessThan(5 * Math.sqrt(1 / 144 / count));
    const bins = new Array<number>(100).fill(0);
    for (const value of draws) bins[Math.floor(100 * value)]!++;
    const chiSquare = bins.reduce((sum, observed) => sum + (observed - count / 100) ** 2 / (count / 100), 0);
    expect(chiSquare).toBeLessThan(99 + 5 * Math.sqrt(2 * 99));
    expect(chiSquare).toBeGreaterThan(99 - 5 * Math.sqrt(2 * 99));
    expect(draws.every((value) => value >= 0 && value < 1)).toBe(true);
  });

  it('uses all 53 bits of a double', () => {
    const low = draw(1000, createRandom(3).uniform).map((value) => (value * 2 ** 53) % 2 ** 26);
    expect(low.every(Number.isInteger)).toBe(true);
    expect(low.filter((bits) => bits % 2 === 1).length).toBeGreaterThan(400);
    expect(new Set(low).size).toBeGreaterThan(990);
  });

  it('draws exponentials of mean and variance 1, never negative, never infinite', () => {
    const count = 200_000;
    const draws = draw(count, createRandom(5).exponential);
    const mean = draws.reduce((sum, value) => sum + value, 0) / count;
    const variance = draws.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
    expect(Math.abs(mean - 1)).toBeLessThan(5 / Math.sqrt(count));
    expect(Math.abs(variance - 1)).toBeLessThan(5 * Math.sqrt(8 / count));
    expect(draws.every((value) => value >= 0 && Number.isFinite(value))).toBe(true);
  });

  it.each([-1, 0.5, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY])('refuses the seed %d', (seed) => {
    expectError(() => createRandom(seed), 'bad-option', 'seed', '4294967295', String(seed));
  });
});
