// Values that lie beyond the axis: a triangle at the edge points to where they are, and a column has the
// figure.

import * as Plot from '@observablehq/plot';
import type { DataPoint } from './data-point.js';

export type Range = readonly [low: number, high: number];

/** Whether a value lies in a range, ends included. */
export const isWithin = (value: number, [low, high]: Range): boolean => value >= low && value <= high;

/** The value of a range that is nearest to a value. */
export const clampTo = (value: number, [low, high]: Range): number => Math.max(low, Math.min(value, high));

/** The radius of the triangles, in pixels; also for legends. */
export const EDGE_RADIUS = 3.5;

/** Triangles at the edge for the points that lie beyond it. */
export function edgeMarks<Point extends DataPoint>(
  points: readonly Point[],
  [low, high]: Range,
  options: Pick<Plot.DotOptions, 'fill' | 'stroke' | 'dy'>,
): Plot.Markish[] {
  const triangles = (beyond: readonly Point[], edge: number, rotate: number): Plot.Markish =>
    Plot.dot(beyond, {
      ...options,
      x: () => edge,
      y: 'y',
      symbol: 'triangle',
      rotate,
      r: EDGE_RADIUS,
      className: 'ff-beyond',
    });
  return [
    triangles(
      points.filter(({ x }) => x < low),
      low,
      -90,
    ),
    triangles(
      points.filter(({ x }) => x > high),
      high,
      90,
    ),
  ];
}
