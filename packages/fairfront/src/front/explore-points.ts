// What every group gets at every point of a front, decisions included, on the rows that the
// front was measured on. Test rows are not looked at: whoever moves along a front chooses.

import { type GroupIndex, groupMetrics, taskPart } from '@fairfront/core';
import { decideClasses, linearProbabilities } from '@fairfront/core/internal';
import type { FrontPart } from './front-options.js';
import type { KeptFront, KeptPoint } from './kept-front.js';

/** The points of a front, from one end to the other, each with what every group gets. */
export interface FrontExplorer {
  readonly groups: readonly { readonly name: string; readonly rows: number }[];
  readonly classes: readonly string[];
  readonly loss: 'brier' | 'cross-entropy';
  /** The rows that were measured; never test rows. */
  readonly part: FrontPart;
  readonly points: readonly ExplorerPoint[];
}

export interface ExplorerPoint {
  /** Its number, from 1, or the name that it has: what `choosePoint` takes as `index`. */
  readonly point: number | string;
  readonly mu: readonly number[];
  readonly risks: readonly number[];
  readonly accuracy: readonly number[];
  /** Share of rows of each group for which the last class is decided. */
  readonly selected: readonly number[];
  /** Of the rows of the last class, the share that is recognised; null where a group has none. */
  readonly recognised: readonly (number | null)[];
  /** Of other rows, the share that is taken for it; null where a group has none. */
  readonly mistaken: readonly (number | null)[];
}

/** Says what each group gets at each point of a front. */
export function explorePoints(front: KeptFront): FrontExplorer {
  const { task, target, points } = front;
  // Of a front by training rows, what the models say of them may not be kept: earlier versions did not.
  const part = points.every(({ scores }) => scores[task.part] !== undefined) ? task.part : 'validation';
  const { labels, groups } = rowsOf(front, part);
  const explored = points.map((point) => explore(point, part, front, labels, groups));
  return {
    groups: groups.names.map((name, group) => ({ name, rows: groups.counts[group]! })),
    classes: target.classes,
    loss: task.loss,
    part,
    points: explored.sort(byWeights),
  };
}

/** The rows of a part, with their classes and groups. */
function rowsOf({ target, groups, split, notes }: KeptFront, part: FrontPart) {
  return taskPart(
    {
      table: { columns: [], rowCount: 0 },
      target: { ...target, column: target.name },
      groups: { ...groups, merged: [] },
      ...{ groupExpressions: [], features: [], splits: [split], notes },
      partCounts: { train: [], validation: [], test: [] },
    },
    0,
    part,
  );
}

function explore(
  { point, mu, scores }: KeptPoint,
  part: FrontPart,
  { target, task }: KeptFront,
  labels: Int32Array,
  groups: GroupIndex,
): ExplorerPoint {
  const { classes } = target;
  const probabilities = linearProbabilities(scores[part]!.slice(), classes.length);
  const { accuracy, brier, crossEntropy } = groupMetrics(probabilities, labels, groups, classes.length);
  const decided = decideClasses(probabilities, classes);
  const last = classes.length - 1;
  const share = (isCounted: (row: number) => boolean): (number | null)[] => {
    const [all, selected] = [groups.names.map(() => 0), groups.names.map(() => 0)];
    labels.forEach((_, row) => {
      if (!isCounted(row)) return;
      const group = groups.groups[row]!;
      all[group]!++;
      if (decided[row] === last) selected[group]!++;
    });
    return all.map((rows, group) => (rows === 0 ? null : selected[group]! / rows));
  };
  return {
    point,
    mu,
    risks: (task.loss === 'brier' ? brier : crossEntropy).byGroup,
    accuracy: accuracy.byGroup,
    selected: share(() => true).map((own) => own ?? 0),
    recognised: share((row) => labels[row] === last),
    mistaken: share((row) => labels[row] !== last),
  };
}

/** From the least weight on the first group to the most, as points are numbered; then on the second. */
function byWeights(left: ExplorerPoint, right: ExplorerPoint): number {
  const at = left.mu.findIndex((weight, group) => weight !== right.mu[group]);
  return at < 0 ? 0 : left.mu[at]! - right.mu[at]!;
}
