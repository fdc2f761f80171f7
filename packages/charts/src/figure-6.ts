// Figure 6: the synthetic problem and its solution in closed form. (a) Who is where, p(x | a), and below it what is
// true of them, P(Y = 1 | x, a), with the one classifier that is minimax fair; (b) relative errors and (c) the worst
// risk by solve; where networks were trained, (d, e) how far they are from it, by the size of the sample.

import { composeFigure, headingHeight, outerMargin, type Panel } from './compose.js';
import { densityPlot, groupLegend, responseLegend, responsePlot } from './distribution-plots.js';
import { risksBySamples, worstRiskBySamples } from './figure-6-samples.js';
import type { Figure6Data } from './figure-data.js';
import { relativeErrorPanel, worstRiskPanel } from './lines-by-iteration.js';
import type { ChartDocument, ChartElement } from './svg-element.js';

const PANEL = { width: 470, height: 230 };
const GAP = 28;

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

function densities(data: Figure6Data): Panel {
  return {
    x: outerMargin,
    y: outerMargin,
    heading: { letter: 'a', title: 'Who is where: p(x | group)', note: groupLegend(data.groups) },
    plot: densityPlot(data, PANEL),
  };
}

function responses(data: Figure6Data, y: number): Panel {
  return {
    x: outerMargin,
    y,
    heading: {
      title: 'What is true, and what is predicted: P(Y = 1 | x)',
      note: responseLegend(data.groups),
    },
    plot: responsePlot(data, PANEL),
  };
}
