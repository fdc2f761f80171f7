// A panel of the comparison of methods: names and settings to the left, a bar from the best-off to the
// worst-off group with a dot for every group in the middle, the worst in figures to the right.

import * as Plot from '@observablehq/plot';
import { axis, paddedRange, widen } from '../marks/axes.js';
import { headingIndent, type SizedPlot } from '../marks/compose.js';
import { clampTo, edgeMarks, isWithin, type Range } from '../marks/edge-marks.js';
import { decimalTick, percentTick, ticksThatFit } from '../marks/round-ticks.js';
import { COLUMN_GAP, textColumn, widest } from '../marks/text-column.js';
import { background, type Colour, gridOpacity, ink, mixColours, points, quiet } from '../marks/theme.js';
import { fitGroupNames, fitText, lossWords, partWords } from '../marks/words.js';
import { type Measure, type MethodRow, measureWords } from './comparison-rows.js';
import type { ComparisonData } from './data.js';

export interface ComparisonPlot extends Pick<ComparisonData, 'loss' | 'part' | 'noun'> {
  readonly rows: readonly MethodRow[];
  readonly measure: Measure;
  /** The names of both panels, so that their marks stand below each other. */
  readonly columns: MethodColumns;
  readonly width: number;
}

interface PlacedRow extends MethodRow {
  readonly y: number;
}

/** Above the first line: the label of the minimax line, and below it the heads of the columns. */
const MARGIN_TOP = 46;
const LABEL_ABOVE = -28;
const MARGIN_BOTTOM = 42;
const ROW_HEIGHT = 27;
const HALF_BAR = 0.2;
const WIDEST_NAME = 190;
const WIDEST_DETAIL = 130;
const WIDEST_GROUP = 170;
/** Room for the label of a line that lies far to the left. */
const NARROWEST_LEFT = 200;
const NARROWEST_RANGE = 0.02;
/** The narrowest axis of risks: where all are next to nothing, differences are not blown up. */
const LEAST_RISK = 1e-3;
/**
 * An axis of risks ends at this many times the least worst risk: a method that fails must not squeeze all
 * others.
 */
const FAR = 3;

export const comparisonLooks = {
  group: { r: 3, fill: quiet.ink, fillOpacity: 0.65, stroke: background, strokeWidth: 0.5 },
  worst: { r: 5.5, symbol: 'diamond', stroke: background, strokeWidth: 1 },
  interval: { strokeWidth: 1.5 },
  bar: '#D5DBE1',
  minimaxBar: mixColours(background, points.minimax.fill, 0.35),
  minimaxLine: mixColours(background, points.minimax.fill, 0.1),
} as const;

const colourOf = ({ isMinimax }: MethodRow): Colour => (isMinimax ? points.minimax : points.utopia);

/** The height of the plot. */
export const comparisonHeight = (rows: readonly MethodRow[]): number =>
  MARGIN_TOP + rows.length * ROW_HEIGHT + MARGIN_BOTTOM;

export interface MethodColumns {
  readonly names: ReadonlyMap<MethodRow['name'], string>;
  readonly detailWidth: number;
  readonly nameWidth: number;
  readonly groups: ReadonlyMap<string, string>;
  readonly groupWidth: number;
}

/** What was chosen for a method, cut to the room there is. */
export const detailOf = ({ detail = '' }: MethodRow): string => fitText(detail, WIDEST_DETAIL);

/** @param rows of both panels */
export function methodColumns(rows: readonly MethodRow[]): MethodColumns {
  const fit = (texts: readonly string[], width: number): Map<string, string> => {
    const different = [...new Set(texts)];
    const fitted = fitGroupNames(different, width);
    return new Map(different.map((text, i) => [text, fitted[i]!]));
  };
  const names = fit(
    rows.map(({ name }) => name),
    WIDEST_NAME,
  );
  const groups = fit(
    rows.map(({ worstGroup }) => worstGroup),
    WIDEST_GROUP,
  );
  return {
    names,
    nameWidth: widest(['method', ...names.values()]),
    detailWidth: rows.some(({ detail }) => detail !== undefined)
      ? widest(['chosen', ...rows.map(detailOf)])
      : 0,
    groups,
    groupWidth: widest(['worst-off group', ...groups.values()]),
  };
}

/** The range of the axis: risks up to FAR, all accuracies. */
export function comparisonRange(rows: readonly MethodRow[], measure: Measure): Range {
  const values = rows.flatMap((row) => [
    ...row.values,
    ...(row.interval === undefined ? [] : [row.interval.low, row.interval.high]),
  ]);
  const [low, high] = widen(paddedRange(values, 0.04), NARROWEST_RANGE);
  if (measure === 'accuracy') return [Math.max(0, low), Math.min(1, high)];
  const least = Math.min(...rows.map(({ worst }) => worst));
  const edge = least > 0 && Number.isFinite(least) ? Math.min(high, FAR * least) : high;
  return [Math.max(0, low), Math.max(edge, low + LEAST_RISK)];
}

/** A plot of one measure: a line for each method, a dot for each group. */
export function comparisonPlot({
  rows,
  measure,
  loss,
  part,
  columns,
  width,
  noun = 'method',
}: ComparisonPlot): SizedPlot {
  const placed = rows.map((row, i): PlacedRow => ({ ...row, y: i + 0.5 }));
  const range = comparisonRange(rows, measure);
  const [low, high] = range;
  const place = (value: number): number => clampTo(value, range);
  const inWords = measureWords(rows, measure);
  const values = rows.map(({ worst }) => inWords(worst));
  const { nameWidth, detailWidth, groupWidth } = columns;
  const nameEnd = detailWidth === 0 ? -COLUMN_GAP : -2 * COLUMN_GAP - detailWidth;
  const valueEnd = COLUMN_GAP + comparisonLooks.worst.r + widest(['worst', ...values]);
  const groupEnd = valueEnd + COLUMN_GAP + groupWidth;
  const marginLeft = Math.ceil(Math.max(NARROWEST_LEFT, headingIndent + nameWidth - nameEnd));
  const marginRight = Math.ceil(groupEnd) + 2;
  const tickWords = measure === 'accuracy' ? percentTick : decimalTick;
  const ticks = ticksThatFit(range, width - marginLeft - marginRight, tickWords);
  const minimax = placed.filter(({ isMinimax }) => isMinimax);
  const dots = placed.flatMap(({ values, y }) => values.map((x) => ({ x, y })));
  const ends = placed.map((row) => ({ ...row, x: row.worst }));
  const label =
    measure === 'risk'
      ? `risk on the ${partWords[part]} (${lossWords[loss]}); further left is better`
      : `accuracy on the ${partWords[part]}; further right is better`;
  return {
    width,
    height: comparisonHeight(rows),
    marginTop: MARGIN_TOP,
    marginBottom: MARGIN_BOTTOM,
    marginLeft,
    marginRight,
    x: axis(label, {
      domain: [low, high],
      ticks,
      tickFormat: (tick: number) => tickWords(tick, ticks),
      labelAnchor: 'center',
    }),
    y: { axis: null, domain: [rows.length, 0] },
    marks: [
      Plot.rect(minimax, {
        x1: () => low,
        x2: () => high,
        y1: ({ y }: PlacedRow) => y - 0.5,
        y2: ({ y }: PlacedRow) => y + 0.5,
        insetLeft: headingIndent - 4 - marginLeft,
        insetRight: -marginRight,
        fill: comparisonLooks.minimaxLine,
        className: 'ff-minimax-line',
      }),
      Plot.gridX(ticks, { strokeOpacity: gridOpacity }),
      ...minimaxMarks(minimax[0], range, `${measure} ${minimax[0] ? inWords(minimax[0].worst) : ''}`),
      Plot.rect(placed, {
        x1: ({ best, worst }: PlacedRow) => place(Math.min(best, worst)),
        x2: ({ best, worst }: PlacedRow) => place(Math.max(best, worst)),
        y1: ({ y }: PlacedRow) => y - HALF_BAR,
        y2: ({ y }: PlacedRow) => y + HALF_BAR,
        fill: ({ isMinimax }: PlacedRow) => (isMinimax ? comparisonLooks.minimaxBar : comparisonLooks.bar),
        className: 'ff-bar',
      }),
      ...(placed.some(({ interval }) => interval !== undefined)
        ? [
            Plot.ruleY(
              placed.filter(({ interval }) => interval !== undefined),
              {
                x1: ({ interval }: PlacedRow) => place(interval!.low),
                x2: ({ interval }: PlacedRow) => place(interval!.high),
                y: 'y',
                stroke: (row: PlacedRow) => colourOf(row).fill,
                strokeWidth: comparisonLooks.interval.strokeWidth,
                className: 'ff-interval',
              },
            ),
          ]
        : []),
      Plot.dot(
        dots.filter(({ x }) => isWithin(x, range)),
        { x: 'x', y: 'y', ...comparisonLooks.group, className: 'ff-group' },
      ),
      Plot.dot(
        ends.filter(({ x }) => isWithin(x, range)),
        {
          x: 'x',
          y: 'y',
          fill: (row: PlacedRow) => colourOf(row).fill,
          ...comparisonLooks.worst,
          className: 'ff-worst',
        },
      ),
      ...edgeMarks(ends, range, { fill: (row: PlacedRow) => colourOf(row).fill, stroke: background }),
      ...textColumn(
        placed,
        noun,
        placed.map(({ name }) => columns.names.get(name)!),
        { x: low, dx: nameEnd, fill: (row: PlacedRow) => (row.isMinimax ? points.minimax.ink : ink.ink) },
      ),
      ...(detailWidth === 0
        ? []
        : textColumn(placed, 'chosen', placed.map(detailOf), { x: low, dx: -COLUMN_GAP, fill: quiet.ink })),
      ...textColumn(placed, 'worst', values, {
        x: high,
        dx: valueEnd,
        fill: (row: PlacedRow) => colourOf(row).ink,
        fontWeight: 'bold',
      }),
      ...textColumn(
        placed,
        'worst-off group',
        placed.map(({ worstGroup }) => columns.groups.get(worstGroup)!),
        { x: high, dx: groupEnd, fill: ink.ink },
      ),
    ],
  };
}

/**
 * A line at the worst figure of the first minimax method, which the others are to be held against; its label
 * ends there.
 */
function minimaxMarks(row: PlacedRow | undefined, range: Range, worst: string): Plot.Markish[] {
  if (row === undefined || !isWithin(row.worst, range)) return [];
  const x = row.worst;
  return [
    Plot.ruleX([x], {
      insetTop: LABEL_ABOVE - 6,
      stroke: points.minimax.fill,
      strokeWidth: 1,
      className: 'ff-minimax-worst',
    }),
    Plot.text([x], {
      x: [x],
      y: [0],
      dx: -5,
      dy: LABEL_ABOVE,
      text: [`Minimax: worst ${worst}`],
      textAnchor: 'end',
      fill: points.minimax.ink,
      fontWeight: 'bold',
      className: 'ff-minimax-label',
    }),
  ];
}
