import { describe, expect, it } from 'vitest';
import { outcomeOf, type SplitOutcome, summariseSplits } from '../../src/measure/repeats.js';
import { madeResult } from '../report/made-result.js';

const outcome = (
  decision: SplitOutcome['decision'],
  naive: readonly number[],
  minimax: readonly number[],
): SplitOutcome => {
  const byModel = <Value>(of: (risks: readonly number[]) => Value) => ({
    naive: of(naive),
    balanced: of(naive),
    minimax: of(minimax),
  });
  return {
    decision,
    risks: byModel((risks) => risks),
    worst: byModel((risks) => Math.max(...risks)),
    all: byModel((risks) => risks.reduce((sum, risk) => sum + risk, 0) / risks.length),
  };
};

describe('several splits', () => {
  const summary = summariseSplits([
    outcome('use-minimax', [0.5, 0.4], [0.4, 0.4]),
    outcome('cannot-tell', [0.6, 0.4], [0.54, 0.5]),
    outcome('keep-naive', [0.4, 0.5], [0.4, 0.5]),
  ]);

  it('have mean and standard deviation by group, of the worst group and of all rows', () => {
    expect(summary.splits).toBe(3);
    expect(summary.byGroup.naive.map(({ mean }) => mean)).toEqual([
      expect.closeTo(0.5, 12),
      expect.closeTo(1.3 / 3, 12),
    ]);
    expect(summary.byGroup.naive[0]!.deviation).toBeCloseTo(0.1, 12);
    // The worst group is another one in another split.
    expect(summary.worst.naive.mean).toBeCloseTo(1.6 / 3, 12);
    expect(summary.worst.minimax.mean).toBeCloseTo(1.44 / 3, 12);
    expect(summary.all.minimax.mean).toBeCloseTo((0.4 + 0.52 + 0.45) / 3, 12);
  });

  it('have the mean of changes, not the change of means, and count who gained', () => {
    expect(summary.change.mean).toBeCloseTo((-0.2 - 0.1 + 0) / 3, 12);
    expect(summary.change.deviation).toBeCloseTo(0.1, 12);
    expect(summary.gained).toBe(2);
    expect(summary.decisions).toEqual({ 'use-minimax': 1, 'keep-naive': 1, 'cannot-tell': 1 });
  });

  it('have no deviation where there is one', () => {
    const { change, worst } = summariseSplits([outcome('use-minimax', [0.5], [0.4])]);
    expect(change).toEqual({ mean: expect.closeTo(-0.2, 12), deviation: null });
    expect(worst.naive.deviation).toBeNull();
  });
});

it('what is kept of a split are the test risks that were minimised', () => {
  const risks = { naive: [0.5, 0.4], minimax: [0.45, 0.42] };
  const kept = outcomeOf(madeResult({ risks, loss: 'brier', trainRisks: [1, 1], validationRisks: [1, 1] }));
  expect(kept.decision).toBe('use-minimax');
  expect(kept.risks.minimax).toEqual([expect.closeTo(0.45, 12), expect.closeTo(0.42, 12)]);
  expect(kept.worst).toEqual({
    naive: expect.closeTo(0.5, 12),
    balanced: expect.closeTo(0.5, 12),
    minimax: expect.closeTo(0.45, 12),
  });
  expect(kept.all.naive).toBeCloseTo(0.45, 12);
});
