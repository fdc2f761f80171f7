// What a model gives to every group, and how sure that is: one line per group, and for each metric a column with the group's figure, its
// interval and the figure of all rows.

import { composeFigure, headingHeight, headingIndent, outerMargin, type Panel } from './compose.js';
import { isWithin } from './edge-marks.js';
import type { FigureMetric, GroupFiguresData } from './figure-data.js';
import { type FigureRow, figureRows, isWorst, thinFigureRows, worstFigure } from './group-figure-rows.js';
import {
  type FigureSheet,
  figureLooks,
  figurePlots,
  figureRange,
  figuresHeight,
} from './group-figures-plot.js';
import { figureSentence, firstWord } from './group-figures-words.js';
import {
  beyondEntry,
  dotEntry,
  type LegendEntry,
  lineEntry,
  markLegend,
  ruleEntry,
  signEntry,
} from './mark-legend.js';
import { percentTick } from './round-ticks.js';
import type { ChartDocument, ChartElement } from './svg-element.js';
import { quiet } from './theme.js';
import { fitText } from './words.js';

const WIDTH = 860;
/** Of the room for the marks of one metric; more metrics make the figure wider. */
const NARROWEST_FRAME = 92;
/** Beyond this many groups only the worst are shown. */
const MOST_ROWS = 24;

export function drawGroupFigures<E extends ChartElement>(
  data: GroupFiguresData,
  document: ChartDocument<E>,
): E {
  const rows = figureRows(data);
  const sheet = { rows, shown: thinFigureRows(rows, data.metrics, MOST_ROWS) };
  const plots = figurePlots(sheet, data.metrics, WIDTH, NARROWEST_FRAME);
  const width = Math.max(
    WIDTH,
    plots.reduce((sum, plot) => sum + plot.width, 0),
  );
  const legend = markLegend(legendEntries(sheet, data), width - headingIndent);
  const title = figureSentence(rows, data.metrics[0]!, width - headingIndent);
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
    height: below + legend.height + figuresHeight(sheet) + outerMargin,
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

function orderWords(rows: readonly FigureRow[], metric: FigureMetric): string {
  const order = `one line per group, the ${firstWord(metric)} ${metric.name} at the top`;
  const few = rows.filter(({ tooSmall }) => tooSmall).length;
  const small = few > 0 && few < rows.length ? ', those with too few rows at the bottom' : '';
  return rows.length > MOST_ROWS
    ? `${order}; ${MOST_ROWS} of ${rows.length} groups are shown: the first, and the worst of every column`
    : `${order}${small}`;
}

/** Of what is drawn, and of nothing else. */
function legendEntries({ rows, shown }: FigureSheet, { level, metrics }: GroupFiguresData): LegendEntry[] {
  const drawn = shown.filter((row) => typeof row !== 'number');
  const figures = metrics.map((_, m) => drawn.flatMap((row) => (row.figures[m] ? [row.figures[m]] : [])));
  const hasWorst = metrics.some((metric, m) => {
    const worst = worstFigure(rows, metric, m);
    return drawn.some((row) => isWorst(row, m, worst));
  });
  const hasBeyond = metrics.some((metric, m) => {
    const range = figureRange(rows, metric, m);
    return figures[m]!.some(({ value }) => !isWithin(value, range));
  });
  const { judged, worst, tooSmall, overall, interval } = figureLooks;
  const intervalWords = level === null ? 'interval' : `${percentTick(level)} interval`;
  return [
    ...(drawn.some((row) => !row.tooSmall) ? [dotEntry('a group', judged)] : []),
    ...(hasWorst ? [dotEntry('the worst of the groups', worst)] : []),
    ...(drawn.some((row) => row.tooSmall) ? [dotEntry('too few rows to judge', tooSmall)] : []),
    ...(figures.flat().some(({ low }) => low !== undefined)
      ? [lineEntry(intervalWords, judged.fill, interval.strokeWidth)]
      : []),
    ...(metrics.some((metric) => metric.overall !== null) ? [ruleEntry('all rows', overall.stroke)] : []),
    ...(hasBeyond ? [beyondEntry(quiet.fill)] : []),
    ...(drawn.some((row) => row.figures.includes(null)) || metrics.some((metric) => metric.overall === null)
      ? [signEntry('cannot be told', '–')]
      : []),
  ];
}
