// A metric that a group may not have: a rate over no rows is null, never 0 and never NaN. Worst value,
// difference and ratio are taken over the groups that have it.

import type { WorstIs } from './group-metric.js';

/** Plain data: finite numbers and null, safe in JSON. */
export interface PartialMetric {
  readonly byGroup: readonly (number | null)[];
  /** null where no group has the metric, and where neither of its ends is bad by itself. */
  readonly worst: number | null;
  /** Which group that is; the first on a tie. */
  readonly worstGroup: number | null;
  /** Highest − lowest; null where fewer than two groups have the metric: there is nothing to compare. */
  readonly difference: number | null;
  /** Lowest / highest, from 0 to 1; null as the difference is. Where all are 0 they are the same: 1. */
  readonly ratio: number | null;
  /** How many groups do not have the metric. */
  readonly leftOut: number;
}

/**
 * Summarises a metric that some groups may not have.
 * @param worstIs leave it out where neither end is bad by itself
 */
export function partialMetric(byGroup: readonly (number | null)[], worstIs?: WorstIs): PartialMetric {
  const values = byGroup.filter((value) => value !== null);
  const isComparable = values.length >= 2;
  const worst = values.length === 0 || worstIs === undefined ? null : worstOf(values, worstIs);
  return {
    byGroup,
    worst,
    worstGroup: worst === null ? null : byGroup.indexOf(worst),
    difference: isComparable ? differenceOf(values) : null,
    ratio: isComparable ? ratioOf(values) : null,
    leftOut: byGroup.length - values.length,
  };
}

/** The worst of some values. */
export function worstOf(values: readonly number[], worstIs: WorstIs): number {
  return worstIs === 'highest' ? Math.max(...values) : Math.min(...values);
}

/** The largest difference between two values. */
export function differenceOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** The lowest over the highest of values ≥ 0; 1 where all are 0. */
export function ratioOf(values: readonly number[]): number {
  const highest = Math.max(...values);
  return highest === 0 ? 1 : Math.min(...values) / highest;
}
