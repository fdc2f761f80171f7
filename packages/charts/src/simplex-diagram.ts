// The simplex of three weights as a triangle. A point mu lies at [MMPF Sec. A.2]
//
//   f(mu) = ((2 mu_1 + mu_2) / 2, √3 mu_2 / 2)
//
// so that all weight on the first group (e¹) is the right corner, on the second (e²) the top, on the third (e³) the left.

import { FairfrontError } from '@fairfront/core';
import * as Plot from '@observablehq/plot';
import type { SizedPlot } from './compose.js';
import type { GroupVector, StarRegion } from './figure-data.js';
import { type DataPoint, pointLabels } from './label-marks.js';
import { background, groupColour, ink, optimumFill, quiet, regionOpacity } from './theme.js';
import { cornerName, fitText } from './words.js';

const HEIGHT = Math.sqrt(3) / 2;
const CORNERS: readonly GroupVector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export function embedInPlane(mu: GroupVector): DataPoint {
  if (mu.length !== 3) {
    throw new FairfrontError('bad-mu', `a simplex diagram shows the weights of 3 groups; got ${mu.length}`);
  }
  return { x: mu[0]! + mu[1]! / 2, y: HEIGHT * mu[1]! };
}

export interface Trajectory {
  readonly mus: readonly GroupVector[];
  readonly line: string;
  readonly start: string;
  /** Of the last dot; those between fade from `start` to it. */
  readonly end: string;
  readonly radius: number;
  /** For the first and the last point. */
  readonly labels?: readonly [string, string];
}

export interface SimplexDiagram {
  /** Of the plot; the height follows. */
  readonly width: number;
  readonly regions: readonly StarRegion[];
  /** Beside e¹, e², e³ at the corners; without them the corners have no labels. */
  readonly corners?: readonly string[];
  readonly trajectory?: Trajectory;
  readonly optimum?: { readonly mu: GroupVector; readonly label: string };
  /** Marks on top, in the coordinates of `embedInPlane`. */
  readonly more?: readonly Plot.Markish[];
}

const CORNER_MARGIN = 22;

export const simplexHeight = (width: number, withCorners: boolean): number => {
  const { side, vertical } = simplexMargins(width, withCorners);
  return Math.ceil(side * HEIGHT + 2 * vertical);
};

function simplexMargins(width: number, withCorners: boolean): { side: number; horizontal: number; vertical: number } {
  const horizontal = withCorners ? 12 : 6;
  return { horizontal, vertical: withCorners ? CORNER_MARGIN : 6, side: width - 2 * horizontal };
}

export function simplexDiagram(diagram: SimplexDiagram): SizedPlot {
  const { width, regions, corners, trajectory, optimum, more = [] } = diagram;
  const { horizontal, vertical } = simplexMargins(width, corners !== undefined);
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
      closedLine(CORNERS, { fill: '#FAFAFA', stroke: 'none', ariaLabel: 'simplex' }),
      ...regions.map(({ group, boundary }) =>
        closedLine(boundary, {
          fill: groupColour(group).fill,
          fillOpacity: regionOpacity,
          stroke: groupColour(group).fill,
          strokeWidth: 1.25,
          ariaLabel: 'region',
        }),
      ),
      closedLine(CORNERS, { stroke: quiet.fill, strokeWidth: 1, ariaLabel: 'simplex' }),
      ...(corners === undefined ? [] : cornerLabels(corners, width)),
      ...(trajectory === undefined ? [] : trajectoryMarks(trajectory)),
      ...(optimum === undefined ? [] : [optimumMark(optimum.mu)]),
      ...more,
      diagramLabels(trajectory, optimum),
    ],
  };
}

function closedLine(mus: readonly GroupVector[], options: Plot.LineOptions): Plot.Markish {
  return Plot.line(mus.map(embedInPlane), { x: 'x', y: 'y', curve: 'linear-closed', strokeLinejoin: 'round', ...options });
}

function cornerLabels(names: readonly string[], width: number): Plot.Markish[] {
  // In the order of CORNERS: where the text starts from, and how far it is moved away from the corner.
  const anchors = [
    { textAnchor: 'end', dx: 10, dy: 14, room: width / 2 },
    { textAnchor: 'middle', dx: 0, dy: -12, room: width },
    { textAnchor: 'start', dx: -10, dy: 14, room: width / 2 },
  ] as const;
  return anchors.map(({ room, ...anchor }, i) => {
    const name = [cornerName(i), names[i] ?? ''].join(' ').trim();
    return Plot.text([embedInPlane(CORNERS[i]!)], {
      x: 'x',
      y: 'y',
      text: () => fitText(name, room - 10),
      fill: groupColour(i).ink,
      fontWeight: 'bold',
      ariaLabel: 'corner',
      ...anchor,
    });
  });
}

function trajectoryMarks({ mus, line, start, end, radius }: Trajectory): Plot.Markish[] {
  const places = mus.map(embedInPlane);
  const last = places.length - 1;
  const share = (i: number): number => (last === 0 ? 1 : i / last);
  return [
    Plot.line(places, { x: 'x', y: 'y', stroke: background, strokeWidth: 3, strokeOpacity: 0.7 }),
    Plot.line(places, { x: 'x', y: 'y', stroke: line, strokeWidth: 1.25, ariaLabel: 'trajectory' }),
    Plot.dot(places, {
      x: 'x',
      y: 'y',
      r: (_, i) => (i === 0 || i === last ? radius + 1 : radius),
      fill: (_, i) => (i === 0 ? start : mixColours(start, end, 0.35 + 0.65 * share(i))),
      stroke: background,
      strokeWidth: 0.75,
      ariaLabel: 'solve',
    }),
    // Once more on top: later dots may hide where the path began.
    Plot.dot(places.slice(0, 1), { x: 'x', y: 'y', r: radius + 1, fill: start, stroke: background, strokeWidth: 0.75 }),
  ];
}

function optimumMark(mu: GroupVector): Plot.Markish {
  return Plot.dot([embedInPlane(mu)], {
    x: 'x',
    y: 'y',
    symbol: 'star',
    r: 6.5,
    fill: optimumFill,
    stroke: ink.fill,
    strokeWidth: 1.25,
    ariaLabel: 'optimum',
  });
}

function diagramLabels(trajectory: Trajectory | undefined, optimum: SimplexDiagram['optimum']): Plot.Markish {
  const places = trajectory?.mus.map(embedInPlane) ?? [];
  const labels = [];
  if (optimum) labels.push({ ...embedInPlane(optimum.mu), text: optimum.label, ink: ink.ink, bold: true });
  if (trajectory?.labels && places.length > 0) {
    labels.push({ ...places[0]!, text: trajectory.labels[0], ink: ink.ink });
    if (places.length > 1) labels.push({ ...places.at(-1)!, text: trajectory.labels[1], ink: ink.ink });
  }
  return labels.length === 0 ? null : pointLabels(labels, [places]);
}

/** Between two colours #rrggbb; 0 is the first, 1 the second. */
function mixColours(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
