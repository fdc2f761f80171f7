// One metric, group by group, and what the paper's tables read off it [MMPF Sec. 6].

import { type GroupIndex, groupTotals } from '../groups/group-index.js';
import { disparity, worstGroup } from '../groups/risks.js';
import { compensatedSum, dot } from '../numeric/sum.js';

/** Plain data: finite numbers, safe in JSON. */
export interface GroupMetric {
  readonly byGroup: readonly number[];
  /**
   * Σ_a n_a · byGroup_a / n, by weight where rows have weights. For a mean over rows (accuracy, Brier score, cross-entropy) the mean over all
   * rows. ECE and MCE are defined within a group, so theirs is the mean error that a row's group has, not the
   * error of all rows taken as one group.
   */
  readonly sampleMean: number;
  /** Every group counts the same. */
  readonly groupMean: number;
  /** Lowest accuracy, highest of any other metric. */
  readonly worst: number;
  /** Which group that is; the first on a tie. */
  readonly worstGroup: number;
  /** Best to worst group: the largest difference between two groups, ≥ 0. */
  readonly disparity: number;
}

/** Which end of a metric is the bad one. */
export type WorstIs = 'highest' | 'lowest';

/**
 * Summarises a metric over the groups: worst group, means and disparity.
 * @param byGroup a finite number for each group; every group has rows
 */
export function groupMetric(byGroup: readonly number[], index: GroupIndex, worstIs: WorstIs): GroupMetric {
  const totals = groupTotals(index);
  const worst = worstGroup(worstIs === 'highest' ? byGroup : byGroup.map((value) => -value));
  return {
    byGroup,
    sampleMean: dot(totals, byGroup) / compensatedSum(totals),
    groupMean: compensatedSum(byGroup) / byGroup.length,
    worst: byGroup[worst]!,
    worstGroup: worst,
    disparity: disparity(byGroup),
  };
}
