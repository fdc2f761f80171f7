import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupIndex } from '../../src/groups/group-index.js';
import { type DecisionRates, decisionRates, RATE_NAMES } from '../../src/metrics/decision-rates.js';
import { permute } from '../helpers/arbitraries.js';

const ratesOf = (
  guesses: readonly number[],
  labels: readonly number[],
  groups: string,
  positive = 1,
): DecisionRates =>
  ratesOfRows(
    guesses.map((guess, row) => ({ guess, label: labels[row]!, group: groups[row]! })),
    undefined,
    positive,
  );

/** The model is sure of every guess. */
function ratesOfRows(
  rows: readonly { guess: number; label: number; group: string }[],
  names: readonly string[] | undefined,
  positive: number,
): DecisionRates {
  const labels = Int32Array.from(rows, ({ label }) => label);
  const probabilities = Float64Array.from(
    rows.flatMap(({ guess }) => [0, 1, 2].map((c) => (c === guess ? 1 : 0))),
  );
  const index = groupIndex(
    rows.map(({ group }) => group),
    names,
  );
  const guesses = Int32Array.from(rows, ({ guess }) => guess);
  return decisionRates({ probabilities, labels, classCount: 3 }, guesses, index, positive);
}

const byGroup = (rates: DecisionRates): Record<string, readonly (number | null)[]> =>
  Object.fromEntries(RATE_NAMES.map((name) => [name, rates[name].byGroup]));

describe('decisionRates', () => {
  it('are shares of the confusion matrix of each group', () => {
    //             TP FP FN TN TN   TP TP FP
    const rates = ratesOf([1, 1, 0, 0, 0, 1, 1, 1], [1, 0, 1, 0, 0, 1, 1, 0], 'aaaaabbb');
    expect(byGroup(rates)).toEqual({
      selectionRate: [2 / 5, 1],
      tpr: [1 / 2, 1],
      fpr: [1 / 3, 1],
      precision: [1 / 2, 2 / 3],
      baseRate: [2 / 5, 2 / 3],
      meanPrediction: [2 / 5, 1],
    });
    expect(rates.positive).toBe(1);
    expect([rates.tpr.worstGroup, rates.fpr.worstGroup, rates.precision.worstGroup]).toEqual([0, 1, 0]);
    expect([rates.selectionRate.worst, rates.baseRate.worst]).toEqual([null, null]);
    expect(rates.fpr.difference).toBe(1 - 1 / 3);
    expect(rates.precision.ratio).toBe(1 / 2 / (2 / 3));
  });

  it('are null over no rows, never 0 and never NaN', () => {
    // a: no positives. b: no negatives. c: nobody selected.
    const rates = ratesOf([1, 0, 1, 0, 0, 0], [0, 0, 1, 1, 0, 1], 'aabbcc');
    expect(byGroup(rates)).toEqual({
      selectionRate: [0.5, 0.5, 0],
      tpr: [null, 0.5, 0],
      fpr: [0.5, null, 0],
      precision: [0, 1, null],
      baseRate: [0, 1, 0.5],
      meanPrediction: [0.5, 0.5, 0],
    });
    expect([rates.tpr.leftOut, rates.fpr.leftOut, rates.precision.leftOut, rates.baseRate.leftOut]).toEqual([
      1, 1, 1, 0,
    ]);
  });

  it('take one class against the rest', () => {
    const [guesses, labels] = [
      [0, 1, 2, 2, 1],
      [0, 2, 2, 1, 1],
    ];
    expect(byGroup(ratesOf(guesses, labels, 'aaaaa', 2))).toEqual({
      selectionRate: [2 / 5],
      tpr: [1 / 2],
      fpr: [1 / 3],
      precision: [1 / 2],
      baseRate: [2 / 5],
      meanPrediction: [2 / 5],
    });
    expect(ratesOf(guesses, labels, 'aaaaa', 0).tpr.byGroup).toEqual([1]);
  });
});

describe('properties of decision rates', () => {
  const rows = fc
    .array(
      fc.record({
        guess: fc.integer({ min: 0, max: 2 }),
        label: fc.integer({ min: 0, max: 2 }),
        group: fc.constantFrom('a', 'b', 'c'),
      }),
      { maxLength: 30 },
    )
    .map((some) => [...some, ...['a', 'b', 'c'].map((group) => ({ guess: 0, label: 1, group }))]);
  const of = ratesOfRows;

  it('permute when the groups are relabelled, and stay the same when every row is there twice', () => {
    const names = ['a', 'b', 'c'];
    fc.assert(
      fc.property(rows, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (all, order) => {
        const before = of(all, names, 1);
        const after = of(all, permute(names, order), 1);
        const twice = of([...all, ...all], names, 1);
        expect(twice).toEqual(before);
        for (const name of RATE_NAMES) {
          expect(after[name].byGroup).toEqual(permute(before[name].byGroup, order));
          expect(after[name].difference).toBe(before[name].difference);
          expect(after[name].worst).toBe(before[name].worst);
        }
      }),
    );
  });

  it('of all classes have selection rates and base rates that sum to 1', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const classes = [0, 1, 2].map((positive) => of(all, ['a', 'b', 'c'], positive));
        for (const name of ['selectionRate', 'baseRate'] as const) {
          for (const group of [0, 1, 2]) {
            const sum = classes.reduce((total, rates) => total + rates[name].byGroup[group]!, 0);
            expect(sum).toBeCloseTo(1, 12);
          }
        }
      }),
    );
  });

  it('have tpr · base rate = precision · selection rate, the share of true positives', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const { tpr, baseRate, precision, selectionRate } = of(all, ['a', 'b', 'c'], 1);
        for (const group of [0, 1, 2]) {
          const left = (tpr.byGroup[group] ?? 0) * baseRate.byGroup[group]!;
          const right = (precision.byGroup[group] ?? 0) * selectionRate.byGroup[group]!;
          expect(left).toBeCloseTo(right, 12);
        }
      }),
    );
  });
});
