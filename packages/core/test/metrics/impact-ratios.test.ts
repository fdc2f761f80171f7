import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/index.js';
import { type CategoryCount, impactRatios } from '../../src/metrics/impact-ratios.js';

const of = (...pairs: readonly (readonly [selected: number, rows: number])[]): CategoryCount[] =>
  pairs.map(([selected, rows]) => ({ selected, rows }));
const valuesOf = (counts: readonly CategoryCount[]): (number | null)[] =>
  impactRatios(counts, 0.95).map(({ ratio }) => ratio?.value ?? null);

describe('impact ratios', () => {
  it('are to the highest rate, in whole numbers', () => {
    // 3/10 over 5/10; 12/100 is four fifths of 15/100 to the bit, though 0.12 / 0.15 is less in binary numbers.
    expect(valuesOf(of([3, 10], [5, 10]))).toEqual([0.6, 1]);
    expect(valuesOf(of([12, 100], [15, 100]))).toEqual([0.8, 1]);
  });

  it('have one category that they are to, the first on a tie', () => {
    const [first, second] = impactRatios(of([4, 8], [8, 16]), 0.95);
    expect([first!.isHighest, second!.isHighest]).toEqual([true, false]);
    expect(first!.ratio).toEqual({ value: 1, low: 1, high: 1 });
    expect(second!.ratio!.value).toBe(1);
    expect(second!.ratio!.low).toBeLessThan(1);
  });

  it('are not there where nobody is selected', () => {
    expect(valuesOf(of([0, 5], [0, 7]))).toEqual([null, null]);
  });

  it('leave out who has no part in them, as the highest too', () => {
    const found = impactRatios([{ rows: 2, selected: 2, leftOut: true }, ...of([3, 10], [6, 10])], 0.95);
    expect(found.map(({ ratio }) => ratio?.value ?? null)).toEqual([null, 0.5, 1]);
    expect(found[0]!.rate.value).toBe(1);
  });

  it.each([[of([1, 0])], [of([3, 2])], [of([-1, 2])]])('refuse %j', (counts) => {
    expect(() => impactRatios(counts, 0.95)).toThrow(/category 0: of one row or more/);
  });
});

describe('intervals', () => {
  it('of rates are Wilson’s', () => {
    // 12 of 40, z = 1.959964: (0.3 + z²/80) / (1 + z²/40) = 0.317525, ± √(0.21 z²/40 + z⁴/6400) / (1 + z²/40) = 0.136776
    const { rate } = impactRatios(of([12, 40]), 0.95)[0]!;
    expect(rate.low).toBeCloseTo(0.180749, 5);
    expect(rate.high).toBeCloseTo(0.454301, 5);
  });

  it('have a width where nobody is selected, and where everybody is', () => {
    const [none, all, some] = impactRatios(of([0, 20], [20, 20], [10, 20]), 0.95);
    expect(none!.ratio).toMatchObject({ value: 0, low: 0 });
    expect(none!.ratio!.high).toBeGreaterThan(0.1);
    expect(all!.rate).toMatchObject({ value: 1, high: 1 });
    expect(all!.rate.low).toBeLessThan(0.9);
    expect(some!.ratio!.low).toBeLessThan(0.5);
  });

  it('of ratios solve the equations that define them', () => {
    // The lowest highest rate of all: the factor of L² is below 0 for 1 of 10.
    for (const counts of [of([12, 40], [30, 50]), of([1, 30], [1, 10]), of([9, 10], [10, 10])]) {
      const [own, highest] = impactRatios(counts, 0.9);
      const { value: p, low: l, high: u } = own!.rate;
      const { value: p2, low: l2, high: u2 } = highest!.rate;
      const { low: L, high: H } = own!.ratio!;
      expect((p - L * p2) ** 2 - (p - l) ** 2 - L * L * (u2 - p2) ** 2).toBeCloseTo(0, 12);
      expect((p - H * p2) ** 2 - (p - u) ** 2 - H * H * (l2 - p2) ** 2).toBeCloseTo(0, 12);
    }
  });

  it('are those of logarithms (Katz) where rows are many', () => {
    const counts = of([12_000, 40_000], [30_000, 60_000]);
    const { ratio } = impactRatios(counts, 0.95)[0]!;
    const error = Math.sqrt(1 / 12_000 - 1 / 40_000 + 1 / 30_000 - 1 / 60_000);
    expect(ratio!.low).toBeCloseTo(0.6 * Math.exp(-1.959964 * error), 4);
    expect(ratio!.high).toBeCloseTo(0.6 * Math.exp(1.959964 * error), 4);
  });

  it('hold the true ratio about as often as they say', () => {
    const random = createRandom(1);
    const draw = (chance: number, rows: number): number => {
      let selected = 0;
      for (let row = 0; row < rows; row++) if (random.uniform() < chance) selected++;
      return selected;
    };
    let held = 0;
    const samples = 4000;
    for (let sample = 0; sample < samples; sample++) {
      const [own] = impactRatios(of([draw(0.15, 40), 40], [draw(0.6, 50), 50]), 0.95);
      if (own!.ratio!.low <= 0.25 && own!.ratio!.high >= 0.25) held++;
    }
    expect(held / samples).toBeGreaterThan(0.935);
    expect(held / samples).toBeLessThan(0.975);
  });

  it('hold the value, whatever the counts, and move with their categories', () => {
    const category = fc
      .tuple(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([rows, share]) => ({ rows, selected: Math.round(share * rows) }));
    fc.assert(
      fc.property(fc.array(category, { minLength: 1, maxLength: 6 }), (counts) => {
        const found = impactRatios(counts, 0.95);
        for (const { rate, ratio } of found) {
          for (const { value, low, high } of ratio === null ? [rate] : [rate, ratio]) {
            expect(low).toBeGreaterThanOrEqual(0);
            expect(low).toBeLessThanOrEqual(value);
            expect(high).toBeGreaterThanOrEqual(value);
          }
          expect(ratio?.value ?? 0).toBeLessThanOrEqual(1);
        }
        const turned = impactRatios([...counts].reverse(), 0.95).reverse();
        expect(turned.map(({ ratio }) => ratio?.value)).toEqual(found.map(({ ratio }) => ratio?.value));
      }),
    );
  });
});
