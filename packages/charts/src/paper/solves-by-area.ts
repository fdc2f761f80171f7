// Figure 3 (b): solves needed against the area of the intersection, and under it, bin by bin, the share of
// runs that did not get there. x counts bins, so that narrow bins of small areas have as much room as wide
// ones; ticks stand between bins and name their limits. A number that is not known because runs failed is
// drawn at the limit, not left out.

import { number3, percent } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, labelEveryTick, logTicks } from '../marks/axes.js';
import type { SizedPlot } from '../marks/compose.js';
import { endLabelMargin, endLabels } from '../marks/label-marks.js';
import {
  background,
  type Colour,
  gridOpacity,
  groupColour,
  ink,
  lineWidth,
  quiet,
  strategyColours,
} from '../marks/theme.js';
import { strategyName } from '../marks/words.js';
import type { AreaBin, Figure3Data, StrategySolves } from './data.js';

interface Row {
  readonly x: number;
  readonly bin: AreaBin;
}

/** Between the strategies of one bin, in bins. */
const DODGE = 0.24;
/** Half the width of a whisker's cap, in bins. */
const CAP = 0.06;
const ROW_HEIGHT = 20;
const MARGIN_LEFT = 46;
const MOST_LABELS = 11;

const colourOf = (strategy: StrategySolves, i: number): Colour =>
  strategyColours[strategy.name] ?? groupColour(i);

const binsOf = (data: Figure3Data): readonly AreaBin[] => data.strategies[0]?.solvesByArea ?? [];

const marginRight = (data: Figure3Data): number =>
  endLabelMargin([...data.strategies.map(({ name }) => strategyName(name)), limitLabel(data)]);

const limitLabel = ({ maxSolves }: Figure3Data): string => `limit ${maxSolves}`;

/** A plot of the solves that strategies need, by the area of the intersection. */
export function solvesPlot(data: Figure3Data, width: number, height: number): SizedPlot {
  const { strategies, maxSolves } = data;
  const bins = binsOf(data).length;
  const ticks = logTicks(1, maxSolves);
  const rowsOf = (strategy: StrategySolves, i: number): Row[] =>
    strategy.solvesByArea
      .map((bin, k) => ({ x: k + 0.5 + (i - (strategies.length - 1) / 2) * DODGE, bin }))
      .filter(({ bin }) => bin.runs > 0);
  return {
    width,
    height,
    marginTop: 26,
    marginBottom: 6,
    marginLeft: MARGIN_LEFT,
    marginRight: marginRight(data),
    x: { axis: null, domain: [0, bins] },
    y: { type: 'log', domain: [1, maxSolves] },
    marks: [
      labelEveryTick('y', 'solves needed', ticks, number3),
      Plot.gridY({ ticks, strokeOpacity: gridOpacity }),
      Plot.ruleY([maxSolves], {
        stroke: ink.fill,
        strokeDasharray: '5,4',
        strokeWidth: 1,
        className: 'ff-limit',
      }),
      ...strategies.flatMap((strategy, i) =>
        solvesMarks(rowsOf(strategy, i), colourOf(strategy, i), maxSolves),
      ),
      endLabels([
        ...strategies.map((strategy, i) => ({
          x: rowsOf(strategy, i).at(-1)?.x ?? bins,
          y: rowsOf(strategy, i).at(-1)?.bin.median ?? maxSolves,
          text: strategyName(strategy.name),
          ink: colourOf(strategy, i).ink,
          bold: i === 0,
        })),
        { x: bins, y: maxSolves, text: limitLabel(data), ink: ink.ink },
      ]),
    ],
  };
}

function solvesMarks(rows: readonly Row[], { fill }: Colour, maxSolves: number): Plot.Markish[] {
  const x = ({ x }: Row): number => x;
  const median = ({ bin }: Row): number => bin.median ?? maxSolves;
  const unknown = rows.filter(({ bin }) => bin.median === null || bin.p90 === null);
  return [
    Plot.ruleX(rows, {
      x,
      y1: median,
      y2: ({ bin }: Row) => bin.p90 ?? maxSolves,
      stroke: fill,
      strokeWidth: 1.25,
      className: 'ff-whisker',
    }),
    Plot.ruleY(
      rows.filter(({ bin }) => bin.p90 !== null),
      {
        x1: ({ x }: Row) => x - CAP,
        x2: ({ x }: Row) => x + CAP,
        y: ({ bin }: Row) => bin.p90,
        stroke: fill,
        strokeWidth: 1.25,
        className: 'ff-p90',
      },
    ),
    Plot.line(rows, {
      x,
      y: ({ bin }: Row) => bin.median,
      stroke: fill,
      strokeWidth: lineWidth,
      className: 'ff-median',
    }),
    Plot.dot(
      rows.filter(({ bin }) => bin.median !== null),
      { x, y: median, r: 3.25, fill, stroke: background, className: 'ff-median' },
    ),
    Plot.dot(unknown, {
      x,
      y: () => maxSolves,
      symbol: 'triangle',
      r: 4,
      fill: background,
      stroke: fill,
      strokeWidth: 1.5,
      className: 'ff-beyond-the-limit',
    }),
  ];
}

interface Box {
  readonly x: number;
  readonly row: number;
  readonly share: number;
  readonly runs: number;
}

/** A table under the plot, in line with its bins: one row per strategy. */
export function failuresPlot(data: Figure3Data, width: number): SizedPlot {
  const { strategies } = data;
  const bins = binsOf(data);
  const boxes: Box[] = strategies.flatMap(({ solvesByArea }, row) =>
    solvesByArea.map(({ failed, runs }, k) => ({ x: k, row, share: runs === 0 ? 0 : failed / runs, runs })),
  );
  const [marginTop, marginBottom] = [24, 40];
  const every = Math.ceil((bins.length + 1) / MOST_LABELS);
  const limits = [...bins.map(({ areaFrom }) => areaFrom), bins.at(-1)?.areaTo ?? 1];
  return {
    width,
    height: marginTop + strategies.length * ROW_HEIGHT + marginBottom,
    marginTop,
    marginBottom,
    marginLeft: MARGIN_LEFT,
    marginRight: marginRight(data),
    x: axis('area of the intersection, share of the simplex', {
      domain: [0, bins.length],
      ticks: limits.map((_, i) => i).filter((i) => i % every === 0),
      tickFormat: (i: number) => percent(limits[i] ?? 0),
      labelAnchor: 'center',
    }),
    y: { axis: null, domain: [strategies.length, 0] },
    marks: [
      Plot.rect(boxes, {
        x1: 'x',
        x2: ({ x }: Box) => x + 1,
        y1: 'row',
        y2: ({ row }: Box) => row + 1,
        fill: ({ row }: Box) => colourOf(strategies[row]!, row).fill,
        fillOpacity: ({ share }: Box) => 0.45 * share,
        inset: 1,
        className: 'ff-failed',
      }),
      Plot.text(boxes, {
        x: ({ x }: Box) => x + 0.5,
        y: ({ row }: Box) => row + 0.5,
        text: ({ share, runs }: Box) => (runs === 0 ? '–' : percent(share)),
        fill: ({ share }: Box) => (share > 0 ? ink.ink : quiet.ink),
        className: 'ff-failed-share',
      }),
      Plot.text([`share of runs that failed within ${data.maxSolves} solves`], {
        frameAnchor: 'top-left',
        dx: -MARGIN_LEFT + 4,
        dy: -14,
        className: 'ff-failures-label',
      }),
      endLabels(
        strategies.map((strategy, row) => ({
          x: bins.length,
          y: row + 0.5,
          text: strategyName(strategy.name),
          ink: colourOf(strategy, row).ink,
        })),
      ),
    ],
  };
}
