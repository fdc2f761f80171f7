// What a model gives to every group, and how sure that is: one line per group, and for each metric a column
// with the group's figure, its interval and the figure of all rows.

import { composeFigure, headingHeight, headingIndent, outerMargin, type Panel } from '../marks/compose.js';
import { isWithin } from '../marks/edge-marks.js';
import {
  beyondEntry,
  dotEntry,
  type LegendEntry,
  lineEntry,
  markLegend,
  ruleEntry,
  signEntry,
} from '../marks/legends.js';
import { percentTick } from '../marks/round-ticks.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { fontSize, quiet } from '../marks/theme.js';
import { capitalised, fitSentence, fitText } from '../marks/words.js';
import type { GroupMetricsData, MetricByGroup, MetricValue } from './data.js';
import { isWorst, type MetricRow, metricRows, thinMetricRows, worstValue } from './group-metric-rows.js';
import {
  type MetricSheet,
  metricLooks,
  metricPlots,
  metricRange,
  metricsHeight,
  metricWords,
} from './group-metrics-plot.js';

const WIDTH = 860;
/** The least room for the marks of one metric; more metrics make the figure wider. */
const NARROWEST_FRAME = 92;
/** Beyond this many groups only the worst are shown. */
const MOST_ROWS = 24;

/** Draws what a model gives to every group, metric by metric, with intervals. */
export function drawGroupMetrics<E extends ChartElement>(
  data: GroupMetricsData,
  document: ChartDocument<E>,
): E {
  const rows = metricRows(data);
  const sheet = { rows, shown: thinMetricRows(rows, data.metrics, MOST_ROWS) };
  const plots = metricPlots(sheet, data.metrics, WIDTH, NARROWEST_FRAME);
  const width = Math.max(
    WIDTH,
    plots.reduce((sum, plot) => sum + plot.width, 0),
  );
  const legend = markLegend(legendEntries(sheet, data), width - headingIndent);
  const title = metricSentence(rows, data.metrics[0]!, width - headingIndent);
  const below = outerMargin + headingHeight;
  let x = outerMargin;
  const columns = plots.map((plot): Panel => {
    const left = x;
    x += plot.width;
    return { x: left, y: below + legend.height, plot };
  });
  return composeFigure(document, {
    name: 'group-figures',
    title,
    width: width + 2 * outerMargin,
    height: below + legend.height + metricsHeight(sheet) + outerMargin,
    panels: [
      {
        x: outerMargin,
        y: outerMargin,
        heading: { title, note: fitText(orderWords(rows, data.metrics[0]!), width - headingIndent) },
      },
      { x: outerMargin + headingIndent, y: below, plot: legend },
      ...columns,
    ],
  });
}

function orderWords(rows: readonly MetricRow[], metric: MetricByGroup): string {
  const order = `one line per group, the ${firstWord(metric)} ${metric.name} at the top`;
  const few = rows.filter(({ tooSmall }) => tooSmall).length;
  const small = few > 0 && few < rows.length ? ', those with too few rows at the bottom' : '';
  return rows.length > MOST_ROWS
    ? `${order}; ${MOST_ROWS} of ${rows.length} groups are shown: the first, and the worst of every column`
    : `${order}${small}`;
}

/** The legend's entries, for what is drawn and nothing else. */
function legendEntries({ rows, shown }: MetricSheet, { level, metrics }: GroupMetricsData): LegendEntry[] {
  const drawn = shown.filter((row) => typeof row !== 'number');
  const byMetric = metrics.map((_, m) => drawn.flatMap((row) => (row.byMetric[m] ? [row.byMetric[m]] : [])));
  const hasWorst = metrics.some((metric, m) => {
    const worst = worstValue(rows, metric, m);
    return drawn.some((row) => isWorst(row, m, worst));
  });
  const hasBeyond = metrics.some((metric, m) => {
    const range = metricRange(rows, metric, m);
    return byMetric[m]!.some(({ value }) => !isWithin(value, range));
  });
  const { judged, worst, tooSmall, overall, interval } = metricLooks;
  const intervalWords = level === null ? 'interval' : `${percentTick(level)} interval`;
  return [
    ...(drawn.some((row) => !row.tooSmall) ? [dotEntry('a group', judged)] : []),
    ...(hasWorst ? [dotEntry('the worst of the groups', worst)] : []),
    ...(drawn.some((row) => row.tooSmall) ? [dotEntry('too few rows to judge', tooSmall)] : []),
    ...(byMetric.flat().some(({ low }) => low !== undefined)
      ? [lineEntry(intervalWords, judged.fill, interval.strokeWidth)]
      : []),
    ...(metrics.some((metric) => metric.overall !== null) ? [ruleEntry('all rows', overall.stroke)] : []),
    ...(hasBeyond ? [beyondEntry(quiet.fill)] : []),
    ...(drawn.some((row) => row.byMetric.includes(null)) || metrics.some((metric) => metric.overall === null)
      ? [signEntry('cannot be told', '–')]
      : []),
  ];
}

/** In the sentence, in pixels; of names that are ours none is cut. */
const WIDEST_METRIC = 220;

/** Which end of a metric is at the top. */
const firstWord = ({ better }: MetricByGroup): string => (better === 'higher' ? 'lowest' : 'highest');

/**
 * Accuracy is lowest for Black women: 71.2% (68.0% to 74.1%), against 84.2% for all rows.
 * @param rows in order
 * @param width what it must fit into
 */
function metricSentence(rows: readonly MetricRow[], metric: MetricByGroup, width: number): string {
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
    return fitSentence(
      width,
      [first.group] as const,
      ([group]) => `${name} is ${whole} for ${only}, ${group}`,
    );
  }
  const [one, other] = [inWords(first.entry.value), inWords(last.entry.value)];
  if (one === other) {
    const all = judged.length === rows.length && others.length + 1 === rows.length;
    const whom = all ? (rows.length === 2 ? 'both groups' : 'every group') : 'every group that can be judged';
    return `${name} is ${one} for ${whom}`;
  }
  if (metric.better === 'neither') {
    return fitSentence(
      width,
      [first.group, last.group] as const,
      ([high, low]) => `${name} is ${one} for ${high}, ${other} for ${low}: the highest and the lowest`,
    );
  }
  const against =
    metric.overall === null || !Number.isFinite(metric.overall)
      ? ''
      : `, against ${inWords(metric.overall)} for all rows`;
  return fitSentence(
    width,
    [first.group] as const,
    ([group]) => `${name} is ${firstWord(metric)} for ${group}: ${whole}${against}`,
  );
}

function intervalWords({ value, low, high }: MetricValue, inWords: (value: number) => string): string {
  if (low === undefined || high === undefined) return inWords(value);
  return `${inWords(value)} (${inWords(low)} to ${inWords(high)})`;
}
