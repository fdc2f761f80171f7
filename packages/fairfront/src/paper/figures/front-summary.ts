// What every figure of a problem with a known front shows: the minimax point with its bounds, and the
// classifiers it is compared with.

import type { FrontSummary } from '@fairfront/charts';
import { uniformMu } from '@fairfront/core';
import { type ClosedForm, problemShares, theoryMinimax } from '@fairfront/core/theory';

/** Computes the minimax point of a problem, and its utopia, naive and balanced risks. */
export function frontSummary(form: ClosedForm): FrontSummary {
  const { groups, loss } = form.problem;
  const { mu, risks, lower, upper } = theoryMinimax(form);
  return {
    groups: groups.map(({ name }) => name),
    loss,
    minimax: { mu, risks, lower, upper },
    utopia: form.irreducible,
    naive: form.decompose(problemShares(form.problem)).risks,
    balanced: form.decompose(uniformMu(groups.length)).risks,
  };
}
