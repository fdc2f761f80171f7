// What every figure of a problem with a known front tells: the minimax point with its bounds, and what it is compared with.

import type { FrontSummary } from '@fairfront/charts';
import { uniformMu } from '@fairfront/core';
import { type ClosedForm, problemShares, theoryMinimax } from '@fairfront/core/theory';

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
