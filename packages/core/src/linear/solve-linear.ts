// A linear model for given group weights: the minimum of F(θ; μ), by the method that suits the problem.

import { FairfrontError } from '../error.js';
import { checkLabelledRows, checkLossOf, type LabelledRows } from '../groups/labelled-rows.js';
import type { Loss } from '../groups/risks.js';
import { checkMu } from '../numeric/simplex.js';
import { dot } from '../numeric/sum.js';
import { minimiseByLbfgs } from './lbfgs-solver.js';
import type { LinearModel, LinearTraining } from './linear-model.js';
import { LinearObjective, type Objective } from './linear-objective.js';
import { type Minimum, minimiseByNewton } from './newton.js';
import { objectiveOver } from './pass.js';

/** How linear models are trained. */
export interface LinearOptions {
  /** 1: a number is predicted, by the squared loss. */
  readonly classCount: number;
  /** Default 'cross-entropy'. */
  readonly loss?: Loss;
  /**
   * Factor of ½‖w‖² beside mean risks, ≥ 0. Default 1e-6: scikit-learn's C = 1e6, as in the paper, with rows
   * weighted μ_a / n_a.
   */
  readonly l2?: number;
  /** Default 'auto': Newton for convex losses and up to 1000 parameters, else L-BFGS. */
  readonly method?: 'auto' | 'newton' | 'lbfgs';
  /**
   * How far F may be from its minimum by the solver's own estimate, relative to F; > 0. Default 1e-17 for
   * Newton, 1e-10 for L-BFGS.
   */
  readonly tolerance?: number;
  /** Steps at most, ≥ 1. Default 100 for Newton, 5000 for L-BFGS. */
  readonly maxIterations?: number;
}

/** The options with their defaults filled in. */
export type ResolvedLinearOptions = Required<LinearOptions> & { readonly method: 'newton' | 'lbfgs' };

/** A linear model trained for given weights. */
export interface LinearSolve {
  /** How the solve ended is in `model.training`. */
  readonly model: LinearModel & { readonly training: LinearTraining };
  /** r_a on the training rows, without the penalty. */
  readonly risks: readonly number[];
  /** (l2/2) ‖w‖². */
  readonly penalty: number;
  /** Σ μ_a r_a + penalty. */
  readonly objective: number;
  /**
   * By how much the objective can at most be above its minimum. Brier scores have no such bound: the
   * objective itself.
   */
  readonly suboptimality: number;
}

/** Trains linear models for any weights. */
export interface LinearSolver {
  readonly groupCount: number;
  /** The options as they are used. */
  readonly options: ResolvedLinearOptions;
  /** Trains the model for these weights. @param start a model to start from; by default one that says the same of every row */
  solve(mu: readonly number[], start?: LinearModel): LinearSolve;
}

/** Beyond this the Hessian costs more than it saves: its factorisation takes about half a second. */
export const MOST_NEWTON_PARAMETERS = 1000;
const DEFAULT_L2 = 1e-6;

/** Prepares the training of linear models on some rows. */
export function linearSolver(train: LabelledRows, options: LinearOptions): LinearSolver {
  const { objective, options: settings } = prepareObjective(train, options);
  const { classCount, method, tolerance, maxIterations } = settings;
  const { columnCount } = objective;
  return {
    groupCount: objective.groupCount,
    options: settings,
    solve: (mu, start) => {
      checkMu(mu, objective.groupCount);
      const minimise = method === 'newton' ? minimiseByNewton : minimiseByLbfgs;
      const minimum = minimise(objective, mu, {
        start: startingPoint(objective, classCount, start),
        tolerance,
        maxIterations,
      });
      return solveOf(minimum, mu, settings, columnCount);
    },
  };
}

/** The objective of checked data and options, and the options as they are used. */
export function prepareObjective(
  train: LabelledRows,
  options: LinearOptions,
): { objective: Objective; options: ResolvedLinearOptions } {
  const { classCount, loss = 'cross-entropy', l2 = DEFAULT_L2 } = options;
  checkLossOf(loss, classCount);
  checkLabelledRows(train, classCount, 'train');
  if (!(l2 >= 0 && Number.isFinite(l2))) {
    throw new FairfrontError('bad-option', `l2 must be a finite number ≥ 0; got ${l2}`);
  }
  const objective = objectiveOver(train, classCount, loss, l2);
  const wanted = options.method ?? 'auto';
  const method = wanted === 'auto' ? suitedMethod(loss, objective.size) : wanted;
  if (method !== 'newton' && method !== 'lbfgs') {
    throw new FairfrontError('bad-option', `method must be "auto", "newton" or "lbfgs"; got "${method}"`);
  }
  if (method === 'newton' && loss === 'brier') {
    throw new FairfrontError(
      'bad-option',
      'method "newton" needs a convex loss, and the Brier score of a linear model is not convex; use "lbfgs" or "auto"',
    );
  }
  const isNewton = method === 'newton';
  const { tolerance = isNewton ? 1e-17 : 1e-10, maxIterations = isNewton ? 100 : 5000 } = options;
  if (!(tolerance > 0)) {
    throw new FairfrontError('bad-option', `tolerance must be a number > 0; got ${tolerance}`);
  }
  if (!(Number.isInteger(maxIterations) && maxIterations >= 1)) {
    throw new FairfrontError('bad-option', `maxIterations must be a whole number ≥ 1; got ${maxIterations}`);
  }
  return { objective, options: { classCount, loss, l2, method, tolerance, maxIterations } };
}

/** The same, for a method that looks at every row. @param method for the message: "Zafar’s method" */
export function prepareInMemory(
  train: LabelledRows,
  options: LinearOptions,
  method: string,
): { objective: LinearObjective; options: ResolvedLinearOptions } {
  const { objective, options: settings } = prepareObjective(train, options);
  if (objective instanceof LinearObjective) return { objective, options: settings };
  throw new FairfrontError(
    'bad-problem',
    `${method} is for rows in memory, and these are read block by block; take fewer rows or columns, or more memory`,
  );
}

/** The method that suits a problem: Newton's while the Hessian is worth its cost. */
export function suitedMethod(loss: Loss, parameterCount: number): ResolvedLinearOptions['method'] {
  return loss !== 'brier' && parameterCount <= MOST_NEWTON_PARAMETERS ? 'newton' : 'lbfgs';
}

function solveOf(
  { parameters, risks, penalty, lower, status, iterations, gradientNorm }: Minimum,
  mu: readonly number[],
  { classCount, method }: ResolvedLinearOptions,
  columnCount: number,
): LinearSolve {
  const objective = dot(mu, risks) + penalty;
  return {
    model: {
      classCount,
      columnCount,
      parameters,
      training: { status, method, iterations, gradientNorm },
    },
    risks,
    penalty,
    objective,
    suboptimality: Math.max(0, objective - lower),
  };
}

/**
 * New parameters: those of the model without what all outputs have in common, which changes no probability
 * and which Newton's steps never have; the origin without a model.
 */
export function startingPoint(
  { origin, columnCount, outputs, width }: Objective,
  classCount: number,
  model: LinearModel | undefined,
): Float64Array {
  if (model === undefined) return origin;
  if (model.classCount !== classCount || model.columnCount !== columnCount) {
    throw new FairfrontError(
      'bad-problem',
      `a model to start from must have ${classCount} classes and ${columnCount} features; got ${model.classCount} and ${model.columnCount}`,
    );
  }
  const parameters = model.parameters.slice();
  if (outputs === 1) return parameters;
  for (let i = 0; i < width; i++) {
    let sum = 0;
    for (let k = 0; k < outputs; k++) sum += parameters[k * width + i]!;
    for (let k = 0; k < outputs; k++) parameters[k * width + i]! -= sum / outputs;
  }
  return parameters;
}
