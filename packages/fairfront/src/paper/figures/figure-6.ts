// Figure 6: (a) the three-group problem's distributions with its minimax classifier, (b, c) how APStar
// converges on them, and (d, e) how close networks come that are trained on samples. The last two panels take
// minutes; `sampleStudy` makes them.

import type { Figure6Data } from '@fairfront/charts';
import { createRandom } from '@fairfront/core';
import { closedForm, threeGroupProblem } from '@fairfront/core/theory';
import { convergence } from './convergence.js';
import { distributions } from './distributions.js';
import { frontSummary } from './front-summary.js';

const RUNS = 5;
const ITERATIONS = 100;
const GRID = { from: -4, to: 4, step: 0.02 };

/** Computes panels a to c of figure 6. */
export function figure6({ seed }: { readonly seed: number }): Figure6Data {
  const form = closedForm(threeGroupProblem);
  const summary = frontSummary(form);
  return {
    ...summary,
    ...distributions(form, summary.minimax.mu, GRID),
    iterations: convergence(form, summary, {
      runs: RUNS,
      iterations: ITERATIONS,
      random: createRandom(seed),
    }),
    runs: RUNS,
  };
}
