// The two halves of the figure of risk sources: names, bars and risks to the left, the price of sharing
// around 0 to the right. Both have the same rows at the same heights.

import * as Plot from '@observablehq/plot';
import { axis, paddedRange } from '../marks/axes.js';
import { headingIndent, type SizedPlot } from '../marks/compose.js';
import { COLUMN_GAP, textColumn, widest } from '../marks/text-column.js';
import { background, type Colour, gridOpacity, ink, points, quiet } from '../marks/theme.js';
import { decimals, fitGroupNames, lossWords, number3, plural } from '../marks/words.js';
import type { RiskSourceRow, RiskSourcesData, RiskVerdictName } from './data.js';

export interface PlacedRow extends RiskSourceRow {
  readonly y: number;
}

export interface Sheet {
  readonly shown: readonly PlacedRow[];
  /** How many groups are not shown. */
  readonly leftOut: number;
  /** How many lines there are, with the one that counts the groups left out. */
  readonly lines: number;
}

/** A plot whose size depends on that of the other. */
export type HalfPlot = Omit<SizedPlot, 'width'> & {
  readonly marginLeft: number;
  readonly marginRight: number;
};

const MARGIN_TOP = 24;
const MARGIN_BOTTOM = 42;
const ROW_HEIGHT = 29;
const WIDEST_NAME = 210;
/** Half the height of a bar and of a whisker's end, in rows. */
const HALF_BAR = 0.29;
const HALF_CAP = 0.12;
/** The least number of decimals of risks and prices. */
const DECIMALS = 4;
/** The axis of prices reaches at least this share of the highest risk to both sides. */
const NARROWEST_PRICES = 0.005;
const MOST_TICKS = 4;

export const sourceStyles = {
  irreducible: { fill: '#C5CCD3' },
  price: { fill: points.utopia.fill },
  /** A price below 0: what the bar would have reached. */
  saved: { fill: background, stroke: points.minimax.fill, strokeWidth: 1.5, strokeDasharray: '3,2' },
} as const;

const verdicts: Readonly<Record<RiskVerdictName, { readonly text: string; readonly colour: Colour }>> = {
  pays: { text: 'pays', colour: points.utopia },
  gains: { text: 'gains', colour: points.minimax },
  'needs-more': { text: 'needs more', colour: ink },
  unclear: { text: 'unclear', colour: quiet },
  'too-few': { text: 'too few', colour: quiet },
};

/**
 * What axes are made for. A group of few rows would stretch them for all: what leaves the axis is drawn at
 * its edge, its figure in the column.
 */
function trusted(shown: readonly PlacedRow[]): readonly PlacedRow[] {
  const sure = shown.filter(({ verdict }) => verdict !== 'too-few');
  return sure.length > 0 ? sure : shown;
}

const common = ({ lines }: Sheet) =>
  ({
    height: MARGIN_TOP + lines * ROW_HEIGHT + MARGIN_BOTTOM,
    marginTop: MARGIN_TOP,
    marginBottom: MARGIN_BOTTOM,
    y: { axis: null, domain: [lines, 0] },
  }) as const;

/** Names and rows, the bars, the risk in figures. */
export function barsPlot(sheet: Sheet, loss: RiskSourcesData['loss']): HalfPlot {
  const { shown, leftOut, lines } = sheet;
  const ends = [
    ...trusted(shown).map(({ risk }) => risk.high),
    ...shown.flatMap(({ risk, irreducible }) => [risk.value, irreducible.value]),
  ];
  const edge = 1.02 * Math.max(...ends) || 1;
  const names = fitGroupNames(
    shown.map(({ name }) => name),
    WIDEST_NAME,
  );
  const rows = shown.map((row) => row.rows.toLocaleString('en-US'));
  const inWords = valuesOf(shown);
  const risks = shown.map(({ risk }) => inWords(risk.value));
  const nameEnd = -2 * COLUMN_GAP - widest(['rows', ...rows]);
  const riskEnd = COLUMN_GAP + widest(['risk', ...risks]);
  return {
    ...common(sheet),
    marginLeft: Math.ceil(headingIndent + widest(['group', ...names]) - nameEnd),
    marginRight: Math.ceil(riskEnd) + COLUMN_GAP,
    x: axis(`risk (${lossWords[loss]})`, { domain: [0, edge], ticks: 5, labelAnchor: 'center' }),
    marks: [
      Plot.gridX({ ticks: 5, strokeOpacity: gridOpacity }),
      bar(shown, 'ff-irreducible', {
        x2: ({ risk, irreducible }) => Math.min(risk.value, irreducible.value),
        ...sourceStyles.irreducible,
      }),
      bar(
        shown.filter(({ priceOfSharing }) => priceOfSharing.value > 0),
        'ff-price',
        {
          x1: ({ irreducible }) => irreducible.value,
          x2: ({ risk }) => risk.value,
          ...sourceStyles.price,
        },
      ),
      bar(
        shown.filter(({ priceOfSharing }) => priceOfSharing.value < 0),
        'ff-saved',
        { x1: ({ risk }) => risk.value, x2: ({ irreducible }) => irreducible.value, ...sourceStyles.saved },
      ),
      ...whiskers(shown, 'risk', [0, edge], () => ink.fill),
      Plot.ruleX([0], { stroke: ink.fill, strokeWidth: 1 }),
      ...textColumn(shown, 'group', names, { x: 0, dx: nameEnd, fill: ink.ink }),
      ...textColumn(shown, 'rows', rows, { x: 0, dx: -COLUMN_GAP, fill: quiet.ink }),
      ...textColumn(shown, 'risk', risks, { x: edge, dx: riskEnd, fill: ink.ink }),
      Plot.text(leftOut === 0 ? [] : [`… ${plural(leftOut, 'more group')} with lower risks, left out here`], {
        x: () => 0,
        y: () => lines - 0.5,
        dx: COLUMN_GAP,
        text: (text: string) => text,
        textAnchor: 'start',
        fill: quiet.ink,
        fontStyle: 'italic',
        className: 'ff-left-out',
      }),
    ],
  };
}

/** The price of sharing around 0, in figures, and what it means. */
export function pricesPlot(sheet: Sheet): HalfPlot {
  const { shown } = sheet;
  const inWords = valuesOf(shown);
  // Never so narrow that noise looks like a difference.
  const least = NARROWEST_PRICES * Math.max(...shown.map(({ risk }) => risk.value)) || 1;
  const ends = trusted(shown).flatMap(({ priceOfSharing }) => [priceOfSharing.low, priceOfSharing.high]);
  const [low, high] = paddedRange([-least, least, ...ends], 0.05);
  const place = (price: number): number => Math.max(low, Math.min(price, high));
  const prices = shown.map(({ priceOfSharing }) => signed(priceOfSharing.value, inWords));
  const texts = shown.map(({ verdict }) => verdicts[verdict].text);
  const priceEnd = COLUMN_GAP + widest(['price', ...prices]);
  const verdictEnd = priceEnd + 1.5 * COLUMN_GAP + widest(['verdict', ...texts]);
  const ticks = ticksAroundZero(low, high);
  const fill = ({ verdict }: PlacedRow): string => verdicts[verdict].colour.fill;
  return {
    ...common(sheet),
    marginLeft: COLUMN_GAP,
    marginRight: Math.ceil(verdictEnd) + 2,
    x: axis('price of sharing, enlarged', { domain: [low, high], ticks, labelAnchor: 'center' }),
    marks: [
      Plot.gridX(ticks, { strokeOpacity: gridOpacity }),
      Plot.ruleX([0], { stroke: ink.fill, strokeWidth: 1, className: 'ff-zero' }),
      ...whiskers(shown, 'priceOfSharing', [low, high], fill),
      Plot.dot(shown, {
        x: ({ priceOfSharing }: PlacedRow) => place(priceOfSharing.value),
        y: 'y',
        r: 4.5,
        fill: (row: PlacedRow) => (row.verdict === 'too-few' ? background : fill(row)),
        stroke: (row: PlacedRow) => (row.verdict === 'too-few' ? fill(row) : background),
        className: 'ff-price-dot',
      }),
      ...textColumn(shown, 'price', prices, { x: high, dx: priceEnd, fill: ink.ink }),
      ...textColumn(shown, 'verdict', texts, {
        x: high,
        dx: verdictEnd,
        fill: ({ verdict }: PlacedRow) => verdicts[verdict].colour.ink,
        fontWeight: 'bold',
      }),
    ],
  };
}

interface BarOptions extends Pick<Plot.RectOptions, 'fill' | 'stroke' | 'strokeWidth' | 'strokeDasharray'> {
  /** Default 0. */
  readonly x1?: (row: PlacedRow) => number;
  readonly x2: (row: PlacedRow) => number;
}

function bar(
  rows: readonly PlacedRow[],
  className: string,
  { x1 = () => 0, ...options }: BarOptions,
): Plot.Markish {
  return Plot.rect(rows, {
    x1,
    ...options,
    y1: ({ y }: PlacedRow) => y - HALF_BAR,
    y2: ({ y }: PlacedRow) => y + HALF_BAR,
    className,
  });
}

/** From the low end of an interval to the high one, with an end where it is not cut off by the edge. */
function whiskers(
  rows: readonly PlacedRow[],
  part: 'risk' | 'priceOfSharing',
  [low, high]: readonly [number, number],
  stroke: (row: PlacedRow) => string,
): Plot.Markish[] {
  const className = part === 'risk' ? 'ff-risk-interval' : 'ff-price-interval';
  const look = { stroke, strokeWidth: 1.5, className };
  const inside = (value: number): boolean => value >= low && value <= high;
  return [
    Plot.ruleY(
      rows.filter((row) => row[part].high >= low && row[part].low <= high),
      {
        ...look,
        x1: (row: PlacedRow) => Math.max(low, row[part].low),
        x2: (row: PlacedRow) => Math.min(high, row[part].high),
        y: 'y',
      },
    ),
    ...(['low', 'high'] as const).map((end) =>
      Plot.ruleX(
        rows.filter((row) => inside(row[part][end])),
        {
          ...look,
          x: (row: PlacedRow) => row[part][end],
          y1: ({ y }: PlacedRow) => y - HALF_CAP,
          y2: ({ y }: PlacedRow) => y + HALF_CAP,
          className: `${className}-end`,
        },
      ),
    ),
  ];
}

/** As many decimals for all, so that risks and prices add up in print. */
const valuesOf = (shown: readonly PlacedRow[]): ((value: number) => string) =>
  decimals(
    shown.map(({ risk }) => risk.value),
    DECIMALS,
  );

/** +0.0210, −0.0040; what rounds to 0 has no sign. */
function signed(value: number, inWords: (value: number) => string): string {
  const text = inWords(Math.abs(value));
  return Number(text) === 0 ? text : `${value > 0 ? '+' : '−'}${text}`;
}

/** 0, and as many round numbers around it as have room: at least one. */
function ticksAroundZero(low: number, high: number): number[] {
  const reach = Math.max(-low, high);
  const power = 10 ** Math.floor(Math.log10(reach));
  const step = power * [5, 2, 1].find((digit) => digit * power <= reach)!;
  const ticksBy = (by: number): number[] => {
    const first = Math.ceil(low / by);
    return Array.from({ length: Math.floor(high / by) - first + 1 }, (_, i) =>
      Number(number3((first + i) * by)),
    );
  };
  return ticksBy(step).length > MOST_TICKS ? ticksBy(2 * step) : ticksBy(step);
}
