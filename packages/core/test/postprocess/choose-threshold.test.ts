// The sweep over thresholds is held against trying every one of them by itself.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupIndex } from '../../src/groups/group-index.js';
import { type ChosenThreshold, chooseThreshold } from '../../src/postprocess/choose-threshold.js';

interface Row {
  readonly score: number;
  readonly positive: number;
  readonly group: string;
}

type Limits = Readonly<Record<string, { readonly atLeast: number; readonly atMost: number }>>;

function choose(rows: readonly Row[], falsePositive: number, falseNegative: number, limits: Limits = {}) {
  const groups = groupIndex(rows.map(({ group }) => group));
  return chooseThreshold({
    scores: Float64Array.from(rows, ({ score }) => score),
    positives: rows.map(({ positive }) => positive),
    groups,
    cost: { falsePositive, falseNegative },
    limits: groups.names.map((name) => limits[name] ?? { atLeast: 0, atMost: 1 }),
  });
}

/** What a threshold does, counted row by row. */
function tried(rows: readonly Row[], threshold: number, fp: number, fn: number, limits: Limits) {
  const names = [...new Set(rows.map(({ group }) => group))].sort();
  const own = names.map((name) => {
    const those = rows.filter(({ group }) => group === name);
    const wrong = (positive: number, isSelected: boolean): number =>
      those.filter((row) => row.positive === positive && row.score >= threshold === isSelected).length;
    const share = those.filter(({ score }) => score >= threshold).length / those.length;
    const { atLeast, atMost } = limits[name] ?? { atLeast: 0, atMost: 1 };
    return {
      share,
      cost: (fp * wrong(0, true) + fn * wrong(1, false)) / those.length,
      missedBy: Math.max(0, atLeast - share, share - atMost),
    };
  });
  return {
    selected: own.map(({ share }) => share),
    worstCost: Math.max(...own.map(({ cost }) => cost)),
    missedBy: Math.max(...own.map(({ missedBy }) => missedBy)),
  };
}

/** Every threshold that decides differently. */
const everyThreshold = (rows: readonly Row[]): number[] => [...new Set(rows.map(({ score }) => score)), 1.5];

function bruteForce(rows: readonly Row[], fp: number, fn: number, limits: Limits) {
  return everyThreshold(rows)
    .map((threshold) => tried(rows, threshold, fp, fn, limits))
    .reduce((best, own) =>
      own.missedBy < best.missedBy || (own.missedBy === best.missedBy && own.worstCost < best.worstCost)
        ? own
        : best,
    );
}

/** Few scores, so that many are equal; groups of one row are among them. */
const rows = fc.array(
  fc.record({
    score: fc.oneof(fc.constantFrom(0, 0.25, 0.5, 0.75, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    positive: fc.integer({ min: 0, max: 1 }),
    group: fc.constantFrom('a', 'b', 'c'),
  }),
  { minLength: 1, maxLength: 25 },
);
const cost = fc.constantFrom(0, 0.5, 1, 3, 10);
const shares = fc
  .tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 }))
  .map(([one, other]) => ({ atLeast: Math.min(one, other) / 10, atMost: Math.max(one, other) / 10 }));
const limits = fc.dictionary(fc.constantFrom('a', 'b', 'c'), shares);

describe('the chosen threshold', () => {
  it('costs the worst group as little as the best of all thresholds, and meets limits wherever one does', () => {
    fc.assert(
      fc.property(rows, cost, cost, limits, (all, fp, fn, within) => {
        const found = choose(all, fp, fn, within);
        const expected = bruteForce(all, fp, fn, within);
        expect(found.missedBy).toBe(expected.missedBy);
        expect(found.worstCost).toBe(expected.worstCost);
        // What it says of itself is what the threshold does.
        expect(tried(all, found.threshold, fp, fn, within)).toEqual(withoutThreshold(found));
      }),
      { numRuns: 500 },
    );
  });

  it('is the same whatever the order of rows, and for every row twice', () => {
    fc.assert(
      fc.property(rows, cost, cost, (all, fp, fn) => {
        const found = choose(all, fp, fn);
        expect(choose([...all].reverse(), fp, fn)).toEqual(found);
        expect(choose([...all, ...all], fp, fn)).toEqual(found);
      }),
    );
  });

  const row = (score: number, positive: number, group = 'a'): Row => ({ score, positive, group });
  it.each<[string, Row[], number, number, number]>([
    ['between two rows, at the shortest number', [row(0.1234, 0), row(0.3217, 1)], 1, 1, 0.22],
    ['at 0.5 where that is as good', [row(0.2, 0), row(0.9, 1)], 1, 1, 0.5],
    ['below all rows where misses are dear', [row(0.4, 1), row(0.6, 0)], 1, 5, 0.2],
    ['above all rows where alarms are dear', [row(0.4, 1), row(0.7, 0)], 5, 1, 0.85],
    ['above 1 where a sure row must not be selected', [row(1, 0), row(1, 0)], 1, 1, 1.5],
    ['0 where an impossible row must be selected', [row(0, 1), row(0, 1)], 1, 1, 0],
    [
      'where most rows are right, if a group is wrong either way',
      [row(0.6, 0, 'b'), row(0.6, 0, 'b'), row(0.6, 1)],
      1,
      1,
      0.8,
    ],
  ])('lies %s', (_, all, fp, fn, threshold) => {
    expect(choose(all, fp, fn).threshold).toBe(threshold);
  });

  it('separates neighbours that no short number does', () => {
    const [low, high] = [0.3, 0.30000000000000004];
    expect(choose([row(low, 0), row(high, 1)], 1, 1)).toMatchObject({ threshold: high, worstCost: 0 });
  });

  it('says by how much limits are missed where no threshold meets them', () => {
    const all = [row(0.2, 1), row(0.2, 0), row(0.7, 1, 'b'), row(0.7, 0, 'b')];
    const found = choose(all, 1, 1, { a: { atLeast: 0.5, atMost: 1 }, b: { atLeast: 0, atMost: 0.9 } });
    expect(found).toMatchObject({ missedBy: expect.closeTo(0.1, 12), selected: [1, 1] });
  });

  it('is refused without rows of a group, and for what is no probability', () => {
    const problem = { positives: [1], cost: { falsePositive: 1, falseNegative: 1 } };
    const scores = Float64Array.of(0.5);
    const groups = groupIndex(['a'], ['a', 'b']);
    expect(() => chooseThreshold({ ...problem, scores, groups })).toThrow(/rows of every group/);
    expect(() =>
      chooseThreshold({ ...problem, scores: Float64Array.of(Number.NaN), groups: groupIndex(['a']) }),
    ).toThrow(/probabilities/);
  });
});

function withoutThreshold({ threshold: _, ...rest }: ChosenThreshold): Omit<ChosenThreshold, 'threshold'> {
  return rest;
}
