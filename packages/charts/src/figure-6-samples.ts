// Figure 6 d and e: how far trained networks are from the closed form, by the size of the sample they were trained on. A dot for each run and a
// line through the means, on logarithmic axes.

import * as Plot from '@observablehq/plot';
import { axis, labelEveryTick, logAxis, logTicks } from './axes.js';
import type { Panel, SizedPlot } from './compose.js';
import { type DataPoint, dotsAt, lineThrough } from './data-point.js';
import type { SampleRow, SampleRun, SampleStudy } from './figure-data.js';
import type { PanelPlace } from './lines-by-iteration.js';
import { background, errors, gridOpacity, lineWidth } from './theme.js';
import { networkName, percent, plural } from './words.js';

type ErrorName = 'worstRiskError' | 'riskError';

/** The worst risk against the best that is possible [MMPF Fig. 6d]. */
export const worstRiskBySamples = (study: SampleStudy, place: PanelPlace): Panel =>
  panel(study, place, 'worstRiskError', 'Networks on samples: the worst-off group’s risk');

/** The risks of all groups against those of the optimum [MMPF Fig. 6e]. */
export const risksBySamples = (study: SampleStudy, place: PanelPlace): Panel =>
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
  const runs = least === most ? plural(most, 'run') : `${least} to ${plural(most, 'run')}`;
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
