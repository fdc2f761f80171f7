// Figure 1: what two groups can have. (a) The Pareto front in the plane of the two risks; (b) the risks along the front
// up to the minimax point, and on from there to equal risk.

import { FairfrontError } from '@fairfront/core';
import { alongTheFront } from './along-the-front.js';
import { composeFigure, headingHeight, outerMargin } from './compose.js';
import { isFinitePoint } from './data-point.js';
import type { Figure1Data } from './figure-data.js';
import { modelStyles } from './model-style.js';
import { inPlane, type Landmark, type RiskPlane, riskPlane } from './risk-plane.js';
import type { ChartDocument, ChartElement } from './svg-element.js';
import { points } from './theme.js';
import { hasHarm } from './unnecessary-harm.js';
import { number3 } from './words.js';

const PANEL = { width: 470, height: 380 };
const GAP = 28;

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
