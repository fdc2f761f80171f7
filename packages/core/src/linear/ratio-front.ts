// How much one group may count for more than another, from not at all to without bound: for each ratio R the linear model
//
//   min_θ max { Σ_a μ_a f_a(θ) : m b ≤ μ ≤ R m b for some m }
//
// one convex problem each. R = 1 is training for the base b, equal weights or shares; without bound it is minimax.

import { groupShares } from '../groups/group-index.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import { worstRisk } from '../groups/risks.js';
import { uniformMu } from '../numeric/simplex.js';
import { dot } from '../numeric/sum.js';
import { boundedRatio } from '../pareto/weight-set.js';
import { type LinearMinimax, type LinearMinimaxOptions, solveLinearMinimax } from './solve-linear-minimax.js';

/** The ratios that are solved for by default: from 1 to 1,000 in equal factors, then without bound. */
export const WEIGHT_RATIOS: readonly number[] = [
  ...Array.from({ length: 19 }, (_, i) => 10 ** (i / 6)),
  Number.POSITIVE_INFINITY,
];

/** A model of the front in R. */
export interface RatioPoint {
  readonly ratio: number;
  /** Its certificate is of the worst mean within the ratio, penalty included. */
  readonly found: LinearMinimax;
  /** Σ p_a r_a over people. */
  readonly meanRisk: number;
  /** max_a r_a. */
  readonly worstRisk: number;
}

/** Options of `ratioFront`. */
export interface RatioFrontOptions extends Omit<LinearMinimaxOptions, 'weights'> {
  /** R, each ≥ 1; neighbours should be near each other, since each solve starts from the one before. Default `WEIGHT_RATIOS`. */
  readonly ratios?: readonly number[];
  /** b. Default: equal weights. */
  readonly base?: readonly number[];
}

/** The models that are best for the worst weights within each ratio. */
export function ratioFront(train: LabelledRows, options: RatioFrontOptions): RatioPoint[] {
  const shares = groupShares(train.groups);
  const { ratios = WEIGHT_RATIOS, base = uniformMu(shares.length), ...others } = options;
  let { start } = others;
  return ratios.map((ratio) => {
    const weights = boundedRatio(base, ratio);
    const found = solveLinearMinimax(train, { ...others, ...(start && { start }), weights });
    start = found.model;
    return { ratio, found, meanRisk: dot(shares, found.risks), worstRisk: worstRisk(found.risks) };
  });
}
