// Where each group's risk comes from, on labelled rows [MMPF Thm 4.2]:
//
//   r_a(h) = E ℓ(p(y|X,a), Y)  +  E [ℓ(h(X), Y) − ℓ(p(y|X,a), Y)]          expectations over X, Y | a
//            irreducible           price of sharing one classifier
//
// For both losses this is the theorem: the first term is E‖δ^Y − p‖² or H(Y|X,a), the second E‖p − h‖² or E KL(p ‖ h). With estimates in the
// place of p(y|x,a) the sum still holds, row by row; but an estimate that has seen a row is flattered there, so losses must come from models
// that have not (cross-fitting). Then the irreducible part is, on average, too high by what the estimate misses, and the price too low by
// as much: where a group has few rows it may fall below 0, since the shared classifier has learned from more.
//
// Intervals are bootstrapped within each group, both losses of a row together.

import { FairfrontError } from '../error.js';
import type { GroupIndex } from '../groups/group-index.js';
import {
  type BootstrapMeans,
  type BootstrapOptions,
  bootstrapMeans,
  DEFAULT_LEVEL,
  DEFAULT_RESAMPLES,
  type Estimate,
  percentileInterval,
} from '../numeric/bootstrap.js';
import { count, quoted, rowList } from '../tabular/words.js';

/** Prices below this share of the group's risk are none, however sure one can be of them. */
export const NEGLIGIBLE_PRICE = 0.01;
/** Of a group, that something can be said about it. */
export const FEWEST_ROWS = 30;

/**
 * What a group's risk is due to.
 * - pays: sharing one classifier costs it
 * - gains: a classifier of its own would serve it worse
 * - needs-more: no price can be told from 0, or it is negligible; what remains is not due to the others
 * - too-few: rows, to say any of it
 */
export type RiskVerdict = 'pays' | 'gains' | 'needs-more' | 'too-few';

/** Risk = irreducible + price of sharing, to the last digit. */
export interface GroupRiskSource {
  readonly rows: number;
  readonly risk: Estimate;
  /** What a classifier of the group's own leaves. */
  readonly irreducible: Estimate;
  /** Below 0 where sharing serves the group better. */
  readonly priceOfSharing: Estimate;
  readonly verdict: RiskVerdict;
  /** By how much the group's own classifier looks better at rows that it has seen; only where that was measured. */
  readonly flattery?: number;
}

export interface RiskSources {
  /** By group. */
  readonly groups: readonly GroupRiskSource[];
  /** Of the intervals. */
  readonly level: number;
  readonly resamples: number;
}

/** By row, from models that have not seen it. */
export interface RowLosses {
  /** Of p̂(y|x,a) of the row's own group. */
  readonly own: Float64Array;
  /** Of the classifier that all groups share. */
  readonly shared: Float64Array;
  readonly groups: GroupIndex;
  /** Of p̂(y|x,a) that have seen the row: how far they would have flattered. */
  readonly ownSeen?: Float64Array;
}

export interface RiskSourceOptions extends BootstrapOptions {
  /** Of the intervals, in (0, 1); default 0.95. */
  readonly level?: number;
}

export function findRiskSources(
  { own, shared, groups, ownSeen }: RowLosses,
  { random, resamples = DEFAULT_RESAMPLES, level = DEFAULT_LEVEL }: RiskSourceOptions,
): RiskSources {
  checkLosses({ own, shared, ...(ownSeen === undefined ? {} : { ownSeen }) }, groups);
  const price = shared.map((loss, row) => loss - own[row]!);
  const columns = [own, price, ...(ownSeen === undefined ? [] : [ownSeen])];
  const byGroup = bootstrapByGroup(columns, groups, { random, resamples });
  return {
    groups: byGroup.map(({ means, resampled }, group) => {
      const [ownMean, priceMean, seenMean] = means as [number, number, number?];
      const [owns, prices] = resampled as [Float64Array, Float64Array];
      const risks = owns.map((mean, i) => mean + prices[i]!);
      const rows = groups.counts[group]!;
      const risk = { value: ownMean + priceMean, ...percentileInterval(risks, level) };
      const priceOfSharing = { value: priceMean, ...percentileInterval(prices, level) };
      return {
        rows,
        risk,
        irreducible: { value: ownMean, ...percentileInterval(owns, level) },
        priceOfSharing,
        verdict: verdictOf(rows, risk.value, priceOfSharing),
        ...(seenMean === undefined ? {} : { flattery: ownMean - seenMean }),
      };
    }),
    level,
    resamples,
  };
}

function verdictOf(rows: number, risk: number, price: Estimate): RiskVerdict {
  if (rows < FEWEST_ROWS) return 'too-few';
  if (Math.abs(price.value) < NEGLIGIBLE_PRICE * risk) return 'needs-more';
  if (price.low > 0) return 'pays';
  return price.high < 0 ? 'gains' : 'needs-more';
}

/** The bootstrap of each group's rows by themselves. */
export function bootstrapByGroup(
  columns: readonly Float64Array[],
  { groups, counts }: GroupIndex,
  options: BootstrapOptions,
): BootstrapMeans[] {
  const rows = counts.map((rowCount) => new Uint32Array(rowCount));
  const next = counts.map(() => 0);
  groups.forEach((group, row) => {
    rows[group]![next[group]!++] = row;
  });
  return rows.map((own) => bootstrapMeans(columns, options, own));
}

/** @param losses by name: each has a finite loss for every row */
export function checkLosses(
  losses: Readonly<Record<string, Float64Array>>,
  { names, groups, counts }: GroupIndex,
): void {
  for (const [name, values] of Object.entries(losses)) {
    if (values.length !== groups.length) {
      throw new FairfrontError(
        'bad-risks',
        `${name}: there must be a loss for each of ${count(groups.length, 'row')}; got ${values.length}`,
      );
    }
    if (!values.every(Number.isFinite)) {
      const odd = [...values.keys()].filter((row) => !Number.isFinite(values[row]!));
      throw new FairfrontError(
        'bad-risks',
        `${name}: every loss must be a finite number; in ${rowList(odd)} it is ${values[odd[0]!]}. Bound the probabilities away from 0`,
      );
    }
  }
  const empty = names.filter((_, group) => counts[group] === 0);
  if (empty.length > 0) {
    throw new FairfrontError(
      'bad-groups',
      `no rows in group ${quoted(empty)}: its risk is undefined. Merge it with another group, or leave it out`,
    );
  }
}
