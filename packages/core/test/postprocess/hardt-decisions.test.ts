import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/numeric/random.js';
import { drawDecisions, expectedRates, positiveProbability } from '../../src/postprocess/hardt-decisions.js';
import { type EqualisedOdds, fitEqualisedOdds } from '../../src/postprocess/hardt-equalised-odds.js';
import '../helpers/close.js';
import { expectError } from '../helpers/errors.js';
import { scoredGroups, scoredRows, someScoredRows } from './rule-rows.js';

/** Group "a" has every kind of threshold, group "b" one. */
const RULE: EqualisedOdds = {
  tpr: 0.5,
  fpr: 0.5,
  accuracy: 0.5,
  groups: [
    {
      name: 'a',
      thresholds: [
        { threshold: 'always', weight: 0.125 },
        { threshold: 0.3, weight: 0.25 },
        { threshold: 0.6, weight: 0.5 },
        { threshold: 'never', weight: 0.125 },
      ],
    },
    { name: 'b', thresholds: [{ threshold: 0.6, weight: 1 }] },
  ],
  options: { falsePositiveCost: 1, falseNegativeCost: 1 },
  needsGroup: true,
};

describe('positiveProbability', () => {
  it('sums the weights of the thresholds that a score reaches, the threshold itself among them', () => {
    const { scores, groups } = scoredGroups('-5+ 0.29+ 0.3+ 0.5+ 0.6- 99-', '0.59+ 0.6+');
    expect([...positiveProbability(RULE, scores, groups)]).toEqual([
      0.125, 0.125, 0.375, 0.375, 0.875, 0.875, 0, 1,
    ]);
  });

  it('is not above 1 where rounding leaves the sum of the weights there', () => {
    const thresholds = [0.33, 0.56, 0.11].map((weight, i) => ({ threshold: i / 10, weight }));
    const rule = { ...RULE, groups: [{ name: 'a', thresholds }] };
    const { scores, groups } = scoredGroups('0.9+');
    expect(0.33 + 0.56 + 0.11).toBeGreaterThan(1);
    expect([...positiveProbability(rule, scores, groups)]).toEqual([1]);
  });

  it('is a probability, and never falls as the score rises', () => {
    fc.assert(
      fc.property(someScoredRows(['a', 'b', 'c']), (some) => {
        const rows = scoredRows(some);
        const rule = fitEqualisedOdds(rows.scores, rows.labels, rows.groups);
        const chances = positiveProbability(rule, rows.scores, rows.groups);
        some.forEach((row, i) => {
          expect(chances[i]! >= 0 && chances[i]! <= 1).toBe(true);
          some.forEach((other, j) => {
            if (other.group === row.group && other.score >= row.score) {
              expect(chances[j]).toBeGreaterThanOrEqual(chances[i]!);
            }
          });
        });
      }),
      { numRuns: 50 },
    );
  });

  it('refuses scores, rows and groups that the rule knows nothing of', () => {
    const { scores, groups } = scoredGroups('0.1+ 0.2-', '0.3+');
    expectError(
      () => positiveProbability(RULE, scores.subarray(1), groups),
      'bad-groups',
      '2 rows in scores',
      '3 rows with a group',
    );
    expectError(
      () => positiveProbability(RULE, Float64Array.of(0.1, Number.NaN, 0.2), groups),
      'bad-risks',
      'finite',
      'row 2 has NaN',
    );
    for (const stray of [-1, 2]) {
      expectError(
        () => positiveProbability(RULE, scores, { ...groups, groups: Int32Array.of(0, 0, stray) }),
        'bad-groups',
        'from 0 to 1',
        `row 3 has ${stray}`,
      );
    }
    expectError(
      () => positiveProbability(RULE, scores, { ...groups, names: ['b', 'a'] }),
      'bad-groups',
      'got "b", "a"',
      'groupIndex',
    );
  });
});

describe('expectedRates', () => {
  it('are the means of the chances over the rows they are of', () => {
    const { scores, labels, groups } = scoredGroups('0.1+ 0.3+ 0.7- 0.2-', '0.9+ 0.1+ 0.7-');
    expect(expectedRates(RULE, scores, labels, groups)).toEqual([
      { tpr: 0.25, fpr: 0.5, accuracy: 0.375, selectionRate: 0.375 },
      { tpr: 0.5, fpr: 1, accuracy: 1 / 3, selectionRate: 2 / 3 },
    ]);
  });

  it('are null where there are no rows to have them', () => {
    const { scores, labels, groups } = scoredRows([{ score: 0.3, label: 0, group: 'a' }], ['a', 'b']);
    expect(expectedRates(RULE, scores, labels, groups)).toEqual([
      { tpr: null, fpr: 0.375, accuracy: 0.625, selectionRate: 0.375 },
      { tpr: null, fpr: null, accuracy: null, selectionRate: null },
    ]);
  });

  it('refuses labels of other classes', () => {
    const { scores, groups } = scoredGroups('0.1+ 0.2-', '0.3+');
    expectError(
      () => expectedRates(RULE, scores, Int32Array.of(0, 2, 1), groups),
      'bad-target',
      'row 2 has 2',
      '0 or 1',
    );
    expectError(() => expectedRates(RULE, scores, Int32Array.of(0), groups), 'bad-groups', '1 row in labels');
  });
});

describe('drawDecisions', () => {
  it('decides 1 as often as the chances say, and the same from the same seed', () => {
    const rowCount = 8000;
    const rows = scoredRows(
      Array.from({ length: rowCount }, (_, row) => ({
        score: row % 2 === 0 ? 0.4 : 0.7,
        label: 0,
        group: row % 4 < 2 ? 'a' : 'b',
      })),
    );
    const draw = () => drawDecisions(RULE, rows.scores, rows.groups, createRandom(1));
    const decisions = draw();
    expect(draw()).toEqual(decisions);
    const rate = (kind: number): number =>
      decisions.reduce((sum, decision, row) => sum + (row % 4 === kind ? decision : 0), 0) / (rowCount / 4);
    const noise = 4 * Math.sqrt(0.25 / (rowCount / 4));
    expect(Math.abs(rate(0) - 0.375)).toBeLessThan(noise);
    expect(Math.abs(rate(1) - 0.875)).toBeLessThan(noise);
    expect([rate(2), rate(3)]).toEqual([0, 1]);
  });
});
