// One panel of partial dependence: lines over numbers, or marks beside the names of levels. A group has its colour
// and its shape in all panels.

import { percentTick } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, paddedRange, tickSpacing } from '../marks/axes.js';
import type { SizedPlot } from '../marks/compose.js';
import { lineThrough } from '../marks/data-point.js';
import type { Range } from '../marks/edge-marks.js';
import type { DotLook } from '../marks/legends.js';
import { background, gridOpacity, groupColour, ink } from '../marks/theme.js';
import { fitGroupNames } from '../marks/words.js';
import type { DependenceCurves } from './data.js';

const MARGIN = { marginTop: 12, marginBottom: 26, marginRight: 16 } as const;
const NUMBERS_LEFT = 48;
const NUMBERS_HEIGHT = 190;
const LEVEL_HEIGHT = 17;
/** The share of a panel that the names of levels may take. */
const NAME_SHARE = 0.45;
/** How far the marks of a level's groups are spread, in lines. */
const SPREAD = 0.6;
const MARKS_ON_LINE = 5;
/** The narrowest axis of probabilities. */
const NARROWEST = 0.05;

const SYMBOLS: readonly Plot.SymbolType[] = [
  ...(['circle', 'square', 'diamond', 'triangle', 'star', 'wye', 'cross', 'triangle2'] as const),
];

/** How a group is marked. */
export const groupDot = (group: number): DotLook => ({
  r: 3.5,
  symbol: SYMBOLS[group % SYMBOLS.length]!,
  fill: groupColour(group).fill,
  stroke: background,
  strokeWidth: 0.5,
});

const isNumeric = (values: DependenceCurves['values']): values is readonly number[] =>
  typeof values[0] === 'number';

/** Around the probabilities of all curves that are shown. */
export function probabilityRange(columns: readonly DependenceCurves[], groupCount: number): Range {
  const all = columns.flatMap(({ byGroup }) => byGroup.slice(0, groupCount).flat());
  const [low, high] = paddedRange(all, 0.04);
  const missing = Math.max(0, NARROWEST - (high - low)) / 2;
  return [Math.max(0, low - missing), Math.min(1, high + missing)];
}

/** The height of a panel. */
export const dependenceHeight = ({ values }: DependenceCurves): number =>
  isNumeric(values) ? NUMBERS_HEIGHT : MARGIN.marginTop + values.length * LEVEL_HEIGHT + MARGIN.marginBottom;

/** A panel of one column. */
export function dependencePlot(
  { values, byGroup }: DependenceCurves,
  groupCount: number,
  probabilities: Range,
  width: number,
): SizedPlot {
  const curves = byGroup.slice(0, groupCount);
  const size = { width, height: dependenceHeight({ values } as DependenceCurves), ...MARGIN };
  return isNumeric(values)
    ? { ...size, ...numbersPlot(values, curves, probabilities, size) }
    : { ...size, ...levelsPlot(values, curves, probabilities, width) };
}

function numbersPlot(
  values: readonly number[],
  curves: readonly (readonly number[])[],
  [low, high]: Range,
  { width, marginRight }: { readonly width: number; readonly marginRight: number },
) {
  const domain: Range = [values[0]!, values.at(-1)!];
  const xSpacing = tickSpacing(domain, 'number', width - NUMBERS_LEFT - marginRight);
  const last = values.length - 1;
  // At other values for each group, so that lines on each other are seen to be several.
  const markedOf = (group: number): ReadonlySet<number> =>
    new Set(
      Array.from({ length: MARKS_ON_LINE }, (_, i) =>
        Math.round(((i + group / curves.length) * last) / MARKS_ON_LINE),
      ),
    );
  return {
    marginLeft: NUMBERS_LEFT,
    x: axis(null, {
      domain,
      tickSpacing: xSpacing,
      ...(Math.max(...domain.map(Math.abs)) >= 1e5 ? { tickFormat: '~s' } : { tickFormat: '~f' }),
    }),
    y: axis(null, { domain: [low, high], tickFormat: percentTick }),
    marks: [
      Plot.gridY({ strokeOpacity: gridOpacity }),
      ...curves.flatMap((curve, group) => {
        const line = curve.map((y, i) => ({ x: values[i]!, y }));
        const marked = markedOf(group);
        return [
          lineThrough(line, { stroke: groupColour(group).fill, strokeWidth: 1.5, className: 'ff-curve' }),
          Plot.dot(
            line.filter((_, i) => marked.has(i)),
            { x: 'x', y: 'y', ...groupDot(group), className: 'ff-group' },
          ),
        ];
      }),
    ],
  };
}

function levelsPlot(
  values: readonly string[],
  curves: readonly (readonly number[])[],
  range: Range,
  width: number,
) {
  const marginLeft = Math.ceil(width * NAME_SHARE);
  const names = fitGroupNames(values, marginLeft - 8);
  const ticks = { tickSpacing: tickSpacing(range, 'share', width - marginLeft - MARGIN.marginRight) };
  const [low] = range;
  return {
    marginLeft,
    x: axis(null, { domain: [...range], ...ticks, tickFormat: percentTick }),
    y: { axis: null, domain: [values.length, 0] },
    marks: [
      Plot.gridX({ ...ticks, strokeOpacity: gridOpacity }),
      Plot.ruleY(values, {
        y: (_: string, i: number) => i + 0.5,
        stroke: ink.fill,
        strokeOpacity: gridOpacity,
      }),
      Plot.text(values, {
        x: () => low,
        y: (_: string, i: number) => i + 0.5,
        dx: -8,
        text: names,
        textAnchor: 'end',
        fill: ink.ink,
        className: 'ff-level',
      }),
      ...curves.map((curve, group) =>
        Plot.dot(curve, {
          x: (own: number) => own,
          y: (_: number, i: number) => i + 0.5 + SPREAD * ((group + 0.5) / curves.length - 0.5),
          ...groupDot(group),
          className: 'ff-group',
        }),
      ),
    ],
  };
}
