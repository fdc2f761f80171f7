// The Pareto front of three groups by weights: each cell of the triangle is a model, the darker the higher the risk of its worst-off group.

import * as Plot from '@observablehq/plot';
import type { Panel, SizedPlot } from './compose.js';
import { lineThrough } from './data-point.js';
import type { ParetoFrontData } from './figure-data.js';
import { type Label, pointLabels } from './label-marks.js';
import { modelDot, modelStyles, reachOf } from './model-style.js';
import { cellAround, gridStep, hasHoles } from './simplex-cells.js';
import {
  cornerLabels,
  embedInPlane,
  simplexDiagram,
  simplexHeight,
  simplexSides,
} from './simplex-diagram.js';
import { mixColours, quiet } from './theme.js';
import { tellApart, textWidth } from './words.js';

const SCALE_HEIGHT = 44;
/** The middle of the line of shades, in pixels from above. */
const TOP = 14;
const SCALE_WIDTH = 120;
const SHADES = 24;
const [PALE, DARK] = ['#FDF3E1', '#9A3D00'];

export const triangleHeight = (width: number): number => simplexHeight(width, true) + SCALE_HEIGHT;

/** Where the shades end. Risks near the corners may be many times those that matter: from here on all are as dark. */
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
  { groups, points, marks }: ParetoFrontData,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): Panel[] {
  const worstRisks = points.map(({ risks }) => Math.max(...risks));
  const range = shadeRange(worstRisks);
  const shadeOf = (risk: number): string =>
    mixColours(
      PALE,
      DARK,
      range.high > range.low ? Math.min(1, (risk - range.low) / (range.high - range.low)) : 0,
    );
  const step = gridStep(points.map(({ mu }) => mu));
  const corners = points.flatMap(({ mu }, cell) =>
    cellAround(mu, step).map((corner) => ({
      ...embedInPlane(corner),
      cell,
      fill: shadeOf(worstRisks[cell]!),
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
        z: 'cell',
        fill: 'fill',
        // As wide as the seam between two cells would be.
        stroke: 'fill',
        strokeWidth: 0.75,
        curve: 'linear-closed',
        className: 'ff-cell',
      }),
      lineThrough(simplexSides, { stroke: quiet.fill, strokeWidth: 1, className: 'ff-simplex' }),
      ...landmarks.map((mark) => modelDot(mark, 1.25)),
      pointLabels(labels, [simplexSides], {
        dots: [],
        radius: 0,
        texts: cornerLabels(groups, width, true),
      }),
    ],
  });
  return [
    { x, y, plot },
    {
      x,
      y: y + plot.height,
      plot: shadeScale({ range, shadeOf, width, holes: hasHoles(points.length, step) }),
    },
  ];
}

interface ShadeScale {
  readonly range: ShadeRange;
  readonly shadeOf: (risk: number) => string;
  readonly width: number;
  /** Whether cells are left white. */
  readonly holes: boolean;
}

function shadeScale({ range, shadeOf, width, holes }: ShadeScale): SizedPlot {
  const { low, high, isCut } = range;
  const [lowText, highText] = tellApart([low, high]) as [string, string];
  const left = `risk of the worst-off group: ${lowText}`;
  const right = isCut ? `${highText} or more` : highText;
  const start = (width - SCALE_WIDTH - 16 - textWidth(left) - textWidth(right)) / 2 + textWidth(left) + 8;
  const shades = Array.from({ length: SHADES }, (_, i) => ({
    from: start + (SCALE_WIDTH * i) / SHADES,
    to: start + (SCALE_WIDTH * (i + 1)) / SHADES,
    fill: shadeOf(low + ((high - low) * i) / (SHADES - 1)),
  }));
  const words = (text: string, x: number, textAnchor: 'start' | 'middle' | 'end', y = TOP): Plot.Markish =>
    Plot.text([text], { x: [x], y: [y], text: [text], textAnchor, className: 'ff-shade-label' });
  return {
    width,
    height: SCALE_HEIGHT,
    margin: 0,
    x: { axis: null, domain: [0, width] },
    y: { axis: null, domain: [SCALE_HEIGHT, 0] },
    marks: [
      Plot.rect(shades, {
        x1: 'from',
        x2: 'to',
        y1: TOP - 6,
        y2: TOP + 6,
        fill: 'fill',
        className: 'ff-shade',
      }),
      words(left, start - 8, 'end'),
      words(right, start + SCALE_WIDTH + 8, 'start'),
      holes
        ? words('white: another model is as good or better for every group', width / 2, 'middle', TOP + 18)
        : null,
    ],
  };
}
