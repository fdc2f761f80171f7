// A table of the paper as a picture: an axis for each column, a line for each method; ours above, the published figure
// below it, both with one standard deviation to either side. Where the two do not overlap, the line is marked.

import { paddedRange, widen } from '../marks/axes.js';
import { dotEntry, type LegendEntry, legendBlock, lineEntry, signEntry } from '../marks/legends.js';
import type { AxisColumn, Layer } from '../marks/row-grammar.js';
import { rowsBlock } from '../marks/rows.js';
import { below, figure } from '../marks/sheet.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { background, ink, minimaxShade, points, quiet } from '../marks/theme.js';
import type { PublishedTableData, TableInterval } from './data.js';

type Method = PublishedTableData['methods'][number];

const WIDTH = 952;
const NARROWEST_RANGE = 0.02;
/** Beside a published figure ours lies this much above the middle of the line, the published one as much below. */
const ASIDE = 4.5;
const APART = '≠';
const OURS = { r: 4.5, fill: points.minimax.fill, stroke: background } as const;
const PUBLISHED = { r: 4, fill: background, stroke: quiet.ink, strokeWidth: 1.5 } as const;

const publishedTable = figure<PublishedTableData>({
  name: 'published-table',
  describe(data) {
    const what = `${data.metric} on test rows${hasPublished(data) ? ', ours beside the published figures' : ''}`;
    return {
      title: data.title,
      note: `${what}; one line per method, further left is better`,
      alternative: `${data.title}: ${what}`,
    };
  },
  tabulate: ({ columns, methods }) => ({
    columns: ['method', 'column', 'ours', 'ours_sd', 'published', 'published_sd'],
    rows: methods.flatMap(({ name, values }) =>
      values.map(({ ours, published }, i) => [
        name,
        columns[i]!,
        ours.mean,
        ours.sd,
        published?.mean ?? null,
        published?.sd ?? null,
      ]),
    ),
  }),
  layOut: (data, width) =>
    below([
      legendBlock(legendEntries(data), width),
      rowsBlock(
        {
          rows: data.methods,
          name: {
            head: '',
            text: ({ name }) => name,
            ink: ({ isMinimax }) => (isMinimax ? points.minimax.ink : ink.ink),
            className: 'ff-method',
          },
          shade: ({ isMinimax }) => (isMinimax ? minimaxShade : undefined),
          classOf: { head: 'ff-column' },
          axes: data.columns.map((_, i) => columnAxis(data, i)),
        },
        width,
      ),
    ]),
});

/** Draws a table of the paper: our values beside the published ones. */
export const drawPublishedTable = <E extends ChartElement>(
  data: PublishedTableData,
  document: ChartDocument<E>,
): E => publishedTable.draw(data, document, { width: WIDTH });

const hasPublished = ({ methods }: PublishedTableData): boolean =>
  methods.some(({ values }) => values.some(({ published }) => published !== undefined));

const ends = ({ mean, sd }: TableInterval) => ({ low: mean - (sd ?? 0), high: mean + (sd ?? 0) });

function columnAxis({ methods, columns }: PublishedTableData, column: number): AxisColumn<Method> {
  const all = methods.flatMap(({ values }) => [values[column]!.ours, values[column]!.published ?? []].flat());
  const isBeside = ({ values }: Method): boolean => values[column]!.published !== undefined;
  const layersOf = (
    side: 'ours' | 'published',
    dy: number,
    rows: (row: Method) => boolean,
  ): Layer<Method>[] => {
    const of = (row: Method): TableInterval | undefined =>
      rows(row) ? row.values[column]![side] : undefined;
    return [
      {
        kind: 'interval',
        at: (row) => {
          const own = of(row);
          return own === undefined || own.sd === null ? undefined : ends(own);
        },
        colour: side === 'ours' ? points.minimax.fill : quiet.fill,
        strokeWidth: 1.5,
        dy,
        className: 'ff-interval',
      },
      {
        kind: 'dot',
        at: (row) => of(row)?.mean,
        look: side === 'ours' ? OURS : PUBLISHED,
        dy,
        className: `ff-${side}`,
      },
    ];
  };
  return {
    head: columns[column]!,
    domain: widen(paddedRange(all.flatMap((own) => Object.values(ends(own)))), NARROWEST_RANGE),
    unit: 'number',
    layers: [
      ...layersOf('published', ASIDE, isBeside),
      ...layersOf('ours', -ASIDE, isBeside),
      ...layersOf('ours', 0, (row) => !isBeside(row)),
    ],
    figures: methods.some(({ values }) => values[column]!.apart)
      ? [{ head: '', text: ({ values }) => (values[column]!.apart ? APART : ''), className: 'ff-apart' }]
      : [],
  };
}

/** The legend's entries, for what is drawn and nothing else. */
function legendEntries(data: PublishedTableData): LegendEntry[] {
  const values = data.methods.flatMap((method) => method.values);
  return [
    dotEntry('ours', OURS),
    ...(hasPublished(data) ? [dotEntry('published', PUBLISHED)] : []),
    ...(values.some(({ ours }) => ours.sd !== null)
      ? [lineEntry('mean ± standard deviation over splits', quiet.fill, 1.5)]
      : []),
    ...(values.some(({ apart }) => apart) ? [signEntry('the two do not overlap', APART)] : []),
  ];
}
