// Figure 1: what two groups can have. (a) The Pareto front in the plane of the two risks; (b) the risks along
// the front up to the minimax point, and on from there to equal risk.

import { FairfrontError } from '@fairfront/core';
import { number3 } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, paddedRange } from '../marks/axes.js';
import { composeFigure, headingHeight, outerMargin } from '../marks/compose.js';
import { type DataPoint, dotsAt, isFinitePoint, lineThrough, textAt } from '../marks/data-point.js';
import { type Label, pointLabels } from '../marks/label-marks.js';
import { modelStyles } from '../marks/model-style.js';
import { inPlane, type Landmark, type RiskPlane, riskPlane } from '../marks/risk-plane.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { background, gridOpacity, groupColour, harmShade, lineWidth, points } from '../marks/theme.js';
import { fitText, lossWords } from '../marks/words.js';
import type { Figure1Data } from './data.js';

const PANEL = { width: 470, height: 380 };
const GAP = 28;

/** Draws figure 1: the Pareto front of two groups, and unnecessary harm. */
export function drawFigure1<E extends ChartElement>(data: Figure1Data, document: ChartDocument<E>): E {
  if (data.groups.length !== 2) {
    throw new FairfrontError('bad-groups', `Figure 1 shows 2 groups; got ${data.groups.length}`);
  }
  return composeFigure(document, {
    name: 'figure-1',
    title: 'The Pareto front of two groups, and what equal risk would cost',
    width: 2 * outerMargin + 2 * PANEL.width + GAP,
    height: 2 * outerMargin + headingHeight + PANEL.height,
    panels: [
      {
        x: outerMargin,
        y: outerMargin,
        heading: {
          letter: 'a',
          title: 'What is possible',
          note: 'lower left is better; no classifier lies below the front',
        },
        plot: { ...PANEL, ...riskPlane(planeOf(data)) },
      },
      {
        x: outerMargin + PANEL.width + GAP,
        y: outerMargin,
        heading: { letter: 'b', title: 'Along the front, then off it', note: worstRiskNote(data) },
        plot: { ...PANEL, ...alongTheFront(data) },
      },
    ],
  });
}

function planeOf(data: Figure1Data): RiskPlane {
  const { groups, loss, minimax, equalRisk } = data;
  const { naive, balanced, utopia } = modelStyles;
  const landmarks: Landmark[] = [
    { ...inPlane(minimax.risks), ...modelStyles.minimax, text: 'Minimax Pareto fair' },
    { ...inPlane(data.naive), ...naive },
    { ...inPlane(data.balanced), ...balanced },
    { ...inPlane(data.utopia), ...utopia },
  ];
  const equal: Landmark = {
    ...inPlane(equalRisk),
    text: 'Equal risk',
    colour: points.equalRisk,
    symbol: 'triangle',
    radius: 5.5,
  };
  const plane = {
    groups,
    loss,
    front: data.front.map(({ risks }) => inPlane(risks)).filter(isFinitePoint),
    inSight: [inPlane(equalRisk)],
  };
  return hasHarm(data)
    ? { ...plane, landmarks: [...landmarks, equal], harm: [inPlane(minimax.risks), inPlane(equalRisk)] }
    : { ...plane, landmarks };
}

function worstRiskNote(data: Figure1Data): string {
  const worst = number3(Math.max(...data.minimax.risks));
  return hasHarm(data)
    ? `the worst risk falls to ${worst} on the front and stays there beyond`
    : `the worst risk falls to ${worst}, where both groups are equal`;
}

/** Risks closer than this part of the worst risk count as equal: then there is no harm to show. */
const EQUAL = 1e-3;

const hasHarm = ({ minimax, equalRisk }: Figure1Data): boolean =>
  minimax.risks.some(
    (risk, group) => Math.abs(risk - equalRisk[group]!) > EQUAL * Math.max(...minimax.risks),
  );

/** The way from minimax to equal risk, as long as this part of the way along the front. */
const HARM_LENGTH = 0.5;
const STOP_RADIUS = 4;

function alongTheFront(data: Figure1Data): Plot.PlotOptions {
  const { groups, minimax, front, loss, shares } = data;
  const lead = minimax.mu[0]! >= minimax.mu[1]! ? 0 : 1;
  const end = minimax.mu[lead]!;
  const far = hasHarm(data) ? end * (1 + HARM_LENGTH) : end;
  const walk = [
    ...front.filter(({ mu }) => mu[lead]! < end).sort((one, other) => one.mu[lead]! - other.mu[lead]!),
    minimax,
  ].map(({ mu, risks }) => ({ x: mu[lead]!, risks }));
  const beyond = hasHarm(data) ? [{ x: far, risks: data.equalRisk }] : [];
  const lines = groups.map((_, group) =>
    [...walk, ...beyond].map(({ x, risks }) => ({ x, y: risks[group]! })).filter(isFinitePoint),
  );
  const yDomain = paddedRange(lines.flat().map(({ y }) => y));
  const stops = [
    { text: 'Minimax', x: end, risks: minimax.risks, colour: points.minimax },
    { text: 'Naive', x: shares[lead]!, risks: data.naive, colour: points.naive },
    { text: 'Balanced', x: 0.5, risks: data.balanced, colour: points.balanced },
  ].filter(({ x }) => x <= end);
  const named = widestGap([0, ...stops.map(({ x }) => x)]);
  const labels: Label[] = [
    ...stops.map(({ text, x, risks, colour }) => {
      return { x, y: risks[lead]!, text, ink: colour.ink, radius: STOP_RADIUS };
    }),
    ...groups.map((name, group) => {
      const at = lines[group]!.find(({ x }) => x >= named)!;
      return {
        ...at,
        text: fitText(`risk of ${name}`, 150),
        ink: groupColour(group).ink,
        bold: true,
        radius: 2,
      };
    }),
  ];
  const rules = stops.map(({ x }) => yDomain.map((y) => ({ x, y })));
  return {
    marginTop: 26,
    marginRight: 14,
    marginBottom: 46,
    marginLeft: 50,
    x: axis(null, { domain: [0, far], ticks: weightTicks(end), tickFormat: number3 }),
    y: axis(`risk (${lossWords[loss]})`, { domain: yDomain, ticks: 6 }),
    marks: [
      Plot.gridY({ ticks: 6, strokeOpacity: gridOpacity }),
      ...(hasHarm(data) ? harmMarks(data, end, far, yDomain) : []),
      ...rules.map((rule, i) =>
        lineThrough(rule, { stroke: stops[i]!.colour.fill, strokeWidth: 1, strokeDasharray: '2,3' }),
      ),
      ...lines.map((line, group) =>
        lineThrough(line, {
          stroke: groupColour(group).fill,
          strokeWidth: lineWidth + 0.5,
          className: 'ff-risk',
        }),
      ),
      ...stops.map(({ x, risks, colour }) =>
        dotsAt(
          risks.map((risk) => ({ x, y: risk })),
          { r: STOP_RADIUS, fill: colour.fill, stroke: background, className: 'ff-stop' },
        ),
      ),
      belowAxis({ x: end / 2, y: yDomain[0] }, fitText(`weight on ${groups[lead]!}`, 260)),
      pointLabels(labels, [...lines, ...rules]),
    ],
  };
}

function harmMarks(
  data: Figure1Data,
  end: number,
  far: number,
  [low, high]: [number, number],
): Plot.Markish[] {
  // Both risks lie between those of the minimax point: the words go where there is more room, below or above.
  const { risks } = data.minimax;
  const below = Math.min(...risks) - low >= high - Math.max(...risks);
  const x = (end + far) / 2;
  return [
    Plot.rectX([{ end, far }], {
      x1: 'end',
      x2: 'far',
      fill: harmShade,
      fillOpacity: 0.6,
      className: 'ff-unnecessary-harm',
    }),
    textAt({ x, y: below ? low : high }, 'unnecessary harm:\none group loses,\nno group gains', {
      lineAnchor: below ? 'bottom' : 'top',
      dy: below ? -10 : 10,
      lineHeight: 1.3,
      fill: points.utopia.ink,
      fontWeight: 'bold',
    }),
    belowAxis({ x, y: low }, 'minimax → equal risk'),
  ];
}

const belowAxis = (point: DataPoint, text: string): Plot.Markish =>
  textAt(point, text, { dy: 34, className: 'ff-x-axis-label' });

/** The middle of the widest gap between neighbours: where there is room for the names of the lines. */
function widestGap(places: readonly number[]): number {
  const rising = [...places].sort((one, other) => one - other);
  const gaps = rising
    .slice(1)
    .map((place, i) => ({ size: place - rising[i]!, middle: (place + rising[i]!) / 2 }));
  return gaps.reduce((widest, gap) => (gap.size > widest.size ? gap : widest)).middle;
}

function weightTicks(end: number): number[] {
  const step = end > 0.6 ? 0.25 : 0.1;
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => i * step);
}
