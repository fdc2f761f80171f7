// A problem with one input, drawn: who is where, p(x | a), and what is true of them, P(Y = 1 | x, a), with
// the one classifier that is minimax fair. Panel (a) of Figure 6, and all of Figure 7.

import * as Plot from '@observablehq/plot';
import { axis, paddedRange } from '../marks/axes.js';
import type { LegendItem, SizedPlot } from '../marks/compose.js';
import { bandOpacity, gridOpacity, groupColour, ink, lineWidth } from '../marks/theme.js';
import type { Distributions } from './data.js';

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

const MARGINS = { marginTop: 26, marginRight: 14, marginBottom: 38, marginLeft: 46 };
/** Where groups agree their lines lie on one another: each is drawn thinner than the one below it. */
const NESTED_WIDTH = 2;

/** A legend of the groups. */
export const groupLegend = (groups: readonly string[]): LegendItem[] =>
  groups.map((label, group) => ({ label, colour: groupColour(group) }));

/** A legend of the groups’ responses and the minimax classifier. */
export const responseLegend = (groups: readonly string[]): LegendItem[] => [
  ...groupLegend(groups),
  { label: 'h* (minimax fair)', colour: ink },
];

/** A plot of p(x | a), one line for each group. */
export function densityPlot(data: Distributions, size: PlotSize): SizedPlot {
  const x = [...data.x];
  const [first, ...others] = data.densities;
  const alike = others.some((density) => density.every((value, i) => value === first![i]));
  const highest = Math.max(...data.densities.flat());
  return xPlot(data, size, 'density', highest * 1.05, [
    ...data.densities.map((density, group) =>
      Plot.areaY(density, { x, y: density, fill: groupColour(group).fill, fillOpacity: bandOpacity }),
    ),
    ...data.densities.map((density, group) =>
      Plot.line(density, {
        x,
        y: density,
        stroke: groupColour(group).fill,
        strokeWidth: alike ? nestedWidth(data, group) : lineWidth,
        className: 'ff-density',
      }),
    ),
  ]);
}

/** A plot of P(Y = 1 | x, a), one line for each group, and of the minimax classifier. */
export function responsePlot(data: Distributions, size: PlotSize): SizedPlot {
  const x = [...data.x];
  return xPlot(data, size, 'probability that Y = 1', 1, [
    ...data.responses.map((response, group) =>
      Plot.line(response, {
        x,
        y: response,
        stroke: groupColour(group).fill,
        strokeWidth: nestedWidth(data, group),
        strokeLinecap: 'butt',
        strokeLinejoin: 'miter',
        className: 'ff-response',
      }),
    ),
    Plot.line(data.classifier, {
      x,
      y: data.classifier,
      stroke: ink.fill,
      strokeWidth: 1.5,
      className: 'ff-classifier',
    }),
  ]);
}

const nestedWidth = ({ densities }: Distributions, group: number): number =>
  lineWidth + NESTED_WIDTH * (densities.length - 1 - group);

function xPlot(
  data: Distributions,
  size: PlotSize,
  yLabel: string,
  top: number,
  marks: readonly Plot.Markish[],
): SizedPlot {
  return {
    ...size,
    ...MARGINS,
    x: axis('observation x', { domain: paddedRange(data.x, 0), labelAnchor: 'center', ticks: 8 }),
    y: axis(yLabel, { domain: [0, top], ticks: 5 }),
    marks: [Plot.gridY({ ticks: 5, strokeOpacity: gridOpacity }), ...marks],
  };
}
