// The marks of rows: dots, intervals, bars and arrows in a row, and lines through all of them.

import * as Plot from '@observablehq/plot';
import { clampTo, edgeMarks, isWithin, type Range } from './edge-marks.js';
import type { Layer, Placed, Reference, RowsFigure } from './row-grammar.js';
import { background } from './theme.js';
import { BOLDER, textWidth } from './words.js';

/** The height of a line of text above the rows. */
export const LINE = 15;

/** The rows that are shown. */
export const rowsOf = <Row extends object>({ rows }: RowsFigure<Row>): Row[] =>
  rows.filter((row): row is Row => typeof row !== 'number');

export interface ReferencePlace {
  /** Of the panel. */
  readonly width: number;
  readonly frame: number;
  readonly marginLeft: number;
  /** How many labels are below. */
  readonly level: number;
  /** What is between the rows and the labels, in pixels. */
  readonly above: number;
  /** Where the line is drawn, from and to, in rows: it does not run through names. Default: from the label down. */
  readonly segments?: readonly (readonly [number, number])[] | undefined;
}

/** Draws a line through all rows. Its label ends at it, or begins there where there is no room left of it. */
export function referenceMarks(
  { at, colour, dash = 'none', label, className }: Reference,
  domain: Range,
  { width, frame, marginLeft, level, above, segments }: ReferencePlace,
): Plot.Markish[] {
  const x = clampTo(at, domain);
  const dy = -above - (level + 0.5) * LINE;
  const left = marginLeft + (frame * (x - domain[0])) / (domain[1] - domain[0]);
  const wide = textWidth(label?.text ?? '') * BOLDER;
  const start = Math.max(0, Math.min(left + 5, width - wide));
  const look = { stroke: colour, strokeWidth: 1, strokeDasharray: dash, className };
  return [
    segments === undefined
      ? Plot.ruleX([x], { ...look, x: [x], insetTop: label === undefined ? 0 : dy - 6 })
      : Plot.ruleX(segments, { ...look, x: () => x, y1: '0', y2: '1' }),
    ...(label === undefined
      ? []
      : [
          Plot.text([x], {
            x: [x],
            frameAnchor: 'top',
            dx: wide + 6 <= left ? -5 : start - left,
            dy,
            text: [label.text],
            textAnchor: wide + 6 <= left ? 'end' : 'start',
            fill: label.ink,
            stroke: background,
            strokeWidth: 3,
            fontWeight: 'bold',
            className: label.className,
          }),
        ]),
  ];
}

/** Half of the line at an interval's end, in pixels. */
const HALF_END = 4;

/** Draws a layer in all rows. @param rowHeight in pixels */
export function layerMarks<Row extends object>(
  layer: Layer<Row>,
  placed: readonly Placed<Row>[],
  domain: Range,
  rowHeight: number,
): Plot.Markish[] {
  const { className } = layer;
  switch (layer.kind) {
    case 'dot': {
      const { at, look, fill = () => look.fill, stroke = () => look.stroke, dy = 0 } = layer;
      const points = placed.flatMap((row) =>
        valuesOf(at(row)).map((x) => ({ x, y: row.y, fill: fill(row), stroke: stroke(row) })),
      );
      return [
        Plot.dot(
          points.filter(({ x }) => isWithin(x, domain)),
          { ...look, x: 'x', y: 'y', dy, fill: 'fill', stroke: 'stroke', className },
        ),
        ...edgeMarks(points, domain, { fill: 'fill', stroke: 'stroke', dy }),
      ];
    }
    case 'interval': {
      const { at, colour, strokeWidth, hasEnds = false, dy = 0 } = layer;
      const lines = placed.flatMap((row) => {
        const { low, high } = at(row) ?? { low: 1, high: 0 };
        return low <= high && high >= domain[0] && low <= domain[1]
          ? [{ y: row.y, low, high, stroke: typeof colour === 'string' ? colour : colour(row) }]
          : [];
      });
      const look = { stroke: 'stroke', strokeWidth } as const;
      return [
        Plot.ruleY(lines, {
          ...look,
          x1: ({ low }: { low: number }) => clampTo(low, domain),
          x2: ({ high }: { high: number }) => clampTo(high, domain),
          y: 'y',
          dy,
          className,
        }),
        ...(hasEnds
          ? (['low', 'high'] as const).map((end) =>
              Plot.ruleX(
                lines.filter((line) => isWithin(line[end], domain)),
                {
                  ...look,
                  x: end,
                  y1: ({ y }: { y: number }) => y - HALF_END / rowHeight,
                  y2: ({ y }: { y: number }) => y + HALF_END / rowHeight,
                  dy,
                  className: `${className}-end`,
                },
              ),
            )
          : []),
      ];
    }
    case 'bar': {
      const bars = placed.flatMap((row) => {
        const ends = layer.at(row);
        if (ends === undefined) return [];
        const [x1, x2] = ends.map((end) => clampTo(end, domain)).sort((one, other) => one - other);
        return [{ x1, x2, y: row.y, fill: typeof layer.fill === 'string' ? layer.fill : layer.fill(row) }];
      });
      return [
        Plot.rect(bars, {
          ...layer.look,
          x1: 'x1',
          x2: 'x2',
          y1: 'y',
          y2: 'y',
          insetTop: -layer.half,
          insetBottom: -layer.half,
          fill: 'fill',
          className,
        }),
      ];
    }
    case 'arrow': {
      const { at, colour, insets: [insetStart, insetEnd] = [5, 7], dy = 0 } = layer;
      const arrows = placed.flatMap((row) => {
        const ends = at(row);
        return ends === undefined
          ? []
          : [{ x1: clampTo(ends[0], domain), x2: clampTo(ends[1], domain), y: row.y }];
      });
      return [
        Plot.arrow(arrows, {
          x1: 'x1',
          x2: 'x2',
          y1: 'y',
          y2: 'y',
          dy,
          insetStart,
          insetEnd,
          headLength: 5,
          headAngle: 50,
          stroke: colour,
          strokeWidth: 2,
          className,
        }),
      ];
    }
  }
}

const valuesOf = (at: number | readonly number[] | undefined): readonly number[] =>
  at === undefined ? [] : typeof at === 'number' ? [at] : at;

/** Whether a dot lies beyond its axis. */
export const hasBeyond = <Row extends object>(figure: RowsFigure<Row>): boolean =>
  figure.axes.some(({ layers, domain }) =>
    layers.some(
      (layer) =>
        layer.kind === 'dot' &&
        rowsOf(figure).some((row) => valuesOf(layer.at(row)).some((x) => !isWithin(x, domain))),
    ),
  );
