// Exponential weights (Diana, Gill, Kearns, Kenthapadi & Roth 2021, Alg. 1, MinimaxFair):
//
//   μ_i ← μ_i exp(η_t r_i(μ^t) / scale), over the sum,   η_t = η t^{−power}
//
// It differs from multiplicative weights in its rate, which falls as the search goes on and asks for no
// number of solves beforehand; η = 1 and power = ½ are the authors'. They begin at the groups' shares, the
// Naive classifier: hand them to the search as `initialMu`, which is uniform by default. Like multiplicative
// weights it is meant for the uniform mixture of all models (uniform-mixture.ts).

import { FairfrontError } from '../error.js';
import { exponentialUpdates } from './exponential-update.js';
import type { Strategy } from './strategy.js';

/** Options of `exponentialWeights`. */
export interface ExponentialWeightsOptions {
  /** The rate of the first solve, > 0. Default 1. */
  readonly eta?: number;
  /** How fast the rate falls, in [0, 1]; 0 keeps it. Default 0.5. */
  readonly power?: number;
}

/** Raises weights exponentially with the risks, at a rate that falls. */
export function exponentialWeights(options: ExponentialWeightsOptions = {}): Strategy {
  const { eta = 1, power = 0.5 } = options;
  if (!(eta > 0 && Number.isFinite(eta))) {
    throw new FairfrontError('bad-option', `eta must be > 0; got ${eta}`);
  }
  if (!(power >= 0 && power <= 1)) {
    throw new FairfrontError('bad-option', `power must be in [0, 1]; got ${power}`);
  }
  return {
    name: 'exponential-weights',
    options: { eta, power },
    search: ({ initialMu }) => exponentialUpdates(initialMu, (solve) => eta * solve ** -power),
  };
}
