// Approximate Projection onto Star Sets [MMPF Alg. 1].
//
// Weights move towards the groups whose risk is not yet below the best worst risk r̄:
//
//   1_μ ← { r_i(μ) ≥ r̄ }
//   μ   ← (α μ + (1 − α) / (K |1_μ|) · 1_μ) · K / ((K − 1) α + 1)
//   K   ← K + 1, and back to at most K_min when r̄ fell
//
// The paper calls the bound K_min; it acts as a cap on K, hence `decayCap`. Its value is the authors', the
// paper gives none.

import { FairfrontError } from '../error.js';
import { worstRisk } from '../groups/risks.js';
import { normalise } from '../numeric/simplex.js';
import type { Strategy } from './strategy.js';

/** Options of `apStar`. */
export interface ApStarOptions {
  /** α: the share that stays with the old weights, in (0, 1). Default 0.5. */
  readonly alpha?: number;
  /** K_min: steps shrink as 1/K; an improvement brings K back to at most this. Whole, ≥ 1. Default 20. */
  readonly decayCap?: number;
  /**
   * By which share of r̄ the worst risk must fall to count as an improvement, in [0, 1). Default 0: strictly,
   * as in the paper.
   */
  readonly tolerance?: number;
}

/** A step below this moves no weight by more than the rounding of its sum. */
const SMALLEST_STEP = 1e-15;

/**
 * Approximate Projection onto Star Sets, the paper's strategy. It needs no true minima, so it suits every
 * oracle.
 */
export function apStar(options: ApStarOptions = {}): Strategy {
  const { alpha = 0.5, decayCap = 20, tolerance = 0 } = options;
  if (!(alpha > 0 && alpha < 1))
    throw new FairfrontError('bad-option', `alpha must be in (0, 1); got ${alpha}`);
  if (!(Number.isInteger(decayCap) && decayCap >= 1)) {
    throw new FairfrontError('bad-option', `decayCap must be a whole number ≥ 1; got ${decayCap}`);
  }
  if (!(tolerance >= 0 && tolerance < 1)) {
    throw new FairfrontError('bad-option', `tolerance must be in [0, 1); got ${tolerance}`);
  }
  return {
    name: 'apstar',
    options: { alpha, decayCap, tolerance },
    *search({ initialMu }) {
      let mu = initialMu;
      let { risks } = yield mu;
      let best = worstRisk(risks); // r̄
      let decay = 1; // K
      for (;;) {
        // With a tolerance the worst risk can lie a little below r̄; the worst group counts as unmet all the
        // same.
        const threshold = Math.min(best, worstRisk(risks));
        const unmet = risks.map((risk) => (risk >= threshold ? 1 : 0)); // 1_μ
        const unmetCount = unmet.reduce<number>((sum, flag) => sum + flag, 0);
        const next = mu.map(
          (weight, i) =>
            ((alpha * weight + ((1 - alpha) / (decay * unmetCount)) * unmet[i]!) * decay) /
            ((decay - 1) * alpha + 1),
        );
        const moved = Math.max(...next.map((weight, i) => Math.abs(weight - mu[i]!)));
        if (moved <= SMALLEST_STEP) return; // a fixed point: the same solve again would tell nothing new
        mu = normalise(next);
        ({ risks } = yield mu);
        decay += 1;
        if (worstRisk(risks) < best * (1 - tolerance)) {
          best = worstRisk(risks);
          decay = Math.min(decay, decayCap);
        }
      }
    },
  };
}
