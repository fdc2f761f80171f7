// What a model gives to every group, and how sure that is: one line per group, and for each metric an axis with the
// group's figure, its interval and the figure of all rows.

import { capitalised, decimals, percent, percent1, percentTick } from '@fairfront/core/internal';
import { honestRange, paddedRange, startsAt, widen } from '../marks/axes.js';
import type { Range } from '../marks/edge-marks.js';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import {
  beyondEntry,
  dotEntry,
  type LegendEntry,
  legendBlock,
  lineEntry,
  ruleEntry,
  signEntry,
} from '../marks/legends.js';
import type { AxisColumn, Layer, RowsFigure } from '../marks/row-grammar.js';
import { hasBeyond } from '../marks/row-layers.js';
import { rowsBlock } from '../marks/rows.js';
import { below, figure } from '../marks/sheet.js';
import { background, fontSize, ink, points, quiet } from '../marks/theme.js';
import { fitSentence, fitText, spoken } from '../marks/words.js';
import type { GroupMetricsData, MetricByGroup, MetricValue } from './data.js';
import {
  isWorst,
  judgedRows,
  type MetricRow,
  metricRows,
  thinMetricRows,
  worstValue,
} from './group-metric-rows.js';

/** Beyond this many groups only the worst are shown. */
const MOST_ROWS = 24;
const WIDEST_NAME = 210;
/** The narrowest axis of shares. */
const NARROWEST_SHARES = 0.04;
const NO_VALUE = '–';

const looks = {
  judged: { r: 4.5, fill: points.naive.fill, stroke: background },
  worst: { r: 5.5, symbol: 'diamond', fill: points.utopia.fill, stroke: background },
  tooSmall: { r: 4, fill: background, stroke: quiet.fill, strokeWidth: 1.5 },
} as const;
const kinds = ['judged', 'tooSmall', 'worst'] as const;
type Kind = (typeof kinds)[number];

const betterWords = {
  higher: 'higher is better',
  lower: 'lower is better',
  neither: 'neither is better',
} as const;

/** A group, or all rows. */
interface Line extends Omit<MetricRow, 'tooSmall'> {
  /** By metric; of all rows there is none. */
  readonly kinds: readonly (Kind | 'overall')[];
}

/** What a model gives to every group, metric by metric. */
export const groupMetrics = figure<GroupMetricsData>({
  name: 'group-figures',
  check: metricRows,
  describe,
  tabulate,
  layOut(data, width) {
    const sheet = rowsFigure(data);
    return below([legendBlock(legendEntries(data, sheet), width), rowsBlock(sheet, width)], 4);
  },
});

/** Draws what a model gives to every group, metric by metric, with intervals. */
export const drawGroupMetrics = groupMetrics.draw;

function rowsFigure({ metrics, ...data }: GroupMetricsData): RowsFigure<Line> {
  const rows = metricRows({ metrics, ...data });
  const worst = metrics.map((metric, m) => worstValue(rows, metric, m));
  const lineOf = (row: MetricRow): Line => ({
    ...row,
    kinds: metrics.map((_, m) =>
      row.tooSmall ? 'tooSmall' : isWorst(row, m, worst[m]!) ? 'worst' : 'judged',
    ),
  });
  const total = (read: (row: MetricRow) => number): number => rows.reduce((sum, row) => sum + read(row), 0);
  const all: Line = {
    name: 'all rows',
    share: data.all?.share ?? total(({ share }) => share),
    rows: data.all?.rows ?? total((row) => row.rows),
    byMetric: metrics.map(({ overall }) => (overall === null ? null : { value: overall })),
    kinds: metrics.map(() => 'overall'),
  };
  const shown = thinMetricRows(rows, metrics, MOST_ROWS);
  return {
    rows: [all, ...shown.map((row) => (typeof row === 'number' ? row : lineOf(row)))],
    leftOut: (count) => `… ${count} more left out`,
    name: { head: 'group', text: ({ name }) => name, most: WIDEST_NAME },
    details: [
      { head: 'share', text: ({ share }) => percent(share), ink: () => quiet.ink, isOptional: true },
      {
        head: 'rows',
        text: (row) => row.rows.toLocaleString('en-US'),
        ink: () => quiet.ink,
        isOptional: true,
      },
    ],
    axes: metrics.map((metric, m) => metricAxis(rows, metric, m)),
  };
}

function metricAxis(rows: readonly MetricRow[], metric: MetricByGroup, m: number): AxisColumn<Line> {
  const { name, unit, better, overall } = metric;
  const domain = metricRange(rows, metric, m);
  const inWords = metricWords(metric);
  const textOf = ({ byMetric }: Line): string => (byMetric[m] ? inWords(byMetric[m].value) : NO_VALUE);
  const colourOf = ({ kinds }: Line): string =>
    kinds[m] === 'tooSmall'
      ? looks.tooSmall.stroke
      : kinds[m] === 'worst'
        ? looks.worst.fill
        : looks.judged.fill;
  return {
    head: name,
    note: startsAt(betterWords[better], domain, unit),
    domain,
    unit,
    ...(overall !== null && Number.isFinite(overall)
      ? { references: [{ at: overall, colour: ink.fill, className: 'ff-overall' }] }
      : {}),
    layers: [
      {
        kind: 'interval',
        at: ({ byMetric }) => {
          const { low, high } = byMetric[m] ?? {};
          return low === undefined || high === undefined ? undefined : { low, high };
        },
        colour: colourOf,
        strokeWidth: 2,
        className: 'ff-interval',
      },
      ...kinds.map(
        (kind): Layer<Line> => ({
          kind: 'dot',
          at: (row) => (row.kinds[m] === kind ? row.byMetric[m]?.value : undefined),
          look: looks[kind],
          className: `ff-${kind}`,
        }),
      ),
    ],
    figures: [
      {
        head: '',
        text: textOf,
        ink: ({ kinds }) =>
          kinds[m] === 'worst' ? points.utopia.ink : kinds[m] === 'tooSmall' ? quiet.ink : ink.ink,
        isBold: ({ kinds }) => kinds[m] === 'worst',
        className: 'ff-figure-cell',
      },
    ],
  };
}

/** Around the figures and intervals of groups that can be judged: a group of few rows would stretch it for all. */
function metricRange(rows: readonly MetricRow[], { unit, overall }: MetricByGroup, m: number): Range {
  const values = judgedRows(rows).flatMap(({ byMetric }) => {
    const entry = byMetric[m];
    return entry ? [entry.value, entry.low ?? entry.value, entry.high ?? entry.value] : [];
  });
  const all = [...values, ...(overall === null ? [] : [overall])].filter(Number.isFinite);
  if (all.length === 0) return [0, 1];
  if (Math.min(...all) < 0) return widen(paddedRange(all, 0.08), 0.02);
  const [low, high] = honestRange(all, 0.08);
  return unit === 'number' ? [low, high] : [Math.min(low, 1 - NARROWEST_SHARES), Math.min(1, high)];
}

/**
 * As many decimals for all figures of a metric; shares in percent. A group that is far off does not take decimals from
 * the others.
 */
function metricWords({ unit, overall, byGroup }: MetricByGroup): (value: number) => string {
  if (unit === 'share') return percent1;
  const hasOverall = overall !== null && overall !== 0 && Number.isFinite(overall);
  const inWords = decimals(hasOverall ? [overall] : byGroup.map((entry) => entry?.value ?? 0));
  return (value) => inWords(value).replace('-', '−');
}

/** The legend's entries, for what is drawn and nothing else. */
function legendEntries({ level, metrics }: GroupMetricsData, sheet: RowsFigure<Line>): LegendEntry[] {
  const drawn = sheet.rows.filter((row) => typeof row !== 'number');
  const has = (kind: Kind): boolean => drawn.some((row) => row.kinds.includes(kind));
  const words = { judged: 'a group', worst: 'the worst of the groups', tooSmall: 'too few rows to judge' };
  return [
    ...(['judged', 'worst', 'tooSmall'] as const).flatMap((kind) =>
      has(kind) ? [dotEntry(words[kind], looks[kind])] : [],
    ),
    ...(drawn.some(({ byMetric }) => byMetric.some((entry) => entry?.low !== undefined))
      ? [lineEntry(level === null ? 'interval' : `${percentTick(level)} interval`, looks.judged.fill, 2)]
      : []),
    ...(metrics.some(({ overall }) => overall !== null) ? [ruleEntry('all rows', ink.fill)] : []),
    ...(hasBeyond(sheet) ? [beyondEntry(quiet.fill)] : []),
    ...(drawn.some(({ byMetric }) => byMetric.includes(null)) ? [signEntry('cannot be told', NO_VALUE)] : []),
  ];
}

function describe(data: GroupMetricsData): FigureWords {
  const rows = metricRows(data);
  const metric = data.metrics[0]!;
  const few = rows.filter(({ tooSmall }) => tooSmall).length;
  const order = `one line per group, the ${firstWord(metric)} ${metric.name} at the top`;
  const small = few > 0 && few < rows.length ? ', those with too few rows at the bottom' : '';
  const spans = data.metrics.flatMap((own, m) => {
    const told = judgedRows(rows).flatMap(({ name, byMetric }) =>
      byMetric[m] ? [{ name, ...byMetric[m] }] : [],
    );
    if (told.length === 0) return [];
    const [least, most] = [Math.min, Math.max].map((end) => end(...told.map(({ value }) => value)));
    const inWords = metricWords(own);
    const who = (value: number): string => spoken(told.find((one) => one.value === value)!.name);
    const overall = own.overall === null ? '' : `, ${inWords(own.overall)} for all rows`;
    return [
      `${capitalised(own.name)}: from ${inWords(least!)} (${who(least!)}) to ${inWords(most!)} (${who(most!)})${overall}.`,
    ];
  });
  return {
    title: metricSentence(rows, metric),
    note:
      rows.length > MOST_ROWS
        ? `${order}; ${MOST_ROWS} of ${rows.length} groups are shown: the first, and the worst of every column`
        : `${order}${small}`,
    alternative: [
      `What one model gives to ${rows.length === 1 ? 'one group' : `${rows.length} groups`}.`,
      ...spans,
    ].join(' '),
  };
}

function tabulate(data: GroupMetricsData): FigureTable {
  const { metrics } = data;
  const hasInterval = metrics.map(({ byGroup }) => byGroup.some((entry) => entry?.low !== undefined));
  return {
    columns: [
      'group',
      'share',
      'rows',
      'too_small',
      ...metrics.flatMap(({ name }, m) => (hasInterval[m] ? [name, `${name}_low`, `${name}_high`] : [name])),
    ],
    rows: metricRows(data).map((row) => [
      row.name,
      row.share,
      row.rows,
      row.tooSmall ? 'yes' : 'no',
      ...row.byMetric.flatMap((entry, m) => {
        const value = entry?.value ?? null;
        return hasInterval[m] ? [value, entry?.low ?? null, entry?.high ?? null] : [value];
      }),
    ]),
  };
}

/** In the sentence, in pixels; of names that are ours none is cut. */
const WIDEST_METRIC = 220;

/** Which end of a metric is at the top. */
const firstWord = ({ better }: MetricByGroup): string => (better === 'higher' ? 'lowest' : 'highest');

/**
 * Accuracy is lowest for Black women: 71.2% (68.0% to 74.1%), against 84.2% for all rows.
 * @param rows in order
 */
function metricSentence(rows: readonly MetricRow[], metric: MetricByGroup): string {
  const inWords = metricWords(metric);
  const name = fitText(capitalised(metric.name), WIDEST_METRIC, fontSize.title);
  const judged = rows.filter(({ tooSmall }) => !tooSmall);
  const [first, ...others] = judged.flatMap((row) =>
    row.byMetric[0] ? [{ group: row.name, entry: row.byMetric[0] }] : [],
  );
  if (judged.length === 0) {
    return rows.length === 1
      ? 'The only group has too few rows to judge'
      : `None of ${rows.length} groups has rows enough to judge`;
  }
  if (first === undefined) return `${name} cannot be told for any group`;
  const last = others.at(-1);
  const whole = intervalWords(first.entry, inWords);
  if (last === undefined) {
    const only = rows.length === 1 ? 'the only group' : 'the only group that can be judged';
    return fitSentence([first.group] as const, ([group]) => `${name} is ${whole} for ${only}, ${group}`);
  }
  const [one, other] = [inWords(first.entry.value), inWords(last.entry.value)];
  if (one === other) {
    const all = judged.length === rows.length && others.length + 1 === rows.length;
    const whom = all ? (rows.length === 2 ? 'both groups' : 'every group') : 'every group that can be judged';
    return `${name} is ${one} for ${whom}`;
  }
  if (metric.better === 'neither') {
    return fitSentence(
      [first.group, last.group] as const,
      ([high, low]) => `${name} is ${one} for ${high}, ${other} for ${low}: the highest and the lowest`,
    );
  }
  const against =
    metric.overall === null || !Number.isFinite(metric.overall)
      ? ''
      : `, against ${inWords(metric.overall)} for all rows`;
  return fitSentence(
    [first.group] as const,
    ([group]) => `${name} is ${firstWord(metric)} for ${group}: ${whole}${against}`,
  );
}

function intervalWords({ value, low, high }: MetricValue, inWords: (value: number) => string): string {
  if (low === undefined || high === undefined) return inWords(value);
  return `${inWords(value)} (${inWords(low)} to ${inWords(high)})`;
}
