// Random problems with a known optimum, to test and to measure searches on.

import type { ClassLoss } from '../groups/risks.js';
import type { RandomSource } from '../numeric/random.js';
import type { TheoryProblem } from './problem.js';
import { stepCurve } from './response-curve.js';

/**
 * Means in [−1.5, 1.5], up to three jumps in [−2, 2], levels in [0.03, 0.97]: groups that overlap and
 * disagree.
 */
export function randomProblem(random: RandomSource, groupCount: number, loss: ClassLoss): TheoryProblem {
  const between = (from: number, to: number): number => from + (to - from) * random.uniform();
  return {
    loss,
    groups: Array.from({ length: groupCount }, (_, a) => {
      const mean = between(-1.5, 1.5);
      const jumpCount = 1 + Math.floor(3 * random.uniform());
      const jumps = Array.from({ length: jumpCount }, () => between(-2, 2)).sort(
        (left, right) => left - right,
      );
      const levels = Array.from({ length: jumpCount + 1 }, () => between(0.03, 0.97));
      return { name: `group ${a}`, mean, curve: stepCurve(jumps, levels) };
    }),
  };
}
