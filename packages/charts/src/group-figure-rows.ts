// The rows of the figure of what a model gives to every group: the worst by the first metric at the top, groups that cannot be judged at
// the bottom, and of many groups only the worst, with those that are worst by another metric.

import { FairfrontError } from '@fairfront/core';
import type { FigureMetric, GroupFigure, GroupFiguresData } from './figure-data.js';
import { leaveOut, type RowOrCount } from './leave-out.js';

export interface FigureRow {
  readonly name: string;
  readonly share: number;
  readonly rows: number;
  readonly tooSmall: boolean;
  /** By metric. */
  readonly figures: readonly (GroupFigure | null)[];
}

export type FigureRowOrGap = RowOrCount<FigureRow>;

/** Every group: first those that can be judged, and among these and the others those whose first figure cannot be told last. Equals stay in order. */
export function figureRows({ groups, metrics }: GroupFiguresData): FigureRow[] {
  check(groups.length, metrics);
  const rank = rankBy(metrics[0]!);
  return groups
    .map((group, i) => ({ ...group, figures: metrics.map(({ byGroup }) => byGroup[i]!) }))
    .map((row) => ({ row, at: row.figures[0] ? rank(row.figures[0].value) : null }))
    .sort((one, other) => {
      if (one.row.tooSmall !== other.row.tooSmall) return one.row.tooSmall ? 1 : -1;
      if (one.at === null || other.at === null) return Number(one.at === null) - Number(other.at === null);
      return one.at === other.at ? 0 : one.at - other.at;
    })
    .map(({ row }) => row);
}

/** The lower, the worse; of a metric of which neither is better the highest comes first. */
const rankBy =
  ({ better }: FigureMetric) =>
  (value: number): number =>
    better === 'higher' ? value : -value;

/** What can be judged: groups with rows enough, or all of them where none has. */
export function judgedRows(rows: readonly FigureRow[]): readonly FigureRow[] {
  const judged = rows.filter(({ tooSmall }) => !tooSmall);
  return judged.length > 0 ? judged : rows;
}

/** The worst figure of metric `m` among the groups that can be judged; null where none is worse than another. */
export function worstFigure(rows: readonly FigureRow[], metric: FigureMetric, m: number): number | null {
  const values = rows.flatMap(({ tooSmall, figures }) => (tooSmall || !figures[m] ? [] : [figures[m].value]));
  if (metric.better === 'neither' || new Set(values).size < 2) return null;
  return metric.better === 'higher' ? Math.min(...values) : Math.max(...values);
}

export const isWorst = (row: FigureRow, m: number, worst: number | null): boolean =>
  !row.tooSmall && worst !== null && row.figures[m]?.value === worst;

/** At most `most` rows, which is more than there are metrics: the worst of each metric, and the first. */
export function thinFigureRows(
  rows: readonly FigureRow[],
  metrics: readonly FigureMetric[],
  most: number,
): FigureRowOrGap[] {
  if (rows.length <= most) return [...rows];
  const worst = metrics.map((metric, m) => {
    const figure = worstFigure(rows, metric, m);
    return rows.find((row) => isWorst(row, m, figure));
  });
  const kept = new Set(worst.filter((row) => row !== undefined));
  for (let i = 0; kept.size < most; i++) kept.add(rows[i]!);
  return leaveOut(rows, kept);
}

function check(groupCount: number, metrics: readonly FigureMetric[]): void {
  if (groupCount === 0) {
    throw new FairfrontError('bad-groups', 'groups: figures by group need at least one; got none');
  }
  if (metrics.length === 0) {
    throw new FairfrontError('bad-risks', 'metrics: figures by group need at least one; got none');
  }
  for (const { name, overall, byGroup } of metrics) {
    if (byGroup.length !== groupCount) {
      throw new FairfrontError(
        'bad-risks',
        `metrics: "${name}" needs one figure, or null, for each of ${groupCount} groups; got ${byGroup.length}`,
      );
    }
    const numbers = [overall, ...byGroup.flatMap((figure) => [figure?.value, figure?.low, figure?.high])];
    if (!numbers.some((number) => typeof number === 'number' && Number.isNaN(number))) continue;
    throw new FairfrontError(
      'bad-risks',
      `metrics: "${name}" has a figure that is no number (NaN); give null where a figure cannot be told`,
    );
  }
}
