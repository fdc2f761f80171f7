// How good the best model can be, proved. Φ(μ) = min_h Σ_a μ_a r_a(h) is never above the minimax risk, max_a r_a(h) never
// below it; so every true minimum gives both bounds:
//
//   max_t ⟨μ^t, r^t⟩ ≤ min_h max_a r_a(h) ≤ min_t max_a r_a^t
//
// The bounds are as true as the solves. One model that does better at another's μ shows that a solve was not a minimum, and ends the
// certification; bounds that cross are a case of it, since ⟨μ, r⟩ ≤ max_a r_a.

import { worstRisk } from '../groups/risks.js';
import { dot } from '../numeric/sum.js';
import type { Observation } from './strategy.js';

export interface Certificate {
  /** Whether the bounds hold. */
  readonly certified: boolean;
  /** Why not, if not certified. */
  readonly reason?: string;
  /** No model can have a worst risk below this. 0 when nothing is known: risks are not negative. */
  readonly lower: number;
  /** Some model tried has this worst risk. Infinity before the first solve that counts, which JSON writes as null. */
  readonly upper: number;
  /** (upper − lower) / upper, never below 0. */
  readonly relativeGap: number;
}

/** Differences of Σ μ r below this share of it are put down to rounding and to the tolerance of the solver. */
const SOLVE_TOLERANCE = 1e-7;

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

  const checkAgainst = (left: Observation, right: Observation): boolean => {
    const own = dot(left.mu, left.trainRisks);
    return dot(left.mu, right.trainRisks) >= own - SOLVE_TOLERANCE * Math.abs(own);
  };

  return {
    observe: (observation) => {
      if (!observation.converged) return;
      if (!solves.every((solve) => checkAgainst(solve, observation) && checkAgainst(observation, solve))) {
        doubt ??=
          'the solves are not true minima: a model found for other weights does better at some weights tried';
      }
      solves.push(observation);
      lower = Math.max(lower, dot(observation.mu, observation.trainRisks));
      upper = Math.min(upper, worstRisk(observation.trainRisks));
    },
    certificate: () => {
      const reason = doubt ?? (solves.length === 0 ? 'no solve has converged' : undefined);
      const bounds = { lower, upper, relativeGap: relativeGap(lower, upper) };
      return reason === undefined ? { certified: true, ...bounds } : { certified: false, reason, ...bounds };
    },
  };
}

function relativeGap(lower: number, upper: number): number {
  if (upper === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return upper > 0 ? Math.max(0, upper - lower) / upper : 0;
}
