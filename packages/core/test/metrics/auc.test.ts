import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aucs, classAucs } from '../../src/metrics/auc.js';
import { permute } from '../helpers/arbitraries.js';
import '../helpers/close.js';
import { binaryRow, GROUP_NAMES, predictionsOf, type Row, rowsOf, someRows } from './prediction-rows.js';

function aucOf(scores: readonly number[], labels: readonly number[]): number | null {
  const { probabilities, groups } = predictionsOf(scores.map((score) => binaryRow(score, 0)));
  scores.forEach((score, row) => {
    probabilities[2 * row + 1] = score; // as it is, also where 1 − p + p is not 1
  });
  return classAucs(probabilities, Int32Array.from(labels), groups, 2, 1)[0]!;
}

const areasOf = (rows: readonly Row[], positive: number, names?: readonly string[]): (number | null)[] => {
  const { probabilities, labels, groups, classCount } = predictionsOf(rows, names);
  return classAucs(probabilities, labels, groups, classCount, positive);
};

/** All pairs, counted. */
function pairShare(rows: readonly Row[], positive: number): number | null {
  const scores = (isPositive: boolean): number[] =>
    rows
      .filter(({ label }) => (label === positive) === isPositive)
      .map(({ probabilities }) => probabilities[positive]!);
  const pairs = scores(true).flatMap((s) => scores(false).map((t) => (s > t ? 1 : s === t ? 0.5 : 0)));
  return pairs.length === 0 ? null : pairs.reduce<number>((sum, pair) => sum + pair, 0) / pairs.length;
}

describe('classAucs', () => {
  it('counts the pairs in which the positive row has the higher score', () => {
    expect(aucOf([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1])).toBe(0.75);
    expect(aucOf([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1])).toBe(1);
    expect(aucOf([0.1, 0.2, 0.8, 0.9], [1, 1, 0, 0])).toBe(0);
  });

  it('counts a tie half', () => {
    expect(aucOf([0.5, 0.5, 0.5], [0, 1, 1])).toBe(0.5);
    expect(aucOf([0.5, 0.5, 0.75, 0.25], [0, 1, 1, 0])).toBe(3.5 / 4);
    expect(aucOf([-0, 0], [1, 0])).toBe(0.5);
  });

  it('tells scores next to 0 from each other', () => {
    expect(aucOf([0, 5e-324, 1e-300, 1.1e-300], [0, 1, 0, 1])).toBe(0.75);
  });

  it('is null where a group has one class only, or one row', () => {
    expect(aucOf([0.1, 0.9], [1, 1])).toBeNull();
    expect(aucOf([0.1, 0.9], [0, 0])).toBeNull();
    expect(areasOf([binaryRow(0.1, 0), binaryRow(0.2, 1), binaryRow(0.3, 1, 'b')], 1)).toEqual([1, null]);
  });

  it('is the share of pairs, whatever the class, in every group', () => {
    fc.assert(
      fc.property(someRows, fc.nat(), (rows, some) => {
        const positive = some % rows[0]!.probabilities.length;
        const expected = GROUP_NAMES.map((name) =>
          pairShare(
            rows.filter(({ group }) => group === name),
            positive,
          ),
        );
        const found = areasOf(rows, positive);
        expect(found.map((auc) => auc === null)).toEqual(expected.map((auc) => auc === null));
        expect(found.map(Number)).toBeAllClose(expected.map(Number), { absolute: 1e-14 });
      }),
    );
  });

  it('stays the same under a monotone transform, and turns over with its sign', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 64 }), fc.integer({ min: 0, max: 1 })), {
          minLength: 1,
          maxLength: 30,
        }),
        (rows) => {
          const scores = rows.map(([score]) => score / 64);
          const labels = rows.map(([, label]) => label);
          const auc = aucOf(scores, labels);
          expect(
            aucOf(
              scores.map((score) => score ** 3 / 2 + 0.25),
              labels,
            ),
          ).toBe(auc);
          const turned = aucOf(
            scores.map((score) => 1 - score),
            labels,
          );
          if (auc === null) expect(turned).toBeNull();
          else expect(turned).toBeCloseTo(1 - auc, 12);
        },
      ),
    );
  });

  it('permutes with the groups, and stays the same when every row is there twice', () => {
    fc.assert(
      fc.property(rowsOf(2), fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (rows, order) => {
        const before = areasOf(rows, 1, GROUP_NAMES);
        expect(areasOf(rows, 1, permute(GROUP_NAMES, order))).toEqual(permute(before, order));
        expect(areasOf([...rows, ...rows].reverse(), 1, GROUP_NAMES)).toEqual(before);
      }),
    );
  });
});

describe('aucs', () => {
  it('is the mean over the classes that the group has it for', () => {
    const rows: Row[] = [
      { probabilities: [0.6, 0.3, 0.1], label: 0, group: 'a' },
      { probabilities: [0.7, 0.2, 0.1], label: 1, group: 'a' },
      { probabilities: [0.2, 0.2, 0.6], label: 0, group: 'a' },
    ];
    const { probabilities, labels, groups } = predictionsOf(rows);
    // Class 0: 0.6 and 0.2 against 0.7. Class 1: 0.2 against 0.3 and 0.2. Class 2 has no rows.
    expect(aucs(probabilities, labels, groups, 3, [0, 1, 2])).toEqual([(0 + 0.25) / 2]);
    expect(aucs(probabilities, labels, groups, 3, [1])).toEqual([0.25]);
    expect(aucs(probabilities, labels, groups, 3, [2])).toEqual([null]);
  });
});
