// Points in the units of the data, and the marks through, at and beside them.

import * as Plot from '@observablehq/plot';

export interface DataPoint {
  readonly x: number;
  readonly y: number;
}

/** Whether both coordinates are finite. */
export const isFinitePoint = ({ x, y }: DataPoint): boolean => Number.isFinite(x) && Number.isFinite(y);

/** Nothing where there are no points. */
export function lineThrough(points: readonly DataPoint[], options: Plot.LineOptions): Plot.Markish {
  return points.length === 0 ? null : Plot.line(points, { x: 'x', y: 'y', ...options });
}

/** Dots at points. Nothing where there are none. */
export function dotsAt(points: readonly DataPoint[], options: Plot.DotOptions): Plot.Markish {
  return points.length === 0 ? null : Plot.dot(points, { x: 'x', y: 'y', ...options });
}

/** Lines of the text are broken at line feeds. */
export function textAt(point: DataPoint, text: string, options: Plot.TextOptions): Plot.Markish {
  return Plot.text([point], { x: 'x', y: 'y', text: () => text, ...options });
}
