// Figure 6 a to c: the three-group problem's distributions with its minimax classifier, and how APStar converges on them.
// Panels d and e train networks on samples; they are not drawn yet.

import type { Figure6Data } from '@fairfront/charts';
import { closedForm, createRandom, densityAt, threeGroupProblem } from '@fairfront/core';
import { convergence } from './convergence.js';
import type { FigureContext } from './figure-context.js';
import { frontSummary } from './front-summary.js';

const RUNS = 5;
const ITERATIONS = 100;
const [FROM, TO, STEP, BEYOND] = [-4, 4, 0.02, 1e-9];

export function figure6({ seed }: FigureContext): Figure6Data {
  const form = closedForm(threeGroupProblem);
  const { groups } = form.problem;
  const summary = frontSummary(form);
  const classifier = form.classifier(summary.minimax.mu);
  const grid = Array.from({ length: Math.round((TO - FROM) / STEP) + 1 }, (_, i) => FROM + i * STEP);
  // A jump is two points, one at its foot and one just beyond it: a line drawn through them is upright.
  const jumps = groups.flatMap(({ curve }) => curve.breakpoints(FROM, TO).flatMap((at) => [at, at + BEYOND]));
  const x = [...new Set([...grid, ...jumps])].sort((left, right) => left - right);
  return {
    ...summary,
    x,
    densities: groups.map(({ mean }) => x.map((value) => densityAt(value - mean))),
    responses: groups.map(({ curve }) => x.map((value) => curve.at(value))),
    classifier: x.map(classifier),
    iterations: convergence(form, summary, {
      runs: RUNS,
      iterations: ITERATIONS,
      random: createRandom(seed),
    }),
    runs: RUNS,
  };
}
