// The options of boosted trees: how they are grown, whether that is tuned, and what does not go together.

import type { BoostingOptions, CategorySplits, ResolvedBoosting } from '@fairfront/trees';
import {
  CATEGORY_SPLITS,
  MOST_BINS,
  MOST_DEPTH,
  MOST_LEAVES,
  resolveBoosting,
} from '@fairfront/trees/internal';
import { definedOnly } from '../../defined-only.js';
import {
  checkWithout,
  numberFrom,
  type OptionKinds,
  oneOf,
  optionText,
  shareOf,
  wholeNumber,
} from '../../option-kinds.js';
import { UsageError } from '../../usage-error.js';
import type { Estimation, ModelChoice } from './kinds.js';

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

/** What is trained, by which search, and what chooses. */
interface TrainedWith {
  readonly model: ModelChoice;
  readonly estimation: Estimation;
  readonly search: string;
  readonly select: string;
}

/** A rate, and what else could have it. */
interface RateOptions {
  readonly learningRate?: number;
  readonly distil?: unknown;
}

/** Refuses options of boosted trees for other models, and what trees cannot do. @param given those that were set */
export function checkBoostedOptions(
  { model, estimation, search, select }: TrainedWith,
  given: BoostedOptions & RateOptions,
): void {
  const isBoosted = model === 'boosted' || model === 'auto';
  if (isBoosted) checkLearningRate(given);
  else {
    const [name] = Object.keys(BOOSTED_KINDS).filter(
      (own) => given[own as keyof BoostedOptions] !== undefined,
    );
    if (name !== undefined) {
      throw new UsageError(
        `${optionText(name)} is for boosted trees; add \`model: 'boosted'\`, or leave it out`,
      );
    }
  }
  if (search === 'one-run' && (estimation === 'plug-in' || !isBoosted)) {
    const way = estimation === 'plug-in' ? "leave out `estimation: 'plug-in'`" : "add `model: 'boosted'`";
    throw new UsageError(
      `\`search: 'one-run'\` changes weights between the trees of one boosting; ${way}, or choose another \`search\``,
    );
  }
  if (!isBoosted || estimation === 'plug-in') {
    if (model === 'auto')
      throw new UsageError("`model: 'auto'` is for models trained jointly; name a `model`");
    if (isBoosted)
      checkWithout(given, ['tune'], 'plug-in estimation has no setting to tune by the worst group');
    return;
  }
  if (model === 'auto') {
    if (select === 'validation') {
      throw new UsageError(
        "`model: 'auto'` is chosen by rows out of fold; leave out `select: 'validation'`, or name a `model`",
      );
    }
    checkWithout(
      given,
      search === 'auto' ? ['maxSolves'] : ['search', 'maxSolves'],
      "with `model: 'auto'` each model has its own search",
    );
    return;
  }
  checkWithout(given, ['gap'], 'nothing is proved of boosted trees');
  if (search === 'auto' || search === 'one-run') {
    checkWithout(given, ['maxSolves', 'refine'], 'weights are found in one run, which makes no solves');
    return;
  }
  checkWithout(given, ['tune'], 'settings are tuned by one run each, not by a search');
  if (select === 'cross-validation') {
    throw new UsageError(
      `${optionText('search', search)} trains trees anew for every choice of weights; add \`select: 'validation'\`, or leave the search out`,
    );
  }
}

/** Refuses a rate that networks can have and trees cannot, and one of which nobody knows whose it is. */
function checkLearningRate({ learningRate, distil }: RateOptions): void {
  if (learningRate === undefined) return;
  if (distil !== undefined) {
    throw new UsageError(
      '`learningRate`: with `distil` it could be that of the trees or that of the network; leave it out',
    );
  }
  if (learningRate > 1) {
    throw new UsageError(
      `${optionText('learningRate', learningRate)}: of boosted trees it is the share of each that is taken; it must be above 0 and at most 1`,
    );
  }
}
