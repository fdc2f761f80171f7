// The options of boosted trees: how they are grown, and whether that is tuned.

import type { BoostingOptions, CategorySplits, ResolvedBoosting } from '@fairfront/trees';
import {
  CATEGORY_SPLITS,
  MOST_BINS,
  MOST_DEPTH,
  MOST_LEAVES,
  resolveBoosting,
} from '@fairfront/trees/internal';
import { definedOnly } from '../../defined-only.js';
import { numberFrom, type OptionKinds, oneOf, shareOf, wholeNumber } from '../../option-kinds.js';

/** Options that are handed on to boosting as they are. */
const GROWING_NAMES = [
  'trees',
  'maxDepth',
  'maxLeaves',
  'minChildWeight',
  'lambda',
  'subsample',
  'columnSample',
  'bins',
] as const satisfies readonly (keyof BoostingOptions)[];

export interface BoostedOptions extends Pick<BoostingOptions, (typeof GROWING_NAMES)[number]> {
  /** How categories are split: into two sets, or one against all others. Default sets. */
  readonly categorySplits?: CategorySplits;
  /**
   * Tries so many settings of the trees, drawn at random, and takes the one whose worst group fares best on rows held
   * out. From 0; default 0: none but the one that is set.
   */
  readonly tune?: number;
}

export const BOOSTED_KINDS: OptionKinds<BoostedOptions> = {
  trees: wholeNumber(1, 1e6),
  maxDepth: wholeNumber(1, MOST_DEPTH),
  maxLeaves: wholeNumber(2, MOST_LEAVES),
  minChildWeight: numberFrom(0),
  lambda: numberFrom(0),
  subsample: shareOf,
  columnSample: shareOf,
  bins: wholeNumber(2, MOST_BINS),
  categorySplits: oneOf(CATEGORY_SPLITS),
  tune: wholeNumber(0, 1000),
};

/** How trees are boosted, all options resolved. */
export function boostingOf(
  options: BoostedOptions & { readonly learningRate?: number | undefined; readonly seed: number },
): ResolvedBoosting {
  const { learningRate, categorySplits: categories, seed } = options;
  const given = Object.fromEntries(GROWING_NAMES.map((name) => [name, options[name]]));
  return resolveBoosting(definedOnly({ ...given, learningRate, categories, seed }));
}
