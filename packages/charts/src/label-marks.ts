// Labels as marks of Observable Plot: beside the points they name, or behind the ends of lines. They are placed when
// the scales are known, which is when Plot calls them.

import type { RenderFunction, ScaleFunctions } from '@observablehq/plot';
import type { DataPoint } from './data-point.js';
import { type PixelPoint, placeLabels, sampleLine, spreadPositions } from './place-labels.js';
import { type Attributes, createSvg } from './svg-element.js';
import { background, fontSize, quiet } from './theme.js';
import { textWidth } from './words.js';

export interface Label extends DataPoint {
  readonly text: string;
  /** The text's colour. */
  readonly ink: string;
  readonly bold?: boolean;
  /** Of the mark the label stands beside, in pixels. Default 0: the label is for a line. */
  readonly radius?: number;
}

const LINE_HEIGHT = 14;
/** Behind the end of a line, where its label starts. */
const END_GAP = 8;
/** A label moved further than this gets a thin line back to where it belongs. */
const LEADER_FROM = 7;

/** The right margin that end labels need. */
export const endLabelMargin = (texts: readonly string[]): number =>
  Math.ceil(Math.max(...texts.map((text) => textWidth(text)))) + END_GAP + 6;

/** Labels beside their points, clear of each other, of all labelled marks and of the `avoid` lines. */
export function pointLabels(
  labels: readonly Label[],
  avoid: readonly (readonly DataPoint[])[],
): RenderFunction {
  return (_index, scales, _values, dimensions, { document }) => {
    const anchors = labels.map((label) => toPixels(scales, label));
    const obstacles = avoid.flatMap((line) => sampleLine(line.map((point) => toPixels(scales, point))));
    const boxes = labels.map(({ text, radius = 0 }, i) => {
      return { ...anchors[i]!, width: textWidth(text), height: LINE_HEIGHT, radius };
    });
    const places = placeLabels(boxes, obstacles, {
      left: dimensions.marginLeft + 2,
      right: dimensions.width - 2,
      top: dimensions.marginTop,
      bottom: dimensions.height - dimensions.marginBottom - 2,
    });
    const texts = labels.map((label, i) =>
      drawText(document, label, places[i]!, { 'text-anchor': 'middle' }),
    );
    return createSvg(document, 'g', { class: 'ff-point-label' }, texts);
  };
}

/** Labels in the right margin, one below the other where lines end together. */
export function endLabels(labels: readonly Label[]): RenderFunction {
  return (_index, scales, _values, dimensions, { document }) => {
    const anchors = labels.map((label) => toPixels(scales, label));
    const heights = spreadPositions(
      anchors.map(({ y }) => y),
      LINE_HEIGHT,
      dimensions.marginTop,
      dimensions.height - dimensions.marginBottom,
    );
    const x = dimensions.width - dimensions.marginRight + END_GAP;
    const parts = labels.flatMap((label, i) => {
      const y = heights[i]!;
      const end = anchors[i]!;
      const text = drawText(document, label, { x, y }, { 'text-anchor': 'start' });
      if (Math.abs(y - end.y) <= LEADER_FROM) return [text];
      const d = `M${end.x + 2},${end.y}L${x - 2},${y}`;
      return [
        createSvg(document, 'path', { d, fill: 'none', stroke: quiet.fill, 'stroke-width': 0.75 }),
        text,
      ];
    });
    return createSvg(document, 'g', { class: 'ff-end-label' }, parts);
  };
}

function toPixels(scales: ScaleFunctions, { x, y }: DataPoint): PixelPoint {
  return { x: scales.x!(x) as number, y: scales.y!(y) as number };
}

function drawText(
  document: Document,
  { text, ink, bold }: Label,
  { x, y }: PixelPoint,
  more: Attributes,
): SVGElement {
  const attributes = {
    x,
    y,
    dy: '0.32em',
    fill: ink,
    stroke: background,
    'stroke-width': 3,
    'stroke-linejoin': 'round',
    'paint-order': 'stroke',
    'font-size': fontSize.text,
    ...(bold ? { 'font-weight': 'bold' } : {}),
    ...more,
  };
  return createSvg(document, 'text', attributes, text);
}
