// Lines over the solves of a search, each the mean over runs with a band of one standard deviation to either
// side: panels (b), (c), (e), (f) of Figure 2 and (b), (c) of Figure 6.

import { count, number3 } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, logAxis, paddedRange, wholeTicks } from '../marks/axes.js';
import type { Heading, Panel, SizedPlot } from '../marks/compose.js';
import type { FrontSummary } from '../marks/data.js';
import { endLabelMargin, endLabels, type Label } from '../marks/label-marks.js';
import { bandOpacity, type Colour, errors, gridOpacity, ink, lineWidth } from '../marks/theme.js';
import { fitText, lossWords } from '../marks/words.js';
import type { IterationRow, MeanAndDeviation } from './data.js';

export interface IterationLine {
  readonly label: string;
  readonly colour: Colour;
  readonly of: (row: IterationRow) => MeanAndDeviation;
  /** Where the line should arrive, dashed in its colour. */
  readonly target?: number;
}

export interface LinesByIteration {
  readonly width: number;
  readonly height: number;
  readonly rows: readonly IterationRow[];
  readonly lines: readonly IterationLine[];
  readonly yLabel: string;
  /** A dashed line for all, with its label. */
  readonly reference?: { readonly value: number; readonly label: string };
  /** What no value can leave: bands end there. Default [0, ∞). */
  readonly bounds?: readonly [number, number];
  readonly log?: boolean;
}

/** The widest label at the end of a line, in pixels. */
const WIDEST_LABEL = 110;
const DASHES = '5,4';

/** A plot of means by solve, with bands of one standard deviation. */
export function linesByIteration(options: LinesByIteration): SizedPlot {
  const {
    width,
    height,
    rows,
    lines,
    yLabel,
    reference,
    bounds = [0, Number.POSITIVE_INFINITY],
    log,
  } = options;
  const band = (row: IterationRow, { of }: IterationLine) => {
    const { mean, sd } = of(row);
    return { low: Math.max(bounds[0], mean - sd), high: Math.min(bounds[1], mean + sd) };
  };
  const allOf = (read: (row: IterationRow, line: IterationLine) => number): number[] =>
    lines.flatMap((line) => rows.map((row) => read(row, line)));
  const means = allOf((row, line) => line.of(row).mean);
  const highs = allOf((row, line) => band(row, line).high);
  const targets = lines.flatMap(({ target }) => (target === undefined ? [] : [target]));

  // A band that reaches down to 0 would stretch a logarithmic axis without end: there it ends at the axis.
  const logarithmic = log ? logAxis(yLabel, [...means, ...highs]) : undefined;
  const ticks = logarithmic ? [...logarithmic.ticks] : 5;
  const lows = allOf((row, line) => band(row, line).low);
  const linear = paddedRange([...lows, ...highs, ...targets, ...(reference ? [reference.value] : [])], 0.07);
  const place = logarithmic?.place ?? ((value: number) => value);

  const [first, last] = [rows[0]?.iteration ?? 1, rows.at(-1)?.iteration ?? 1];
  const labels: Label[] = lines.map((line) => ({
    x: last,
    y: place(rows.length === 0 ? 0 : line.of(rows.at(-1)!).mean),
    text: fitText(line.label, WIDEST_LABEL),
    ink: line.colour.ink,
  }));
  if (reference)
    labels.push({ x: last, y: reference.value, text: reference.label, ink: ink.ink, bold: true });
  return {
    width,
    height,
    marginTop: 26,
    marginBottom: 38,
    marginLeft: 46,
    marginRight: endLabelMargin(labels.map(({ text }) => text)),
    x: axis('solve', {
      domain: [first, Math.max(last, first + 1)],
      ticks: wholeTicks(first, last),
      tickFormat: 'd',
      labelAnchor: 'center',
    }),
    y: logarithmic?.scale ?? axis(yLabel, { domain: linear, ticks }),
    marks: [
      logarithmic?.mark,
      Plot.gridY({ ticks, strokeOpacity: gridOpacity }),
      ...lines.map((line) =>
        Plot.areaY(rows, {
          x: 'iteration',
          y1: (row: IterationRow) => place(band(row, line).low),
          y2: (row: IterationRow) => place(band(row, line).high),
          fill: line.colour.fill,
          fillOpacity: bandOpacity,
          className: 'ff-band',
        }),
      ),
      ...lines.flatMap(({ target, colour }) =>
        target === undefined ? [] : [dashedRule(target, colour.fill)],
      ),
      reference === undefined ? null : dashedRule(reference.value, ink.fill),
      ...lines.map((line) =>
        Plot.line(rows, {
          x: 'iteration',
          y: (row: IterationRow) => place(line.of(row).mean),
          stroke: line.colour.fill,
          strokeWidth: lineWidth,
          className: 'ff-mean',
        }),
      ),
      endLabels(labels),
    ],
  };
}

const dashedRule = (value: number, stroke: string): Plot.Markish =>
  Plot.ruleY([value], { stroke, strokeWidth: 1.25, strokeDasharray: DASHES, className: 'ff-target' });

/** Says what the bands are. */
export const bandNote = (runs: number): string =>
  runs > 1 ? `mean of ${count(runs, 'run')}, shaded ± 1 standard deviation` : 'one run';

export interface PanelPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The height of the plot, without its heading. */
  readonly height: number;
  readonly letter: string;
}

export interface IterationData extends Pick<FrontSummary, 'loss' | 'minimax'> {
  readonly iterations: readonly IterationRow[];
  readonly runs: number;
}

/** How far risks and weights are from the optimum [MMPF Fig. 2e, 6b]. */
export function relativeErrorPanel(data: IterationData, place: PanelPlace): Panel {
  return panelAt(
    place,
    { title: 'Distance from the optimum', note: bandNote(data.runs) },
    {
      rows: data.iterations,
      yLabel: 'relative error',
      log: true,
      lines: [
        { label: 'risks', colour: errors.risks, of: (row) => row.riskError },
        { label: 'weights μ', colour: errors.mu, of: (row) => row.muError },
      ],
    },
  );
}

/** The worst risk against the best that is possible [MMPF Fig. 2f, 6c]. */
export function worstRiskPanel(data: IterationData, place: PanelPlace): Panel {
  const optimum = Math.max(...data.minimax.risks);
  return panelAt(
    place,
    { title: 'Risk of the worst-off group', note: bandNote(data.runs) },
    {
      rows: data.iterations,
      yLabel: `worst risk (${lossWords[data.loss]})`,
      lines: [{ label: 'worst group', colour: errors.risks, of: (row) => row.worstRisk }],
      reference: { value: optimum, label: `optimum ${number3(optimum)}` },
    },
  );
}

/** A panel of lines by solve, at its place in the figure. */
export function panelAt(
  { x, y, width, height, letter }: PanelPlace,
  heading: Heading,
  lines: Omit<LinesByIteration, 'width' | 'height'>,
): Panel {
  return { x, y, heading: { letter, ...heading }, plot: linesByIteration({ width, height, ...lines }) };
}
