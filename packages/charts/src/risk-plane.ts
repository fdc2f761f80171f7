// Figure 1 (a): the Pareto front in the plane of the two risks, where the usual classifiers lie on it, and the way
// from the minimax point to equal risk, which leaves the front.

import * as Plot from '@observablehq/plot';
import { axis, paddedRange } from './axes.js';
import { type DataPoint, dotsAt, isFinitePoint, lineThrough } from './data-point.js';
import type { Figure1Data, GroupVector } from './figure-data.js';
import { type Label, pointLabels } from './label-marks.js';
import { background, type Colour, gridOpacity, harmShade, ink, lineWidth, points, quiet } from './theme.js';
import { fitText, lossWords } from './words.js';

/** Risks closer than this part of the worst risk count as equal: then there is no harm to show. */
const EQUAL = 1e-3;

export const hasHarm = ({ minimax, equalRisk }: Figure1Data): boolean =>
  minimax.risks.some(
    (risk, group) => Math.abs(risk - equalRisk[group]!) > EQUAL * Math.max(...minimax.risks),
  );

/** One of the points that have a name. */
interface Landmark extends DataPoint {
  readonly text: string;
  readonly colour: Colour;
  readonly symbol: Plot.SymbolType;
  readonly radius: number;
}

function landmarksOf(data: Figure1Data): Landmark[] {
  const { minimax, equalRisk } = data;
  const marks: Landmark[] = [
    {
      ...inPlane(minimax.risks),
      text: 'Minimax Pareto fair',
      colour: points.minimax,
      symbol: 'star',
      radius: 8,
    },
    { ...inPlane(data.naive), text: 'Naive', colour: points.naive, symbol: 'square', radius: 5.5 },
    { ...inPlane(data.balanced), text: 'Balanced', colour: points.balanced, symbol: 'circle', radius: 5.5 },
    { ...inPlane(data.utopia), text: 'Utopia', colour: points.utopia, symbol: 'diamond', radius: 5.5 },
  ];
  const equal: Landmark = {
    ...inPlane(equalRisk),
    text: 'Equal risk',
    colour: points.equalRisk,
    symbol: 'triangle',
    radius: 5.5,
  };
  return hasHarm(data) ? [...marks, equal] : marks;
}

export function riskPlane(data: Figure1Data): Plot.PlotOptions {
  const { groups, minimax, equalRisk, loss } = data;
  const landmarks = landmarksOf(data);
  const front = data.front.map(({ risks }) => inPlane(risks)).filter(isFinitePoint);
  const harm = hasHarm(data) ? [inPlane(minimax.risks), inPlane(equalRisk)] : [];
  const all = [...front, ...landmarks, inPlane(equalRisk)];
  const xDomain = rangeOf(all, 'x');
  const yDomain = rangeOf(all, 'y');
  const [low, high] = [Math.max(xDomain[0], yDomain[0]), Math.min(xDomain[1], yDomain[1])];
  const equal = low < high ? [low, high].map((risk) => ({ x: risk, y: risk })) : [];
  const labels: Label[] = [
    ...landmarks.map(({ x, y, text, colour, symbol, radius }) => {
      return { x, y, text, ink: colour.ink, bold: symbol === 'star', radius };
    }),
    ...labelInTheMiddle(harm, 'unnecessary harm', points.utopia, HARM_WIDTH / 2),
    ...labelInTheMiddle(front, 'Pareto front', ink),
    ...labelInTheMiddle(equal, 'equal-risk line', quiet),
  ];
  const axisName = (group: number): string => `risk of ${fitText(groups[group]!, 220)} (${lossWords[loss]})`;
  return {
    marginTop: 26,
    marginRight: 14,
    marginBottom: 46,
    marginLeft: 50,
    x: axis(axisName(0), { domain: xDomain, ticks: 6, labelAnchor: 'center' }),
    y: axis(axisName(1), { domain: yDomain, ticks: 6 }),
    marks: [
      Plot.gridX({ ticks: 6, strokeOpacity: gridOpacity }),
      Plot.gridY({ ticks: 6, strokeOpacity: gridOpacity }),
      lineThrough(equal, { stroke: quiet.fill, strokeDasharray: '5,4', className: 'ff-equal-risk-line' }),
      lineThrough(harm, {
        stroke: harmShade,
        strokeWidth: HARM_WIDTH,
        strokeLinecap: 'butt',
        className: 'ff-unnecessary-harm',
      }),
      lineThrough(harm, { stroke: points.utopia.ink, strokeWidth: 1.25, strokeDasharray: '2,3' }),
      lineThrough(front, { stroke: ink.fill, strokeWidth: lineWidth, className: 'ff-front' }),
      ...landmarks.map((mark) =>
        dotsAt([mark], {
          symbol: mark.symbol,
          r: mark.radius,
          fill: mark.colour.fill,
          stroke: background,
          strokeWidth: 1,
          className: 'ff-point',
        }),
      ),
      pointLabels(labels, [front, harm, equal]),
    ],
  };
}

const HARM_WIDTH = 9;

const inPlane = (risks: GroupVector): DataPoint => ({ x: risks[0]!, y: risks[1]! });

const rangeOf = (all: readonly DataPoint[], axisName: 'x' | 'y'): [number, number] =>
  paddedRange(
    all.map((point) => point[axisName]),
    0.08,
  );

function labelInTheMiddle(line: readonly DataPoint[], text: string, colour: Colour, radius = 1): Label[] {
  if (line.length === 0) return [];
  const middle = (line.length - 1) / 2;
  const [before, after] = [line[Math.floor(middle)]!, line[Math.ceil(middle)]!];
  return [{ x: (before.x + after.x) / 2, y: (before.y + after.y) / 2, text, ink: colour.ink, radius }];
}
