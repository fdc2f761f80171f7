// The plot of a search by solve. A solve takes the width from half before its number to half after, so that
// one solve alone is seen too.

import { tellApart } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import {
  axis,
  labelEveryTick,
  logTicks,
  paddedRange,
  startsAt,
  tickMargin,
  wholeTicks,
} from '../marks/axes.js';
import type { SizedPlot } from '../marks/compose.js';
import { type DataPoint, dotsAt, lineThrough } from '../marks/data-point.js';
import { endLabelMargin, endLabels, type Label, pointLabels } from '../marks/label-marks.js';
import { isNarrow } from '../marks/sheet.js';
import { bandOpacity, type Colour, errors, gridOpacity, lineWidth, points, quiet } from '../marks/theme.js';
import { partWords, strategyName, textWidth } from '../marks/words.js';
import type { SearchPathData, SolveRow } from './data.js';

export interface SearchPlot extends Pick<SearchPathData, 'solves'> {
  readonly strategy?: string;
  readonly step?: 'solve' | 'look';
  readonly width: number;
  readonly height: number;
  readonly part: 'validation' | 'train';
  /** Whether the risks of the solves are drawn. */
  readonly risks: boolean;
  /** Whether the bounds are; the last ones must be finite then. */
  readonly bounds: boolean;
}

/** From more solves on the axis is logarithmic: what matters happens early. Dots are smaller then. */
const MANY = 100;

/** A plot of risks and bounds, solve by solve. */
export function searchPlot(plot: SearchPlot): SizedPlot {
  const { width, height, solves, step = 'solve', strategy, part, risks, bounds } = plot;
  const lowers = solves.map(({ lower }) => lower ?? 0);
  const uppers = solves.map(({ upper }) => upper ?? Number.POSITIVE_INFINITY);
  const domain = informativeRange(solves, risks, bounds);
  const [low, high] = domain;
  const place = (value: number): number => Math.min(Math.max(value, low), high);
  const dots = risks ? solves.map(({ worstRisk }, i) => ({ x: i + 1, y: worstRisk })) : [];
  const count = solves.length;
  const many = count > MANY;
  const label = startsAt(`risk of the worst-off group, ${partWords[part]}`, domain);
  const radius = many ? 2 : 2.75;
  const labels = endTexts(plot, step).map(
    ({ value, text, colour, bold }): Label => ({
      x: count + 0.5,
      y: place(value),
      text,
      ink: colour.ink,
      bold,
    }),
  );
  return {
    width,
    height,
    marginTop: 26,
    marginBottom: 38,
    marginLeft: tickMargin(domain, 46),
    marginRight: isNarrow(width) ? 12 : endLabelMargin(labels.map(({ text }) => text)),
    x: axis(null, { type: many ? 'log' : 'linear', domain: [0.5, count + 0.5] }),
    y: axis(textWidth(label) < width - 10 ? label : startsAt('risk', domain), {
      domain,
      ticks: 6,
    }),
    marks: [
      labelEveryTick(
        'x',
        stepWords(step, strategy, many),
        many ? logTicks(1, count) : wholeTicks(1, count),
        String,
      ),
      Plot.gridY({ ticks: 6, strokeOpacity: gridOpacity }),
      ...(bounds ? boundMarks(lowers, uppers, domain) : []),
      dotsAt(
        dots.filter(({ y }) => y <= high),
        { r: radius, fill: quiet.fill, fillOpacity: 0.6, className: 'ff-solve' },
      ),
      dotsAt(
        dots.filter(({ y }) => y > high).map(({ x }) => ({ x, y: high })),
        { symbol: 'triangle', r: radius, fill: 'none', stroke: quiet.fill, className: 'ff-above' },
      ),
      ...(risks ? [bestLine(solves, domain)] : []),
      isNarrow(width)
        ? insideLabels(labels, [
            ...(risks
              ? [
                  dots,
                  steps(
                    solves.map(({ bestWorstRisk }) => bestWorstRisk),
                    domain,
                  ),
                ]
              : []),
            ...(bounds ? [steps(uppers, domain), steps(lowers, domain)] : []),
          ])
        : endLabels(labels),
    ],
  };
}

/** Where there is no room behind the lines, their labels stand on them. */
const insideLabels = (labels: readonly Label[], lines: readonly (readonly DataPoint[])[]) =>
  pointLabels(
    labels.map((label) => ({ ...label, radius: 4 })),
    lines,
  );

function bestLine(solves: readonly SolveRow[], domain: readonly [number, number]): Plot.Markish {
  const best = solves.map(({ bestWorstRisk }) => bestWorstRisk);
  return lineThrough(steps(best, domain), {
    stroke: points.minimax.fill,
    strokeWidth: lineWidth + 0.5,
    className: 'ff-best',
  });
}

/**
 * Up to the edge of the plot where a bound lies beyond it; the bound's own line begins where it comes into
 * sight.
 */
function boundMarks(
  lowers: readonly number[],
  uppers: readonly number[],
  domain: readonly [number, number],
): Plot.Markish[] {
  const [low, high] = domain;
  const band = lowers.flatMap((lower, i) =>
    [i + 0.5, i + 1.5].map((x) => ({ x, low: Math.max(lower, low), high: Math.min(uppers[i]!, high) })),
  );
  const line = { stroke: errors.mu.fill, strokeWidth: 1.5, className: 'ff-bound' };
  return [
    Plot.areaY(band, {
      x: 'x',
      y1: 'low',
      y2: 'high',
      fill: errors.mu.fill,
      fillOpacity: bandOpacity,
      className: 'ff-band',
    }),
    lineThrough(steps(uppers, domain), line),
    lineThrough(steps(lowers, domain), line),
  ];
}

/**
 * A level line for each value from the first within the domain on, and where earlier ones lie beyond it the
 * way in.
 */
function steps(values: readonly number[], [low, high]: readonly [number, number]): DataPoint[] {
  const first = values.findIndex((value) => value >= low && value <= high);
  if (first < 0) return [];
  const entry = first === 0 ? [] : [{ x: first + 0.5, y: values[first - 1]! > high ? high : low }];
  const levels = values.slice(first).flatMap((value, i) => {
    const y = Math.min(Math.max(value, low), high);
    return [
      { x: first + i + 0.5, y },
      { x: first + i + 1.5, y },
    ];
  });
  return [...entry, ...levels];
}

/** Whether some solve has a risk so far above the others that it is drawn at the edge. */
export function hasSolvesAbove(solves: readonly SolveRow[], bounds: boolean): boolean {
  const [, high] = informativeRange(solves, true, bounds);
  return solves.some(({ worstRisk }) => worstRisk > high);
}

interface EndText {
  readonly value: number;
  readonly text: string;
  readonly colour: Colour;
  readonly bold: boolean;
}

function endTexts({ solves, risks, bounds }: SearchPlot, step: string): EndText[] {
  const { bestWorstRisk, lower, upper } = solves.at(-1)!;
  const foundAt = solves.findIndex((solve) => solve.bestWorstRisk === bestWorstRisk) + 1;
  const [best, above, below] = tellApart([bestWorstRisk, upper ?? Number.POSITIVE_INFINITY, lower ?? 0]);
  const texts: EndText[] = [];
  if (risks) {
    texts.push({
      value: bestWorstRisk,
      text: `best ${best}, ${step} ${foundAt}`,
      colour: points.minimax,
      bold: true,
    });
  }
  // Where training risks choose, the best risk is the upper bound, unless the best solve did not converge.
  if (bounds && !(risks && bestWorstRisk === upper)) {
    texts.push({ value: upper!, text: `reached: ${above}`, colour: errors.mu, bold: false });
  }
  if (bounds) {
    const text = lower! > 0 ? `impossible below ${below}` : 'no lower limit yet';
    texts.push({ value: lower!, text, colour: errors.mu, bold: false });
  }
  return texts;
}

/**
 * How far from the last values the axis reaches, in ways: of the best risk since the first solve, and between
 * the last bounds.
 */
const REACH = { path: 1.5, gap: 3, least: 0.05 };

/**
 * The range in which something is to be seen: the first bounds may be 0 and infinite, and a solve far from
 * the best may have any risk. Around the last values, as far as the best risk came and as wide as the bounds
 * still are.
 */
export function informativeRange(
  solves: readonly SolveRow[],
  risks: boolean,
  bounds: boolean,
): [number, number] {
  const last = solves.at(-1)!;
  const ends = [
    ...(risks ? [last.bestWorstRisk] : []),
    ...(bounds ? [last.lower ?? 0, last.upper ?? 0] : []),
  ];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const paths = [
    ...(risks ? solves.map(({ bestWorstRisk }) => bestWorstRisk) : []),
    ...(bounds ? solves.map(({ upper }) => upper ?? Number.POSITIVE_INFINITY) : []),
  ].filter((value) => value <= 2 * most);
  const reach = Math.max(
    REACH.path * (Math.max(...paths, most) - most),
    REACH.gap * (most - least),
    REACH.least * most,
  );
  const values = solves.flatMap(({ worstRisk, bestWorstRisk, lower, upper }) => [
    ...(risks ? [worstRisk, bestWorstRisk] : []),
    ...(bounds ? [lower ?? 0, upper ?? Number.POSITIVE_INFINITY] : []),
  ]);
  const inSight = values.filter((value) => value >= least - reach && value <= most + reach);
  const [low, high] = paddedRange(inSight, 0.07);
  return [Math.max(0, low), high];
}

function stepWords(step: string, strategy: string | undefined, isLogarithmic: boolean): string {
  const details = [
    ...(strategy === undefined ? [] : [strategyName(strategy)]),
    ...(isLogarithmic ? ['logarithmic axis'] : []),
  ];
  return details.length === 0 ? step : `${step} (${details.join('; ')})`;
}
