// How good the best model can be, proved. Φ(μ) = min_h Σ_a μ_a r_a(h) is never above the minimax risk, max_a r_a(h) never
// below it; so every true minimum gives both bounds:
//
//   max_t ⟨μ^t, r^t⟩ − ε^t ≤ min_h max_a r_a(h) ≤ min_t max_a r_a^t
//
// with ε^t what the solver's tolerance leaves open. The bounds are as true as the solves. Any model that does better at another's μ than its
// solve can have missed shows that it was not a minimum, and ends the certification; bounds that cross are a case of it, since ⟨μ, r⟩ ≤ max_a r_a.

import { worstRisk } from '../groups/risks.js';
import { dot } from '../numeric/sum.js';
import { lowerBound, type Observation } from './strategy.js';

export interface Certificate {
  /** Whether the bounds hold. */
  readonly certified: boolean;
  /** Why not, if not certified. */
  readonly reason?: string;
  /** No model can have a worst training risk below this. 0 when nothing is known: risks are not negative. */
  readonly lower: number;
  /**
   * Some model tried has this worst training risk; where validation risks choose, it need not be the best. Infinity before the first solve that counts,
   * which JSON writes as null.
   */
  readonly upper: number;
  /** (upper − lower) / upper, never below 0. */
  readonly relativeGap: number;
}

/** Differences of Σ μ r below this share of it are put down to rounding. */
const ROUNDING = 1e-9;

export interface Certifier {
  observe(observation: Observation): void;
  certificate(): Certificate;
}

/** @param certifies what the oracle says of itself: `true`, or the reason why its solves prove nothing */
export function createCertifier(certifies: true | string | undefined): Certifier {
  const solves: Observation[] = [];
  let lower = 0;
  let upper = Number.POSITIVE_INFINITY;
  let doubt =
    certifies === true
      ? undefined
      : (certifies ??
        'the oracle does not say that its solves are true minima (set `certifies: true` if they are)');

  return {
    observe: (observation) => {
      if (solves.some((solve) => refutes(observation, solve) || refutes(solve, observation))) {
        doubt ??=
          'the solves are not true minima: a model found for other weights does better at some weights tried (let the solver go further, or return its `suboptimality`)';
      }
      if (!observation.converged) return;
      solves.push(observation);
      lower = Math.max(lower, lowerBound(observation));
      upper = Math.min(upper, worstRisk(observation.trainRisks));
    },
    certificate: () => {
      const reason = doubt ?? (solves.length === 0 ? 'no solve has converged' : undefined);
      const bounds = { lower, upper, relativeGap: relativeGap(lower, upper) };
      return reason === undefined ? { certified: true, ...bounds } : { certified: false, reason, ...bounds };
    },
  };
}

/** Whether the model of one solve does better at the other's μ than that one says is possible. */
function refutes({ trainRisks }: Observation, claim: Observation): boolean {
  if (!claim.converged) return false;
  const claimed = lowerBound(claim);
  return dot(claim.mu, trainRisks) < claimed - ROUNDING * Math.abs(claimed);
}

/** By which share of it a worst risk can at most be above the best possible. */
export function relativeGap(lower: number, worst: number): number {
  if (worst === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return worst > 0 ? Math.max(0, worst - lower) / worst : 0;
}
