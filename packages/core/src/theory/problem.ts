// Problems whose Pareto front is known exactly [MMPF Sec. A.4 and A.5]:
//   X | a ~ N(m_a, 1),   Y | X, a ~ Ber(f_a(X))

import { FairfrontError } from '../error.js';
import type { ClassLoss } from '../groups/risks.js';
import { normalise } from '../numeric/simplex.js';
import type { ResponseCurve } from './response-curve.js';

/** A group with known distributions. */
export interface TheoryGroup {
  readonly name: string;
  /** m_a. */
  readonly mean: number;
  /** f_a. */
  readonly curve: ResponseCurve;
  /** p(a), up to a common factor; > 0. Default 1: all groups alike. */
  readonly share?: number;
}

/** Groups with known distributions, and a loss. */
export interface TheoryProblem {
  readonly loss: ClassLoss;
  readonly groups: readonly TheoryGroup[];
}

/** Throws unless the groups of a problem make sense. */
export function checkProblem({ groups }: TheoryProblem): void {
  if (groups.length === 0)
    throw new FairfrontError('bad-problem', 'a problem needs at least one group; got none');
  for (const { name, mean, share = 1 } of groups) {
    if (!Number.isFinite(mean)) {
      throw new FairfrontError('bad-problem', `mean of group "${name}" must be finite; got ${mean}`);
    }
    if (!(share > 0 && Number.isFinite(share))) {
      throw new FairfrontError('bad-problem', `share of group "${name}" must be > 0; got ${share}`);
    }
  }
}

/** p(a), which as μ gives the Naive classifier. */
export function problemShares({ groups }: TheoryProblem): number[] {
  return normalise(groups.map(({ share = 1 }) => share));
}
