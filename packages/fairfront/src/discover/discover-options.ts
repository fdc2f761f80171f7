// The options of a discovery: whose losses, which columns describe people, and how rarely a false find.

import { AUDIT_KINDS, type AuditOptions } from '../audit/audit-options.js';
import {
  checkOptions,
  checkWithout,
  numberBetween,
  numberWithin,
  type OptionKinds,
  oneOf,
  wholeNumber,
} from '../option-kinds.js';
import { columnList, DEFAULT_SEED, TASK_KINDS, type TaskOptions } from '../task/data-options.js';

/** What a model is judged by. */
export const DISCOVER_LOSSES = ['cross-entropy', 'brier', 'error'] as const;
export type DiscoverLoss = (typeof DISCOVER_LOSSES)[number];

/** What is predicted from what, where the model is trained here. */
type TrainedOptions = Pick<
  TaskOptions,
  'features' | 'minLevelRows' | 'text' | 'vocabulary' | 'sublinear' | 'split' | 'splitBy' | 'splitColumn'
>;

/** What `discover` takes. */
export interface DiscoverOptions
  extends TrainedOptions,
    Pick<TaskOptions, 'target' | 'missingTarget' | 'weight' | 'ignore'>,
    Pick<AuditOptions, 'probabilities' | 'positive' | 'entities'> {
  /** The only columns to describe people by. Default: all but the target, weights, probabilities and whose a row is. */
  readonly by?: readonly string[];
  /** The loss by which people are served worse. Default: cross-entropy, or the run's own. */
  readonly loss?: DiscoverLoss;
  /** Conditions of a description at most, from 1 to 3. Default 3. */
  readonly conditions?: number;
  /** The least share of the rows that is told, from 0.005 to 0.25. Default 0.01. */
  readonly minShare?: number;
  /** How many sub-populations are tested at most. Default 10. */
  readonly candidates?: number;
  /** How often any sub-population is told where none is served worse; between 0 and 0.5. Default 0.05. */
  readonly level?: number;
  /** Same seed, same halves. Default 1. */
  readonly seed?: number;
}

const { features, minLevelRows, text, vocabulary, sublinear, split, splitBy, splitColumn } = TASK_KINDS;
const TRAINED_KINDS: OptionKinds<TrainedOptions> = {
  ...{ features, minLevelRows, text, vocabulary, sublinear, split, splitBy, splitColumn },
};
const { target, missingTarget, weight, ignore } = TASK_KINDS;
const { probabilities, positive, entities } = AUDIT_KINDS;

export const DISCOVER_KINDS: OptionKinds<DiscoverOptions> = {
  ...TRAINED_KINDS,
  ...{ target, missingTarget, weight, ignore, probabilities, positive, entities },
  by: columnList,
  loss: oneOf(DISCOVER_LOSSES),
  conditions: wholeNumber(1, 3),
  minShare: numberWithin(0.005, 0.25),
  candidates: wholeNumber(1, 100),
  level: numberBetween(0, 0.5),
  seed: wholeNumber(0, 2 ** 32 - 1),
};

const SEARCH_DEFAULTS = { conditions: 3, minShare: 0.01, candidates: 10, level: 0.05, seed: DEFAULT_SEED };

/** Options with their defaults filled in. */
export type ResolvedDiscover = DiscoverOptions & typeof SEARCH_DEFAULTS;

/** Where losses come from: a model trained here, what a file says, what a run's chosen model said. */
export type DiscoverSource = 'data' | 'predictions' | 'run';

/** Checks options, and that each means something for the source. */
export function resolveDiscoverOptions(options: DiscoverOptions, source: DiscoverSource): ResolvedDiscover {
  checkOptions(options, DISCOVER_KINDS);
  const trained = Object.keys(TRAINED_KINDS);
  if (source === 'run') {
    const own = ['target', 'missingTarget', 'weight', 'ignore', 'probabilities', 'positive', 'entities'];
    checkWithout(options, [...own, ...trained], 'the run has its own');
  } else if (source === 'predictions') {
    checkWithout(
      options,
      trained.filter((name) => name !== 'features'),
      'nothing is trained or split where `probabilities` are given',
    );
  } else {
    checkWithout(options, ['positive', 'entities'], 'it says nothing without `probabilities`');
  }
  return { ...SEARCH_DEFAULTS, ...options };
}
