// Golden costs are in golden/, with the scipy script that made them.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedRates } from '../../src/postprocess/hardt-decisions.js';
import {
  type EqualisedOdds,
  type EqualisedOddsOptions,
  fitEqualisedOdds,
} from '../../src/postprocess/hardt-equalised-odds.js';
import { permute } from '../helpers/arbitraries.js';
import '../helpers/close.js';
import { expectError } from '../helpers/errors.js';
import { bruteForceCost } from './reachable-rates.js';
import { type ScoredRow, type ScoredRows, scoredGroups, scoredRows, someScoredRows } from './rule-rows.js';

interface GoldenCase {
  readonly name: string;
  readonly scores: readonly number[];
  readonly labels: readonly number[];
  readonly groups: readonly number[];
  readonly falsePositiveCost: number;
  readonly falseNegativeCost: number;
  readonly leastCost: number;
}

const golden = JSON.parse(readFileSync(new URL('golden/equalised-odds.json', import.meta.url), 'utf8')) as {
  cases: GoldenCase[];
};

const NAMES = ['a', 'b', 'c'];

const fit = ({ scores, labels, groups }: ScoredRows, options?: EqualisedOddsOptions): EqualisedOdds =>
  fitEqualisedOdds(scores, labels, groups, options);

/** Per row, by the rule's own account. */
function costOf({ tpr, fpr, options }: EqualisedOdds, { labels }: ScoredRows): number {
  const share = labels.reduce((sum, label) => sum + label, 0) / labels.length;
  return options.falseNegativeCost * share * (1 - tpr) + options.falsePositiveCost * (1 - share) * fpr;
}

/** What holds of every rule on the rows it was fitted to. */
function expectEqualOdds(rule: EqualisedOdds, rows: ScoredRows): void {
  const rates = expectedRates(rule, rows.scores, rows.labels, rows.groups);
  let hits = 0;
  rates.forEach(({ tpr, fpr, accuracy }, group) => {
    expect([tpr!, fpr!]).toBeAllClose([rule.tpr, rule.fpr], { absolute: 1e-14 });
    hits += accuracy! * rows.groups.counts[group]!;
  });
  expect(hits / rows.labels.length).toBeCloseTo(rule.accuracy, 13);
  for (const { thresholds } of rule.groups) {
    const sum = thresholds.reduce((total, { weight }) => total + weight, 0);
    expect(sum).toBeCloseTo(1, 14);
    expect(thresholds.every(({ weight }) => weight > 0)).toBe(true);
    expect(thresholds.filter(({ threshold }) => typeof threshold === 'number').length).toBeLessThanOrEqual(2);
    const bounds = thresholds.map(({ threshold }) =>
      threshold === 'always' ? -Infinity : threshold === 'never' ? Infinity : threshold,
    );
    expect(bounds).toEqual([...new Set(bounds)].sort((left, right) => left - right));
  }
}

const costs = fc.record({
  falsePositiveCost: fc.integer({ min: 0, max: 5 }),
  falseNegativeCost: fc.integer({ min: 1, max: 5 }),
});

describe('fitEqualisedOdds', () => {
  it.each(golden.cases)('costs as little as linear programming says: $name', (expected) => {
    const rows = scoredRows(
      expected.scores.map((score, row) => ({
        score,
        label: expected.labels[row]!,
        group: NAMES.concat('d', 'e', 'f')[expected.groups[row]!]!,
      })),
    );
    const { falsePositiveCost, falseNegativeCost } = expected;
    const rule = fit(rows, { falsePositiveCost, falseNegativeCost });
    expectEqualOdds(rule, rows);
    expect([costOf(rule, rows)]).toBeAllClose([expected.leastCost], { absolute: 1e-12 });
  });

  it('takes the rates where the hulls of two groups cross, each group by thresholds of its own', () => {
    // (0, ½) and (½, 1) against (0, ¼) and (¼, 1). With 8 rows of class 1 and 6 of class 0 the price of fpr is 1.5: below a slope of 3, above 1.
    const rows = scoredGroups('0.9+ 0.8+ 0.7- 0.6+ 0.5+ 0.4-', '0.9+ 0.8- 0.7+ 0.7+ 0.7+ 0.6- 0.5- 0.4-');
    const rule = fit(rows, { falsePositiveCost: 2 });
    expectEqualOdds(rule, rows);
    // ½ + f against ¼ + 3 f: f = ⅛.
    expect([rule.fpr, rule.tpr]).toBeAllClose([1 / 8, 5 / 8], { absolute: 1e-15 });
    expect(rule.groups).toEqual([
      {
        name: 'a',
        thresholds: [
          { threshold: 0.5, weight: 0.25 },
          { threshold: 0.8, weight: 0.75 },
        ],
      },
      {
        name: 'b',
        thresholds: [
          { threshold: 0.7, weight: 0.5 },
          { threshold: 0.9, weight: 0.5 },
        ],
      },
    ]);
    expect(rule.accuracy).toBeCloseTo((8 * (5 / 8) + 6 * (7 / 8)) / 14, 15);
    expect(rule.needsGroup).toBe(true);
    expect(rule.options).toEqual({ falsePositiveCost: 2, falseNegativeCost: 1 });
    expect(JSON.parse(JSON.stringify(rule))).toEqual(rule);
  });

  it('flips a coin in the group that could do better', () => {
    const rows = scoredGroups('0.9+ 0.8+ 0.2- 0.1-', '0.9+ 0.9+ 0.9+ 0.9- 0.1+ 0.1- 0.1- 0.1-');
    const rule = fit(rows);
    expectEqualOdds(rule, rows);
    expect([rule.fpr, rule.tpr]).toEqual([0.25, 0.75]);
    // (¼, ¾) is ⅔ of the way from the diagonal to (¼, 1), itself ¼ of the way from (0, 1) to always.
    expect(rule.groups[0]!.thresholds.map(({ threshold }) => threshold)).toEqual(['always', 0.8, 'never']);
    expect(rule.groups[0]!.thresholds.map(({ weight }) => weight)).toBeAllClose([1 / 4, 1 / 2, 1 / 4], {
      absolute: 1e-15,
    });
    expect(rule.groups[1]!.thresholds).toEqual([{ threshold: 0.9, weight: 1 }]);
    expect(JSON.parse(JSON.stringify(rule))).toEqual(rule);
  });

  it('decides alike for all where one group’s scores say nothing', () => {
    const rows = scoredGroups('0.5+ 0.5-', '0.9+ 0.8+ 0.7+ 0.1-');
    const rule = fit(rows);
    expect([rule.fpr, rule.tpr, rule.accuracy]).toEqual([1, 1, 4 / 6]);
    expect(rule.groups.map(({ thresholds }) => thresholds)).toEqual(
      [0, 1].map(() => [{ threshold: 'always', weight: 1 }]),
    );
  });

  it('is as good as the best corner of what all groups can reach', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }).chain((count) => someScoredRows(NAMES.slice(0, count))),
        costs,
        (some, options) => {
          const rows = scoredRows(some);
          const rule = fit(rows, options);
          expectEqualOdds(rule, rows);
          const least = bruteForceCost(rows, options.falsePositiveCost, options.falseNegativeCost);
          expect(costOf(rule, rows)).toBeCloseTo(least, 10);
        },
      ),
    );
  });

  it('is never worse than the best constant', () => {
    fc.assert(
      fc.property(someScoredRows(NAMES), costs, (some, options) => {
        const rows = scoredRows(some);
        const share = some.filter(({ label }) => label === 1).length / some.length;
        const best = Math.min(options.falseNegativeCost * share, options.falsePositiveCost * (1 - share));
        expect(costOf(fit(rows, options), rows)).toBeLessThanOrEqual(best + 1e-15);
      }),
    );
  });

  it('of groups that are all alike is the best threshold, without chance', () => {
    fc.assert(
      fc.property(someScoredRows(['a']), (some) => {
        const rows = scoredRows(NAMES.flatMap((group) => some.map((row) => ({ ...row, group }))));
        const rule = fit(rows);
        const accuracies = [...some.map(({ score }) => score), Infinity].map(
          (threshold) =>
            some.filter(({ score, label }) => (score >= threshold ? 1 : 0) === label).length / some.length,
        );
        expect(rule.accuracy).toBeCloseTo(Math.max(...accuracies), 14);
        for (const { thresholds } of rule.groups) {
          expect(thresholds).toHaveLength(1);
          expect(thresholds).toEqual(rule.groups[0]!.thresholds);
        }
      }),
    );
  });

  it('permutes when the groups are relabelled', () => {
    fc.assert(
      fc.property(
        someScoredRows(NAMES),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        costs,
        (some, order, options) => {
          const rows = scoredRows(some);
          const relabelled = scoredRows(some, permute(NAMES, order));
          const [before, after] = [fit(rows, options), fit(relabelled, options)];
          expect(after.groups.map(({ name }) => name)).toEqual(permute(NAMES, order));
          expectEqualOdds(after, relabelled);
          expect(costOf(after, relabelled)).toBeCloseTo(costOf(before, rows), 14);
        },
      ),
    );
  });

  it('knows scores by their order alone, and rows by their shares', () => {
    const squeeze = (score: number): number => Math.exp(3 * score) - 7;
    fc.assert(
      fc.property(someScoredRows(NAMES), (some) => {
        const coarse = some.map((row) => ({ ...row, score: Math.round(row.score * 60) / 60 }));
        const rule = fit(scoredRows(coarse));
        const moved = fit(scoredRows(coarse.map((row) => ({ ...row, score: squeeze(row.score) }))));
        const squeezed = rule.groups.map(({ name, thresholds }) => ({
          name,
          thresholds: thresholds.map(({ threshold, weight }) => ({
            threshold: typeof threshold === 'number' ? squeeze(threshold) : threshold,
            weight,
          })),
        }));
        expect(moved).toEqual({ ...rule, groups: squeezed });
        const twice = fit(scoredRows(coarse.flatMap((row) => [row, row])));
        expect(twice.accuracy).toBeCloseTo(rule.accuracy, 14);
      }),
    );
  });

  it('leaves what it is handed alone', () => {
    const some: ScoredRow[] = scoredGroupsRows();
    const rows = scoredRows(some);
    fit(rows);
    expect(rows).toEqual(scoredRows(some));
  });

  it('refuses a group of one class, and names it', () => {
    const rows = scoredGroups('0.1+ 0.2-', '0.3- 0.4-', '0.1+ 0.2-', '0.7+');
    expectError(() => fit(rows), 'bad-groups', '"b", "d"', '"b" has 2 of class 0 and 0 of class 1', 'Merge');
    const empty = scoredRows(scoredGroupsRows(), ['a', 'b', 'nobody']);
    expectError(() => fit(empty), 'bad-groups', '"nobody" has 0 of class 0 and 0 of class 1');
    expectError(() => fit(scoredRows([])), 'bad-groups', 'at least one; got none');
  });

  it('refuses labels of a third class', () => {
    const { scores, groups } = scoredRows(scoredGroupsRows());
    const labels = Int32Array.of(0, 1, 0, 1, 2, 1, 0, 1);
    expectError(() => fitEqualisedOdds(scores, labels, groups), 'bad-target', 'row 5 has 2', 'two classes');
  });

  it('refuses costs that are none', () => {
    const rows = scoredRows(scoredGroupsRows());
    for (const cost of [-1, Infinity, Number.NaN]) {
      expectError(
        () => fit(rows, { falsePositiveCost: cost }),
        'bad-option',
        'falsePositiveCost',
        String(cost),
      );
      expectError(() => fit(rows, { falseNegativeCost: cost }), 'bad-option', 'falseNegativeCost');
    }
    expectError(
      () => fit(rows, { falsePositiveCost: 0, falseNegativeCost: 0 }),
      'bad-option',
      'must not both be 0',
    );
    const huge = fit(rows, { falsePositiveCost: 1e308, falseNegativeCost: 1e308 });
    expect(huge.groups).toEqual(fit(rows).groups);
  });
});

/** Two groups of four rows. */
function scoredGroupsRows(): ScoredRow[] {
  return ['a', 'b'].flatMap((group, a) =>
    [0.9, 0.1, 0.6, 0.4].map((score, row) => ({ score: score + a / 100, label: row % 2, group })),
  );
}
