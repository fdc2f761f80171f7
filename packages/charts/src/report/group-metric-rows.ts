// The rows of the figure of what a model gives to every group: the worst by the first metric at the top,
// groups that cannot be judged at the bottom, and of many groups only the worst, with those that are worst by
// another metric.

import { FairfrontError } from '@fairfront/core';
import { leaveOut, type RowOrCount } from '../marks/leave-out.js';
import type { GroupMetricsData, MetricByGroup, MetricValue } from './data.js';

export interface MetricRow {
  readonly name: string;
  readonly share: number;
  readonly rows: number;
  readonly tooSmall: boolean;
  /** By metric. */
  readonly byMetric: readonly (MetricValue | null)[];
}

export type MetricRowOrGap = RowOrCount<MetricRow>;

/**
 * Every group: first those that can be judged, and among these and the others those whose first figure cannot
 * be told last. Equals stay in order.
 */
export function metricRows({ groups, metrics }: GroupMetricsData): MetricRow[] {
  check(groups.length, metrics);
  const rank = rankBy(metrics[0]!);
  return groups
    .map((group, i) => ({ ...group, byMetric: metrics.map(({ byGroup }) => byGroup[i]!) }))
    .map((row) => ({ row, at: row.byMetric[0] ? rank(row.byMetric[0].value) : null }))
    .sort((one, other) => {
      if (one.row.tooSmall !== other.row.tooSmall) return one.row.tooSmall ? 1 : -1;
      if (one.at === null || other.at === null) return Number(one.at === null) - Number(other.at === null);
      return one.at === other.at ? 0 : one.at - other.at;
    })
    .map(({ row }) => row);
}

/** The lower, the worse; of a metric of which neither is better the highest comes first. */
const rankBy =
  ({ better }: MetricByGroup) =>
  (value: number): number =>
    better === 'higher' ? value : -value;

/** What can be judged: groups with rows enough, or all of them where none has. */
export function judgedRows(rows: readonly MetricRow[]): readonly MetricRow[] {
  const judged = rows.filter(({ tooSmall }) => !tooSmall);
  return judged.length > 0 ? judged : rows;
}

/**
 * The worst figure of metric `m` among the groups that can be judged; null where none is worse than another.
 */
export function worstValue(rows: readonly MetricRow[], metric: MetricByGroup, m: number): number | null {
  const values = rows.flatMap(({ tooSmall, byMetric }) =>
    tooSmall || !byMetric[m] ? [] : [byMetric[m].value],
  );
  if (metric.better === 'neither' || new Set(values).size < 2) return null;
  return metric.better === 'higher' ? Math.min(...values) : Math.max(...values);
}

/** Whether a group is the worst by metric `m`. */
export const isWorst = (row: MetricRow, m: number, worst: number | null): boolean =>
  !row.tooSmall && worst !== null && row.byMetric[m]?.value === worst;

/** At most `most` rows, which is more than there are metrics: the worst of each metric, and the first. */
export function thinMetricRows(
  rows: readonly MetricRow[],
  metrics: readonly MetricByGroup[],
  most: number,
): MetricRowOrGap[] {
  if (rows.length <= most) return [...rows];
  const worst = metrics.map((metric, m) => {
    const worst = worstValue(rows, metric, m);
    return rows.find((row) => isWorst(row, m, worst));
  });
  const kept = new Set(worst.filter((row) => row !== undefined));
  for (let i = 0; kept.size < most; i++) kept.add(rows[i]!);
  return leaveOut(rows, kept);
}

function check(groupCount: number, metrics: readonly MetricByGroup[]): void {
  if (groupCount === 0) {
    throw new FairfrontError('bad-groups', 'groups: metrics by group need at least one; got none');
  }
  if (metrics.length === 0) {
    throw new FairfrontError('bad-risks', 'metrics: a model has at least one; got none');
  }
  for (const { name, overall, byGroup } of metrics) {
    if (byGroup.length !== groupCount) {
      throw new FairfrontError(
        'bad-risks',
        `metrics: "${name}" needs one value, or null, for each of ${groupCount} groups; got ${byGroup.length}`,
      );
    }
    const numbers = [overall, ...byGroup.flatMap((entry) => [entry?.value, entry?.low, entry?.high])];
    if (!numbers.some((number) => typeof number === 'number' && Number.isNaN(number))) continue;
    throw new FairfrontError(
      'bad-risks',
      `metrics: "${name}" has a value that is no number (NaN); give null where a value cannot be told`,
    );
  }
}
