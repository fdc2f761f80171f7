// How APStar closes in on the known optimum, solve by solve, over runs from random starts.

import type { FrontSummary, IterationRow, MeanAndDeviation } from '@fairfront/charts';
import {
  apStar,
  type RandomSource,
  sampleSimplex,
  searchMinimaxSync,
  type TraceStep,
  worstRisk,
} from '@fairfront/core';
import { type ClosedForm, closedFormOracle } from '@fairfront/core/theory';
import { meanAndDeviation, relativeError } from '../experiment/statistics.js';

/** Runs APStar to its last solve, whatever the gap. */
export function apStarTrace(
  form: ClosedForm,
  maxSolves: number,
  initialMu?: readonly number[],
): readonly TraceStep[] {
  const { trace } = searchMinimaxSync(closedFormOracle(form), {
    strategy: apStar(),
    gap: 0,
    maxSolves,
    ...(initialMu === undefined ? {} : { initialMu }),
  });
  return trace;
}

/**
 * Averages APStar's runs solve by solve: risks, weights and errors of each solve, and the best worst risk so
 * far.
 */
export function convergence(
  form: ClosedForm,
  { minimax }: FrontSummary,
  { runs, iterations, random }: { runs: number; iterations: number; random: RandomSource },
): IterationRow[] {
  const groupCount = form.problem.groups.length;
  const traces = Array.from({ length: runs }, () =>
    apStarTrace(form, iterations, sampleSimplex(random, groupCount)),
  );
  return Array.from({ length: iterations }, (_, i) => {
    // A run that has nothing left to try stays where it is.
    const steps = traces.map((trace) => trace[Math.min(i, trace.length - 1)]!);
    const byGroup = (pick: (step: TraceStep) => readonly number[]): MeanAndDeviation[] =>
      Array.from({ length: groupCount }, (_, a) => meanAndDeviation(steps.map((step) => pick(step)[a]!)));
    return {
      iteration: i + 1,
      risks: byGroup((step) => step.risks),
      mu: byGroup((step) => step.mu),
      riskError: meanAndDeviation(steps.map((step) => relativeError(step.risks, minimax.risks))),
      muError: meanAndDeviation(steps.map((step) => relativeError(step.mu, minimax.mu))),
      worstRisk: meanAndDeviation(
        traces.map((trace) => Math.min(...trace.slice(0, i + 1).map((step) => worstRisk(step.risks)))),
      ),
    };
  });
}
