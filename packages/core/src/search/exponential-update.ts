// The loop that multiplicative and exponential weights share: each solve raises a group's weight by the
// exponential of its risk,
//
//   μ_i^{t+1} ∝ μ_i^t exp(η_t r_i(μ^t) / scale)
//
// Both papers take losses in [0, 1]; risks are divided by the first worst risk to bring them there.

import { FairfrontError } from '../error.js';
import { worstRisk } from '../groups/risks.js';
import { logSumExp } from '../numeric/log-sum-exp.js';
import { normalise } from '../numeric/simplex.js';
import type { MuSequence } from './strategy.js';

/** The weights tried, from μ⁰ > 0 on. @param rateAt η_t, of solve t = 1, 2, … */
export function exponentialUpdates(
  initialMu: readonly number[],
  rateAt: (solve: number) => number,
): MuSequence {
  const zero = initialMu.indexOf(0);
  if (zero >= 0) {
    throw new FairfrontError(
      'bad-mu',
      `initialMu[${zero}] must be > 0: multiplied by any factor, a weight of 0 stays 0. Give every group some weight, or take apStar`,
    );
  }
  return updates(initialMu, rateAt);
}

function* updates(initialMu: readonly number[], rateAt: (solve: number) => number): MuSequence {
  const logits = initialMu.map(Math.log);
  let mu = initialMu;
  let scale = 0;
  for (let solve = 1; ; solve++) {
    const { risks } = yield mu;
    if (scale === 0) scale = worstRisk(risks);
    if (scale === 0) return; // no risk is left in any group
    const rate = rateAt(solve);
    risks.forEach((risk, i) => {
      logits[i]! += (rate * risk) / scale;
    });
    const total = logSumExp(logits);
    mu = normalise(logits.map((logit) => Math.exp(logit - total)));
  }
}
