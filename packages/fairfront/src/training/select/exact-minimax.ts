// The minimax linear model without a search over weights: by Newton's method where the Hessian is worth its
// cost, by multipliers and gradients alone where rows are dense and there are more parameters.

import { type LabelledRows, type LinearModel, type LinearOptions, solveLinearMinimax } from '@fairfront/core';
import {
  areSparse,
  areStreamed,
  canSolveExactly,
  outputCount,
  solveLargeMinimax,
} from '@fairfront/core/internal';
import type { Objective } from './objective.js';
import { solveObjective } from './solve-objective.js';

type Problem = Required<Pick<LinearOptions, 'classCount' | 'loss' | 'l2'>>;

/**
 * Parameters up to which a Hessian is worth its cost on dense rows, where every pair of features meets in
 * every row.
 */
const DENSE_PARAMETERS = 200;

/** Whether Newton's method finds the minimax model: then it is cheap, and many can be tried. */
export function isSmallProblem({ features }: Pick<LabelledRows, 'features'>, problem: Problem): boolean {
  const { columnCount } = features;
  if (isDense(features) && outputCount(problem.classCount) * (columnCount + 1) > DENSE_PARAMETERS)
    return false;
  return canSolveExactly({ ...problem, columnCount });
}

/**
 * How models are trained beyond that: by gradients alone.
 * @param tolerance how far from the minimum they may be
 */
export function largeSolving(rows: Pick<LabelledRows, 'features'>, problem: Problem, tolerance: number) {
  const isLarge = isDense(rows.features) && !isSmallProblem(rows, problem);
  return isLarge ? ({ method: 'lbfgs', tolerance } as const) : {};
}

function isDense(features: LabelledRows['features']): boolean {
  return !areSparse(features) && (areStreamed(features) || !(features.values instanceof Uint8Array));
}

/** Whether the minimax model can be found without a search. Sparse rows of many features are searched for. */
export function canFindExactly(rows: Pick<LabelledRows, 'features'>, problem: Problem): boolean {
  return (
    isSmallProblem(rows, problem) ||
    (isDense(rows.features) && problem.loss === 'cross-entropy' && problem.l2 > 0)
  );
}

/** Finds the minimax linear model as one convex problem, with its certificate. */
export function exactMinimax(
  rows: LabelledRows,
  { classCount, loss, l2, gap, start, signal, objective }: Problem & ExactOptions,
): ReturnType<typeof solveLinearMinimax> {
  const problem = { classCount, loss, l2 };
  const solving = { ...problem, gap, start, ...(signal && { signal }) };
  if (objective !== undefined) return solveObjective(rows, objective, solving);
  const solve = isSmallProblem(rows, problem) ? solveLinearMinimax : solveLargeMinimax;
  return solve(rows, solving);
}

interface ExactOptions {
  readonly gap: number;
  readonly start: LinearModel;
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** What the model is chosen for. Default: the least worst risk. */
  readonly objective?: Objective | undefined;
}
