// A line that says what each shape stands for.

import * as Plot from '@observablehq/plot';
import type { SizedPlot } from './compose.js';
import { type ModelStyle, reachOf } from './model-style.js';
import { background } from './theme.js';
import { textWidth } from './words.js';

export const legendHeight = 20;

/** From a shape to its words, and from these to the next shape. */
const WORDS_GAP = 4;
const GAP = 22;

export function symbolLegend(items: readonly ModelStyle[], width: number): SizedPlot {
  let end = 0;
  const placed = items.map((item) => {
    const x = end + reachOf(item);
    const words = x + reachOf(item) + WORDS_GAP;
    end = words + textWidth(item.text) + GAP;
    return { ...item, x, words };
  });
  return {
    width,
    height: legendHeight,
    margin: 0,
    x: { axis: null, domain: [0, width] },
    y: { axis: null, domain: [0, 1] },
    marks: placed.flatMap(({ x, words, text, symbol, radius, colour }) => [
      Plot.dot([x], {
        x: [x],
        y: [0.5],
        symbol,
        r: radius,
        fill: colour.fill,
        stroke: background,
        strokeWidth: 1,
        className: 'ff-legend',
      }),
      Plot.text([text], {
        x: [words],
        y: [0.5],
        text: [text],
        textAnchor: 'start',
        fill: colour.ink,
        className: 'ff-legend',
      }),
    ]),
  };
}
