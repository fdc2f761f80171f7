// The triangle of weights, tiled: around each point of a grid the part of the simplex that is nearest to it, a hexagon cut at the sides.

import type { GroupVector } from './figure-data.js';

/** Where the points are too few or too close to tell. */
const DEFAULT_STEP = 0.05;
const LEAST_STEP = 0.01;

/** The step of the grid: the least distance between two points. */
export function gridStep(mus: readonly GroupVector[]): number {
  let step = Number.POSITIVE_INFINITY;
  for (const [i, one] of mus.entries()) {
    for (const other of mus.slice(i + 1)) {
      const distance = Math.max(...one.map((value, group) => Math.abs(value - other[group]!)));
      if (distance >= LEAST_STEP) step = Math.min(step, distance);
    }
  }
  return Number.isFinite(step) ? step : DEFAULT_STEP;
}

/** Whether a grid of this step has more points than are there. */
export function hasHoles(count: number, step: number): boolean {
  const sides = Math.round(1 / step);
  return count < ((sides + 1) * (sides + 2)) / 2;
}

/** From the centre of a hexagon to its corners, in thirds of the step. */
const HEXAGON: readonly GroupVector[] = [
  [2, -1, -1],
  [1, 1, -2],
  [-1, 2, -1],
  [-2, 1, 1],
  [-1, -1, 2],
  [1, -2, 1],
];

/** The corners, as weights; all of them on the simplex. */
export function cellAround(mu: GroupVector, step: number): GroupVector[] {
  const hexagon: GroupVector[] = HEXAGON.map((corner) =>
    mu.map((value, i) => value + (corner[i]! * step) / 3),
  );
  return [0, 1, 2].reduce(cutBelowZero, hexagon);
}

/** The part of a convex polygon in which the weight of `group` is not negative. */
function cutBelowZero(polygon: GroupVector[], group: number): GroupVector[] {
  return polygon.flatMap((to, i) => {
    const from = polygon.at(i - 1)!;
    const [start, end] = [from[group]!, to[group]!];
    const share = start / (start - end);
    const crossing =
      start < 0 !== end < 0
        ? [from.map((value, k) => (k === group ? 0 : value + share * (to[k]! - value)))]
        : [];
    return end >= 0 ? [...crossing, to] : crossing;
  });
}
