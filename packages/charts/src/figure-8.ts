// Figure 8: plug-in against joint estimation by how much the groups differ. Above Case I, below Case II; on the left how far the true risks are from
// the minimax risks, on the right how often the classifier is right. Lines through means over runs, bars of one standard deviation to either side.

import { composeFigure, headingHeight, outerMargin } from './compose.js';
import type { Figure8Data } from './estimation-data.js';
import { accuracyPanel, riskErrorPanel } from './estimation-panels.js';
import type { ChartDocument, ChartElement } from './svg-element.js';

const PANEL = { width: 500, height: 290 };
const GAP = 28;

export function drawFigure8<E extends ChartElement>(data: Figure8Data, document: ChartDocument<E>): E {
  const right = outerMargin + PANEL.width + GAP;
  const rowHeight = headingHeight + PANEL.height + GAP / 2;
  return composeFigure(document, {
    name: 'figure-8',
    title: 'Plug-in against joint estimation: relative error and accuracy by how much the groups differ',
    width: 2 * outerMargin + 2 * PANEL.width + GAP,
    height: 2 * outerMargin + data.cases.length * rowHeight - GAP / 2,
    panels: data.cases.flatMap((one, row) => {
      const y = outerMargin + row * rowHeight;
      return [
        riskErrorPanel(data, one, { ...PANEL, letter: 'ac'[row]!, x: outerMargin, y }),
        accuracyPanel(data, one, { ...PANEL, letter: 'bd'[row]!, x: right, y }),
      ];
    }),
  });
}
