// The metrics of a model by their names: what is to know of each, its figures and intervals, and how it changes, in one
// shape whether every group has it or not.

import type {
  AuditMetrics,
  Estimate,
  Interval,
  MeasuredNumbers,
  MetricChange,
  MetricChanges,
  NumberIntervals,
  NumberMetric,
} from '@fairfront/core';

/** What is to know of a metric. */
interface MetricKind {
  /** Which end is good; undefined where neither is by itself. */
  readonly better: 'higher' | 'lower' | undefined;
  /** The largest value possible. */
  readonly highest: number;
  /** Whether it is a rate of one class. */
  readonly ofClass?: boolean;
  /** Whether it is of numbers that are predicted, in the target's units; others are of classes. */
  readonly ofNumbers?: boolean;
}

const KINDS = {
  accuracy: { better: 'higher', highest: 1 },
  brier: { better: 'lower', highest: 2 },
  crossEntropy: { better: 'lower', highest: Number.POSITIVE_INFINITY },
  ece: { better: 'lower', highest: 1 },
  mce: { better: 'lower', highest: 1 },
  auc: { better: 'higher', highest: 1 },
  selectionRate: { better: undefined, highest: 1, ofClass: true },
  tpr: { better: 'higher', highest: 1, ofClass: true },
  fpr: { better: 'lower', highest: 1, ofClass: true },
  precision: { better: 'higher', highest: 1, ofClass: true },
  baseRate: { better: undefined, highest: 1, ofClass: true },
  meanPrediction: { better: undefined, highest: 1, ofClass: true },
  rmse: { better: 'lower', highest: Number.POSITIVE_INFINITY, ofNumbers: true },
  mae: { better: 'lower', highest: Number.POSITIVE_INFINITY, ofNumbers: true },
  r2: { better: 'higher', highest: 1, ofNumbers: true },
  bias: { better: 'lower', highest: Number.POSITIVE_INFINITY, ofNumbers: true },
} as const satisfies Readonly<Record<string, MetricKind>>;

export type MetricName = keyof typeof KINDS;
/** Those of numbers that are predicted. */
export type NumberName = 'rmse' | 'mae' | 'r2' | 'bias';
/** Those of classes whose changes from model to model have intervals. */
export type ChangingMetric = Exclude<MetricName, 'ece' | 'mce' | 'baseRate' | NumberName>;

/** Every metric that has a name. */
export const METRIC_NAMES = Object.keys(KINDS) as readonly MetricName[];

/** What is to know of each metric. */
export const METRIC_KINDS: Readonly<Record<MetricName, MetricKind>> = KINDS;

/** A metric by group, and across groups; null where there is none. */
export interface NamedMetric {
  readonly byGroup: readonly (number | null)[];
  readonly worst: number | null;
  readonly worstGroup: number | null;
  /** The largest difference between two groups. */
  readonly difference: number | null;
  /** Over all rows, where it is a mean over rows. */
  readonly overall: number | null;
  readonly intervals: {
    readonly byGroup: readonly (Interval | null)[];
    readonly worst: Interval | null;
    readonly difference: Interval | null;
    readonly overall: Interval | null;
  } | null;
}

/** A metric by its name. @param place of a rate: which of the classes that have rates */
export function namedMetric(
  metrics: AuditMetrics,
  name: Exclude<MetricName, NumberName>,
  place = 0,
): NamedMetric {
  const { intervals } = metrics;
  if (name === 'auc' || isRate(name)) {
    const metric = name === 'auc' ? metrics.auc : metrics.rates[place]![name];
    const own = intervals && (name === 'auc' ? intervals.auc : intervals.rates[place]![name]);
    return { ...metric, overall: null, intervals: own && { ...own, overall: null } };
  }
  const { byGroup, worst, worstGroup, disparity, sampleMean } = metrics[name];
  const own = intervals?.[name];
  const isMean = name !== 'ece' && name !== 'mce';
  return {
    byGroup,
    worst,
    worstGroup,
    difference: disparity,
    overall: isMean ? sampleMean : null,
    intervals: own ? { ...own, difference: own.disparity, overall: isMean ? own.sampleMean : null } : null,
  };
}

/** Whether a metric is of numbers that are predicted. */
export function isOfNumbers(name: MetricName): name is NumberName {
  return METRIC_KINDS[name].ofNumbers === true;
}

/** A metric of predicted numbers by its name. Of bias, the worst is the farthest from 0, without its sign. */
export function namedNumber(metrics: MeasuredNumbers, name: NumberName): NamedMetric {
  const { byGroup, worst, worstGroup, disparity, overall }: NumberMetric<number | null> = metrics[name];
  const own: NumberIntervals<Estimate | null> = metrics.intervals[name];
  return {
    ...{ byGroup, worst, worstGroup, overall, difference: disparity },
    intervals: { ...own, difference: own.disparity },
  };
}

/** How a metric changes from one model to another. */
export function namedChange(
  changes: MetricChanges,
  name: ChangingMetric,
  place = 0,
): MetricChange<Estimate | null> {
  return isRate(name) ? changes.rates[place]![name] : changes[name];
}

type RateName = Exclude<keyof AuditMetrics['rates'][number], 'positive' | 'parity'>;

function isRate<Name extends MetricName>(name: Name): name is Name & RateName {
  return METRIC_KINDS[name].ofClass === true;
}
