// The three models of a fit, trained on one task: naive, balanced, minimax.

import { groupShares, linearOracle, uniformMu } from '@fairfront/core';
import { findMinimax, type SearchCheckpoint, type SearchHooks } from './find-minimax.js';
import type { FitOptions } from './fit-options.js';
import type { FittedModels } from './fit-result.js';
import type { PreparedFit } from './prepare-fit.js';

export interface FitHooks extends SearchHooks {
  /** Told before a model is trained. */
  onModel(name: 'naive' | 'balanced'): unknown;
}

/** @returns `undefined` if it was interrupted */
export async function fitLinear(
  fit: PreparedFit,
  options: Omit<FitOptions, 'resume'> & { readonly seed: number },
  hooks: Partial<FitHooks> = {},
  resume?: SearchCheckpoint,
): Promise<FittedModels | undefined> {
  const { train, validation } = fit.parts;
  const { loss, l2 } = options;
  const classCount = fit.task.target.classes.length;
  const oracle = linearOracle(train, { classCount, loss, l2 }, validation);
  await hooks.onModel?.('naive');
  const naive = oracle.solver.solve(groupShares(train.groups)).model;
  await hooks.onModel?.('balanced');
  const balanced = oracle.solver.solve(uniformMu(train.groups.names.length), naive).model;
  const minimax = await findMinimax(fit, oracle, balanced, options, hooks, resume);
  return minimax === undefined ? undefined : { naive, balanced, minimax };
}
