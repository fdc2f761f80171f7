// How many solves a strategy needs until its weights lie in all three star sets. Membership is all it sees: a
// risk is 0 inside N_i and 1 outside, so nothing can be certified here.

import type { Strategy } from '../search/strategy.js';
import type { StarSets } from './star-sets.js';

/** How a strategy fared on star sets. */
export interface StarSetTrial {
  /** Solves until all sets were met, the start included; undefined if the limit came first. */
  readonly solves: number | undefined;
  /** Every μ tried. */
  readonly trajectory: readonly (readonly number[])[];
}

/** Runs a strategy until its weights lie in all three sets. */
export function tryStarSets(
  sets: StarSets,
  strategy: Strategy,
  initialMu: readonly number[],
  maxSolves: number,
): StarSetTrial {
  const trajectory: (readonly number[])[] = [];
  const sequence = strategy.search({ groupCount: 3, initialMu });
  let proposal = sequence.next();
  while (!proposal.done && trajectory.length < maxSolves) {
    const mu = proposal.value;
    trajectory.push(mu);
    const risks = sets.curves.map((_, group) => (sets.contains(group, mu) ? 0 : 1));
    if (risks.every((risk) => risk === 0)) return { solves: trajectory.length, trajectory };
    proposal = sequence.next({ mu, risks, trainRisks: risks, converged: true, suboptimality: 0 });
  }
  return { solves: undefined, trajectory };
}
