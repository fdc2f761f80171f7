// Figure 6: the synthetic problem and its solution in closed form. (a) Who is where, p(x | a), and below it
// what is true of them, P(Y = 1 | x, a), with the one classifier that is minimax fair; (b) relative errors
// and (c) the worst risk by solve; where networks were trained, (d, e) how far they are from it, by the size
// of the sample.

import { count, percent } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, labelEveryTick, logAxis, logTicks } from '../marks/axes.js';
import { composeFigure, headingHeight, outerMargin, type Panel, type SizedPlot } from '../marks/compose.js';
import { type DataPoint, dotsAt, lineThrough } from '../marks/data-point.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { background, errors, gridOpacity, lineWidth } from '../marks/theme.js';
import { networkName } from '../marks/words.js';
import type { Figure6Data, SampleRow, SampleRun, SampleStudy } from './data.js';
import { densityPlot, groupLegend, responseLegend, responsePlot } from './distribution-plots.js';
import { type PanelPlace, relativeErrorPanel, worstRiskPanel } from './lines-by-iteration.js';

const PANEL = { width: 470, height: 230 };
const GAP = 28;

/** Draws figure 6: the three-group problem, convergence, and networks by size of sample. */
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

type ErrorName = 'worstRiskError' | 'riskError';

/** The worst risk against the best that is possible [MMPF Fig. 6d]. */
const worstRiskBySamples = (study: SampleStudy, place: PanelPlace): Panel =>
  panel(study, place, 'worstRiskError', 'Networks on samples: the worst-off group’s risk');

/** The risks of all groups against those of the optimum [MMPF Fig. 6e]. */
const risksBySamples = (study: SampleStudy, place: PanelPlace): Panel =>
  panel(study, place, 'riskError', 'Networks on samples: the risks of all groups');

function panel(
  study: SampleStudy,
  { x, y, width, height, letter }: PanelPlace,
  error: ErrorName,
  title: string,
): Panel {
  const note = `${networkName(study.hidden)}; ${runWords(study)}`;
  return {
    x,
    y,
    heading: { letter, title, note },
    plot: errorPlot(study.rows, error, { width, height }),
  };
}

function runWords({ rows }: SampleStudy): string {
  const counts = rows.map(({ runs }) => runs.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most === 1) return 'one run of each size';
  const runs = least === most ? count(most, 'run') : `${least} to ${count(most, 'run')}`;
  return `a dot for each of ${runs}, line through the means`;
}

/** Beyond the first and the last size, as a factor. */
const BESIDE = 1.3;
/** On the right, for the last mean. */
const LABEL_ROOM = 36;
/** Up to so many sizes each has its tick. */
const MOST_TICKS = 6;

function errorPlot(
  rows: readonly SampleRow[],
  error: ErrorName,
  size: { readonly width: number; readonly height: number },
): SizedPlot {
  const of = (row: SampleRow): number[] => row.runs.map((run: SampleRun) => run[error]);
  const sizes = rows.map(({ samples }) => samples);
  const [first, last] = [sizes[0]! / BESIDE, sizes.at(-1)! * BESIDE];
  const y = logAxis('relative error', rows.flatMap(of));
  const dots = rows.flatMap((row) =>
    of(row).map((value): DataPoint => ({ x: row.samples, y: y.place(value) })),
  );
  const means = rows.map((row): DataPoint => ({ x: row.samples, y: y.place(row[error].mean) }));
  return {
    ...size,
    marginTop: 26,
    marginRight: LABEL_ROOM,
    marginBottom: 38,
    marginLeft: 46,
    x: axis(null, { type: 'log', domain: [first, last] }),
    y: y.scale,
    marks: [
      labelEveryTick('y', String(y.scale.label), y.ticks, percent),
      labelEveryTick(
        'x',
        'training samples',
        sizes.length <= MOST_TICKS ? sizes : logTicks(first, last),
        (value) => value.toLocaleString('en-US'),
      ),
      Plot.gridY({ ticks: [...y.ticks], strokeOpacity: gridOpacity }),
      lineThrough(means, { stroke: errors.risks.fill, strokeWidth: lineWidth, className: 'ff-mean' }),
      dotsAt(dots, {
        r: 4,
        fill: errors.risks.fill,
        fillOpacity: 0.55,
        stroke: background,
        strokeWidth: 1,
        className: 'ff-run',
      }),
      Plot.text(rows, {
        x: 'samples',
        y: (row: SampleRow) => y.place(row[error].mean),
        text: (row: SampleRow) => percent(row[error].mean),
        dx: 8,
        dy: -9,
        textAnchor: 'start',
        fill: errors.risks.ink,
        fontWeight: 'bold',
        stroke: background,
        strokeWidth: 3,
        className: 'ff-mean-label',
      }),
    ],
  };
}
