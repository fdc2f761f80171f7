// The paper's synthetic problems, with its parameters [MMPF Sec. A.4].

import type { TheoryGroup, TheoryProblem } from './problem.js';
import { stepCurve } from './response-curve.js';

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
 * Figure 1: two groups, the first noisier. The paper calls them unbalanced but gives no shares, and its general set-up draws them alike, which
 * would make Naive and Balanced the same; we take 1 : 4, the noisier group in the minority.
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
