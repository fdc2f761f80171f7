// Columns of text beside the marks of a plot that has one row per group.

import * as Plot from '@observablehq/plot';
import { quiet } from './theme.js';
import { textWidth } from './words.js';

/** Between a column and what stands beside it, in pixels. */
export const COLUMN_GAP = 14;
/** Where a column's head stands, above the first row. */
const HEAD = -10;

/** The width of the widest text. */
export const widest = (texts: readonly string[]): number => Math.max(...texts.map((text) => textWidth(text)));

export interface ColumnOptions {
  readonly x: number;
  readonly dx: number;
  readonly fill: Plot.ChannelValueSpec;
  readonly fontWeight?: string;
}

/** Texts that end `dx` pixels away from x, and the head above them. @param rows each has its height in y */
export function textColumn(
  rows: readonly { readonly y: number }[],
  head: string,
  texts: readonly string[],
  { x, dx, ...options }: ColumnOptions,
): Plot.Markish[] {
  const place = { dx, textAnchor: 'end' } as const;
  return [
    Plot.text([head], {
      ...place,
      x: [x],
      y: [0],
      dy: HEAD,
      text: [head],
      fill: quiet.ink,
      className: 'ff-head',
    }),
    Plot.text(rows, { ...place, ...options, x: () => x, y: 'y', text: [...texts], className: 'ff-cell' }),
  ];
}
