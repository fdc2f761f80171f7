import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanRisks } from '../../src/groups/group-index.js';
import type { ClassLoss } from '../../src/groups/risks.js';
import { plugInOracle } from '../../src/plug-in/plug-in-oracle.js';
import { membershipLosses, ownLosses, sharedLosses } from '../../src/plug-in/row-losses.js';
import { indexOf, plainClassifier, plainLoss, sampleWithMu } from './plug-in-problems.js';
import '../helpers/close.js';

/** Two rows, of group 1 and of group 0. */
const rows = {
  conditionals: {
    rowCount: 2,
    classCount: 2,
    outcomes: [Float64Array.of(0.9, 0.1, 0.6, 0.4), Float64Array.of(0.25, 0.75, 0.5, 0.5)],
    memberships: Float64Array.of(0.2, 0.8, 0.5, 0.5),
  },
  labels: Int32Array.of(1, 0),
  groups: indexOf(Int32Array.of(1, 0), 2),
};

describe('ownLosses', () => {
  it('are those of the model of the row’s own group', () => {
    expect(ownLosses(rows, 'cross-entropy')).toBeAllClose([-Math.log(0.75), -Math.log(0.6)], {
      relative: 1e-15,
    });
    expect(ownLosses(rows, 'brier')).toBeAllClose([2 * 0.25 ** 2, 2 * 0.4 ** 2], { relative: 1e-15 });
  });

  it('are what one would expect, row by row', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample, loss }) => {
        const { classCount, outcomes } = sample.conditionals;
        const plain = Array.from(sample.labels, (label, row) => {
          const own = outcomes[sample.groups.groups[row]!]!;
          return plainLoss(loss, [...own.slice(row * classCount, (row + 1) * classCount)], label);
        });
        expect(ownLosses(sample, loss)).toBeAllClose(plain, { relative: 1e-12, absolute: 1e-15 });
      }),
    );
  });
});

describe('sharedLosses', () => {
  it('are those of h^μ [MMPF Thm 4.2]', () => {
    // Row 1: weights 0.5/0.5 · 0.2 and 0.5/0.5 · 0.8, so h = 0.2 (0.9, 0.1) + 0.8 (0.25, 0.75).
    const losses = sharedLosses(rows, [0.5, 0.5], [0.5, 0.5], 'cross-entropy');
    expect(losses).toBeAllClose([-Math.log(0.62), -Math.log(0.55)], { relative: 1e-14 });
    // All weight on group 0: its own model alone.
    const alone = sharedLosses(rows, [1, 0], [0.5, 0.5], 'brier');
    expect(alone).toBeAllClose([2 * 0.9 ** 2, 2 * 0.4 ** 2], { relative: 1e-14 });
  });

  it('have the risks of the oracle as their means, and Theorem 4.2 behind them', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample, mu, loss }) => {
        const { priors, labels, groups, conditionals } = sample;
        const losses = sharedLosses(sample, mu, priors, loss);
        const oracle = plugInOracle({ loss, priors, validation: sample });
        expect(meanRisks(losses, groups)).toBeAllClose(oracle.solve(mu, {}).risks, { relative: 1e-12 });
        const plain = Array.from(labels, (label, row) =>
          plainLoss(loss, plainClassifier(conditionals, mu, priors, row), label),
        );
        expect(losses).toBeAllClose(plain, { relative: 1e-9, absolute: 1e-15 });
      }),
    );
  });
});

describe('membershipLosses', () => {
  it('are −ln p(a|x) of the row’s own group', () => {
    expect(membershipLosses(rows)).toBeAllClose([-Math.log(0.8), -Math.log(0.5)], { relative: 1e-15 });
  });
});

describe('a class or a group that is held impossible', () => {
  const never = {
    ...rows,
    conditionals: {
      ...rows.conditionals,
      outcomes: [Float64Array.of(1, 0, 0, 1), Float64Array.of(1, 0, 0, 1)],
      memberships: Float64Array.of(1, 0, 0, 1),
    },
  };

  it.each<ClassLoss>(['cross-entropy', 'brier'])('has a finite %s all the same', (loss) => {
    for (const losses of [
      ownLosses(never, loss),
      sharedLosses(never, [0.5, 0.5], [0.5, 0.5], loss),
      membershipLosses(never),
    ]) {
      expect(losses.every(Number.isFinite)).toBe(true);
      expect(losses.every((value) => value > 1)).toBe(true);
    }
  });
});
