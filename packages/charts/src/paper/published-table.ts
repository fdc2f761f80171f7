// A table of the paper as a picture: a panel for each column, a line for each method; ours above, the
// published figure below it, both with one standard deviation to either side. Where the two do not overlap,
// the line is marked.

import * as Plot from '@observablehq/plot';
import { axis, paddedRange, widen } from '../marks/axes.js';
import {
  composeFigure,
  headingHeight,
  headingIndent,
  outerMargin,
  type Panel,
  type SizedPlot,
} from '../marks/compose.js';
import { dotEntry, type LegendEntry, lineEntry, markLegend, signEntry } from '../marks/legends.js';
import { decimalTick, ticksThatFit } from '../marks/round-ticks.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { COLUMN_GAP, widest } from '../marks/text-column.js';
import { background, gridOpacity, ink, mixColours, points, quiet } from '../marks/theme.js';
import { fitGroupNames } from '../marks/words.js';
import type { PublishedTableData, TableInterval } from './data.js';

const WIDTH = 920;
const ROW_HEIGHT = 26;
const MARGINS = { marginTop: 24, marginBottom: 36, marginLeft: 0 };
/** The room in a column for the mark. */
const MARGIN_RIGHT = 16;
const PANEL_GAP = 14;
const NARROWEST_RANGE = 0.02;
/**
 * Beside a published figure ours lies this much above the middle of the line, the published one as much
 * below.
 */
const ASIDE = 0.17;
const APART = '≠';
const OURS = { r: 4.5, fill: points.minimax.fill, stroke: background } as const;
const PUBLISHED = { r: 4, fill: background, stroke: quiet.ink, strokeWidth: 1.5 } as const;
const shade = mixColours(background, points.minimax.fill, 0.08);

interface Placed extends TableInterval {
  readonly y: number;
}

/** Draws a table of the paper: our values beside the published ones. */
export function drawPublishedTable<E extends ChartElement>(
  data: PublishedTableData,
  document: ChartDocument<E>,
): E {
  const { methods, columns } = data;
  const nameWidth = Math.ceil(widest(methods.map(({ name }) => name)));
  const namesEnd = headingIndent + nameWidth + COLUMN_GAP;
  const width = (WIDTH - namesEnd - (columns.length - 1) * PANEL_GAP) / columns.length;
  const plotHeight = MARGINS.marginTop + methods.length * ROW_HEIGHT + MARGINS.marginBottom;
  const legend = markLegend(legendEntries(data), WIDTH - headingIndent);
  const top = outerMargin + headingHeight;
  const plotTop = top + legend.height;
  const isPublished = methods.some(({ values }) => values.some(({ published }) => published !== undefined));
  const what = `${data.metric} on test rows${isPublished ? ', ours beside the published figures' : ''}`;
  const panels: Panel[] = [
    {
      x: outerMargin,
      y: outerMargin,
      heading: { title: data.title, note: `${what}; one line per method, further left is better` },
    },
    { x: outerMargin + headingIndent, y: top, plot: legend },
    { x: outerMargin, y: plotTop, plot: namesPlot(data, namesEnd, plotHeight) },
    ...columns.map(
      (_, i): Panel => ({
        x: outerMargin + namesEnd + i * (width + PANEL_GAP),
        y: plotTop,
        plot: columnPlot(data, i, width, plotHeight),
      }),
    ),
  ];
  return composeFigure(document, {
    name: 'published-table',
    title: `${data.title}: ${what}`,
    width: WIDTH + 2 * outerMargin,
    height: plotTop + plotHeight + outerMargin,
    panels,
  });
}

function namesPlot({ methods }: PublishedTableData, width: number, height: number): SizedPlot {
  return {
    width,
    height,
    ...MARGINS,
    marginRight: 0,
    x: { axis: null, domain: [0, width] },
    y: { axis: null, domain: [methods.length, 0] },
    marks: [
      Plot.text(methods, {
        x: () => width - COLUMN_GAP,
        y: (_, i) => i + 0.5,
        text: 'name',
        textAnchor: 'end',
        fill: ({ isMinimax }: { isMinimax: boolean }) => (isMinimax ? points.minimax.ink : ink.ink),
        className: 'ff-method',
      }),
    ],
  };
}

function columnPlot(
  { methods, columns }: PublishedTableData,
  column: number,
  width: number,
  height: number,
): SizedPlot {
  const values = methods.map(({ values }) => values[column]!);
  const ours = values.map(
    ({ ours, published }, i): Placed => ({ ...ours, y: i + 0.5 - (published === undefined ? 0 : ASIDE) }),
  );
  const published = values.flatMap(({ published }, i): Placed[] =>
    published === undefined ? [] : [{ ...published, y: i + 0.5 + ASIDE }],
  );
  const ends = [...ours, ...published].flatMap(({ mean, sd }) => [mean - (sd ?? 0), mean + (sd ?? 0)]);
  const [low, high] = widen(paddedRange(ends), NARROWEST_RANGE);
  const ticks = ticksThatFit([low, high], width - MARGIN_RIGHT, decimalTick);
  const interval = (rows: readonly Placed[], stroke: string): Plot.Markish =>
    Plot.ruleY(
      rows.filter(({ sd }) => sd !== null),
      {
        x1: ({ mean, sd }: Placed) => mean - sd!,
        x2: ({ mean, sd }: Placed) => mean + sd!,
        y: 'y',
        stroke,
        strokeWidth: 1.5,
        className: 'ff-interval',
      },
    );
  return {
    width,
    height,
    ...MARGINS,
    marginRight: MARGIN_RIGHT,
    x: axis(null, { domain: [low, high], ticks, tickFormat: (tick: number) => decimalTick(tick, ticks) }),
    y: { axis: null, domain: [methods.length, 0] },
    marks: [
      Plot.rect(
        methods.flatMap(({ isMinimax }, i) => (isMinimax ? [i] : [])),
        { x1: () => low, x2: () => high, y1: (i: number) => i, y2: (i: number) => i + 1, fill: shade },
      ),
      Plot.gridX(ticks, { strokeOpacity: gridOpacity }),
      Plot.text([fitGroupNames([columns[column]!], width)[0]!], {
        x: [(low + high) / 2],
        y: [0],
        dy: -12,
        text: (name: string) => name,
        fontWeight: 'bold',
        className: 'ff-column',
      }),
      interval(published, quiet.fill),
      interval(ours, points.minimax.fill),
      Plot.dot(published, { x: 'mean', y: 'y', ...PUBLISHED, className: 'ff-published' }),
      Plot.dot(ours, { x: 'mean', y: 'y', ...OURS, className: 'ff-ours' }),
      Plot.text(
        values.flatMap(({ apart }, i) => (apart ? [i] : [])),
        {
          x: () => high,
          y: (i: number) => i + 0.5,
          dx: 8,
          text: () => APART,
          fill: ink.ink,
          className: 'ff-apart',
        },
      ),
    ],
  };
}

/** The legend's entries, for what is drawn and nothing else. */
function legendEntries({ methods }: PublishedTableData): LegendEntry[] {
  const values = methods.flatMap((method) => method.values);
  return [
    dotEntry('ours', OURS),
    ...(values.some(({ published }) => published !== undefined) ? [dotEntry('published', PUBLISHED)] : []),
    ...(values.some(({ ours }) => ours.sd !== null)
      ? [lineEntry('mean ± standard deviation over splits', quiet.fill, 1.5)]
      : []),
    ...(values.some(({ apart }) => apart) ? [signEntry('the two do not overlap', APART)] : []),
  ];
}
