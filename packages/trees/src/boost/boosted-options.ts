// The options of boosting, their ranges and defaults.

import { FairfrontError } from '@fairfront/core';
import { MOST_BINS } from '../bins/fit-bins.js';
import { CATEGORY_SPLITS, type CategorySplits } from '../grow/find-split.js';

/** How trees are boosted. */
export interface BoostingOptions {
  /** Rounds at most; each grows a tree, or one for each of three or more classes. From 1, default 500. */
  readonly trees?: number;
  /** How much of a tree's step is taken. In (0, 1], default 0.1. */
  readonly learningRate?: number;
  /** The longest way from the root of a tree to a leaf. From 1 to 30; default 6, with `maxLeaves` 30. */
  readonly maxDepth?: number;
  /** Leaves of a tree: the one that gains most is split first. From 2 to 4096. Default: all are split down to `maxDepth`. */
  readonly maxLeaves?: number;
  /** The least weight of a leaf, as the sum of its hessians; a row of a certain class has next to none. ≥ 0, default 1. */
  readonly minChildWeight?: number;
  /** λ, which keeps the values of leaves small. ≥ 0, default 1. */
  readonly lambda?: number;
  /** The share of the rows that each round sees. In (0, 1], default 1. */
  readonly subsample?: number;
  /** The share of the columns that each tree sees. In (0, 1], default 1. */
  readonly columnSample?: number;
  /** Bins of a column. From 2 to 255, default 255. */
  readonly bins?: number;
  /** sets: categories are split into two sets. one-hot: one against all others. Default sets. */
  readonly categories?: CategorySplits;
  /**
   * How many times what noise gains by the choice of two sets of categories is taken off their gain. ≥ 0, default 1; 0
   * takes gains as they are, as XGBoost does.
   */
  readonly setPenalty?: number;
  /** From 0 to 2³² − 1, default 1. */
  readonly seed?: number;
}

/** Options with their defaults filled in. */
export type ResolvedBoosting = Required<Omit<BoostingOptions, 'maxLeaves'>> &
  Pick<BoostingOptions, 'maxLeaves'>;

/** The options of boosting that have a default. */
export const BOOSTING_DEFAULTS = {
  trees: 500,
  learningRate: 0.1,
  maxDepth: 6,
  minChildWeight: 1,
  lambda: 1,
  subsample: 1,
  columnSample: 1,
  bins: MOST_BINS,
  categories: 'sets',
  setPenalty: 1,
  seed: 1,
} as const satisfies BoostingOptions;

/** The largest `maxDepth` and `maxLeaves`. */
export const MOST_DEPTH = 30;
export const MOST_LEAVES = 4096;

/** Checks options and fills in defaults. */
export function resolveBoosting(options: BoostingOptions = {}): ResolvedBoosting {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const depth = options.maxLeaves === undefined ? BOOSTING_DEFAULTS.maxDepth : MOST_DEPTH;
  const resolved: ResolvedBoosting = { ...BOOSTING_DEFAULTS, maxDepth: depth, ...given };
  const { trees, learningRate, maxDepth, maxLeaves = 2, minChildWeight, lambda } = resolved;
  const { subsample, columnSample, bins, categories, setPenalty, seed } = resolved;
  const isWhole = (value: number, low: number, high: number): boolean =>
    Number.isInteger(value) && value >= low && value <= high;
  // Number.isFinite is false for texts, which compare as numbers.
  const isShare = (value: number): boolean => Number.isFinite(value) && value > 0 && value <= 1;
  const isFromZero = (value: number): boolean => Number.isFinite(value) && value >= 0;
  const rules: [name: keyof BoostingOptions, isRight: boolean, rule: string][] = [
    ['trees', isWhole(trees, 1, 1e6), 'a whole number from 1'],
    ['learningRate', isShare(learningRate), 'above 0 and at most 1'],
    ['maxDepth', isWhole(maxDepth, 1, MOST_DEPTH), `a whole number from 1 to ${MOST_DEPTH}`],
    ['maxLeaves', isWhole(maxLeaves, 2, MOST_LEAVES), `a whole number from 2 to ${MOST_LEAVES}`],
    ['minChildWeight', isFromZero(minChildWeight), 'a number from 0'],
    ['lambda', isFromZero(lambda), 'a number from 0'],
    ['subsample', isShare(subsample), 'above 0 and at most 1'],
    ['columnSample', isShare(columnSample), 'above 0 and at most 1'],
    ['bins', isWhole(bins, 2, MOST_BINS), `a whole number from 2 to ${MOST_BINS}`],
    ['categories', CATEGORY_SPLITS.includes(categories), CATEGORY_SPLITS.join(' or ')],
    ['setPenalty', isFromZero(setPenalty), 'a number from 0'],
    ['seed', isWhole(seed, 0, 2 ** 32 - 1), 'a whole number from 0 to 4294967295'],
  ];
  const wrong = rules.find(([, isRight]) => !isRight);
  if (wrong !== undefined) {
    throw new FairfrontError(
      'bad-option',
      `${wrong[0]} must be ${wrong[2]}; got ${String(resolved[wrong[0]])}`,
    );
  }
  return resolved;
}
