// Figure 6: the synthetic problem and its solution in closed form. (a) Who is where, p(x | a), and below it what is
// true of them, P(Y = 1 | x, a), with the one classifier that is minimax fair; (b) relative errors and (c) the worst
// risk by solve; where networks were trained, (d, e) how far they are from it, by the size of the sample.

import * as Plot from '@observablehq/plot';
import { axis, paddedRange } from './axes.js';
import { composeFigure, headingHeight, outerMargin, type Panel, type SizedPlot } from './compose.js';
import { risksBySamples, worstRiskBySamples } from './figure-6-samples.js';
import type { Figure6Data } from './figure-data.js';
import { relativeErrorPanel, worstRiskPanel } from './lines-by-iteration.js';
import type { ChartDocument, ChartElement } from './svg-element.js';
import { bandOpacity, gridOpacity, groupColour, ink, lineWidth } from './theme.js';

const PANEL = { width: 470, height: 230 };
const GAP = 28;
const MARGINS = { marginTop: 26, marginRight: 14, marginBottom: 38, marginLeft: 46 };
/** Where groups agree their lines lie on one another: each is drawn thinner than the one below it. */
const NESTED_WIDTH = 2;

export function drawFigure6<E extends ChartElement>(data: Figure6Data, document: ChartDocument<E>): E {
  const right = outerMargin + PANEL.width + GAP;
  const rowHeight = headingHeight + PANEL.height + GAP / 2;
  const [first, second, third] = [0, 1, 2].map((row) => outerMargin + row * rowHeight) as [
    number,
    number,
    number,
  ];
  const { study } = data;
  const bottom = study === undefined ? second : third;
  return composeFigure(document, {
    name: 'figure-6',
    title: 'A synthetic problem, its minimax fair classifier, and the search for it',
    width: 2 * outerMargin + 2 * PANEL.width + GAP,
    height: bottom + headingHeight + PANEL.height + outerMargin,
    panels: [
      densities(data),
      responses(data, second),
      relativeErrorPanel(data, { ...PANEL, letter: 'b', x: right, y: first }),
      worstRiskPanel(data, { ...PANEL, letter: 'c', x: right, y: second }),
      ...(study === undefined
        ? []
        : [
            worstRiskBySamples(study, { ...PANEL, letter: 'd', x: outerMargin, y: third }),
            risksBySamples(study, { ...PANEL, letter: 'e', x: right, y: third }),
          ]),
    ],
  });
}

const legend = (data: Figure6Data) =>
  data.groups.map((label, group) => ({ label, colour: groupColour(group) }));

function xPlot(data: Figure6Data, yLabel: string, top: number, marks: readonly Plot.Markish[]): SizedPlot {
  return {
    ...PANEL,
    ...MARGINS,
    x: axis('observation x', { domain: paddedRange(data.x, 0), labelAnchor: 'center', ticks: 8 }),
    y: axis(yLabel, { domain: [0, top], ticks: 5 }),
    marks: [Plot.gridY({ ticks: 5, strokeOpacity: gridOpacity }), ...marks],
  };
}

function densities(data: Figure6Data): Panel {
  const x = [...data.x];
  const highest = Math.max(...data.densities.flat());
  return {
    x: outerMargin,
    y: outerMargin,
    heading: { letter: 'a', title: 'Who is where: p(x | group)', note: legend(data) },
    plot: xPlot(data, 'density', highest * 1.05, [
      ...data.densities.map((density, group) =>
        Plot.areaY(density, { x, y: density, fill: groupColour(group).fill, fillOpacity: bandOpacity }),
      ),
      ...data.densities.map((density, group) =>
        Plot.line(density, {
          x,
          y: density,
          stroke: groupColour(group).fill,
          strokeWidth: lineWidth,
          className: 'ff-density',
        }),
      ),
    ]),
  };
}

function responses(data: Figure6Data, y: number): Panel {
  const x = [...data.x];
  const count = data.groups.length;
  return {
    x: outerMargin,
    y,
    heading: {
      title: 'What is true, and what is predicted: P(Y = 1 | x)',
      note: [...legend(data), { label: 'h* (minimax fair)', colour: ink }],
    },
    plot: xPlot(data, 'probability that Y = 1', 1, [
      ...data.responses.map((response, group) =>
        Plot.line(response, {
          x,
          y: response,
          stroke: groupColour(group).fill,
          strokeWidth: lineWidth + NESTED_WIDTH * (count - 1 - group),
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
    ]),
  };
}
