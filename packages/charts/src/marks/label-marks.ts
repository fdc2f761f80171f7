// Labels as marks of Observable Plot: beside the points they name, or behind the ends of lines. They are
// placed when the scales are known, which is when Plot calls them.

import type { RenderFunction, ScaleFunctions } from '@observablehq/plot';
import type { DataPoint } from './data-point.js';
import {
  type Box,
  boxAround,
  type Leader,
  type PixelPoint,
  placeLabels,
  sampleLine,
  spreadPositions,
} from './place-labels.js';
import { type Attributes, createSvg } from './svg.js';
import { background, fontSize, quiet } from './theme.js';
import { textWidth } from './words.js';

export interface Label extends DataPoint {
  readonly text: string;
  /** The text's colour. */
  readonly ink: string;
  readonly bold?: boolean;
  /** The radius of the mark that the label stands beside, in pixels. Default 0: the label is for a line. */
  readonly radius?: number;
}

const LINE_HEIGHT = 14;
/** Behind the end of a line, where its label starts. */
const END_GAP = 8;
/** An end label moved further than this gets a thin line back to where it belongs. */
const LEADER_FROM = 7;
/** So does one whose line ends further left, in pixels. */
const FAR_END = 40;

/** The right margin that end labels need. */
export const endLabelMargin = (texts: readonly string[]): number =>
  Math.ceil(Math.max(...texts.map((text) => textWidth(text)))) + END_GAP + 6;

/**
 * Around labels that must find room among many marks of one kind; they may stand in the margins of the plot.
 */
export interface Surroundings {
  readonly dots: readonly DataPoint[];
  /** The radius of the dots, in pixels. */
  readonly radius: number;
  /** What is written in the margins already. */
  readonly texts: readonly AnchoredText[];
}

/** A text that starts, has its middle or ends (dx, dy) pixels away from a point. */
export interface AnchoredText extends DataPoint {
  readonly text: string;
  readonly textAnchor: 'start' | 'middle' | 'end';
  readonly dx: number;
  readonly dy: number;
}

/**
 * Labels beside their points, clear of each other, of all labelled marks and of the `avoid` lines; with
 * `surroundings` also of these, and with a thin line to the point where only a place further away is free.
 */
export function pointLabels(
  labels: readonly Label[],
  avoid: readonly (readonly DataPoint[])[],
  surroundings?: Surroundings,
): RenderFunction {
  return (_index, scales, _values, dimensions, { document }) => {
    const anchors = labels.map((label) => toPixels(scales, label));
    const obstacles = avoid.flatMap((line) => sampleLine(line.map((point) => toPixels(scales, point))));
    const boxes = labels.map(({ text, radius = 0 }, i) => {
      return { ...anchors[i]!, width: textWidth(text), height: LINE_HEIGHT, radius };
    });
    const { width, height, marginTop, marginBottom, marginLeft } = dimensions;
    const bounds = surroundings
      ? { left: 0, right: width, top: 0, bottom: height }
      : { left: marginLeft + 2, right: width - 2, top: marginTop, bottom: height - marginBottom - 2 };
    const crowd = surroundings && {
      marks: surroundings.dots.map((dot) => ({ ...toPixels(scales, dot), radius: surroundings.radius })),
      occupied: surroundings.texts.map((text) => boxOf(text, toPixels(scales, text))),
    };
    const places = placeLabels(boxes, obstacles, bounds, crowd);
    const leaders = places.flatMap(({ leader }) => (leader ? [drawLeader(document, leader, quiet.ink)] : []));
    const texts = labels.map((label, i) =>
      drawText(document, label, places[i]!, { 'text-anchor': 'middle' }),
    );
    return createSvg(document, 'g', { class: 'ff-point-label' }, [...leaders, ...texts]);
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
      if (Math.abs(y - end.y) <= LEADER_FROM && x - end.x <= FAR_END) return [text];
      const leader = [
        { x: end.x + 2, y: end.y },
        { x: x - 2, y },
      ] as const;
      return [drawLeader(document, leader, quiet.fill), text];
    });
    return createSvg(document, 'g', { class: 'ff-end-label' }, parts);
  };
}

function toPixels(scales: ScaleFunctions, { x, y }: DataPoint): PixelPoint {
  return { x: scales.x!(x) as number, y: scales.y!(y) as number };
}

function boxOf({ text, textAnchor, dx, dy }: AnchoredText, { x, y }: PixelPoint): Box {
  const width = textWidth(text);
  const toMiddle = { start: width / 2, middle: 0, end: -width / 2 }[textAnchor];
  return boxAround({ x: x + dx + toMiddle, y: y + dy }, { width, height: LINE_HEIGHT });
}

function drawLeader(document: Document, [from, to]: Leader, stroke: string): SVGElement {
  const d = `M${from.x},${from.y}L${to.x},${to.y}`;
  return createSvg(document, 'path', { d, fill: 'none', stroke, 'stroke-width': 0.75 });
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
