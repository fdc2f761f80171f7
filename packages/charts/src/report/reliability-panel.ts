// One panel of the reliability curves: how often the model is right about a group, by how sure it is, around
// the diagonal where both are the same [MMPF App. A.7].

import { percent } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis } from '../marks/axes.js';
import type { SizedPlot } from '../marks/compose.js';
import { lineThrough } from '../marks/data-point.js';
import type { Range } from '../marks/edge-marks.js';
import { background, betterShade, gridOpacity, harmShade, ink, lineWidth, points } from '../marks/theme.js';
import type { ConfidenceBin, GroupReliability } from './data.js';

/** The same for all panels. */
export interface ReliabilityAxes {
  readonly confidence: Range;
  readonly accuracy: Range;
}

const MARGIN = { marginTop: 22, marginBottom: 38, marginLeft: 44, marginRight: 16 } as const;
/** How far the axes go beyond their range, so that a dot at their end lies within. */
const INSET = 11;
/** The radius of the dot for all rows of a group. */
const LARGEST = 13;
const SMALLEST = 1.5;
/** Axes start at a multiple of this. */
const STEP = 0.1;

export const reliabilityLooks = {
  curve: points.naive.fill,
  diagonal: ink.fill,
  /** Behind what is above the diagonal, and below. */
  better: betterShade,
  surer: harmShade,
} as const;

/** Bins without rows have no mean. */
export const binsWithRows = ({ bins }: GroupReliability): ConfidenceBin[] =>
  bins.filter(({ rows }) => rows > 0);

/** From the lowest confidence that any group has to 1; accuracies may lie lower. */
export function reliabilityAxes(groups: readonly GroupReliability[]): ReliabilityAxes {
  const bins = groups.flatMap(binsWithRows);
  // 0.7 / 0.1 is a rounding error below 7.
  const floor = (value: number): number => Number((Math.floor(value / STEP + 1e-9) * STEP).toFixed(1));
  const least = floor(Math.min(...bins.map(({ from, confidence }) => Math.min(from, confidence))));
  // A model that is always sure still has an axis.
  const low = Math.min(Math.max(0, least), 1 - STEP);
  return {
    confidence: [low, 1],
    accuracy: [Math.min(low, floor(Math.min(...bins.map(({ accuracy }) => accuracy)))), 1],
  };
}

/** The height of a panel. */
export const reliabilityHeight = (width: number): number =>
  width - MARGIN.marginLeft - MARGIN.marginRight + MARGIN.marginTop + MARGIN.marginBottom;

/** @param width in pixels; the room for marks is a square */
export function reliabilityPlot(
  group: GroupReliability,
  { confidence, accuracy }: ReliabilityAxes,
  width: number,
): SizedPlot {
  const bins = binsWithRows(group);
  const total = bins.reduce((sum, { rows }) => sum + rows, 0);
  const [left, right] = confidence;
  const [bottom, top] = accuracy;
  const dots = bins.map(({ confidence: x, accuracy: y, rows, share = rows / total }) => ({
    x,
    y,
    r: Math.max(SMALLEST, LARGEST * Math.sqrt(share)),
  }));
  const diagonal = [
    { x: left, y: left },
    { x: right, y: right },
  ];
  const xTicks = [left, (left + right) / 2, right];
  const yTicks = [bottom, (bottom + top) / 2, top];
  return {
    width,
    height: reliabilityHeight(width),
    ...MARGIN,
    inset: INSET,
    r: { type: 'identity' },
    x: axis('confidence', {
      domain: [left, right],
      ticks: xTicks,
      tickFormat: percent,
      labelAnchor: 'center',
    }),
    y: axis('share right', { domain: [bottom, top], ticks: yTicks, tickFormat: percent }),
    marks: [
      Plot.areaY(diagonal, {
        x: 'x',
        y1: 'y',
        y2: () => top,
        fill: reliabilityLooks.better,
        className: 'ff-better',
      }),
      Plot.areaY(diagonal, {
        x: 'x',
        y1: () => bottom,
        y2: 'y',
        fill: reliabilityLooks.surer,
        className: 'ff-surer',
      }),
      Plot.gridX(xTicks, { strokeOpacity: gridOpacity }),
      Plot.gridY(yTicks, { strokeOpacity: gridOpacity }),
      lineThrough(diagonal, { stroke: reliabilityLooks.diagonal, strokeWidth: 1, className: 'ff-diagonal' }),
      lineThrough(dots, {
        stroke: reliabilityLooks.curve,
        strokeWidth: lineWidth,
        className: 'ff-curve',
      }),
      // The small ones above the large ones.
      Plot.dot(
        [...dots].sort((one, other) => other.r - one.r),
        {
          x: 'x',
          y: 'y',
          r: 'r',
          fill: reliabilityLooks.curve,
          fillOpacity: 0.85,
          stroke: background,
          className: 'ff-bin',
        },
      ),
    ],
  };
}
