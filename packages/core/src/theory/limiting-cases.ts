// When does sharing one classifier cost nothing? [MMPF Lemma 4.3] names two cases: the target does not depend
// on the group once X is known, and X tells the group. In both the Pareto front shrinks to the utopia point.

import type { ClosedForm } from './closed-form.js';
import { densityAt, integrateOverInputs } from './gaussian.js';
import { problemShares } from './problem.js';

/** How near a problem is to the two cases in which sharing costs nothing. */
export interface LimitingCases {
  /** E_X |f_a − f_b|, the largest over pairs of groups, X from the whole population: 0 where Y ⊥ A | X. */
  readonly dependence: number;
  /** H(A|X) in nats: near 0 where X tells the group. */
  readonly groupEntropy: number;
}

/** Measures how near a problem is to the limiting cases. */
export function limitingCases({ problem }: ClosedForm): LimitingCases {
  const { groups } = problem;
  const shares = problemShares(problem);
  const pairs = groups.flatMap((_, a) => groups.slice(a + 1).map((_, i) => [a, a + 1 + i] as const));
  const [groupEntropy, ...differences] = integrateOverInputs(problem, 1 + pairs.length, (x, out) => {
    const joint = groups.map(({ mean }, a) => shares[a]! * densityAt(x - mean)); // p(x, a)
    const marginal = joint.reduce((sum, value) => sum + value, 0);
    out[0] = joint.reduce((sum, value) => sum - (value === 0 ? 0 : value * Math.log(value / marginal)), 0);
    const responses = groups.map(({ curve }) => curve.at(x));
    pairs.forEach(([a, b], i) => {
      out[i + 1] = marginal * Math.abs(responses[a]! - responses[b]!);
    });
  });
  return { groupEntropy: groupEntropy!, dependence: Math.max(0, ...differences) };
}
