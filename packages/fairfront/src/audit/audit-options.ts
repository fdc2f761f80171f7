// The options of an audit: which columns hold the truth, the groups and what the model said; how sure the metrics must
// be.

import { DEFAULT_LEVEL, DEFAULT_RESAMPLES } from '@fairfront/core/internal';
import {
  checkOptions,
  checkWithout,
  numberBetween,
  type OptionKinds,
  text,
  wholeNumber,
} from '../option-kinds.js';
import { columnList, DEFAULT_SEED, LABEL_KINDS, type LabelOptions } from '../task/data-options.js';
import { LL144_KINDS, type Ll144Options } from './ll144-options.js';

/** What `audit` takes. */
export interface AuditOptions extends LabelOptions, Ll144Options {
  /** The columns with what the model said: `class=column` for each class; of two classes one column is enough. */
  readonly probabilities?: readonly string[];
  /** The class that rates are of. By default the second of two; of more, every class has rates. */
  readonly positive?: string;
  /** A column that says whose a row is: people are resampled, not rows. */
  readonly entities?: string;
  /** Bootstrap samples for the intervals; 0 for no intervals. Default 1000. */
  readonly resamples?: number;
  /** The level of intervals, between 0 and 1. Default 0.95. */
  readonly level?: number;
  /** Same seed, same intervals. Default 1. */
  readonly seed?: number;
}

/** Options of an audit with their defaults filled in. */
export type ResolvedAudit = AuditOptions & Required<Pick<AuditOptions, 'resamples' | 'level' | 'seed'>>;

export const AUDIT_KINDS: OptionKinds<AuditOptions> = {
  ...LABEL_KINDS,
  ...LL144_KINDS,
  probabilities: columnList,
  positive: text,
  entities: text,
  resamples: wholeNumber(0, 1e6),
  level: numberBetween(0, 1),
  seed: wholeNumber(0, 2 ** 32 - 1),
};

/** Checks the options of an audit and fills in defaults. */
export function resolveAuditOptions(options: AuditOptions): ResolvedAudit {
  checkOptions(options, AUDIT_KINDS);
  if (options.ll144 === undefined) {
    checkWithout(options, ['selected', 'scores', 'keepSmall'], 'it says nothing without `ll144`');
  }
  const { resamples = DEFAULT_RESAMPLES, level = DEFAULT_LEVEL, seed = DEFAULT_SEED } = options;
  return { ...options, resamples, level, seed };
}
