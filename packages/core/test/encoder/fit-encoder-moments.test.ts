import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentsOf } from '../../src/encoder/fit-encoder-moments.js';
import { permute } from '../helpers/arbitraries.js';
import '../helpers/close.js';

const momentsOfAll = (values: readonly number[]) =>
  momentsOf(
    Float64Array.from(values),
    Uint32Array.from(values, (_, row) => row),
  );

/** Mean and standard deviation of whole numbers, exact but for the last rounding: var = (n Σ x² − (Σ x)²) / n². */
function exactMoments(values: readonly number[]): { mean: number; scale: number } {
  const n = BigInt(values.length);
  const sum = values.reduce((total, value) => total + BigInt(value), 0n);
  const squares = values.reduce((total, value) => total + BigInt(value) ** 2n, 0n);
  const numerator = n * squares - sum ** 2n;
  const shift = 2n ** 200n; // bits below the unit, which a whole division would lose
  return {
    mean: Number((sum * shift) / n) / Number(shift),
    scale: Math.sqrt(Number((numerator * shift) / n ** 2n) / Number(shift)),
  };
}

const wholeNumbers = fc
  .tuple(
    fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
    fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 60 }),
  )
  .map(([offset, values]) => values.map((value) => offset + value))
  .filter((values) => new Set(values).size > 1);

describe('momentsOf', () => {
  it('knows small cases', () => {
    expect(momentsOfAll([1, 3])).toEqual({ valueRows: 2, missingRows: 0, min: 1, max: 3, mean: 2, scale: 1 });
    expect(momentsOfAll([0, 0, 0, 4]).scale).toBeCloseTo(Math.sqrt(3), 15);
  });

  it('looks at the rows given, as often as they are given', () => {
    const values = Float64Array.of(1, 100, 3, 100, 9);
    expect(momentsOf(values, Uint32Array.of(2, 0))).toMatchObject({ mean: 2, scale: 1 });
    expect(momentsOf(values, Uint32Array.of(4, 0, 0, 0))).toMatchObject({ mean: 3, min: 1, max: 9 });
  });

  it('leaves missing values out and counts them', () => {
    const { NaN: missing } = Number;
    expect(momentsOfAll([missing, 1, missing, 3, missing])).toEqual({
      valueRows: 2,
      missingRows: 3,
      min: 1,
      max: 3,
      mean: 2,
      scale: 1,
    });
    expect(momentsOfAll([missing, missing])).toEqual({
      valueRows: 0,
      missingRows: 2,
      min: 0,
      max: 0,
      mean: 0,
      scale: 0,
    });
  });

  it('agrees with exact arithmetic, also far from 0', () => {
    fc.assert(
      fc.property(wholeNumbers, (values) => {
        const exact = exactMoments(values);
        const { mean, scale } = momentsOfAll(values);
        expect([mean]).toBeAllClose([exact.mean], { relative: 1e-15, absolute: 1e-15 });
        expect([scale]).toBeAllClose([exact.scale], { relative: 1e-14 });
      }),
    );
  });

  it.each([1e9, 1e-9, 1e300, 1e-290, 2 ** 1000, 2 ** -1060])('scales with the column: %d', (factor) => {
    const values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5];
    const { mean, scale } = momentsOfAll(values);
    const scaled = momentsOfAll(values.map((value) => value * factor));
    // Below 1e-308 a number has fewer digits: one unit in the last place is 2^-1074.
    const tolerance = { relative: 1e-15, absolute: 2 * Number.MIN_VALUE };
    expect([scaled.mean, scaled.scale]).toBeAllClose([mean * factor, scale * factor], tolerance);
  });

  it('does not overflow on the largest numbers there are, nor vanish on the smallest', () => {
    const { MAX_VALUE: largest, MIN_VALUE: smallest } = Number;
    expect(momentsOfAll([-largest, largest])).toMatchObject({ mean: 0, scale: largest });
    expect(momentsOfAll([-largest, largest, largest, largest]).mean).toBeCloseTo(largest / 2, -300);
    expect(momentsOfAll([0, 4 * smallest])).toMatchObject({ mean: 2 * smallest, scale: 2 * smallest });
  });

  it('does not lose a small spread far from 0', () => {
    const values = Array.from({ length: 1000 }, (_, i) => 1e9 + (i % 2) * 2 ** -10);
    expect(momentsOfAll(values)).toMatchObject({ mean: 1e9 + 2 ** -11, scale: 2 ** -11 });
  });

  it('has no spread where values differ by rounding only', () => {
    expect(momentsOfAll([0.1 + 0.2, 0.3]).scale).toBe(0);
    expect(momentsOfAll([-1e9, -1e9 - 2 ** -21]).scale).toBe(0); // some units in the last place
    expect(momentsOfAll([7, 7, 7])).toMatchObject({ mean: 7, scale: 0 });
    expect(momentsOfAll(new Array<number>(100_000).fill(0.1))).toMatchObject({ mean: 0.1, scale: 0 });
  });

  it('has spread where values differ by more, be it in one row of many', () => {
    expect(momentsOfAll([1, 1 + 1e-12]).scale).toBeCloseTo(5e-13, 16);
    const values = [...new Array<number>(9_999).fill(1), 1 + 2 ** -30];
    expect([momentsOfAll(values).scale]).toBeAllClose([2 ** -30 * Math.sqrt(1e-4 * (1 - 1e-4))], {
      relative: 1e-12,
    });
  });

  it('is the same to the last bit in any order of rows', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    const some = fc.oneof(
      fc.array(finite, { minLength: 2, maxLength: 40 }),
      fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 2, maxLength: 40 }),
      fc.array(fc.constantFrom(0.1, 1e9, -1e9, 1e-9, 3, Number.NaN), { minLength: 2, maxLength: 40 }),
      fc.array(fc.constantFrom(0, -0, -3), { minLength: 2, maxLength: 5 }),
    );
    const shuffled = some.chain((values) =>
      fc.tuple(
        fc.constant(values),
        fc.shuffledSubarray(
          values.map((_, row) => row),
          { minLength: values.length },
        ),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([values, order]) => {
        expect(momentsOfAll(permute(values, order))).toEqual(momentsOfAll(values));
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, number[]]>([
    ['of all sizes', Array.from({ length: 50_000 }, (_, i) => Math.sin(i) * 10 ** (i % 7))],
    // The mean is all in the last digits.
    [
      'that nearly cancel',
      Array.from({ length: 2000 }, (_, i) => (i % 2 ? Math.sin(i) : 1e-13 * Math.cos(i) - Math.sin(i + 1))),
    ],
  ])('is the same in any order of many rows, where plain sums are not: %s', (_, values) => {
    const sorted = [...values].sort((left, right) => left - right);
    const plainSum = (all: number[]): number => all.reduce((sum, value) => sum + value, 0);
    expect(plainSum(sorted)).not.toBe(plainSum(values));
    expect(momentsOfAll(sorted)).toEqual(momentsOfAll(values));
    expect(momentsOfAll([...sorted].reverse())).toEqual(momentsOfAll(values));
  });

  it('stays the same, to rounding, when every row is there twice', () => {
    fc.assert(
      fc.property(wholeNumbers, (values) => {
        const once = momentsOfAll(values);
        const twice = momentsOfAll([...values, ...values]);
        expect(twice).toMatchObject({ min: once.min, max: once.max, valueRows: 2 * once.valueRows });
        expect([twice.mean, twice.scale]).toBeAllClose([once.mean, once.scale], {
          relative: 1e-15,
          absolute: 1e-15,
        });
      }),
    );
  });
});
