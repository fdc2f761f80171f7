// The plots of what a model gives to every group, side by side: names, shares and rows to the left of the
// first, then for each metric the marks of its figures around that of all rows, and the figures themselves.
// All have the same lines at the same heights.

import * as Plot from '@observablehq/plot';
import { axis, paddedRange, widen } from '../marks/axes.js';
import { headingIndent, type SizedPlot } from '../marks/compose.js';
import { clampTo, edgeMarks, isWithin, type Range } from '../marks/edge-marks.js';
import { percentTick, ticksThatFit } from '../marks/round-ticks.js';
import { COLUMN_GAP, textColumn, widest } from '../marks/text-column.js';
import { background, gridOpacity, ink, points, quiet } from '../marks/theme.js';
import { decimals, fitGroupNames, fitText, percent } from '../marks/words.js';
import type { MetricByGroup } from './data.js';
import { isWorst, judgedRows, type MetricRow, type MetricRowOrGap, worstValue } from './group-metric-rows.js';

export interface MetricSheet {
  /** All groups. */
  readonly rows: readonly MetricRow[];
  readonly shown: readonly MetricRowOrGap[];
}

interface PlacedRow extends MetricRow {
  readonly y: number;
}

/** Above the first line: the metric's name, which direction is better, and the heads of the columns. */
const MARGIN_TOP = 44;
const NAME_ABOVE = -33;
const BETTER_ABOVE = -18;
const MARGIN_BOTTOM = 26;
const FEW = 12;
const WIDEST_NAME = 210;
/** Room for how many groups are left out. */
const NARROWEST_LEFT = 150;
/** Between the figures of a metric and the marks of the next. */
const METRIC_GAP = 26;
const LINE_RIGHT = 2;
/** The narrowest axes: for shares in all, for numbers as a share of the highest. */
const NARROWEST_SHARES = 0.04;
const NARROWEST_RANGE = 0.02;
const NO_VALUE = '–';

export const metricLooks = {
  judged: { r: 4.5, fill: points.naive.fill, stroke: background },
  worst: { r: 5.5, symbol: 'diamond', fill: points.utopia.fill, stroke: background },
  tooSmall: { r: 4, fill: background, stroke: quiet.fill, strokeWidth: 1.5 },
  interval: { strokeWidth: 2 },
  overall: { stroke: ink.fill, strokeWidth: 1 },
} as const;

const betterWords = {
  higher: 'higher is better',
  lower: 'lower is better',
  neither: 'neither is better',
} as const;

const rowHeight = (lines: number): number => (lines <= FEW ? 26 : 22);

/** With a line for all rows. */
export const metricsHeight = ({ shown }: MetricSheet): number =>
  MARGIN_TOP + (shown.length + 1) * rowHeight(shown.length) + MARGIN_BOTTOM;

/**
 * As many decimals for all figures of a metric; shares in percent. A group that is far off does not take
 * decimals from the others.
 */
export function metricWords({ unit, overall, byGroup }: MetricByGroup): (value: number) => string {
  if (unit === 'share') return (value) => (Number.isFinite(value) ? `${(100 * value).toFixed(1)}%` : '∞');
  const hasOverall = overall !== null && overall !== 0 && Number.isFinite(overall);
  const inWords = decimals(hasOverall ? [overall] : byGroup.map((entry) => entry?.value ?? 0));
  return (value) => inWords(value).replace('-', '−');
}

/**
 * Side by side, as wide together as `width` or as they must be at least.
 * @param least of the room for marks
 */
export function metricPlots(
  sheet: MetricSheet,
  metrics: readonly MetricByGroup[],
  width: number,
  least: number,
): SizedPlot[] {
  const columns = nameColumns(sheet);
  const valueWidths = metrics.map((metric, m) => Math.ceil(COLUMN_GAP + widest(textsOf(sheet, metric, m))));
  const margins = valueWidths.map(
    (own, m) => own + (m === 0 ? columns.width : METRIC_GAP) + (m === metrics.length - 1 ? LINE_RIGHT : 0),
  );
  const room = width - margins.reduce((sum, own) => sum + own, 0);
  const frame = Math.max(least, Math.floor(room / metrics.length));
  return metrics.map((metric, m) => {
    const marginRight = valueWidths[m]! + (m === metrics.length - 1 ? LINE_RIGHT : 0);
    const options = metricPlot(sheet, metric, m, {
      valuesEnd: valueWidths[m]!,
      headWidth: frame + valueWidths[m]!,
    });
    return {
      ...options,
      width: frame + margins[m]!,
      height: metricsHeight(sheet),
      marginTop: MARGIN_TOP,
      marginBottom: MARGIN_BOTTOM,
      marginLeft: m === 0 ? columns.width : METRIC_GAP,
      marginRight,
      y: { axis: null, domain: [sheet.shown.length + 1, 0] },
      marks: [...options.marks, ...(m === 0 ? columns.marks(options.low) : [])],
    };
  });
}

/** From 1: line 0 is of all rows. */
const placedRows = ({ shown }: MetricSheet): PlacedRow[] =>
  shown.flatMap((row, i) => (typeof row === 'number' ? [] : [{ ...row, y: i + 1.5 }]));

const textsOf = (sheet: MetricSheet, metric: MetricByGroup, m: number): string[] => {
  const inWords = metricWords(metric);
  const values = [metric.overall, ...placedRows(sheet).map(({ byMetric }) => byMetric[m]?.value ?? null)];
  return values.map((value) => (value === null ? NO_VALUE : inWords(value)));
};

function nameColumns(sheet: MetricSheet) {
  const placed = placedRows(sheet);
  const lines = [{ y: 0.5 }, ...placed];
  const total = (read: (row: MetricRow) => number): number =>
    sheet.rows.reduce((sum, row) => sum + read(row), 0);
  const fitted = fitGroupNames(
    placed.map(({ name }) => name),
    WIDEST_NAME,
  );
  const names = ['all rows', ...fitted];
  const shares = [total(({ share }) => share), ...placed.map(({ share }) => share)].map(percent);
  const rows = [total((row) => row.rows), ...placed.map((row) => row.rows)].map((count) =>
    count.toLocaleString('en-US'),
  );
  const rowsEnd = -COLUMN_GAP;
  const shareEnd = rowsEnd - widest(['rows', ...rows]) - COLUMN_GAP;
  const nameEnd = shareEnd - widest(['share', ...shares]) - COLUMN_GAP;
  const gaps = sheet.shown.flatMap((count, i) => (typeof count === 'number' ? [{ count, y: i + 1.5 }] : []));
  return {
    width: Math.ceil(Math.max(NARROWEST_LEFT, headingIndent + widest(names) - nameEnd)),
    marks: (low: number): Plot.Markish[] => [
      ...textColumn(lines, 'group', names, { x: low, dx: nameEnd, fill: ink.ink }),
      ...textColumn(lines, 'share', shares, { x: low, dx: shareEnd, fill: quiet.ink }),
      ...textColumn(lines, 'rows', rows, { x: low, dx: rowsEnd, fill: quiet.ink }),
      Plot.text(gaps, {
        x: () => low,
        y: 'y',
        dx: rowsEnd,
        text: ({ count }: { count: number }) => `… ${count} more left out`,
        textAnchor: 'end',
        fill: quiet.ink,
        fontStyle: 'italic',
        className: 'ff-left-out',
      }),
    ],
  };
}

/**
 * Around the figures and intervals of groups that can be judged: a group of few rows would stretch it for
 * all.
 */
export function metricRange(rows: readonly MetricRow[], { unit, overall }: MetricByGroup, m: number): Range {
  const values = judgedRows(rows).flatMap(({ byMetric }) => {
    const entry = byMetric[m];
    return entry ? [entry.value, entry.low ?? entry.value, entry.high ?? entry.value] : [];
  });
  const all = [...values, ...(overall === null ? [] : [overall])].filter(Number.isFinite);
  if (all.length === 0 || all.every((value) => value === 0 && unit === 'number')) return [0, 1];
  const [low, high] = widen(paddedRange(all, 0.08), NARROWEST_RANGE);
  if (unit === 'number') return [Math.min(...all) >= 0 ? Math.max(0, low) : low, high];
  const missing = Math.max(0, NARROWEST_SHARES - (high - low)) / 2;
  return [Math.max(0, low - missing), Math.min(1, high + missing)];
}

function metricPlot(
  sheet: MetricSheet,
  metric: MetricByGroup,
  m: number,
  { valuesEnd, headWidth }: { readonly valuesEnd: number; readonly headWidth: number },
) {
  const { name, unit, better, overall } = metric;
  const range = metricRange(sheet.rows, metric, m);
  const [low, high] = range;
  const tickWords = unit === 'share' ? percentTick : (tick: number) => String(tick).replace('-', '−');
  const ticks = ticksThatFit(range, headWidth - valuesEnd, tickWords);
  const worst = worstValue(sheet.rows, metric, m);
  const placed = placedRows(sheet);
  const told = placed.flatMap((row) => {
    const entry = row.byMetric[m];
    const kind = row.tooSmall ? 'tooSmall' : isWorst(row, m, worst) ? 'worst' : 'judged';
    return entry ? [{ ...entry, kind, x: entry.value, y: row.y } as const] : [];
  });
  const texts = textsOf(sheet, metric, m);
  const textsAt = (
    rows: readonly { readonly y: number; readonly text: string }[],
    options: Plot.TextOptions,
  ) => Plot.text(rows, { x: () => high, y: 'y', dx: valuesEnd, text: 'text', textAnchor: 'end', ...options });
  const written = placed.map((row, i) => ({ ...row, text: texts[i + 1]! }));
  const intervals = told.flatMap(({ low: from, high: to, kind, y }) =>
    from === undefined || to === undefined || to < low || from > high
      ? []
      : [{ kind, y, x1: clampTo(from, range), x2: clampTo(to, range) }],
  );
  const colourOf = ({ kind }: { readonly kind: 'judged' | 'worst' | 'tooSmall' }): string =>
    kind === 'tooSmall' ? metricLooks.tooSmall.stroke : metricLooks[kind].fill;
  const head = { frameAnchor: 'top-left', textAnchor: 'start', className: 'ff-metric' } as const;
  return {
    low,
    x: axis(null, {
      domain: [low, high],
      ticks,
      tickFormat: tickWords,
    }),
    marks: [
      Plot.gridX(ticks, { strokeOpacity: gridOpacity }),
      Plot.ruleY(placed, { y: 'y', stroke: ink.fill, strokeOpacity: gridOpacity }),
      ...(overall !== null && isWithin(overall, range)
        ? [Plot.ruleX([overall], { ...metricLooks.overall, className: 'ff-overall' })]
        : []),
      Plot.ruleY(intervals, {
        x1: 'x1',
        x2: 'x2',
        y: 'y',
        stroke: colourOf,
        ...metricLooks.interval,
        className: 'ff-interval',
      }),
      ...(['judged', 'tooSmall', 'worst'] as const).flatMap((kind) => {
        const own = told.filter((row) => row.kind === kind);
        return [
          Plot.dot(
            own.filter(({ x }) => isWithin(x, range)),
            { x: 'x', y: 'y', ...metricLooks[kind], className: `ff-${kind}` },
          ),
          ...edgeMarks(own, range, { fill: metricLooks[kind].fill, stroke: metricLooks[kind].stroke }),
        ];
      }),
      Plot.text([fitText(name, headWidth)], {
        ...head,
        dy: NAME_ABOVE,
        text: [fitText(name, headWidth)],
        fontWeight: 'bold',
      }),
      Plot.text([betterWords[better]], {
        ...head,
        dy: BETTER_ABOVE,
        text: [betterWords[better]],
        fill: quiet.ink,
      }),
      textsAt([{ y: 0.5, text: texts[0]! }], { fill: ink.ink, className: 'ff-overall-cell' }),
      textsAt(
        written.filter((row) => !isWorst(row, m, worst)),
        { fill: (row: PlacedRow) => (row.tooSmall ? quiet.ink : ink.ink), className: 'ff-figure-cell' },
      ),
      textsAt(
        written.filter((row) => isWorst(row, m, worst)),
        { fill: points.utopia.ink, fontWeight: 'bold', className: 'ff-worst-cell' },
      ),
    ],
  };
}
