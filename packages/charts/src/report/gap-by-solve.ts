// How fast strategies prove how good they are: the certified gap after each solve, both axes logarithmic.

import { capitalised, count, number3, percent } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, labelEveryTick, logAxis, logTicks } from '../marks/axes.js';
import type { FigureWords } from '../marks/figure-kind.js';
import { endLabelMargin, endLabels } from '../marks/label-marks.js';
import { legendBlock, lineEntry } from '../marks/legends.js';
import { below, figure, isNarrow, plotBlock } from '../marks/sheet.js';
import { type Colour, gridOpacity, groupColour, ink, lineWidth, strategyColours } from '../marks/theme.js';
import { strategyName } from '../marks/words.js';
import type { GapBySolveData } from './data.js';

type Strategy = GapBySolveData['strategies'][number];

const HEIGHT = 320;

/** The certified gap of several strategies, solve by solve. */
export const gapBySolve = figure<GapBySolveData>({
  name: 'gap-by-solve',
  describe,
  tabulate: ({ strategies }) => ({
    columns: ['strategy', 'solve', 'certified_gap'],
    rows: strategies.flatMap(({ name, gaps }) => gaps.map((gap, i) => [name, i + 1, gap])),
  }),
  layOut({ strategies, target }, width) {
    const most = Math.max(2, ...strategies.map(({ gaps }) => gaps.length));
    const { scale, mark, place, ticks } = logAxis('certified gap', [
      target,
      ...strategies.flatMap(({ gaps }) => gaps),
    ]);
    const isBelow = isNarrow(width);
    const plot = plotBlock({
      width,
      height: HEIGHT,
      marginTop: 26,
      marginBottom: 38,
      marginLeft: 46,
      marginRight: isBelow ? 12 : endLabelMargin(strategies.map(labelOf)),
      x: axis(null, { type: 'log', domain: [1, most] }),
      y: scale,
      marks: [
        mark,
        labelEveryTick('x', 'solves', logTicks(1, most), number3),
        Plot.gridY({ ticks: [...ticks], strokeOpacity: gridOpacity }),
        Plot.ruleY([target], { stroke: ink.fill, strokeDasharray: '5,4', className: 'ff-target' }),
        ...strategies.flatMap(({ name, gaps }, i) => [
          Plot.line(gaps, {
            x: (_: number, solve: number) => solve + 1,
            y: place,
            stroke: colourOf(name, i).fill,
            strokeWidth: lineWidth,
            curve: 'step-after',
            className: 'ff-gap',
          }),
          Plot.dot(gaps.slice(-1), { x: [gaps.length], y: place, r: 3.5, fill: colourOf(name, i).fill }),
        ]),
        isBelow
          ? null
          : endLabels(
              strategies
                .filter(({ gaps }) => gaps.length > 0)
                .map((strategy, i) => ({
                  x: strategy.gaps.length,
                  y: place(strategy.gaps.at(-1)!),
                  text: labelOf(strategy),
                  ink: colourOf(strategy.name, i).ink,
                })),
            ),
      ],
    });
    if (!isBelow) return plot;
    const entries = strategies.map((strategy, i) =>
      lineEntry(labelOf(strategy), colourOf(strategy.name, i).fill, lineWidth),
    );
    return below([legendBlock(entries, width), plot]);
  },
});

/** Draws the certified gap of several strategies, solve by solve. */
export const drawGapBySolve = gapBySolve.draw;

const colourOf = (name: string, i: number): Colour => strategyColours[name] ?? groupColour(i);
const labelOf = ({ name, gaps }: Strategy): string => `${strategyName(name)}, ${gaps.length}`;

function describe({ strategies, target }: GapBySolveData): FigureWords {
  const told = strategies.map(({ name, gaps }) => {
    const end = gaps.at(-1);
    return `${strategyName(name)}: ${count(gaps.length, 'solve')}, gap at the end ${end === undefined || !Number.isFinite(end) ? 'not proved' : percent(end)}`;
  });
  return {
    title: gapSentence({ strategies, target }),
    note: `dashed: the gap asked for, ${percent(target)} · at the end of each line, solves used`,
    alternative: `The certified gap after each solve, by strategy; asked for was ${percent(target)}. ${told.join('; ')}.`,
  };
}

/** Cutting plane proves a gap of 1% first, after 12 solves; APStar does not in 100. */
function gapSentence({ strategies, target }: GapBySolveData): string {
  const proved = strategies
    .flatMap(({ name, gaps }) => {
      const at = gaps.findIndex((gap) => gap <= target);
      return at < 0 ? [] : [{ name, solves: at + 1 }];
    })
    .sort((one, other) => one.solves - other.solves);
  const others = strategies.length - proved.length;
  const rest = others > 0 ? `; ${others} of ${strategies.length} strategies do not` : '';
  return proved[0] === undefined
    ? `No strategy proves a gap of ${percent(target)}`
    : `${capitalised(strategyName(proved[0].name))} proves a gap of ${percent(target)} first, after ${count(proved[0].solves, 'solve')}${rest}`;
}
