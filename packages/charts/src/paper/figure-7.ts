// Figure 7: three problems of the plug-in study, one in each column. Above, what is true of each group, P(Y =
// 1 | x, a), with the one classifier that is minimax fair; below, who is where, p(x | a). The paper does not
// say which parameters its three have: the ones drawn are written above them.

import { composeFigure, headingHeight, outerMargin, type Panel } from '../marks/compose.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { densityPlot, responseLegend, responsePlot } from './distribution-plots.js';
import type { DependenceExample, Figure7Data } from './estimation-data.js';
import { parameterWords } from './estimation-style.js';

const RESPONSE = { width: 400, height: 240 };
const DENSITY = { width: 400, height: 170 };
const GAP = 24;

/** Draws figure 7: three kinds of dependence on the group. */
export function drawFigure7<E extends ChartElement>(
  { examples }: Figure7Data,
  document: ChartDocument<E>,
): E {
  const top = outerMargin + headingHeight;
  const bottom = top + headingHeight + RESPONSE.height;
  return composeFigure(document, {
    name: 'figure-7',
    title: 'Three kinds of dependence between inputs, outcomes and groups, and the minimax fair classifier',
    width: 2 * outerMargin + examples.length * RESPONSE.width + (examples.length - 1) * GAP,
    height: bottom + DENSITY.height + outerMargin,
    panels: [
      {
        x: outerMargin,
        y: outerMargin,
        heading: {
          title: 'What is true of each group, what is predicted for all (above), and who is where (below)',
          note: responseLegend(examples[0]!.groups),
        },
      },
      ...examples.flatMap((example, i): Panel[] => {
        const x = outerMargin + i * (RESPONSE.width + GAP);
        return [
          {
            x,
            y: top,
            heading: { letter: 'abc'[i]!, ...words(example) },
            plot: responsePlot(example, RESPONSE),
          },
          { x, y: bottom, plot: densityPlot(example, DENSITY) },
        ];
      }),
    ],
  });
}

function words(example: DependenceExample): { readonly title: string; readonly note: string } {
  const { m1, lambda } = example;
  const parameters = parameterWords({ m1, lambda });
  if (lambda === 0) {
    return { title: 'Case I: groups differ in x alone', note: `${parameters}: h* is what is true of both` };
  }
  if (m1 === 0) {
    return {
      title: 'Case II: groups differ in Y given x alone',
      note: `${parameters}: h* is the same mixture of both everywhere`,
    };
  }
  return {
    title: 'Groups differ in both',
    note: `${parameters}: far out h* is that of the group found there`,
  };
}
