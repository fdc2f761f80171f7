// Figure 7: three problems of the plug-in study with their minimax classifiers. The groups differ in p(x|a)
// alone (Case I), in P(Y|x,a) alone (Case II), or in both. The paper does not give the parameters of its
// drawing; these are from its grids, the ones that show it best.

import type { Figure7Data } from '@fairfront/charts';
import { closedForm, plugInStudyProblem } from '@fairfront/core/theory';
import { distributions } from './distributions.js';
import { frontSummary } from './front-summary.js';

const EXAMPLES = [
  { m1: 2, lambda: 0 },
  { m1: 0, lambda: 0.5 },
  { m1: 2, lambda: 0.5 },
];
/** The grid ends between two jumps. */
const GRID = { from: -3.75, to: 5.75, step: 0.05 };

/** Computes figure 7. */
export function figure7(): Figure7Data {
  return {
    examples: EXAMPLES.map((parameters) => {
      const form = closedForm(plugInStudyProblem(parameters));
      const summary = frontSummary(form);
      return { ...parameters, ...summary, ...distributions(form, summary.minimax.mu, GRID) };
    }),
  };
}
