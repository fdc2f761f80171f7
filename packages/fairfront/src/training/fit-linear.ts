// The three models of a fit, trained on one task: naive, balanced, minimax. Here they are linear.

import {
  groupShares,
  type LabelledRows,
  type LinearModel,
  type LinearOracle,
  linearOracle,
  predictLinear,
  solveLinearMinimax,
  uniformMu,
} from '@fairfront/core';
import { exportLinear } from '@fairfront/neural';
import { definedOnly } from '../defined-only.js';
import type { PreparedFit } from '../task/prepare-fit.js';
import { type Candidate, findMinimax } from './find-minimax.js';
import type { FitHooks, FitProgress } from './fit-hooks.js';
import type { FittedModels } from './fitted-models.js';
import type { ResolvedFit } from './options/fit-options.js';
import { certifiedProblem } from './task-report.js';

/** Trains the naive, the balanced and the minimax linear model. @returns `undefined` if it was interrupted */
export async function fitLinear(
  fit: PreparedFit,
  options: ResolvedFit,
  hooks: FitHooks<LinearModel> = {},
  resume?: FitProgress<LinearModel>,
): Promise<FittedModels<LinearModel> | undefined> {
  const { train, validation } = fit.parts;
  const { loss, l2, gap } = options;
  const { target } = fit.task;
  const oracle = linearOracle(train, { classCount: target.classes.length, loss, l2 }, validation);
  await hooks.onEvent?.({ kind: 'model', name: 'naive' });
  const naive = oracle.solver.solve(groupShares(train.groups)).model;
  await hooks.onEvent?.({ kind: 'model', name: 'balanced' });
  const balanced = oracle.solver.solve(uniformMu(train.groups.names.length), naive).model;
  const minimax = await findMinimax(fit, oracle, options, hooks, {
    resume: resume?.search,
    exactly: () => solveExactly(train, oracle, balanced, gap, hooks.signal),
  });
  if (minimax === undefined) return undefined;
  return {
    naive,
    balanced,
    minimax,
    problem: certifiedProblem(options),
    predict: (model, part) => predictLinear(model, fit.parts[part].features),
    portable: minimax.model,
    exported: () => exportLinear(minimax.model, fit.encoder, target),
  };
}

/** Solves the minimax problem of linear models as one, steered by training risks alone. */
function solveExactly(
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
