// Figure 5: how star sets on the simplex are made. (a) Three of them with their boundaries; (b) the curves
// C_i that give the distance of the boundary from the corner by angle [MMPF Sec. A.2].

import { percent } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis } from '../marks/axes.js';
import { composeFigure, headingHeight, outerMargin, type Panel, type SizedPlot } from '../marks/compose.js';
import { type DataPoint, dotsAt, lineThrough } from '../marks/data-point.js';
import { endLabelMargin, endLabels, pointLabels } from '../marks/label-marks.js';
import { embedInPlane, simplexDiagram, simplexHeight } from '../marks/simplex-diagram.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { gridOpacity, groupColour, lineWidth } from '../marks/theme.js';
import { curveName, regionName } from '../marks/words.js';
import type { BoundaryCurve, Figure5Data } from './data.js';

const PANEL_WIDTH = 400;
const GAP = 40;
const HEIGHT = simplexHeight(PANEL_WIDTH, true);
const DEGREES = 180 / Math.PI;

/** Draws figure 5: how a star set is made. */
export function drawFigure5<E extends ChartElement>(data: Figure5Data, document: ChartDocument<E>): E {
  return composeFigure(document, {
    name: 'figure-5',
    title: 'Star-shaped sets on the simplex and the curves that bound them',
    width: 2 * outerMargin + 2 * PANEL_WIDTH + GAP,
    height: 2 * outerMargin + headingHeight + HEIGHT,
    panels: [starSets(data), { ...curves(data), x: outerMargin + PANEL_WIDTH + GAP }],
  });
}

/** Where the name of a region stands, on the way from its corner to the centre. */
const NAME_AT = 0.2;
const namePlace = (group: number): DataPoint =>
  embedInPlane([0, 1, 2].map((i) => (i === group ? 1 - NAME_AT : 0) + NAME_AT / 3));

function starSets({ regions, area }: Figure5Data): Panel {
  const boundaries = regions.map(({ group, boundary }) => ({
    group,
    line: boundary.slice(1).map(embedInPlane),
  }));
  const label = (group: number, text: string) => ({ text, ink: groupColour(group).ink, bold: true });
  const labels = [
    ...regions.map(({ group }) => ({ ...namePlace(group), ...label(group, regionName(group)) })),
    ...boundaries.map(({ group, line }) => {
      return { ...line[Math.floor(line.length / 2)]!, ...label(group, curveName(group)), radius: 3 };
    }),
  ];
  return {
    x: outerMargin,
    y: outerMargin,
    heading: {
      letter: 'a',
      title: 'Three star sets, each seen whole from its corner',
      note: `they share ${percent(area)} of the simplex`,
    },
    plot: simplexDiagram({
      width: PANEL_WIDTH,
      regions,
      corners: ['first group', 'second group', 'third group'],
      more: [
        ...boundaries.map(({ group, line }) =>
          lineThrough(line, {
            stroke: groupColour(group).fill,
            strokeWidth: lineWidth + 0.5,
            className: 'ff-boundary',
          }),
        ),
        pointLabels(
          labels,
          boundaries.map(({ line }) => line),
        ),
      ],
    }),
  };
}

function curves({ curves }: Figure5Data): Omit<Panel, 'x'> {
  const lines = curves.map((curve) => ({ group: curve.group, line: inDegrees(curve) }));
  const labels = lines.map(({ group, line }) => ({
    ...line.at(-1)!,
    text: curveName(group),
    ink: groupColour(group).ink,
    bold: true,
  }));
  const radii = curves.flatMap(({ radius }) => radius);
  const plot: SizedPlot = {
    width: PANEL_WIDTH,
    height: HEIGHT,
    marginTop: 26,
    marginBottom: 38,
    marginLeft: 40,
    marginRight: endLabelMargin(labels.map(({ text }) => text)),
    x: axis('angle θ at the corner', {
      domain: [0, 60],
      ticks: [0, 15, 30, 45, 60],
      tickFormat: (degrees: number) => `${degrees}°`,
      labelAnchor: 'center',
    }),
    y: axis('distance from the corner, in sides of the triangle', {
      domain: [0, Math.max(1, ...radii)],
      ticks: 5,
    }),
    marks: [
      Plot.gridY({ ticks: 5, strokeOpacity: gridOpacity }),
      ...lines.map(({ group, line }) =>
        lineThrough(line, {
          stroke: groupColour(group).fill,
          strokeWidth: lineWidth + 0.5,
          className: 'ff-curve',
        }),
      ),
      ...lines.map(({ group, line }) => dotsAt(line, { r: 3, fill: groupColour(group).fill })),
      endLabels(labels),
    ],
  };
  return {
    y: outerMargin,
    heading: {
      letter: 'b',
      title: 'Their boundaries as curves',
      note: 'straight between points drawn at random',
    },
    plot,
  };
}

const inDegrees = ({ theta, radius }: BoundaryCurve) =>
  theta.map((angle, i) => ({ x: angle * DEGREES, y: radius[i]! }));
