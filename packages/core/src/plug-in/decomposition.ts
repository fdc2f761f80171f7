// Where each group's risk comes from, on labelled rows [MMPF Thm 4.2]:
//
//   r_a(h) = E ℓ(p(y|X,a), Y)  +  E [ℓ(h(X), Y) − ℓ(p(y|X,a), Y)]          expectations over X, Y | a
//            irreducible           price of sharing one classifier
//
// For both losses this is the theorem: the first term is E‖δ^Y − p‖² or H(Y|X,a), the second E‖p − h‖² or E
// KL(p ‖ h). With estimates in the place of p(y|x,a) the sum still holds, row by row; but an estimate that
// has seen a row is flattered there, so losses must come from models that have not (cross-fitting). Then the
// irreducible part is, on average, too high by what the estimate misses, and the price too low by as much:
// where a group has little to learn from the price falls below 0, since the shared classifier has learned
// from more.
//
// Intervals are bootstrapped within each group, both losses of a row together; where rows belong together, by
// whose they are. One who has rows in two groups is drawn in each group by itself.

import type { GroupIndex } from '../groups/group-index.js';
import { bootstrapByGroup, checkLosses } from '../groups/group-losses.js';
import { WORTHWHILE } from '../metrics/noticeable.js';
import {
  type BootstrapOptions,
  DEFAULT_LEVEL,
  DEFAULT_RESAMPLES,
  type Estimate,
  percentileInterval,
} from '../numeric/bootstrap.js';

/** Only an interval that ends below this share of the risk says that there is next to nothing. */
export const NEGLIGIBLE_SHARE = 0.05;
/** Rows that a group must have to be judged; where rows belong together, entities are counted. */
export const FEWEST_ROWS = 30;

/**
 * What a group's risk is due to.
 * - pays: sharing one classifier costs it
 * - gains: a classifier of its own would serve it worse
 * - needs-more: the price is negligible, and so is the upper end of its interval; what remains is not due to
 *   the others
 * - unclear: the interval of the price is too wide to say any of it
 * - too-few: rows, to say any of it
 */
export type RiskVerdict = 'pays' | 'gains' | 'needs-more' | 'unclear' | 'too-few';

/** Risk = irreducible + price of sharing, to the last digit. */
export interface GroupRiskSource {
  readonly rows: number;
  /** How many rows of one weight tell as much, where rows have weights. */
  readonly effectiveRows?: number;
  /** How many entities these rows belong to, where rows belong together. */
  readonly entities?: number;
  readonly risk: Estimate;
  /**
   * What a classifier of the group's own leaves: an estimate from above of the irreducible risk, too high by
   * what that classifier misses. Where it has too little to learn from, even above the risk.
   */
  readonly irreducible: Estimate;
  /** Below 0 where sharing serves the group better. */
  readonly priceOfSharing: Estimate;
  readonly verdict: RiskVerdict;
}

/** Where each group's risk comes from. */
export interface RiskSources {
  /** One for each group. */
  readonly groups: readonly GroupRiskSource[];
  /** The level of the intervals. */
  readonly level: number;
  readonly resamples: number;
}

/** Losses of every row, from models that have not seen it. */
export interface RowLosses {
  /** The loss of p̂(y|x,a) of the row's own group. */
  readonly own: Float64Array;
  /** The loss of the classifier that all groups share. */
  readonly shared: Float64Array;
  readonly groups: GroupIndex;
  /** Row → whose it is, where rows belong together; whole numbers ≥ 0. */
  readonly entities?: ArrayLike<number> | undefined;
}

/** Options of `findRiskSources`. */
export interface RiskSourceOptions extends BootstrapOptions {
  /** The level of the intervals, in (0, 1); default 0.95. */
  readonly level?: number;
}

/** Splits each group's risk into an irreducible part and the price of sharing one classifier. */
export function findRiskSources(
  { own, shared, groups, entities }: RowLosses,
  { random, resamples = DEFAULT_RESAMPLES, level = DEFAULT_LEVEL }: RiskSourceOptions,
): RiskSources {
  checkLosses({ own, shared }, groups);
  const price = shared.map((loss, row) => loss - own[row]!);
  const byGroup = bootstrapByGroup([own, price], groups, { random, resamples }, entities);
  return {
    groups: byGroup.map(({ means, resampled, drawCount, size }, group) => {
      const [ownMean, priceMean] = means as [number, number];
      const [owns, prices] = resampled as [Float64Array, Float64Array];
      const risks = owns.map((mean, i) => mean + prices[i]!);
      const risk = { value: ownMean + priceMean, ...percentileInterval(risks, level) };
      const priceOfSharing = { value: priceMean, ...percentileInterval(prices, level) };
      return {
        rows: groups.counts[group]!,
        ...(groups.weights && { effectiveRows: size }),
        ...(entities === undefined ? {} : { entities: drawCount }),
        risk,
        irreducible: { value: ownMean, ...percentileInterval(owns, level) },
        priceOfSharing,
        verdict: verdictOf(size, risk.value, priceOfSharing),
      };
    }),
    level,
    resamples,
  };
}

function verdictOf(size: number, risk: number, price: Estimate): RiskVerdict {
  if (size < FEWEST_ROWS) return 'too-few';
  const worthwhile = WORTHWHILE * risk;
  if (price.low > 0 && price.value >= worthwhile) return 'pays';
  if (price.high < 0 && price.value <= -worthwhile) return 'gains';
  return isNegligible(price, risk) ? 'needs-more' : 'unclear';
}

/** Not only unnoticed: what the sample leaves open is next to nothing too. */
export function isNegligible({ value, high }: Estimate, risk: number): boolean {
  return value <= WORTHWHILE * risk && high <= NEGLIGIBLE_SHARE * risk;
}
