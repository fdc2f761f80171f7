// Figure 8: plug-in against joint estimation by how much the groups differ. Above Case I, below Case II; on
// the left how far the true risks are from the minimax risks, on the right how often the classifier is right.
// Lines through means over runs, bars of one standard deviation to either side.

import { count, percent } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, labelEveryTick, paddedRange } from '../marks/axes.js';
import { composeFigure, headingHeight, outerMargin, type Panel, type SizedPlot } from '../marks/compose.js';
import { type DataPoint, dotsAt, lineThrough } from '../marks/data-point.js';
import { endLabelMargin, endLabels, type Label } from '../marks/label-marks.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { background, gridOpacity, lineWidth, quiet } from '../marks/theme.js';
import { networkName } from '../marks/words.js';
import type { MeanAndDeviation } from './data.js';
import type {
  EstimationCase,
  EstimationPoint,
  EstimationRow,
  EstimationWay,
  Figure8Data,
} from './estimation-data.js';
import { type EstimationStyle, estimationStyle, WAYS } from './estimation-style.js';
import type { PanelPlace } from './lines-by-iteration.js';

const PANEL = { width: 500, height: 290 };
const GAP = 28;

/** Draws figure 8: plug-in against joint estimation. */
export function drawFigure8<E extends ChartElement>(data: Figure8Data, document: ChartDocument<E>): E {
  const right = outerMargin + PANEL.width + GAP;
  const rowHeight = headingHeight + PANEL.height + GAP / 2;
  return composeFigure(document, {
    name: 'figure-8',
    title: 'Plug-in against joint estimation: relative error and accuracy by how much the groups differ',
    width: 2 * outerMargin + 2 * PANEL.width + GAP,
    height: 2 * outerMargin + data.cases.length * rowHeight - GAP / 2,
    panels: data.cases.flatMap((one, row) => {
      const y = outerMargin + row * rowHeight;
      return [
        riskErrorPanel(data, one, { ...PANEL, letter: 'ac'[row]!, x: outerMargin, y }),
        accuracyPanel(data, one, { ...PANEL, letter: 'bd'[row]!, x: right, y }),
      ];
    }),
  });
}

type Measure = 'riskError' | 'accuracy';

const CASE_WORDS = {
  I: {
    title: 'Case I, groups differ in x alone',
    x: 'KL divergence of x between groups, in nats (m₁); square-root scale',
  },
  II: {
    title: 'Case II, groups differ in Y given x',
    x: 'KL divergence of Y given x, in nats (λ); square-root scale',
  },
} as const;

/** How far true risks are from the minimax risks [MMPF Fig. 8a, c]. */
function riskErrorPanel(data: Figure8Data, one: EstimationCase, place: PanelPlace): Panel {
  return panel(data, one, place, 'riskError', 'relative error', 'distance from the minimax risks, relative');
}

/** How often the classifier is right; faint, the minimax classifier itself [MMPF Fig. 8b, d]. */
function accuracyPanel(data: Figure8Data, one: EstimationCase, place: PanelPlace): Panel {
  return panel(data, one, place, 'accuracy', 'accuracy', 'how often right, mean of both groups');
}

function panel(
  data: Figure8Data,
  one: EstimationCase,
  { x, y, letter, width, height }: PanelPlace,
  measure: Measure,
  what: string,
  yLabel: string,
): Panel {
  const { title, x: xLabel } = CASE_WORDS[one.name];
  return {
    x,
    y,
    heading: {
      letter,
      title: `${title}: ${what}`,
      note: `by way and training samples, ${runWords(data)}; ${networkName(data.hidden)}`,
    },
    plot: { width, height, ...estimationPlot(one, measure, sizesOf(data), { xLabel, yLabel }) },
  };
}

function runWords({ cases }: Figure8Data): string {
  const counts = cases.flatMap(({ points }) =>
    points.flatMap(({ rows }) => rows.map(({ runs }) => runs.length)),
  );
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most === 1) return 'one run each';
  return `mean ± sd of ${least === most ? '' : `${least} to `}${count(most, 'run')}`;
}

/** From the largest. */
const sizesOf = ({ cases }: Figure8Data): number[] =>
  [
    ...new Set(
      cases.flatMap(({ points }) => points.flatMap(({ rows }) => rows.map(({ samples }) => samples))),
    ),
  ].sort((left, right) => right - left);

const seriesLabel = (way: EstimationWay, samples: number): string =>
  `${way}, ${samples.toLocaleString('en-US')}`;

interface Series {
  readonly label: string;
  readonly style: EstimationStyle;
  /** To the right, in pixels: bars at one divergence stand side by side. */
  readonly shift: number;
  readonly points: readonly (DataPoint & { readonly low: number; readonly high: number })[];
}

const SHIFT = 4;

function seriesOf({ points }: EstimationCase, measure: Measure, sizes: readonly number[]): Series[] {
  const all = sizes.flatMap((samples, larger) => WAYS.map((way) => ({ samples, larger, way })));
  return all.flatMap(({ samples, larger, way }, i) => {
    const own = points.flatMap(({ divergence, rows }) => {
      const row = rows.find((candidate) => candidate.way === way && candidate.samples === samples);
      return row === undefined ? [] : [{ x: divergence, ...interval(row, measure) }];
    });
    const label = seriesLabel(way, samples);
    const shift = (i - (all.length - 1) / 2) * SHIFT;
    return own.length === 0 ? [] : [{ label, style: estimationStyle(way, larger), shift, points: own }];
  });
}

function interval(row: EstimationRow, measure: Measure): { y: number; low: number; high: number } {
  const { mean, sd }: MeanAndDeviation = row[measure];
  return {
    y: mean,
    low: Math.max(0, mean - sd),
    high: measure === 'accuracy' ? Math.min(1, mean + sd) : mean + sd,
  };
}

function estimationPlot(
  one: EstimationCase,
  measure: Measure,
  sizes: readonly number[],
  { xLabel, yLabel }: { readonly xLabel: string; readonly yLabel: string },
): Omit<SizedPlot, 'width' | 'height'> {
  const series = seriesOf(one, measure, sizes);
  const reference: readonly DataPoint[] =
    measure === 'accuracy'
      ? one.points.map(({ divergence, accuracy }) => ({ x: divergence, y: accuracy }))
      : [];
  const divergences = one.points.map(({ divergence }) => divergence);
  const values = [
    ...series.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high])),
    ...reference.map(({ y }) => y),
  ];
  const labels: Label[] = series.map(({ label, style, points }) => {
    return { ...points.at(-1)!, x: Math.max(...divergences), text: label, ink: style.colour.ink };
  });
  if (reference.length > 0) labels.push({ ...reference.at(-1)!, text: 'h*', ink: quiet.ink });
  return {
    marginTop: 26,
    marginBottom: 54,
    marginLeft: 46,
    marginRight: endLabelMargin(sizes.flatMap((samples) => WAYS.map((way) => seriesLabel(way, samples)))),
    x: axis(null, {
      type: 'sqrt',
      domain: [0, Math.max(...divergences) || 1],
      insetLeft: EDGE,
      insetRight: EDGE,
    }),
    y: axis(yLabel, {
      domain:
        measure === 'riskError' ? [0, 1.06 * Math.max(...values, LEAST_ERROR)] : paddedRange(values, 0.07),
      ticks: 6,
      tickFormat: percent,
    }),
    marks: [
      Plot.gridY({ ticks: 6, strokeOpacity: gridOpacity }),
      labelEveryTick('x', xLabel, divergences, tickWords(one)),
      lineThrough(reference, { stroke: quiet.fill, strokeWidth: 1.25, className: 'ff-target' }),
      ...series.flatMap(seriesMarks),
      endLabels(labels),
    ],
  };
}

/** So far an axis of errors goes at least, also where there are none. */
const LEAST_ERROR = 0.01;

/** Between the axis and the first divergence, so that bars beside it have room; in pixels. */
const EDGE = 12;

function seriesMarks({ style, shift, points }: Series): Plot.Markish[] {
  const { colour, symbol, filled, dashes } = style;
  return [
    lineThrough(points, {
      stroke: colour.fill,
      strokeWidth: lineWidth,
      dx: shift,
      ...(dashes === undefined ? {} : { strokeDasharray: dashes }),
      className: 'ff-mean',
    }),
    Plot.ruleX(points, {
      x: 'x',
      y1: 'low',
      y2: 'high',
      stroke: colour.fill,
      strokeWidth: 1.25,
      dx: shift,
      className: 'ff-deviation',
    }),
    dotsAt(points, {
      symbol,
      r: 4,
      fill: filled ? colour.fill : background,
      stroke: filled ? background : colour.fill,
      strokeWidth: filled ? 1 : 1.75,
      dx: shift,
      className: 'ff-estimate',
    }),
  ];
}

/** The divergence, and below it the parameter it comes from. */
const tickWords =
  ({ name, points }: EstimationCase) =>
  (divergence: number): string => {
    const point: EstimationPoint = points.find((candidate) => candidate.divergence === divergence)!;
    return `${Number(divergence.toFixed(3))}\n(${name === 'I' ? point.m1 : point.lambda})`;
  };
