// Figure 1: what two groups can have. (a) The Pareto front in the plane of the two risks, and where the usual
// classifiers lie on it. (b) The same risks along the front up to the minimax point, and on beyond it to equal risk: off
// the front, where one group loses and no group gains.

import { FairfrontError } from '@fairfront/core';
import * as Plot from '@observablehq/plot';
import { axis, paddedRange } from './axes.js';
import { composeFigure, headingHeight, outerMargin, type SizedPlot } from './compose.js';
import type { Figure1Data, GroupVector } from './figure-data.js';
import { type DataPoint, type Label, pointLabels } from './label-marks.js';
import type { ChartDocument, ChartElement } from './svg-element.js';
import { background, type Colour, groupColour, harmShade, ink, lineWidth, points, quiet } from './theme.js';
import { fitText, lossWords, number3 } from './words.js';

const PANEL = { width: 470, height: 380 };
const GAP = 28;
const MARGINS = { marginTop: 26, marginRight: 14, marginBottom: 46, marginLeft: 50 };
/** The way from minimax to equal risk, as long as this part of the way along the front. */
const HARM_LENGTH = 0.5;
/** Risks closer than this part of the worst risk count as equal: then there is no harm to show. */
const EQUAL = 1e-3;

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
        heading: { letter: 'a', title: 'What is possible', note: 'lower left is better; no classifier lies below the front' },
        plot: riskPlane(data),
      },
      {
        x: outerMargin + PANEL.width + GAP,
        y: outerMargin,
        heading: { letter: 'b', title: 'Along the front, then off it', note: worstRiskNote(data) },
        plot: alongTheFront(data),
      },
    ],
  });
}

const hasHarm = ({ minimax, equalRisk }: Figure1Data): boolean =>
  minimax.risks.some((risk, group) => Math.abs(risk - equalRisk[group]!) > EQUAL * Math.max(...minimax.risks));

function worstRiskNote({ minimax, ...data }: Figure1Data): string {
  const worst = number3(Math.max(...minimax.risks));
  return hasHarm({ minimax, ...data })
    ? `the worst risk falls to ${worst} on the front and stays there beyond`
    : `the worst risk falls to ${worst}, where both groups are equal`;
}

const inPlane = (risks: GroupVector): DataPoint => ({ x: risks[0]!, y: risks[1]! });
const isFinitePoint = ({ x, y }: DataPoint): boolean => Number.isFinite(x) && Number.isFinite(y);

function riskPlane(data: Figure1Data): SizedPlot {
  const { groups, minimax, front, loss } = data;
  const harm = hasHarm(data);
  const named: { text: string; at: DataPoint; colour: Colour; symbol: Plot.DotOptions['symbol'] }[] = [
    { text: 'Minimax Pareto fair', at: inPlane(minimax.risks), colour: points.minimax, symbol: 'star' as const },
    { text: 'Naive', at: inPlane(data.naive), colour: points.naive, symbol: 'square' as const },
    { text: 'Balanced', at: inPlane(data.balanced), colour: points.balanced, symbol: 'circle' as const },
    { text: 'Utopia', at: inPlane(data.utopia), colour: points.utopia, symbol: 'diamond' as const },
    ...(harm
      ? [{ text: 'Equal risk', at: inPlane(data.equalRisk), colour: points.equalRisk, symbol: 'triangle' as const }]
      : []),
  ];
  const frontLine = front.map(({ risks }) => inPlane(risks)).filter(isFinitePoint);
  const harmLine = harm ? [inPlane(minimax.risks), inPlane(data.equalRisk)] : [];
  const all = [...frontLine, ...named.map(({ at }) => at), inPlane(data.equalRisk)];
  const xDomain = paddedRange(all.map(({ x }) => x), 0.1);
  const yDomain = paddedRange(all.map(({ y }) => y));
  const [low, high] = [Math.max(xDomain[0], yDomain[0]), Math.min(xDomain[1], yDomain[1])];
  const equalLine = low < high ? [low, high].map((risk) => ({ x: risk, y: risk })) : [];
  const labels: Label[] = [
    ...named.map(({ text, at, colour }) => ({ ...at, text, ink: colour.ink, bold: text.startsWith('Minimax') })),
    ...lineLabel(frontLine, 'Pareto front', ink),
    ...lineLabel(harmLine, 'unnecessary harm', points.utopia),
    ...lineLabel(equalLine, 'equal-risk line', quiet),
  ];
  const axisName = (group: number): string => `risk of ${fitText(groups[group]!, 220)} (${lossWords[loss]})`;
  return {
    ...PANEL,
    ...MARGINS,
    x: axis(axisName(0), { domain: xDomain, ticks: 6, labelAnchor: 'center' }),
    y: axis(axisName(1), { domain: yDomain, ticks: 6 }),
    marks: [
      line(equalLine, { stroke: quiet.fill, strokeDasharray: '5,4', strokeWidth: 1.25, ariaLabel: 'equal-risk line' }),
      line(harmLine, { stroke: harmShade, strokeWidth: 9, strokeLinecap: 'butt', ariaLabel: 'unnecessary harm' }),
      line(harmLine, { stroke: points.utopia.ink, strokeWidth: 1.25, strokeDasharray: '2,3' }),
      line(frontLine, { stroke: ink.fill, strokeWidth: lineWidth, ariaLabel: 'front' }),
      ...named.map(({ at, colour, symbol }) =>
        Plot.dot([at], {
          x: 'x',
          y: 'y',
          r: symbol === 'star' ? 8 : 5.5,
          fill: colour.fill,
          stroke: background,
          strokeWidth: 1,
          ariaLabel: 'point',
          ...(symbol === undefined ? {} : { symbol }),
        }),
      ),
      pointLabels(labels, [frontLine, harmLine, equalLine]),
    ],
  };
}

function line(data: readonly DataPoint[], options: Plot.LineOptions): Plot.Markish {
  return data.length === 0 ? null : Plot.line(data, { x: 'x', y: 'y', ...options });
}

function lineLabel(data: readonly DataPoint[], text: string, colour: Colour): Label[] {
  if (data.length === 0) return [];
  const [before, after] = [data[Math.floor((data.length - 1) / 2)]!, data[Math.ceil((data.length - 1) / 2)]!];
  return [{ x: (before.x + after.x) / 2, y: (before.y + after.y) / 2, text, ink: colour.ink }];
}

/**
 * x is the weight of the group that has most of it at the optimum: where risks cannot be equal that is the worst-off
 * group, with all of it. Beyond the optimum x goes on with the way to equal risk.
 */
function alongTheFront(data: Figure1Data): SizedPlot {
  const { groups, minimax, front, loss, shares } = data;
  const harm = hasHarm(data);
  const lead = minimax.mu[0]! >= minimax.mu[1]! ? 0 : 1;
  const end = minimax.mu[lead]!;
  const far = harm ? end * (1 + HARM_LENGTH) : end;
  const rows = [
    ...front.filter(({ mu }) => mu[lead]! < end).sort((one, other) => one.mu[lead]! - other.mu[lead]!),
    minimax,
  ].map(({ mu, risks }) => ({ x: mu[lead]!, risks }));
  const beyond = harm ? [{ x: far, risks: data.equalRisk }] : [];
  const lines = groups.map((_, group) =>
    [...rows, ...beyond].map(({ x, risks }) => ({ x, y: risks[group]! })).filter(isFinitePoint),
  );
  const yDomain = paddedRange(lines.flat().map(({ y }) => y));
  const stops = [
    { text: 'Minimax', x: end, risks: minimax.risks, colour: points.minimax },
    { text: 'Naive', x: shares[lead]!, risks: data.naive, colour: points.naive },
    { text: 'Balanced', x: 0.5, risks: data.balanced, colour: points.balanced },
  ].filter(({ x }) => x <= end);
  const labels: Label[] = [
    ...groups.map((name, group) => {
      const { x, y } = lines[group]![Math.floor(rows.length * 0.15)]!;
      return { x, y, text: fitText(`risk of ${name}`, 200), ink: groupColour(group).ink, bold: true };
    }),
    ...stops.map(({ text, x, risks, colour }) => ({ x, y: risks[lead]!, text, ink: colour.ink })),
  ];
  const step = end > 0.6 ? 0.25 : 0.1;
  const belowAxis = (x: number, text: string, room: number): Plot.Markish =>
    Plot.text([{ x, y: yDomain[0] }], { x: 'x', y: 'y', text: () => fitText(text, room), dy: 34, ariaLabel: 'x-axis label' });
  return {
    ...PANEL,
    ...MARGINS,
    x: axis(null, {
      domain: [0, far],
      ticks: Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => i * step),
      tickFormat: (mu: number) => number3(mu),
    }),
    y: axis(`risk (${lossWords[loss]})`, { domain: yDomain, ticks: 6 }),
    marks: [
      Plot.gridY({ ticks: 6, strokeOpacity: 0.08 }),
      harm ? Plot.rectX([{ from: end, to: far }], { x1: 'from', x2: 'to', fill: harmShade, fillOpacity: 0.6, ariaLabel: 'unnecessary harm' }) : null,
      Plot.ruleX(stops, { x: 'x', stroke: (stop) => stop.colour.fill, strokeWidth: 1, strokeDasharray: '2,3' }),
      ...lines.map((risks, group) =>
        line(risks, { stroke: groupColour(group).fill, strokeWidth: lineWidth + 0.5, ariaLabel: 'risk' }),
      ),
      ...stops.map(({ x, risks, colour }) =>
        Plot.dot([...risks], { x: () => x, y: (risk: number) => risk, r: 4, fill: colour.fill, stroke: background }),
      ),
      belowAxis(end / 2, `weight on ${groups[lead]!}`, 260),
      harm ? belowAxis((end + far) / 2, 'minimax → equal risk', 150) : null,
      harm
        ? Plot.text([{ x: (end + far) / 2, y: yDomain[0] }], {
            x: 'x',
            y: 'y',
            text: () => 'unnecessary harm:\none group loses,\nno group gains',
            lineAnchor: 'bottom',
            lineHeight: 1.3,
            dy: -10,
            fill: points.utopia.ink,
            fontWeight: 'bold',
          })
        : null,
      pointLabels(labels, lines),
    ],
  };
}
