import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compensatedSum, dot } from '../../src/numeric/sum.js';

describe('compensatedSum', () => {
  it('is 0 for no values and the value itself for one', () => {
    expect(compensatedSum([])).toBe(0);
    expect(compensatedSum([-0.1])).toBe(-0.1);
  });

  it.each([
    [[1, 1e100, 1, -1e100], 2],
    [[1e100, 1, -1e100, 1], 2],
    [[1e16, 1, 1, -1e16], 2],
    [[1, 1e-17, -1], 1e-17],
    [[0.1, 0.2, -0.3], 2.7755575615628914e-17],
  ])('recovers what plain addition of %j loses', (values, exact) => {
    expect(compensatedSum(values)).toBe(exact);
  });

  it('does not drift with the number of terms', () => {
    const tenths = new Float64Array(1_000_000).fill(0.1);
    expect(compensatedSum(tenths)).toBe(100_000);
    expect(tenths.reduce((sum, value) => sum + value, 0)).not.toBe(100_000);
  });

  it('keeps an infinite total infinite and says NaN only where there is no answer', () => {
    expect(compensatedSum([1, Number.POSITIVE_INFINITY, 2])).toBe(Number.POSITIVE_INFINITY);
    expect(compensatedSum([1, Number.NEGATIVE_INFINITY])).toBe(Number.NEGATIVE_INFINITY);
    expect(compensatedSum([1e308, 1e308])).toBe(Number.POSITIVE_INFINITY);
    expect(compensatedSum([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])).toBeNaN();
    expect(compensatedSum([1, Number.NaN])).toBeNaN();
  });

  it('agrees with whole-number arithmetic where doubles hold the terms exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger(), { maxLength: 50 }), (values) => {
        const exact = Number(values.reduce((sum, value) => sum + BigInt(value), 0n));
        // One rounding at the end, and the second order of the compensation.
        expect(Math.abs(compensatedSum(values) - exact)).toBeLessThanOrEqual(
          2 ** -52 * Math.abs(exact) + 1e-6,
        );
      }),
    );
  });
});

describe('dot', () => {
  it('sums products, compensated', () => {
    expect(dot([], [])).toBe(0);
    expect(dot([1, 2, 3], [4, 5, 6])).toBe(32);
    expect(dot([1, 1e50, 1, -1e50], [1, 1e50, 1, 1e50])).toBe(2);
  });

  it('lets a weight of 0 silence an infinite risk, and no other weight', () => {
    expect(dot([0, 1], [Number.POSITIVE_INFINITY, 0.5])).toBe(0.5);
    expect(dot([Number.POSITIVE_INFINITY, 1], [0, 0.5])).toBe(0.5);
    expect(dot([1e-300, 1], [Number.POSITIVE_INFINITY, 0.5])).toBe(Number.POSITIVE_INFINITY);
  });

  it('does not depend on which vector comes first', () => {
    const vector = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(vector, vector, (left, right) => {
        expect(dot(left, right)).toEqual(dot(right, left));
      }),
    );
  });
});
