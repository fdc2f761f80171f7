// The minimax problem of linear models solved as one, steered by training risks alone.

import { type LabelledRows, type LinearModel, type LinearOracle, solveLinearMinimax } from '@fairfront/core';
import { definedOnly } from '../defined-only.js';
import type { Candidate } from './find-minimax.js';

export function solveExactly(
  train: LabelledRows,
  oracle: LinearOracle,
  start: LinearModel,
  gap: number,
  signal: { readonly aborted: boolean } | undefined,
): Candidate<LinearModel> {
  const { model, risks, penalty, mu, certificate, status, iterations } = solveLinearMinimax(train, {
    ...oracle.solver.options,
    gap,
    start,
    ...definedOnly({ signal }),
  });
  return {
    model,
    mu,
    risks: oracle.risks(model),
    trainRisks: risks.map((risk) => risk + penalty),
    report: {
      strategy: 'exact',
      options: {},
      steeredBy: 'train',
      solves: iterations,
      stopped: status,
      maxSolves: null,
      gap,
      trace: [],
      certificate,
    },
  };
}
