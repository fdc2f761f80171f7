// Figure 2: APStar on three groups. The sets N_i of weights under which group i does better than the best
// worst risk so far, after 5 and 10 solves; risks, weights and errors by solve.

import type { Figure2Data, SimplexSnapshot } from '@fairfront/charts';
import { createRandom, type TraceStep, worstRisk } from '@fairfront/core';
import { type ClosedForm, closedForm, starBoundary, threeGroupProblem } from '@fairfront/core/theory';
import type { ExperimentHooks } from '../experiment/experiment.js';
import { apStarTrace, convergence } from './convergence.js';
import { frontSummary } from './front-summary.js';

const RUNS = 5;
const ITERATIONS = 50;
const SNAPSHOTS = [5, 10];

/** Computes figure 2. */
export function figure2(
  { seed }: { readonly seed: number },
  { onProgress }: ExperimentHooks = {},
): Figure2Data {
  const form = closedForm(threeGroupProblem);
  const summary = frontSummary(form);
  const iterations = convergence(form, summary, {
    runs: RUNS,
    iterations: ITERATIONS,
    random: createRandom(seed),
  });
  const trace = apStarTrace(form, Math.max(...SNAPSHOTS));
  const snapshots = SNAPSHOTS.map((iteration, i) => {
    onProgress?.({ what: 'regions of figure 2', done: i, total: SNAPSHOTS.length });
    return snapshot(form, trace.slice(0, iteration));
  });
  return { ...summary, runs: RUNS, snapshots, iterations };
}

function snapshot(form: ClosedForm, trace: readonly TraceStep[]): SimplexSnapshot {
  const threshold = Math.min(...trace.map(({ risks }) => worstRisk(risks)));
  return {
    iteration: trace.length,
    threshold,
    trajectory: trace.map(({ mu }) => mu),
    regions: form.problem.groups.map((_, group) => ({
      group,
      boundary: starBoundary(group, (mu) => form.decompose(mu).risks[group]! < threshold),
    })),
  };
}
