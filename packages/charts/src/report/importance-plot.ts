// A row of panels of importances: names of columns to the left of the first panel, in each panel the marks of both
// models around 0, and the chosen model's figures. All have the same lines and the same axis.

import * as Plot from '@observablehq/plot';
import { axis, paddedRange } from '../marks/axes.js';
import { headingIndent, type SizedPlot } from '../marks/compose.js';
import { clampTo, edgeMarks, isWithin, type Range } from '../marks/edge-marks.js';
import type { DotLook } from '../marks/legends.js';
import { ticksThatFit } from '../marks/round-ticks.js';
import { COLUMN_GAP, textColumn, widest } from '../marks/text-column.js';
import { background, gridOpacity, ink, points, quiet } from '../marks/theme.js';
import { decimals, fitGroupName, fitGroupNames, textWidth } from '../marks/words.js';
import type { ImportanceData, ImportanceRow, RiskInterval } from './data.js';

/** Above the first line: the group's name in one line or two. */
const MARGIN_TOP = 40;
const NAME_ABOVE = -8;
const MARGIN_BOTTOM = 24;
const LINE_HEIGHT = 26;
const WIDEST_NAME = 180;
/** How far the marks of the models are above and below the middle of a line, in lines. */
const APART = 0.18;
/** Between the figures of a group and the marks of the next. */
const PANEL_GAP = 22;
/** A group of fewer rows would stretch the axis for all. */
const FEWEST_ROWS = 30;
/** The narrowest axis. */
const LEAST_RISE = 1e-3;

interface ModelLook {
  readonly dot: DotLook;
  readonly colour: string;
  readonly strokeWidth: number;
  /** Where its marks stand in a line, where both models are there. */
  readonly dy: number;
}

export const importanceLooks: Readonly<Record<'naive' | 'minimax', ModelLook>> = {
  naive: {
    dot: { r: 3.5, symbol: 'square', fill: background, stroke: points.naive.fill, strokeWidth: 1.5 },
    colour: points.naive.fill,
    strokeWidth: 1.25,
    dy: APART,
  },
  minimax: {
    dot: { r: 4.5, symbol: 'circle', fill: points.minimax.fill, stroke: background },
    colour: points.minimax.fill,
    strokeWidth: 2.25,
    dy: -APART,
  },
};

/** The height of a panel. */
export const importanceHeight = (columns: readonly ImportanceRow[]): number =>
  MARGIN_TOP + columns.length * LINE_HEIGHT + MARGIN_BOTTOM;

/** Around 0 and all intervals of groups that have rows enough. */
export function importanceRange(columns: readonly ImportanceRow[], groups: ImportanceData['groups']): Range {
  const large = groups.map(({ rows }) => rows >= FEWEST_ROWS);
  const trusted = (own: readonly RiskInterval[]): readonly RiskInterval[] =>
    large.includes(true) ? own.filter((_, group) => large[group]) : own;
  const ends = columns
    .flatMap(({ naive = [], minimax }) => [...trusted(naive), ...trusted(minimax)])
    .flatMap(({ low, high }) => [low, high]);
  const [low, high] = paddedRange([0, ...ends], 0.04);
  return [low, Math.max(high, low + LEAST_RISE)];
}

/** +0.213, −0.004: a rise or a fall. */
function signedWords(values: readonly number[]): (value: number) => string {
  const inWords = decimals(values, 3);
  return (value) => {
    const text = inWords(Math.abs(value));
    return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
  };
}

/** The panels of some groups, side by side. @param first the first of the groups */
export function importancePlots(
  { columns, groups }: ImportanceData,
  { first, across, width }: { readonly first: number; readonly across: number; readonly width: number },
): SizedPlot[] {
  const placed = columns.map((row, i) => ({ ...row, y: i + 0.5 }));
  const names = fitGroupNames(
    columns.map(({ column }) => column),
    WIDEST_NAME,
  );
  const nameWidth = Math.ceil(headingIndent + widest(['column', ...names]) + COLUMN_GAP);
  const values = columns.flatMap(({ minimax }) => minimax.map(({ value }) => value));
  const inWords = signedWords(values);
  const valuesEnd = Math.ceil(COLUMN_GAP + widest(values.map(inWords)));
  const frame = Math.floor((width - nameWidth) / across) - PANEL_GAP - valuesEnd;
  const range = importanceRange(columns, groups);
  const [low, high] = range;
  const tickWords = (tick: number): string => String(tick).replace('-', '−');
  const ticks = ticksThatFit(range, frame, tickWords);
  return groups.slice(first, first + across).map((group, i): SizedPlot => {
    const marginLeft = i === 0 ? nameWidth : PANEL_GAP;
    const told = placed.map(({ y, minimax }) => ({ y, ...minimax[first + i]! }));
    return {
      width: marginLeft + frame + valuesEnd,
      height: importanceHeight(columns),
      marginTop: MARGIN_TOP,
      marginBottom: MARGIN_BOTTOM,
      marginLeft,
      marginRight: valuesEnd,
      x: axis(null, { domain: [low, high], ticks, tickFormat: tickWords }),
      y: { axis: null, domain: [columns.length, 0] },
      marks: [
        Plot.gridX(ticks, { strokeOpacity: gridOpacity }),
        Plot.ruleY(placed, { y: 'y', stroke: ink.fill, strokeOpacity: gridOpacity }),
        Plot.ruleX([0], { stroke: ink.fill, strokeWidth: 1, className: 'ff-zero' }),
        ...(['naive', 'minimax'] as const).flatMap((model) =>
          modelMarks(
            placed.flatMap(({ y, naive, minimax }) => {
              const own = { naive, minimax }[model]?.[first + i];
              return own ? [{ ...own, y: naive ? y + importanceLooks[model].dy : y }] : [];
            }),
            range,
            model,
          ),
        ),
        Plot.text([group.name], {
          frameAnchor: 'top-left',
          textAnchor: 'start',
          lineAnchor: 'bottom',
          dy: NAME_ABOVE,
          text: [inTwoLines(group.name, frame + valuesEnd)],
          fontWeight: 'bold',
          className: 'ff-group',
        }),
        Plot.text(told, {
          x: () => high,
          y: 'y',
          dx: valuesEnd,
          text: ({ value }: RiskInterval) => inWords(value),
          textAnchor: 'end',
          fill: inkOf,
          className: 'ff-figure-cell',
        }),
        ...(i === 0 ? textColumn(placed, 'column', names, { x: low, dx: -COLUMN_GAP, fill: ink.ink }) : []),
      ],
    };
  });
}

/** A name that is too long for one line is broken between its parts. */
function inTwoLines(name: string, room: number): string {
  const parts = name.split(' · ');
  if (textWidth(name) <= room || parts.length === 1) return fitGroupName(name, room);
  const half = Math.ceil(parts.length / 2);
  const lines = [`${parts.slice(0, half).join(' · ')} ·`, parts.slice(half).join(' · ')];
  return lines.map((line) => fitGroupName(line, room)).join('\n');
}

/** Quiet where it may be chance, red where the column misleads. */
function inkOf({ low, high }: RiskInterval): string {
  if (high < 0) return points.utopia.ink;
  return low > 0 ? ink.ink : quiet.ink;
}

function modelMarks(
  told: readonly (RiskInterval & { readonly y: number })[],
  range: Range,
  model: 'naive' | 'minimax',
): Plot.Markish[] {
  const { dot, colour, strokeWidth } = importanceLooks[model];
  const marks = told.map((own) => ({ ...own, x: own.value }));
  return [
    Plot.ruleY(
      marks.filter(({ low, high }) => high >= range[0] && low <= range[1]),
      {
        x1: ({ low }: RiskInterval) => clampTo(low, range),
        x2: ({ high }: RiskInterval) => clampTo(high, range),
        y: 'y',
        stroke: colour,
        strokeWidth,
        className: `ff-${model}-interval`,
      },
    ),
    Plot.dot(
      marks.filter(({ x }) => isWithin(x, range)),
      { x: 'x', y: 'y', ...dot, className: `ff-${model}` },
    ),
    ...edgeMarks(marks, range, { fill: background, stroke: colour }),
  ];
}
