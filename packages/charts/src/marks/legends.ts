// What the marks of a figure stand for, one after the other, in as many lines as they need. Its units are pixels.

import * as Plot from '@observablehq/plot';
import type { SizedPlot } from './compose.js';
import { EDGE_RADIUS } from './edge-marks.js';
import { type Block, plotBlock } from './sheet.js';
import { background, ink } from './theme.js';
import { fitText, textWidth } from './words.js';

export interface LegendEntry {
  readonly text: string;
  /** The width of the mark. */
  readonly width: number;
  /** @param x the middle of the mark */
  draw(x: number, y: number): Plot.Markish;
}

/** From a mark to its words, and from these to the next mark. */
const WORDS_GAP = 5;
const GAP = 20;
const className = 'ff-legend';

export const legendHeight = 20;

/** A legend of marks, in as many lines as they need. */
export function markLegend(entries: readonly LegendEntry[], width: number): SizedPlot {
  let [end, line] = [0, 0];
  const fitted = entries.map((entry) => ({
    ...entry,
    text: fitText(entry.text, width - entry.width - WORDS_GAP),
  }));
  const placed = fitted.map((entry) => {
    const wide = entry.width + WORDS_GAP + textWidth(entry.text);
    if (end > 0 && end + wide > width) [end, line] = [0, line + 1];
    const x = end;
    end += wide + GAP;
    return { ...entry, x, y: (line + 0.5) * legendHeight };
  });
  const height = (line + 1) * legendHeight;
  return {
    width,
    height,
    margin: 0,
    x: { axis: null, domain: [0, width] },
    y: { axis: null, domain: [height, 0] },
    marks: placed.flatMap(({ text, width: own, draw, x, y }) => [
      draw(x + own / 2, y),
      Plot.text([text], {
        x: [x + own + WORDS_GAP],
        y: [y],
        text: [text],
        textAnchor: 'start',
        fill: ink.ink,
        className,
      }),
    ]),
  };
}

/** A legend as a block; nothing where there is nothing to explain. */
export const legendBlock = (entries: readonly LegendEntry[], width: number): Block =>
  plotBlock(markLegend(entries, width));

export interface DotLook {
  readonly symbol?: Plot.SymbolType;
  readonly r: number;
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth?: number;
}

/** An entry that shows a dot. */
export const dotEntry = (text: string, look: DotLook): LegendEntry => ({
  text,
  // A star of the area of a circle has long points.
  width: look.symbol === 'star' ? 3.2 * look.r : 2 * look.r,
  draw: (x, y) => Plot.dot([x], { ...look, x: [x], y: [y], className }),
});

/** A line from left to right, as an interval. */
export const lineEntry = (
  text: string,
  stroke: string,
  strokeWidth: number,
  strokeDasharray = 'none',
): LegendEntry => ({
  text,
  width: 20,
  draw: (x, y) =>
    Plot.ruleY([y], { x1: [x - 10], x2: [x + 10], y: [y], stroke, strokeWidth, strokeDasharray, className }),
});

/** An upright line. */
export const ruleEntry = (text: string, stroke: string): LegendEntry => ({
  text,
  width: 6,
  draw: (x, y) => Plot.ruleX([x], { x: [x], y1: [y - 7], y2: [y + 7], stroke, className }),
});

/** An entry that shows a filled area. */
export const areaEntry = (
  text: string,
  fill: string,
  look: Pick<Plot.RectOptions, 'stroke' | 'strokeWidth' | 'strokeDasharray'> = {},
): LegendEntry => ({
  text,
  width: 16,
  draw: (x, y) =>
    Plot.rect([x], { ...look, x1: [x - 8], x2: [x + 8], y1: [y - 5], y2: [y + 5], fill, className }),
});

/** What stands for itself: *, –. */
export const signEntry = (text: string, sign: string): LegendEntry => ({
  text,
  width: textWidth(sign),
  draw: (x, y) => Plot.text([sign], { x: [x], y: [y], text: [sign], fill: ink.ink, className }),
});

/** An entry for the triangles at the edge of an axis. */
export const beyondEntry = (stroke: string): LegendEntry => ({
  text: 'beyond the axis',
  // A triangle of the area of a circle has long points.
  width: 3.5 * EDGE_RADIUS,
  draw: (x, y) =>
    Plot.dot([x], {
      x: [x],
      y: [y],
      symbol: 'triangle',
      rotate: 90,
      r: EDGE_RADIUS,
      fill: background,
      stroke,
      className,
    }),
});
