// The metrics that rules can name, and what a rule must know of each.

/** What a rule must know of a metric. */
export interface RuleMetric {
  /** Which end is good; undefined where neither is by itself. */
  readonly better: 'higher' | 'lower' | undefined;
  /** The largest value possible. */
  readonly highest: number;
  /** Whether it is a mean over rows, so that all rows have one with an interval. */
  readonly overall?: true;
  /** Whether it is of one class. */
  readonly ofClass?: true;
}

/** By their names in results. */
export const RULE_METRICS = {
  accuracy: { better: 'higher', highest: 1, overall: true },
  brier: { better: 'lower', highest: 2, overall: true },
  crossEntropy: { better: 'lower', highest: Number.POSITIVE_INFINITY, overall: true },
  ece: { better: 'lower', highest: 1 },
  mce: { better: 'lower', highest: 1 },
  auc: { better: 'higher', highest: 1 },
  selectionRate: { better: undefined, highest: 1, ofClass: true },
  tpr: { better: 'higher', highest: 1, ofClass: true },
  fpr: { better: 'lower', highest: 1, ofClass: true },
  precision: { better: 'higher', highest: 1, ofClass: true },
  baseRate: { better: undefined, highest: 1, ofClass: true },
  meanPrediction: { better: undefined, highest: 1, ofClass: true },
} as const satisfies Readonly<Record<string, RuleMetric>>;
export type MetricName = keyof typeof RULE_METRICS;

/** What a rule must know of a metric, whichever it is. */
export function ruleMetric(name: MetricName): RuleMetric {
  return RULE_METRICS[name];
}

/** Whether `no-worse` can take it: one end is good, and changes of it have intervals. */
export function canBeCompared(name: MetricName): name is ComparedMetric {
  return ruleMetric(name).better !== undefined && name !== 'ece' && name !== 'mce';
}
export type ComparedMetric = 'accuracy' | 'brier' | 'crossEntropy' | 'auc' | 'tpr' | 'fpr' | 'precision';

/** How far decisions are from parity: what is compared between groups, and how. */
export const PARITIES = {
  'impact-ratio': { parity: 'demographicParity', of: 'ratio' },
  'demographic-parity': { parity: 'demographicParity', of: 'difference' },
  'equal-opportunity': { parity: 'equalOpportunity', of: 'difference' },
  'equalised-odds': { parity: 'equalisedOdds', of: 'difference' },
} as const;
export type ParityName = keyof typeof PARITIES;
