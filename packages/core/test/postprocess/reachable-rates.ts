// The best common rates by brute force: every corner of the region that all groups can reach, from the convex hulls of all ROC points, above the
// diagonal and below.

import type { ScoredRows } from './rule-rows.js';

type Point = readonly [fpr: number, tpr: number];
/** All points p of a region have normal · p ≤ bound. */
interface HalfPlane {
  readonly normal: Point;
  readonly bound: number;
}

const ROUNDING = 1e-12;

/** Rates are from 0 to 1: corners even where a group can reach the diagonal only. */
const SQUARE: readonly HalfPlane[] = [
  { normal: [-1, 0], bound: 0 },
  { normal: [1, 0], bound: 1 },
];

/** The least cost per row of common rates. */
export function bruteForceCost(
  rows: ScoredRows,
  falsePositiveCost: number,
  falseNegativeCost: number,
): number {
  const sides = [...SQUARE, ...rows.groups.names.flatMap((_, group) => sidesOf(rocPoints(rows, group)))];
  const isInside = ([x, y]: Point): boolean =>
    sides.every(({ normal, bound }) => normal[0] * x + normal[1] * y <= bound + ROUNDING);
  const share = rows.labels.reduce((sum, label) => sum + label, 0) / rows.labels.length;
  let least = Infinity;
  for (const left of sides) {
    for (const right of sides) {
      const point = crossing(left, right);
      if (point === undefined || !isInside(point)) continue;
      const [fpr, tpr] = point;
      least = Math.min(least, falseNegativeCost * share * (1 - tpr) + falsePositiveCost * (1 - share) * fpr);
    }
  }
  return least;
}

function rocPoints({ scores, labels, groups }: ScoredRows, group: number): Point[] {
  const own = [...scores.keys()].filter((row) => groups.groups[row] === group);
  const rate = (label: number, threshold: number): number => {
    const rows = own.filter((row) => labels[row] === label);
    return rows.filter((row) => scores[row]! >= threshold).length / rows.length;
  };
  const thresholds = [...new Set(own.map((row) => scores[row]!)), Infinity];
  return thresholds.map((threshold) => [rate(0, threshold), rate(1, threshold)] as const);
}

/** Lines through two points that leave all others on one side. */
function sidesOf(points: readonly Point[]): HalfPlane[] {
  return points.flatMap((from) =>
    points.flatMap((to) => {
      const normal: Point = [from[1] - to[1], to[0] - from[0]];
      const bound = normal[0] * from[0] + normal[1] * from[1];
      if (normal[0] === 0 && normal[1] === 0) return [];
      const holds = points.every(([x, y]) => normal[0] * x + normal[1] * y <= bound + ROUNDING);
      return holds ? [{ normal, bound }] : [];
    }),
  );
}

function crossing({ normal: [a, b], bound: c }: HalfPlane, right: HalfPlane): Point | undefined {
  const [d, e] = right.normal;
  const determinant = a * e - b * d;
  if (Math.abs(determinant) < ROUNDING) return undefined;
  return [(c * e - b * right.bound) / determinant, (a * right.bound - c * d) / determinant];
}
