// How much a model's risk rests on each column (Breiman 2001; Fisher, Rudin & Dominici 2019): the column's
// cells are dealt out anew among the rows, so that they no longer tell anything of their row, and the loss of
// every row is taken again.
//
//   importance_a = E[ℓ(h(X'), Y) − ℓ(h(X), Y) | a]       X': X with the column's cell of another row
//
// It is 0 for a column that the model does not use, and below 0 for a group that the column misleads.
// Intervals are bootstrapped within each group; where rows belong together, by whose they are.

import { FairfrontError } from '../error.js';
import { type GroupIndex, groupShares } from '../groups/group-index.js';
import { bootstrapByGroup, checkLosses } from '../groups/group-losses.js';
import { count } from '../numbers.js';
import {
  type BootstrapOptions,
  DEFAULT_LEVEL,
  DEFAULT_RESAMPLES,
  type Estimate,
  percentileInterval,
} from '../numeric/bootstrap.js';
import { dot } from '../numeric/sum.js';

/** By how much the mean loss rises when a column's cells are dealt out anew. */
export interface ColumnImportance {
  readonly byGroup: readonly Estimate[];
  /** Over all rows. */
  readonly overall: Estimate;
}

/** Losses of every row, before and after. */
export interface PermutedLosses {
  /** The loss of every row as it is. */
  readonly losses: Float64Array;
  /** For each column the loss of every row with another row's cell in it; over several deals, its mean. */
  readonly permuted: readonly Float64Array[];
  readonly groups: GroupIndex;
  /** What each group counts for in `overall`; by default its share of the rows. */
  readonly shares?: readonly number[];
  /** Row → whose it is, where rows belong together; whole numbers ≥ 0. */
  readonly entities?: ArrayLike<number> | undefined;
}

/** Options of `permutationImportance`. */
export interface ImportanceOptions extends BootstrapOptions {
  /** The level of the intervals, in (0, 1); default 0.95. */
  readonly level?: number;
}

/** How much worse each group is served without each column. @returns in the order of `permuted` */
export function permutationImportance(
  { losses, permuted, groups, shares = groupShares(groups), entities }: PermutedLosses,
  { random, resamples = DEFAULT_RESAMPLES, level = DEFAULT_LEVEL }: ImportanceOptions,
): ColumnImportance[] {
  checkLosses(
    { losses, ...Object.fromEntries(permuted.map((own, c) => [`permuted, column ${c + 1}`, own])) },
    groups,
  );
  if (shares.length !== groups.counts.length) {
    throw new FairfrontError(
      'bad-groups',
      `shares: there must be one for each of ${count(groups.counts.length, 'group')}; got ${shares.length}`,
    );
  }
  if (permuted.length === 0) return [];
  const rises = permuted.map((own) => own.map((loss, row) => loss - losses[row]!));
  const drawn = bootstrapByGroup(rises, groups, { random, resamples }, entities);
  return rises.map((_, c) => {
    const means = drawn.map((group) => group.means[c]!);
    const resampled = drawn.map((group) => group.resampled[c]!);
    const overall = Float64Array.from({ length: resamples }, (_, i) =>
      dot(
        shares,
        resampled.map((own) => own[i]!),
      ),
    );
    return {
      byGroup: means.map((value, group) => ({ value, ...percentileInterval(resampled[group]!, level) })),
      overall: { value: dot(shares, means), ...percentileInterval(overall, level) },
    };
  });
}
