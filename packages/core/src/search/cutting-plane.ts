// Maximises the concave Φ(μ) = min_h ⟨μ, r(h)⟩, whose maximum over the simplex is the minimax risk, with few
// solves.
//
// Two kinds of step, both from the best μ so far:
//   climb   maximises a quadratic model of Φ, its slope r(μ) exact and its curvature learned by BFGS, where the
//           planes of all models tried still allow more than the best lower bound. Near the optimum these
//           steps converge superlinearly.
//   level   when a climb did not bring the worst risk down enough: the nearest μ at which the planes allow a
//           share of what could still be gained (after Lemaréchal, Nemirovskii & Nesterov 1995). It does not
//           depend on the curvature.
// Both stay near the best μ: the search does not bounce between the corners, where a solve can be degenerate.
//
// The planes hold for the risks that the solve minimised, so this strategy is guided by `trainRisks`; which
// model is kept is the search's choice, by `risks`.

import { FairfrontError } from '../error.js';
import { worstRisk } from '../groups/risks.js';
import { bfgsUpdate } from '../numeric/bfgs.js';
import { createBundle } from './bundle.js';
import { lowerBound, type Observation, type Strategy } from './strategy.js';

/** Options of `cuttingPlane`. */
export interface CuttingPlaneOptions {
  /** How much of the possible gain a level step leaves aside, in (0, 1). Default 0.3. */
  readonly levelShare?: number;
  /**
   * A climb must shrink the gap between worst risk and lower bound to below this share of it, in (0, 1].
   * Default 0.9.
   */
  readonly sufficientShrink?: number;
  /** How many planes are kept, ≥ 2. Default 256. */
  readonly maxPlanes?: number;
}

/** μ closer than this in every weight to one tried before would only repeat its solve. */
const SAME_MU = 1e-13;
/** Where planes allow a gain of less than this share of the risk, the level set is as thin as rounding. */
const THIN_LEVEL_SET = 1e-7;
/** Where planes allow a gain of less than this share of the risk, the maximum of Φ is known to rounding. */
const NO_GAIN = 1e-12;
/**
 * How many steps may then bring neither bound nearer. On smooth problems a run of them ends within 5, and the
 * worst risk falls again.
 */
const IDLE_STEPS = 10;

/**
 * Maximises Φ with few solves. It trusts every converged solve to be a true minimum, so it suits oracles that
 * certify: linear models, plug-in estimates, closed forms. Where solves are only good (trees, nearest
 * neighbours, networks), its lower bounds may be false and it may stop early; the search then ends as
 * `exhausted`. Take `apStar` there.
 */
export function cuttingPlane(options: CuttingPlaneOptions = {}): Strategy {
  const { levelShare = 0.3, sufficientShrink = 0.9, maxPlanes = 256 } = options;
  if (!(levelShare > 0 && levelShare < 1)) {
    throw new FairfrontError('bad-option', `levelShare must be in (0, 1); got ${levelShare}`);
  }
  if (!(sufficientShrink > 0 && sufficientShrink <= 1)) {
    throw new FairfrontError('bad-option', `sufficientShrink must be in (0, 1]; got ${sufficientShrink}`);
  }
  if (!(Number.isInteger(maxPlanes) && maxPlanes >= 2)) {
    throw new FairfrontError('bad-option', `maxPlanes must be a whole number ≥ 2; got ${maxPlanes}`);
  }
  return {
    name: 'cutting-plane',
    options: { levelShare, sufficientShrink, maxPlanes },
    *search({ groupCount, initialMu }) {
      let best: Observation = yield initialMu;
      const scale = worstRisk(best.trainRisks);
      if (scale === 0) return; // no risk is left in any group
      const bundle = createBundle(groupCount, scale, maxPlanes);
      bundle.add(best.trainRisks, best.mu);
      const tried = [initialMu];
      let lower = lowerBound(best);
      const curvature = new Float64Array(groupCount * groupCount);
      for (let i = 0; i < groupCount; i++) curvature[i * groupCount + i] = 1; // a step of 1 costs one worst risk

      const climb = (): readonly number[] | undefined =>
        bundle.climb({ centre: best.mu, slope: best.trainRisks, curvature }, lower - SAME_MU * scale);
      const level = (): readonly number[] => {
        const { mu, value } = bundle.maximise();
        const gain = value - lower;
        return gain > THIN_LEVEL_SET * scale
          ? (bundle.project(best.mu, value - levelShare * gain) ?? mu)
          : mu;
      };
      const isNew = (mu: readonly number[] | undefined): mu is readonly number[] =>
        mu !== undefined &&
        !tried.some((old) => old.every((weight, a) => Math.abs(weight - mu[a]!) <= SAME_MU));

      let climbNext = true;
      let idle = 0; // steps in a row that brought neither bound nearer
      for (;;) {
        const wished: readonly number[] | undefined = climbNext ? climb() : level();
        const mu: readonly number[] | undefined = isNew(wished) ? wished : climbNext ? level() : climb();
        if (!isNew(mu)) return; // both kinds of step lead to where we have been
        const climbed: boolean = mu === wished && climbNext;
        const seen: Observation = yield mu;
        tried.push(mu);
        bundle.add(seen.trainRisks, best.mu);
        bfgsUpdate(
          curvature,
          mu.map((weight, a) => weight - best.mu[a]!),
          centred(seen.trainRisks.map((risk, a) => (best.trainRisks[a]! - risk) / scale)),
        );
        const gap = worstRisk(best.trainRisks) - lower;
        climbNext = !climbed || worstRisk(seen.trainRisks) - lower <= sufficientShrink * gap;
        const better = worstRisk(seen.trainRisks) < worstRisk(best.trainRisks);
        idle = better || lowerBound(seen) > lower + NO_GAIN * worstRisk(best.trainRisks) ? 0 : idle + 1;
        lower = Math.max(lower, lowerBound(seen));
        if (better) best = seen;
        // A maximum of Φ on a whole face, as a list of models can have, would be walked along for ever: the μ
        // on it are all new.
        if (idle >= IDLE_STEPS && bundle.maximise().value - lower <= NO_GAIN * worstRisk(best.trainRisks))
          return;
      }
    },
  };
}

/**
 * A common shift of all risks moves nothing on the simplex; without it the curvature is better conditioned.
 */
function centred(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}
