// Figure 1: the Pareto front of two groups, and the unnecessary harm of going on from its minimax point to
// equal risks.

import type { Figure1Data } from '@fairfront/charts';
import { worstRisk } from '@fairfront/core';
import { closedForm, problemShares, twoGroupProblem } from '@fairfront/core/theory';
import { frontSummary } from './front-summary.js';

const FRONT_STEPS = 200;

/** Computes figure 1. */
export function figure1(): Figure1Data {
  const form = closedForm(twoGroupProblem);
  const summary = frontSummary(form);
  const front = Array.from({ length: FRONT_STEPS + 1 }, (_, i) => {
    const mu = [i / FRONT_STEPS, 1 - i / FRONT_STEPS];
    return { mu, risks: form.decompose(mu).risks };
  });
  const worst = worstRisk(summary.minimax.risks);
  return { ...summary, shares: problemShares(twoGroupProblem), front, equalRisk: [worst, worst] };
}
