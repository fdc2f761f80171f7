import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberMoves, quantilesOf } from '../../src/baselines/feldman-numbers.js';

const samples = (...groups: readonly (readonly number[])[]) =>
  groups.map((values) => quantilesOf(Float64Array.from(values)));

describe('quantilesOf', () => {
  test('counts rows up to each value', () => {
    expect(quantilesOf(Float64Array.of(3, 1, 3, 3, 2))).toEqual({ values: [1, 2, 3], counts: [1, 2, 5] });
    expect(quantilesOf(new Float64Array(0))).toEqual({ values: [], counts: [] });
    expect(quantilesOf(Float64Array.of(0, -0)).counts).toEqual([2]);
  });
});

describe('numberMoves', () => {
  // By hand: 20 is the 2nd of 4 rows in the first group, so V = 0.5 gives u = 3/8, at which the second group has 300 (of 100, 300, 500).
  test('moves towards the median of what the groups have at the same quantile', () => {
    const groups = samples([10, 20, 30, 40], [100, 300, 500]);
    expect(numberMoves(groups, 1).move(0, 20, 0.5)).toBe(160);
    expect(numberMoves(groups, 0.25).move(0, 20, 0.5)).toBe(55);
    expect(numberMoves(groups, 0).move(0, 20, 0.5)).toBe(20);
    expect(numberMoves(groups, 1).move(1, 300, 0.875)).toBe(160); // u = 2/3 − 7/8 · 1/3 = 3/8
  });

  test('takes the middle one of three groups', () => {
    const groups = samples([1, 2], [10, 20], [500, 600]);
    for (const group of [0, 1, 2]) {
      expect(numberMoves(groups, 1).move(group, groups[group]!.values[0]!, 0.3)).toBe(10);
      expect(numberMoves(groups, 1).move(group, groups[group]!.values[1]!, 0.3)).toBe(20);
    }
  });

  test('spreads ties over the quantiles they take up', () => {
    const groups = samples([0, 0, 0, 7], [1, 2, 3, 4]);
    const moved = [0.9, 0.5, 0.1].map((spread) => numberMoves(groups, 1).move(0, 0, spread));
    expect(moved).toEqual([0.5, 1, 1.5]); // u = 0.075, 0.375, 0.675: 1, 2 and 3 in the other group
  });

  test('takes the next value below one it has not met, and the ends beyond them', () => {
    const groups = samples([10, 20, 30], [100, 200, 300]);
    const full = numberMoves(groups, 1);
    expect([25, 9, -1e300, 31, 1e300].map((value) => full.move(0, value, 0.4))).toEqual([
      110, 55, 55, 165, 165,
    ]);
    expect(numberMoves(groups, 0.5).move(0, 65, 0.4)).toBe(115); // half of 65, half of the end's 165
  });

  test('draws a value as the rows of the group have it after their repair', () => {
    const groups = samples([10, 20], [], [100, 400]);
    expect([0.75, 0.25].map((spread) => numberMoves(groups, 0.5).draw(0, spread))).toEqual([32.5, 115]);
    expect([0.75, 0.25].map((spread) => numberMoves(groups, 0.5).draw(1, spread))).toEqual([55, 210]);
  });

  test('leaves values of a group that had none in training', () => {
    expect(numberMoves(samples([10, 20], []), 1).move(1, 77, 0.5)).toBe(77);
  });

  const value = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, 5e-324, Number.MAX_VALUE, -Number.MAX_VALUE),
  );
  const sample = fc.array(value, { minLength: 1, maxLength: 12 });
  const lambda = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1));
  const spread = fc.double({ min: 0, max: 1 - 2 ** -53, noNaN: true });

  test('keeps the order within a group, whatever is drawn', () => {
    fc.assert(
      fc.property(
        sample,
        sample,
        lambda,
        fc.array(fc.tuple(value, spread), { minLength: 2 }),
        (a, b, by, rows) => {
          const moves = numberMoves(samples(a, b), by);
          const after = rows
            .sort(([left], [right]) => left - right)
            .map(([x, v]) => [x, moves.move(0, x, v)] as const);
          for (let i = 1; i < after.length; i++) {
            if (after[i]![0] > after[i - 1]![0])
              expect(after[i]![1]).toBeGreaterThanOrEqual(after[i - 1]![1]);
          }
        },
      ),
      { seed: 2 },
    );
  });

  test('changes no training value where all groups have the same distribution, or there is one group', () => {
    fc.assert(
      fc.property(sample, fc.integer({ min: 1, max: 4 }), lambda, spread, (values, groupCount, by, v) => {
        // Twice as many rows of each value are the same distribution.
        const groups = Array.from({ length: groupCount }, (_, a) =>
          a % 2 === 0 ? values : [...values, ...values],
        );
        const moves = numberMoves(samples(...groups), by);
        for (const x of values) expect(moves.move(0, x, v) === x).toBe(true);
      }),
      { seed: 3 },
    );
  });

  test('relabelling the groups changes nothing', () => {
    fc.assert(
      fc.property(sample, sample, sample, lambda, value, spread, (a, b, c, by, x, v) => {
        expect(numberMoves(samples(b, c, a), by).move(2, x, v)).toBe(
          numberMoves(samples(a, b, c), by).move(0, x, v),
        );
      }),
      { seed: 4 },
    );
  });
});
