// The paper's synthetic problems, with its parameters [MMPF Sec. A.4 and A.5].

import { FairfrontError } from '../error.js';
import type { TheoryGroup, TheoryProblem } from './problem.js';
import { mixCurves, squareWaveCurve, stepCurve } from './response-curve.js';

/** P(Y = 1) is `low` up to the threshold and `high` above it. */
function thresholdGroup(
  name: string,
  {
    mean,
    threshold,
    low,
    high,
    share,
  }: { mean: number; threshold: number; low: number; high: number; share: number },
): TheoryGroup {
  return { name, mean, share, curve: stepCurve([threshold], [low, high]) };
}

/**
 * Figure 1: two groups, the first noisier. The paper calls them unbalanced but gives no shares, and its
 * general set-up draws them alike, which would make Naive and Balanced the same; we take 1 : 4, the noisier
 * group in the minority.
 */
export const twoGroupProblem: TheoryProblem = {
  loss: 'brier',
  groups: [
    thresholdGroup('group 0', { mean: -0.5, threshold: -0.25, low: 0.3, high: 0.7, share: 1 }),
    thresholdGroup('group 1', { mean: 0.5, threshold: 0.25, low: 0.05, high: 0.95, share: 4 }),
  ],
};

/** Figures 2 and 6: three groups, equally frequent. */
export const threeGroupProblem: TheoryProblem = {
  loss: 'brier',
  groups: [
    thresholdGroup('group 0', { mean: -0.5, threshold: -0.25, low: 0.1, high: 0.9, share: 1 }),
    thresholdGroup('group 1', { mean: 0, threshold: 0, low: 0.1, high: 0.9, share: 1 }),
    thresholdGroup('group 2', { mean: 0.5, threshold: 0.25, low: 0.1, high: 0.8, share: 1 }),
  ],
};

/** How the groups of a study problem differ. */
export interface PlugInStudyParameters {
  /** m_1, the mean of X in group 1; ≥ 0. With 0, X does not depend on the group. */
  readonly m1: number;
  /**
   * λ in [0, 1]: how much of the opposite of f_0 there is in f_1. With 0, Y given X does not depend on the
   * group.
   */
  readonly lambda: number;
}

/** Pairs are levels where sin 2πx > 0, and elsewhere. */
const WAVE = squareWaveCurve({ below: [0.8, 0.2], above: [0.9, 0.1] });
const OPPOSITE = squareWaveCurve({ below: [0, 1] });

/**
 * Figures 7 and 8, plug-in against joint estimation: two groups, equally frequent, X|0 ~ N(0, 1), X|1 ~
 * N(m_1, 1) [MMPF Eq. 5, 6]. The sign[…] of the printed f_0 is read as a wave that is 1 where sin 2πx > 0 and
 * 0 elsewhere, or f_0 would be the same almost everywhere.
 *
 *   f_0 = 0.8 or 0.2 where x < 0, 0.9 or 0.1 where x ≥ 0        f_1 = (1 − λ) f_0 + λ (1 − round f_0)
 */
export function plugInStudyProblem({ m1, lambda }: PlugInStudyParameters): TheoryProblem {
  if (!(m1 >= 0 && Number.isFinite(m1))) {
    throw new FairfrontError('bad-problem', `m1 of the plug-in study must be a number ≥ 0; got ${m1}`);
  }
  if (!(lambda >= 0 && lambda <= 1)) {
    throw new FairfrontError('bad-problem', `lambda of the plug-in study must be in [0, 1]; got ${lambda}`);
  }
  return {
    loss: 'brier',
    groups: [
      { name: 'group 0', mean: 0, share: 1, curve: WAVE },
      { name: 'group 1', mean: m1, share: 1, curve: mixCurves(WAVE, OPPOSITE, lambda) },
    ],
  };
}
