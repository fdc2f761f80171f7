// The Pareto front of three groups by weights: each tile of the triangle is a model, the darker the higher
// the risk of its worst-off group.

import { tellApart } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import type { SizedPlot } from '../marks/compose.js';
import type { GroupVector } from '../marks/data.js';
import { lineThrough } from '../marks/data-point.js';
import { type Label, pointLabels } from '../marks/label-marks.js';
import { modelDot, modelStyles, reachOf } from '../marks/model-style.js';
import { type Block, below, plotBlock } from '../marks/sheet.js';
import { cornerLabels, embedInPlane, simplexDiagram, simplexSides } from '../marks/simplex-diagram.js';
import { groupColour, quiet, shadeOf as shade } from '../marks/theme.js';
import { textWidth, wrapText } from '../marks/words.js';
import type { ParetoFrontData } from './data.js';
import type { NamedMark } from './front-profiles.js';

/** The middle of the line of shades, in pixels from above. */
const TOP = 14;
const LINE = 16;
const SCALE_WIDTH = 90;
const SHADES = 13;

/**
 * Where the shades end. Risks near the corners may be many times those that matter: from here on all are as
 * dark.
 */
const DARKEST_AT = 4;

export interface ShadeRange {
  readonly low: number;
  readonly high: number;
  /** Whether some risks lie above. */
  readonly isCut: boolean;
}

/** From the least to the greatest, or to as far above the least as four times the median is. */
export function shadeRange(worstRisks: readonly number[]): ShadeRange {
  const rising = worstRisks.filter(Number.isFinite).sort((one, other) => one - other);
  const low = rising[0] ?? 0;
  const greatest = rising.at(-1) ?? low;
  const median = rising[Math.floor(rising.length / 2)] ?? low;
  const limit = low + DARKEST_AT * (median - low);
  const high = median > low ? Math.min(greatest, limit) : greatest;
  return { low, high, isCut: high < greatest || rising.length < worstRisks.length };
}

/** The triangle and, below it, what the shades mean. */
export function frontTriangle(
  { groups, points, regions = [] }: ParetoFrontData,
  marks: readonly NamedMark[],
  width: number,
): Block {
  const worstRisks = points.map(({ risks }) => Math.max(...risks));
  const range = shadeRange(worstRisks);
  const shadeOf = (risk: number): string =>
    shade(range.high > range.low ? (risk - range.low) / (range.high - range.low) : 0);
  const step = gridStep(points.map(({ mu }) => mu));
  const corners = points.flatMap(({ mu }, tile) =>
    tileAround(mu, step).map((corner) => ({
      ...embedInPlane(corner),
      tile,
      fill: shadeOf(worstRisks[tile]!),
    })),
  );
  const landmarks = marks.flatMap(({ name, mu }) =>
    mu === undefined ? [] : [{ ...embedInPlane(mu), ...modelStyles[name] }],
  );
  // The minimax model, which is on top, has the first choice of places.
  const labels = [...landmarks].reverse().map((mark): Label => {
    const { x, y, text, colour, symbol } = mark;
    return { x, y, text, ink: colour.ink, bold: symbol === 'star', radius: reachOf(mark) };
  });
  const plot = simplexDiagram({
    width,
    regions: [],
    corners: groups,
    plainCorners: true,
    more: [
      Plot.line(corners, {
        x: 'x',
        y: 'y',
        z: 'tile',
        fill: 'fill',
        // As wide as the seam between two tiles would be.
        stroke: 'fill',
        strokeWidth: 0.75,
        curve: 'linear-closed',
        className: 'ff-cell',
      }),
      ...regions.map(({ group, boundary }) =>
        lineThrough(boundary.map(embedInPlane), {
          stroke: groupColour(group).fill,
          strokeWidth: 1.5,
          curve: 'linear-closed',
          className: 'ff-region',
        }),
      ),
      lineThrough(simplexSides, { stroke: quiet.fill, strokeWidth: 1, className: 'ff-simplex' }),
      ...landmarks.map((mark) => modelDot(mark, 1.25)),
      pointLabels(labels, [simplexSides], {
        dots: [],
        radius: 0,
        texts: cornerLabels(groups, width, true),
      }),
    ],
  });
  return below([
    plotBlock(plot),
    plotBlock(shadeScale({ range, shadeOf, width, holes: hasHoles(points.length, step) })),
  ]);
}

interface ShadeScale {
  readonly range: ShadeRange;
  readonly shadeOf: (risk: number) => string;
  readonly width: number;
  /** Whether tiles are left white. */
  readonly holes: boolean;
}

function shadeScale({ range, shadeOf, width, holes }: ShadeScale): SizedPlot {
  const { low, high, isCut } = range;
  const [lowText, highText] = tellApart([low, high]) as [string, string];
  const right = isCut ? `${highText} or more` : highText;
  const wide = textWidth(lowText) + textWidth(right) + SCALE_WIDTH + 16;
  const start = Math.max(0, (width - wide) / 2) + textWidth(lowText) + 8;
  const shades = Array.from({ length: SHADES }, (_, i) => ({
    from: start + (SCALE_WIDTH * i) / SHADES,
    to: start + (SCALE_WIDTH * (i + 1)) / SHADES,
    fill: shadeOf(low + ((high - low) * i) / (SHADES - 1)),
  }));
  const lines = [
    'risk of the worst-off group',
    ...(holes ? wrapText('left blank: another model is as good or better for every group', width) : []),
  ];
  const height = TOP + lines.length * LINE + LINE / 2;
  const words = (text: string, x: number, textAnchor: 'start' | 'middle' | 'end', y = TOP): Plot.Markish =>
    Plot.text([text], { x: [x], y: [y], text: [text], textAnchor, className: 'ff-shade-label' });
  return {
    width,
    height,
    margin: 0,
    x: { axis: null, domain: [0, width] },
    y: { axis: null, domain: [height, 0] },
    marks: [
      Plot.rect(shades, {
        x1: 'from',
        x2: 'to',
        y1: TOP - 6,
        y2: TOP + 6,
        fill: 'fill',
        className: 'ff-shade',
      }),
      words(lowText, start - 8, 'end'),
      words(right, start + SCALE_WIDTH + 8, 'start'),
      ...lines.map((line, i) => words(line, width / 2, 'middle', TOP + (i + 1) * LINE)),
    ],
  };
}

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
export function tileAround(mu: GroupVector, step: number): GroupVector[] {
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
