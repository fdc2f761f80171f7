// Metrics of several splits, as the paper's tables have them: each metric of each split, then mean and
// standard deviation over the splits [MMPF Sec. 6]. So the worst group may be another one in another split,
// and disparity is the mean of disparities, not the disparity of means.

import { FairfrontError } from '../error.js';
import { compensatedSum } from '../numeric/sum.js';
import type { GroupMetric } from './group-metric.js';
import type { GroupMetrics } from './group-metrics.js';

/** Mean and standard deviation over splits. */
export interface Spread {
  readonly mean: number;
  /** Standard deviation with n − 1; null for one split, which says nothing of it. */
  readonly deviation: number | null;
}

/** A `GroupMetric` over splits, without a worst group: the splits may have different ones. */
export interface SpreadMetric {
  readonly byGroup: readonly Spread[];
  readonly sampleMean: Spread;
  readonly groupMean: Spread;
  readonly worst: Spread;
  readonly disparity: Spread;
}

/** Every metric of `GroupMetrics`, spread over splits. */
export type SpreadMetrics = Readonly<Record<keyof GroupMetrics, SpreadMetric>>;

/**
 * Mean and standard deviation of every metric over several splits.
 * @param splits one for each split, all of the same groups
 */
export function acrossSplits(splits: readonly GroupMetrics[]): SpreadMetrics {
  if (splits.length === 0) {
    throw new FairfrontError('bad-split', 'splits: a mean needs the metrics of at least one split; got none');
  }
  const groupCounts = splits.map(({ accuracy }) => accuracy.byGroup.length);
  const other = groupCounts.findIndex((groupCount) => groupCount !== groupCounts[0]);
  if (other >= 0) {
    throw new FairfrontError(
      'bad-groups',
      `splits must have the same groups; split 1 has ${groupCounts[0]}, split ${other + 1} has ${groupCounts[other]}. Hand the names of all groups to each`,
    );
  }
  const of = (name: keyof GroupMetrics): SpreadMetric => spreadMetric(splits.map((metrics) => metrics[name]));
  return {
    accuracy: of('accuracy'),
    brier: of('brier'),
    crossEntropy: of('crossEntropy'),
    ece: of('ece'),
    mce: of('mce'),
  };
}

/** Mean and standard deviation of one number or more. */
export function spreadOf(values: readonly number[]): Spread {
  const mean = compensatedSum(values) / values.length;
  if (values.length === 1) return { mean, deviation: null };
  const squares = compensatedSum(values.map((value) => (value - mean) ** 2));
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
}

function spreadMetric(splits: readonly GroupMetric[]): SpreadMetric {
  return {
    byGroup: splits[0]!.byGroup.map((_, group) => spreadOf(splits.map(({ byGroup }) => byGroup[group]!))),
    sampleMean: spreadOf(splits.map(({ sampleMean }) => sampleMean)),
    groupMean: spreadOf(splits.map(({ groupMean }) => groupMean)),
    worst: spreadOf(splits.map(({ worst }) => worst)),
    disparity: spreadOf(splits.map(({ disparity }) => disparity)),
  };
}
