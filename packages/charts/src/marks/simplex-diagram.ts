// The simplex of three weights as a triangle [MMPF Sec. A.2]: all weight on the first group (e¹) is the right
// corner, on the second (e²) the top, on the third (e³) the left.

import { FairfrontError } from '@fairfront/core';
import { toPlane } from '@fairfront/core/theory';
import type * as Plot from '@observablehq/plot';
import type { SizedPlot } from './compose.js';
import type { GroupVector, StarRegion } from './data.js';
import { type DataPoint, dotsAt, lineThrough, textAt } from './data-point.js';
import { type AnchoredText, type Label, pointLabels } from './label-marks.js';
import { background, groupColour, ink, optimumFill, plainShade, quiet, regionOpacity } from './theme.js';
import { cornerName, fitGroupName, fitText } from './words.js';

const HEIGHT = Math.sqrt(3) / 2;
const CORNERS: readonly GroupVector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The point of three weights in an equilateral triangle. */
export function embedInPlane(mu: GroupVector): DataPoint {
  if (mu.length !== 3) {
    throw new FairfrontError('bad-mu', `a simplex diagram shows the weights of 3 groups; got ${mu.length}`);
  }
  const [x, y] = toPlane(mu);
  return { x, y };
}

/** The outline of the triangle. */
export const simplexSides: readonly DataPoint[] = [...CORNERS, CORNERS[0]!].map(embedInPlane);

export interface Trajectory {
  readonly mus: readonly GroupVector[];
  readonly line: string;
  /** The colour of a dot by how far along it is: 0 for the first, 1 for the last. */
  readonly dot: (share: number) => string;
  readonly radius: number;
  /** For the first point and the last. */
  readonly labels?: readonly [string, string];
}

export interface SimplexDiagram {
  /** The width of the plot; its height follows. */
  readonly width: number;
  readonly regions: readonly StarRegion[];
  /** Beside e¹, e², e³ at the corners; without them the corners have no labels. */
  readonly corners?: readonly string[];
  /** Corners by their names alone. */
  readonly plainCorners?: boolean;
  readonly trajectory?: Trajectory;
  readonly optimum?: { readonly mu: GroupVector; readonly label: string };
  /** Marks on top, in the coordinates of `embedInPlane`. */
  readonly more?: readonly Plot.Markish[];
}

/** Room for a line of text under the base: corners and, where it lies on the base, the optimum. */
const CORNER_MARGIN = 24;
const STAR_RADIUS = 6.5;

/** The height of a diagram of this width. */
export const simplexHeight = (width: number, withCorners: boolean): number => {
  const { side, vertical } = simplexMargins(width, withCorners);
  return Math.ceil(side * HEIGHT + 2 * vertical);
};

function simplexMargins(
  width: number,
  withCorners: boolean,
): { side: number; horizontal: number; vertical: number } {
  const horizontal = withCorners ? 12 : 6;
  return { horizontal, vertical: withCorners ? CORNER_MARGIN : 6, side: width - 2 * horizontal };
}

/** A plot of the triangle of three weights, with regions, paths and points in it. */
export function simplexDiagram(diagram: SimplexDiagram): SizedPlot {
  const { width, regions, corners, plainCorners = false, trajectory, optimum, more = [] } = diagram;
  const { horizontal, vertical } = simplexMargins(width, corners !== undefined);
  const cornerTexts = corners === undefined ? [] : cornerLabels(corners, width, plainCorners);
  return {
    width,
    height: simplexHeight(width, corners !== undefined),
    marginLeft: horizontal,
    marginRight: horizontal,
    marginTop: vertical,
    marginBottom: vertical,
    x: { axis: null, domain: [0, 1] },
    y: { axis: null, domain: [0, HEIGHT] },
    marks: [
      closedLine(CORNERS, { fill: plainShade, stroke: 'none', className: 'ff-simplex' }),
      ...regions.map(({ group, boundary }) =>
        closedLine(boundary, {
          fill: groupColour(group).fill,
          fillOpacity: regionOpacity,
          stroke: groupColour(group).fill,
          strokeWidth: 1.25,
          className: 'ff-region',
        }),
      ),
      closedLine(CORNERS, { stroke: quiet.fill, strokeWidth: 1, className: 'ff-simplex' }),
      ...cornerTexts.map(cornerMark),
      ...(trajectory === undefined ? [] : trajectoryMarks(trajectory)),
      ...(optimum === undefined ? [] : [optimumMark(optimum.mu)]),
      ...more,
      diagramLabels(trajectory, optimum, cornerTexts),
    ],
  };
}

function closedLine(mus: readonly GroupVector[], options: Plot.LineOptions): Plot.Markish {
  return lineThrough(mus.map(embedInPlane), { curve: 'linear-closed', strokeLinejoin: 'round', ...options });
}

/** Labels of the corners of the triangle, one for each group. */
export function cornerLabels(names: readonly string[], width: number, plain: boolean): AnchoredText[] {
  // In the order of CORNERS: where the text starts from, and how far it is moved away from the corner.
  const anchors = [
    { textAnchor: 'end', dx: 10, dy: 16, room: width / 2 },
    { textAnchor: 'middle', dx: 0, dy: -12, room: width },
    { textAnchor: 'start', dx: -10, dy: 16, room: width / 2 },
  ] as const;
  return anchors.map(({ room, ...anchor }, i) => {
    const name = names[i] ?? '';
    const text = plain
      ? fitGroupName(name, room - 10)
      : fitText(`${cornerName(i)} ${name}`.trim(), room - 10);
    return { ...embedInPlane(CORNERS[i]!), text, ...anchor };
  });
}

function cornerMark({ text, textAnchor, dx, dy, ...corner }: AnchoredText, group: number): Plot.Markish {
  return textAt(corner, text, {
    textAnchor,
    dx,
    dy,
    fill: groupColour(group).ink,
    fontWeight: 'bold',
    className: 'ff-corner',
  });
}

function trajectoryMarks({ mus, line, dot, radius }: Trajectory): Plot.Markish[] {
  const places = mus.map(embedInPlane);
  const last = places.length - 1;
  // From the last to the first, so that where the path began is never hidden.
  const solves = places.map((place, i) => ({ ...place, share: last === 0 ? 0 : i / last })).reverse();
  return [
    lineThrough(places, { stroke: background, strokeWidth: 3, strokeOpacity: 0.7 }),
    lineThrough(places, { stroke: line, strokeWidth: 1.25, className: 'ff-trajectory' }),
    dotsAt(solves, {
      r: radius,
      fill: ({ share }: { share: number }) => dot(share),
      stroke: background,
      strokeWidth: 0.75,
      className: 'ff-solve',
    }),
  ];
}

function optimumMark(mu: GroupVector): Plot.Markish {
  return dotsAt([embedInPlane(mu)], {
    symbol: 'star',
    r: STAR_RADIUS,
    fill: optimumFill,
    stroke: ink.fill,
    strokeWidth: 1.25,
    className: 'ff-optimum',
  });
}

function diagramLabels(
  trajectory: Trajectory | undefined,
  optimum: SimplexDiagram['optimum'],
  cornerTexts: readonly AnchoredText[],
): Plot.Markish {
  const places = trajectory?.mus.map(embedInPlane) ?? [];
  const labels: Label[] = [];
  const star = optimum && embedInPlane(optimum.mu);
  if (star) labels.push({ ...star, text: optimum.label, ink: ink.ink, bold: true, radius: STAR_RADIUS });
  const [first, last] = [places[0], places.at(-1)];
  if (trajectory?.labels && first && last) {
    const [firstText, lastText] = trajectory.labels;
    const common = { ink: ink.ink, radius: trajectory.radius };
    labels.push({ ...first, ...common, text: firstText });
    if (places.length > 1) labels.push({ ...last, ...common, text: lastText });
  }
  if (labels.length === 0) return null;
  return pointLabels(labels, [places, simplexSides], {
    dots: places,
    radius: trajectory?.radius ?? 0,
    texts: cornerTexts,
  });
}
