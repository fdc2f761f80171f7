// The plane of two groups' risks: the Pareto front, models by name, the line of equal risks. Where asked for,
// the way from the minimax point to equal risk, which leaves the front, and the corner below and left of
// which no model can be.

import * as Plot from '@observablehq/plot';
import { axis, paddedRange, tickMargin, tickSpacing } from './axes.js';
import type { FrontSummary, GroupVector } from './data.js';
import { type DataPoint, dotsAt, lineThrough } from './data-point.js';
import { type Label, pointLabels } from './label-marks.js';
import { type ModelStyle, modelDot } from './model-style.js';
import { type Colour, gridOpacity, harmShade, ink, lineWidth, points, quiet } from './theme.js';
import { fitGroupName, lossWords } from './words.js';

/** One of the points that have a name. */
export interface Landmark extends DataPoint, ModelStyle {
  /** How far from the point its label keeps, in pixels. Default: the radius. */
  readonly reach?: number;
}

export interface RiskPlane extends Pick<FrontSummary, 'groups' | 'loss'> {
  /** In order along the front, finite. */
  readonly front: readonly DataPoint[];
  /** Also a dot at each point of the front: where there are few, a line alone says too much. */
  readonly frontDots?: boolean;
  /** Drawn in this order: the last is on top. */
  readonly landmarks: readonly Landmark[];
  /** From the minimax point to equal risk. */
  readonly harm?: readonly [DataPoint, DataPoint];
  /** What the minimax point dominates, up to the line of equal risks; as far as it is in sight. */
  readonly dominated?: boolean;
  /** Where ticks must be fewer to fit, in pixels. Default: there is room for six. */
  readonly width?: number;
  /** Whether lines have their names beside them. Default true. */
  readonly namesLines?: boolean;
  /** Default: the group's name, cut, and the loss. */
  readonly axisLabel?: (group: number, domain: readonly [number, number]) => string;
  /** The least risk each group can have. */
  readonly corner?: DataPoint;
  /** Not drawn, but in sight. */
  readonly inSight?: readonly DataPoint[];
}

const HARM_WIDTH = 9;
const MARGIN_RIGHT = 14;

/** A plot of the plane of two groups’ risks, with the front and the models in it. */
export function riskPlane(plane: RiskPlane): Plot.PlotOptions {
  const { groups, loss, front, frontDots, landmarks, harm = [], corner } = plane;
  const { x: xDomain, y: yDomain } = domainsOf(plane);
  const equal = equalRisks(xDomain, yDomain);
  const limits = corner
    ? [
        [{ x: corner.x, y: yDomain[1] }, corner],
        [corner, { x: xDomain[1], y: corner.y }],
      ]
    : [];
  // The minimax point has the first choice of places.
  const isFirst = ({ symbol }: Landmark): boolean => symbol === 'star';
  const byRank = [...landmarks.filter(isFirst), ...landmarks.filter((mark) => !isFirst(mark))];
  const labels: Label[] = [
    ...byRank.map(({ x, y, text, colour, symbol, radius, reach = radius }) => {
      return { x, y, text, ink: colour.ink, bold: symbol === 'star', radius: reach };
    }),
    ...(plane.namesLines === false
      ? []
      : [
          ...labelInTheMiddle(harm, 'unnecessary harm', points.utopia, HARM_WIDTH / 2),
          ...labelInTheMiddle(front, 'Pareto front', ink),
          ...labelInTheMiddle(equal, 'equal-risk line', quiet),
        ]),
  ];
  const axisName =
    plane.axisLabel ??
    ((group: number): string => `risk of ${fitGroupName(groups[group]!, 220)} (${lossWords[loss]})`);
  const region = plane.dominated && harm.length > 0 ? dominatedRegion(harm[0]!, xDomain, yDomain) : [];
  const marginLeft = tickMargin(yDomain, 50);
  const xTicks =
    plane.width === undefined
      ? { ticks: 6 }
      : { tickSpacing: tickSpacing(xDomain, 'number', plane.width - marginLeft - MARGIN_RIGHT) };
  return {
    marginTop: 26,
    marginRight: MARGIN_RIGHT,
    marginBottom: 46,
    marginLeft,
    x: axis(axisName(0, xDomain), { domain: xDomain, ...xTicks, labelAnchor: 'center' }),
    y: axis(axisName(1, yDomain), { domain: yDomain, ticks: 6 }),
    marks: [
      Plot.gridX({ ...xTicks, strokeOpacity: gridOpacity }),
      Plot.gridY({ ticks: 6, strokeOpacity: gridOpacity }),
      lineThrough(region, {
        fill: harmShade,
        fillOpacity: 0.55,
        stroke: 'none',
        curve: 'linear-closed',
        className: 'ff-dominated',
      }),
      lineThrough(equal, { stroke: quiet.fill, strokeDasharray: '5,4', className: 'ff-equal-risk-line' }),
      ...limits.map((limit) =>
        lineThrough(limit, {
          stroke: points.utopia.fill,
          strokeWidth: 1,
          strokeDasharray: '2,3',
          className: 'ff-utopia-limit',
        }),
      ),
      lineThrough(harm, {
        stroke: harmShade,
        strokeWidth: HARM_WIDTH,
        strokeLinecap: 'butt',
        className: 'ff-unnecessary-harm',
      }),
      lineThrough(harm, { stroke: points.utopia.ink, strokeWidth: 1.25, strokeDasharray: '2,3' }),
      lineThrough(front, { stroke: ink.fill, strokeWidth: lineWidth, className: 'ff-front' }),
      frontDots ? dotsAt(front, { r: 2, fill: ink.fill, className: 'ff-front-point' }) : null,
      ...landmarks.map((mark) => modelDot(mark, 1)),
      pointLabels(labels, [front, harm, equal, ...limits]),
    ],
  };
}

/** The point of two risks in the plane. */
export const inPlane = (risks: GroupVector): DataPoint => ({ x: risks[0]!, y: risks[1]! });

/** Around all that is drawn or must be in sight. */
export function domainsOf({
  front,
  landmarks,
  inSight = [],
}: Pick<RiskPlane, 'front' | 'landmarks' | 'inSight'>): { x: [number, number]; y: [number, number] } {
  const all: readonly DataPoint[] = [...front, ...landmarks, ...inSight];
  const rangeOf = (side: 'x' | 'y'): [number, number] =>
    paddedRange(
      all.map((point) => point[side]),
      0.08,
    );
  return { x: rangeOf('x'), y: rangeOf('y') };
}

/** Whether the line of equal risks crosses what is in sight. */
export function showsEqualRisks(plane: Pick<RiskPlane, 'front' | 'landmarks' | 'inSight'>): boolean {
  const { x, y } = domainsOf(plane);
  return equalRisks(x, y).length > 0;
}

/** Between a point and the diagonal: where both risks are no lower than the point's, and the same group is worse off. */
function dominatedRegion(
  { x, y }: DataPoint,
  [, right]: readonly [number, number],
  [, top]: readonly [number, number],
): DataPoint[] {
  const worst = Math.max(x, y);
  const end = Math.min(right, top);
  if (end <= worst) return [];
  return x > y
    ? [
        { x, y },
        { x: worst, y: worst },
        { x: end, y: end },
        ...(right > end ? [{ x: right, y: end }] : []),
        { x: right, y },
      ]
    : [
        { x, y },
        { x: worst, y: worst },
        { x: end, y: end },
        ...(top > end ? [{ x: end, y: top }] : []),
        { x, y: top },
      ];
}

/** As much of the diagonal as lies within; nothing where the ranges do not meet. */
function equalRisks(xDomain: readonly [number, number], yDomain: readonly [number, number]): DataPoint[] {
  const [low, high] = [Math.max(xDomain[0], yDomain[0]), Math.min(xDomain[1], yDomain[1])];
  return low < high ? [low, high].map((risk) => ({ x: risk, y: risk })) : [];
}

function labelInTheMiddle(line: readonly DataPoint[], text: string, colour: Colour, radius = 1): Label[] {
  if (line.length === 0) return [];
  const middle = (line.length - 1) / 2;
  const [before, after] = [line[Math.floor(middle)]!, line[Math.ceil(middle)]!];
  return [{ x: (before.x + after.x) / 2, y: (before.y + after.y) / 2, text, ink: colour.ink, radius }];
}
