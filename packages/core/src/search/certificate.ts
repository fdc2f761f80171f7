// How good the best model can be, proved. Φ(μ) = min_h Σ_a μ_a r_a(h) is never above the minimax risk, max_a
// r_a(h) never below it; so every true minimum gives both bounds:
//
//   max_t ⟨μ^t, r^t⟩ − ε^t ≤ min_h max_a r_a(h) ≤ min_t max_a r_a^t
//
// with ε^t what the solver's tolerance leaves open. The bounds are as true as the solves. Any model that does
// better at another's μ than its solve can have missed shows that it was not a minimum, and ends the
// certification; bounds that cross are a case of it, since ⟨μ, r⟩ ≤ max_a r_a.

import { worstRisk } from '../groups/risks.js';
import { dot } from '../numeric/sum.js';
import { lowerBound, type Observation } from './strategy.js';

/** Proved bounds on the minimax risk, or the reason why there are none. */
export type Certificate =
  | {
      readonly certified: true;
      readonly reason?: never;
      /** No model can have a worst training risk below this. */
      readonly lower: number;
      /**
       * A model tried has this worst training risk. Where validation risks choose, it need not be the best
       * model.
       */
      readonly upper: number;
      /** 1 − lower / upper: the share of `upper` that might at most be saved, from 0 to 1. */
      readonly relativeGap: number;
    }
  | {
      readonly certified: false;
      readonly reason: string;
      readonly lower: null;
      readonly upper: null;
      readonly relativeGap: null;
    };

/** Differences of Σ μ r below this share of it are put down to rounding. */
const ROUNDING = 1e-9;
/**
 * How many solves each new one is compared with, so that the work grows with the number of solves, not with
 * its square.
 */
const MAX_COMPARED = 256;

/** Keeps the bounds that the solves of a search prove. */
export interface Certifier {
  observe(observation: Observation): void;
  certificate(): Certificate;
}

/** A converged solve and the bound that follows from it. */
interface Claim {
  readonly solve: Observation;
  readonly lower: number;
}

/**
 * Starts a certificate without any solve. Each solve is compared with at most 256 others, those with the
 * highest lower bounds.
 * @param certifies what the oracle says of itself: `true`, or the reason why its solves prove nothing
 */
export function createCertifier(certifies: true | string | undefined): Certifier {
  const claims: Claim[] = [];
  let lower = 0;
  let upper = Number.POSITIVE_INFINITY;
  let doubt =
    certifies === true
      ? undefined
      : (certifies ??
        'the oracle does not say that its solves are true minima (set `certifies: true` if they are)');

  return {
    observe: (solve) => {
      if (doubt !== undefined) return;
      const claim = solve.converged ? { solve, lower: lowerBound(solve) } : undefined;
      if (claims.some((old) => refutes(solve, old) || (claim !== undefined && refutes(old.solve, claim)))) {
        doubt =
          'the solves are not true minima: a model found for other weights does better at some weights tried (let the solver go further, or return its suboptimality)';
      }
      if (claim === undefined) return;
      claims.push(claim);
      if (claims.length > MAX_COMPARED) claims.splice(lowestOf(claims), 1);
      lower = Math.max(lower, claim.lower);
      upper = Math.min(upper, worstRisk(solve.trainRisks));
    },
    certificate: () => {
      const reason = doubt ?? (claims.length === 0 ? 'no solve has converged' : undefined);
      return reason === undefined
        ? { certified: true, lower, upper, relativeGap: relativeGap(lower, upper) }
        : { certified: false, reason, lower: null, upper: null, relativeGap: null };
    },
  };
}

/** Whether a model does better at the μ of a claim than the claim says is possible. */
function refutes({ trainRisks }: Observation, { solve, lower }: Claim): boolean {
  return dot(solve.mu, trainRisks) < lower - ROUNDING * Math.abs(lower);
}

function lowestOf(claims: readonly Claim[]): number {
  return claims.reduce((lowest, { lower }, i) => (lower < claims[lowest]!.lower ? i : lowest), 0);
}

/** The share of a worst risk that might at most be saved: 1 − lower / worst, from 0 to 1. */
export function relativeGap(lower: number, worst: number): number {
  return worst > 0 ? Math.max(0, worst - lower) / worst : 0;
}

/** The relative gap of one model's worst training risk; null where nothing is certified. */
export function gapOf({ lower }: Certificate, worst: number): number | null {
  return lower === null ? null : relativeGap(lower, worst);
}
