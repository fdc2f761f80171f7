// Multiplicative weights (Chen et al. 2017, Alg. 1), as the paper compares with:
//
//   μ_i ∝ μ⁰_i exp(η Σ_{s<t} r_i(μ^s) / scale),   η = √(ln |A| / (2 T))
//
// Its guarantee is for the uniform mixture of all T models (uniform-mixture.ts); in a search, as in the
// paper's comparison, the best single model is what is kept.

import { FairfrontError } from '../error.js';
import { exponentialUpdates } from './exponential-update.js';
import type { Strategy } from './strategy.js';

/** Options of `multiplicativeWeights`. */
export interface MultiplicativeWeightsOptions {
  /** T, which sets the rate: the number of solves planned. Whole, ≥ 1. Default 100. */
  readonly horizon?: number;
  /**
   * η, > 0. Default √(ln |A| / (2 T)), for which the theorem holds; on smooth problems rates around 1 to 3
   * are far faster (see the README).
   */
  readonly eta?: number;
}

/** Raises weights exponentially with the risks, at one rate for all solves. */
export function multiplicativeWeights(options: MultiplicativeWeightsOptions = {}): Strategy {
  const { horizon = 100, eta } = options;
  if (!(Number.isInteger(horizon) && horizon >= 1)) {
    throw new FairfrontError('bad-option', `horizon must be a whole number ≥ 1; got ${horizon}`);
  }
  if (eta !== undefined && !(eta > 0 && Number.isFinite(eta))) {
    throw new FairfrontError('bad-option', `eta must be > 0; got ${eta}`);
  }
  return {
    name: 'multiplicative-weights',
    options: { horizon, eta: eta ?? null },
    search: ({ groupCount, initialMu }) => {
      const rate = eta ?? Math.sqrt(Math.log(groupCount) / (2 * horizon));
      return exponentialUpdates(initialMu, () => rate);
    },
  };
}
