// How fast strategies prove how good they are: the certified gap after each solve, both axes logarithmic.

import * as Plot from '@observablehq/plot';
import { axis, labelEveryTick, logAxis, logTicks } from '../marks/axes.js';
import { composeFigure, headingHeight, outerMargin } from '../marks/compose.js';
import { endLabelMargin } from '../marks/label-marks.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { background, gridOpacity, groupColour, ink, lineWidth, strategyColours } from '../marks/theme.js';
import { number3, percent, strategyName } from '../marks/words.js';
import type { GapBySolveData } from './data.js';

type Strategy = GapBySolveData['strategies'][number];

const PLOT = { width: 720, height: 320 };

/** Draws the certified gap of several strategies, solve by solve. */
export function drawGapBySolve<E extends ChartElement>(data: GapBySolveData, document: ChartDocument<E>): E {
  const { strategies, target } = data;
  const most = Math.max(2, ...strategies.map(({ gaps }) => gaps.length));
  const { scale, mark, place, ticks } = logAxis('certified gap', [
    target,
    ...strategies.flatMap(({ gaps }) => gaps),
  ]);
  const colourOf = (name: string, i: number) => strategyColours[name] ?? groupColour(i);
  const labelOf = ({ name, gaps }: Strategy): string => `${strategyName(name)}, ${gaps.length}`;
  return composeFigure(document, {
    name: 'gap-by-solve',
    title: 'Certified gap after each solve, by strategy',
    width: PLOT.width + 2 * outerMargin,
    height: PLOT.height + headingHeight + 2 * outerMargin,
    panels: [
      {
        x: outerMargin,
        y: outerMargin,
        heading: {
          title: 'How soon is it proved that no model can do much better?',
          note: `dashed: the gap asked for, ${percent(target)} · at the end of each line, solves used`,
        },
        plot: {
          ...PLOT,
          marginTop: 26,
          marginBottom: 38,
          marginLeft: 46,
          marginRight: endLabelMargin(strategies.map(labelOf)),
          x: axis(null, { type: 'log', domain: [1, most] }),
          y: scale,
          marks: [
            mark,
            labelEveryTick('x', 'solves', logTicks(1, most), number3),
            Plot.gridY({ ticks: [...ticks], strokeOpacity: gridOpacity }),
            Plot.ruleY([target], { stroke: ink.fill, strokeDasharray: '5,4', className: 'ff-target' }),
            ...strategies.flatMap((strategy, i) => {
              const { name, gaps } = strategy;
              const last = gaps.slice(-1);
              return [
                Plot.line(gaps, {
                  x: (_: number, solve: number) => solve + 1,
                  y: place,
                  stroke: colourOf(name, i).fill,
                  strokeWidth: lineWidth,
                  curve: 'step-after',
                  className: 'ff-gap',
                }),
                Plot.dot(last, { x: [gaps.length], y: place, r: 3.5, fill: colourOf(name, i).fill }),
                Plot.text(last, {
                  x: [gaps.length],
                  y: place,
                  text: [labelOf(strategy)],
                  textAnchor: 'start',
                  dx: 8,
                  fill: colourOf(name, i).ink,
                  stroke: background,
                  strokeWidth: 4,
                  className: 'ff-gap-label',
                }),
              ];
            }),
          ],
        },
      },
    ],
  });
}
