// How often the values of a column occur: bars over numbers, or a row for each level. As a thumbnail only the bars.

import { FairfrontError } from '@fairfront/core';
import { count, number3, percent } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, tickSpacing } from '../marks/axes.js';
import type { SizedPlot } from '../marks/compose.js';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import type { RowsFigure } from '../marks/row-grammar.js';
import { rowsBlock } from '../marks/rows.js';
import { figure, plotBlock } from '../marks/sheet.js';
import { background, gridOpacity, ink, points, quiet } from '../marks/theme.js';
import { fitSentence, spoken } from '../marks/words.js';
import type { HistogramData } from './data.js';

const HEIGHT = { whole: 200, small: 60 } as const;
const MOST_LEVELS = 12;
/** Bars of a thumbnail. */
const MOST_SMALL = 40;
const HALF_BAR = 7;
/** Between the last bin and the bar of missing values, in bins. */
const MISSING_GAP = 1;
const MISSING = 'missing';

interface Bar {
  readonly name: string;
  readonly rows: number;
  readonly isMissing: boolean;
}

type Bins = Extract<HistogramData['values'], { readonly counts: readonly number[] }>;

const isBins = (values: HistogramData['values']): values is Bins => 'counts' in values;

/** How often the values of a column occur. */
export const histogram = figure<HistogramData>({
  name: 'histogram',
  check,
  describe,
  tabulate,
  layOut(data, width) {
    if (data.small) return plotBlock(smallPlot(barsOf(data), width));
    return isBins(data.values)
      ? plotBlock(binsPlot(data, data.values, width))
      : rowsBlock(levelRows(data), width);
  },
});

/** Draws how often the values of a column occur. */
export const drawHistogram = histogram.draw;

function barsOf({ values, missing }: HistogramData): Bar[] {
  const bars = isBins(values)
    ? values.counts.map((rows, i) => ({ name: binName(values, i), rows, isMissing: false }))
    : [...values]
        .sort((one, other) => other.rows - one.rows)
        .map(({ level, rows }) => ({ name: level, rows, isMissing: false }));
  return [...bars, ...(missing > 0 ? [{ name: MISSING, rows: missing, isMissing: true }] : [])];
}

function binName({ from, to, counts }: Bins, i: number): string {
  const width = (to - from) / counts.length;
  return `${number3(from + i * width)} to ${number3(from + (i + 1) * width)}`;
}

const fillOf = ({ isMissing }: Pick<Bar, 'isMissing'>): string =>
  isMissing ? quiet.fill : points.naive.fill;

function smallPlot(all: readonly Bar[], width: number): SizedPlot {
  const bars = all.slice(0, MOST_SMALL);
  return {
    width,
    height: HEIGHT.small,
    margin: 1,
    x: { axis: null, domain: [0, bars.length] },
    y: { axis: null, domain: [0, Math.max(1, ...bars.map(({ rows }) => rows))] },
    marks: [
      Plot.rect(bars, {
        x1: (_: Bar, i: number) => i,
        x2: (_: Bar, i: number) => i + 1,
        y1: () => 0,
        y2: 'rows',
        fill: fillOf,
        stroke: background,
        strokeWidth: 0.5,
        className: 'ff-bin',
      }),
      Plot.ruleY([0], { stroke: quiet.fill }),
    ],
  };
}

function binsPlot({ missing }: HistogramData, bins: Bins, width: number): SizedPlot {
  const { from, to, counts } = bins;
  const step = (to - from) / counts.length || 1;
  const start = to + MISSING_GAP * step;
  const bars = [
    ...counts.map((rows, i) => ({ x1: from + i * step, x2: from + (i + 1) * step, rows, isMissing: false })),
    ...(missing > 0 ? [{ x1: start, x2: start + step, rows: missing, isMissing: true }] : []),
  ];
  const end = missing > 0 ? start + step : to;
  const frame = (width - 62) * ((to - from) / (end - from) || 1);
  const spacing = tickSpacing([from, to], 'number', frame);
  return {
    width,
    height: HEIGHT.whole,
    marginTop: 10,
    marginBottom: 26,
    marginLeft: 46,
    marginRight: 16,
    x: axis(null, {
      domain: [from, end > from ? end : from + 1],
      tickSpacing: spacing,
      ...(Math.max(Math.abs(from), Math.abs(to)) >= 1e5 ? { tickFormat: '~s' } : { tickFormat: '~f' }),
    }),
    y: axis(null, { domain: [0, Math.max(1, ...bars.map(({ rows }) => rows))], tickFormat: '~s' }),
    marks: [
      Plot.gridY({ strokeOpacity: gridOpacity }),
      Plot.rect(bars, {
        x1: 'x1',
        x2: 'x2',
        y1: () => 0,
        y2: 'rows',
        fill: fillOf,
        stroke: background,
        strokeWidth: 0.5,
        className: 'ff-bin',
      }),
      Plot.ruleY([0], { stroke: ink.fill }),
    ],
  };
}

function levelRows(data: HistogramData): RowsFigure<Bar> {
  const bars = barsOf(data);
  const total = bars.reduce((sum, { rows }) => sum + rows, 0);
  const levels = bars.filter(({ isMissing }) => !isMissing);
  const shown = levels.slice(0, MOST_LEVELS);
  const leftOut = levels.length - shown.length;
  return {
    rows: [...shown, ...(leftOut > 0 ? [leftOut] : []), ...bars.filter(({ isMissing }) => isMissing)],
    leftOut: (rows) => `… ${count(rows, 'rarer level')}, left out here`,
    name: { head: 'level', text: ({ name }) => name },
    axes: [
      {
        label: 'rows',
        domain: [0, Math.max(1, ...bars.map(({ rows }) => rows))],
        unit: 'number',
        layers: [
          {
            kind: 'bar',
            at: ({ rows }) => [0, rows],
            look: {},
            fill: fillOf,
            half: HALF_BAR,
            className: 'ff-bin',
          },
        ],
        figures: [
          { head: 'rows', text: ({ rows }) => rows.toLocaleString('en-US') },
          {
            head: 'share',
            text: ({ rows }) => (total > 0 ? percent(rows / total) : '–'),
            ink: () => quiet.ink,
            isOptional: true,
          },
        ],
      },
    ],
  };
}

function describe(data: HistogramData): FigureWords {
  const bars = barsOf(data).filter(({ isMissing }) => !isMissing);
  const total = bars.reduce((sum, { rows }) => sum + rows, 0) + data.missing;
  const most = bars.reduce((one, other) => (other.rows > one.rows ? other : one));
  const missing = data.missing > 0 ? `; ${count(data.missing, 'row')} without a value` : '';
  const what = isBins(data.values)
    ? `numbers from ${number3(data.values.from)} to ${number3(data.values.to)}`
    : count(bars.length, 'level');
  return {
    title: fitSentence([data.column] as const, ([name]) => `${name}: ${what}${missing}`),
    note: isBins(data.values)
      ? `rows by value${data.missing > 0 ? '; grey: missing' : ''}`
      : 'rows by level, the most frequent first',
    alternative: `How often the values of ${spoken(data.column)} occur in ${count(total, 'row')}: ${what}. Most frequent is ${spoken(most.name)} with ${count(most.rows, 'row')}${missing}.`,
  };
}

function tabulate(data: HistogramData): FigureTable {
  const { values, missing } = data;
  if (!isBins(values)) {
    return { columns: ['level', 'rows'], rows: barsOf(data).map(({ name, rows }) => [name, rows]) };
  }
  const step = (values.to - values.from) / values.counts.length;
  return {
    columns: ['from', 'to', 'rows'],
    rows: [
      ...values.counts.map((rows, i) => [values.from + i * step, values.from + (i + 1) * step, rows]),
      ...(missing > 0 ? [[null, null, missing]] : []),
    ],
  };
}

function check({ column, values, missing }: HistogramData): void {
  const counts = isBins(values) ? values.counts : values.map(({ rows }) => rows);
  const wrong = [...counts, missing].find((count) => !(count >= 0 && Number.isFinite(count)));
  if (counts.length === 0 || wrong !== undefined) {
    throw new FairfrontError(
      'bad-groups',
      `column "${column}" needs bins or levels, each with a count; got ${counts.length === 0 ? 'none' : wrong}`,
    );
  }
  if (isBins(values) && !(Number.isFinite(values.from) && values.to >= values.from)) {
    throw new FairfrontError(
      'bad-groups',
      `column "${column}": bins must go up from a finite number; got ${values.from} to ${values.to}`,
    );
  }
}
