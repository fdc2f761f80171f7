// Logistic regression under a bound on how much the decision boundary may have to do with the group: the
// disparate-impact classifier of Zafar et al. 2017 (Fairness Constraints: Mechanisms for Fair
// Classification), as Friedler et al. 2019 compare it; the paper's baseline.
//
//   minimise    F(θ) = (1/n) Σ_i cross-entropy_i + (l2/2) ‖w‖²
//   subject to  |cov_a(θ)| ≤ c for every group a
//
// cov_a is the covariance between being in group a and a row's signed distance to the decision boundary,
// which is linear in θ:
//
//   cov_a(θ) = (1/n) Σ_i (1[a_i = a] − s_a) ⟨θ, (x_i, 1)⟩ = ⟨θ, direction_a⟩        s_a = n_a / n
//   direction_a = s_a (mean of (x, 1) over group a − mean over all rows)
//
// The intercept has no part in it, and the covariances of all groups sum to 0.
//
// Different from their code: the group is no feature, and F has the small penalty that all our linear models
// have.

import { FairfrontError } from '../error.js';
import { groupShares, refuseWeights } from '../groups/group-index.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import type { LinearModel, LinearTraining } from '../linear/linear-model.js';
import { prepareInMemory, startingPoint } from '../linear/solve-linear.js';
import { forEachEntry } from '../numeric/sparse-rows.js';
import { dot } from '../numeric/sum.js';
import { minimiseWithin } from './zafar-newton.js';

/**
 * Differences of means below this share of the mean of |x| are rounding: a bound of 0 must not hold models to
 * them.
 */
const ROUNDING = 1e-13;

/** c: ten values from 0.001 to 1, equally far apart in logarithms: the grid of Friedler et al. 2019. */
export const ZAFAR_BOUNDS: readonly number[] = Array.from({ length: 10 }, (_, i) => 10 ** (i / 3 - 3));

/** Options of `covarianceBoundSolver`. */
export interface CovarianceBoundOptions {
  /** 2: only then is there one decision boundary. */
  readonly classCount: number;
  /** Factor of ½‖w‖² beside the mean cross-entropy, ≥ 0. Default 1e-6, as for other linear models. */
  readonly l2?: number;
  /** What F can still fall by the estimate of a step, relative to F, at which to stop; > 0. Default 1e-17. */
  readonly tolerance?: number;
  /** Steps at most, ≥ 1. Default 100. */
  readonly maxIterations?: number;
}

/** A model trained for one bound. */
export interface CovarianceBoundSolve {
  /** How the solve ended is in `model.training`; its `gradientNorm` is that of ∇F + Σ_a ν_a direction_a. */
  readonly model: LinearModel & { readonly training: LinearTraining };
  /** c. */
  readonly bound: number;
  /** cov_a of the training rows, by group. */
  readonly covariances: readonly number[];
  /** How far the largest |cov_a| is above c: rounding at most. */
  readonly violation: number;
  /**
   * ν_a, by group; as c grows, F falls at the rate of Σ_a |ν_a|. Of two groups, whose bounds are one, the
   * second has 0.
   */
  readonly multipliers: readonly number[];
  /** r_a on the training rows, without the penalty. */
  readonly risks: readonly number[];
  /** (l2/2) ‖w‖². */
  readonly penalty: number;
  /** F. */
  readonly objective: number;
}

/** Trains models for any bound. */
export interface CovarianceBoundSolver {
  readonly groupCount: number;
  /**
   * @param bound c ≥ 0; Infinity gives plain logistic regression
   * @param start a model to start from, within the bound or not: best that of a bound nearby. By default all
   * parameters are 0
   */
  /** Trains the model for a bound on the covariances. @param start a model to start from */
  solve(bound: number, start?: LinearModel): CovarianceBoundSolve;
}

/** Steps factor a Hessian of all parameters: made for some hundreds of features, not for many thousands. */
export function covarianceBoundSolver(
  train: LabelledRows,
  options: CovarianceBoundOptions,
): CovarianceBoundSolver {
  const { classCount } = options;
  if (classCount !== 2) {
    throw new FairfrontError(
      'bad-option',
      `classCount must be 2 to bound the covariance with the decision boundary, as more classes have more than one; got ${classCount}. Join classes, or use the prejudice remover, which takes any number`,
    );
  }
  const { objective, options: settings } = prepareInMemory(
    train,
    { ...options, method: 'newton' },
    'Zafar’s method',
  );
  refuseWeights(train.groups, 'the bound on covariances');
  const directions = covarianceDirections(train);
  return {
    groupCount: objective.groupCount,
    solve: (bound, start) => {
      if (!(bound >= 0)) {
        throw new FairfrontError(
          'bad-option',
          `bound must be a number ≥ 0, or Infinity for none; got ${bound}`,
        );
      }
      const { parameters, multipliers, ...minimum } = minimiseWithin(objective, directions, bound, {
        start: startingPoint(objective, classCount, start),
        tolerance: settings.tolerance,
        maxIterations: settings.maxIterations,
      });
      const covariances = directions.map((direction) => dot(direction, parameters));
      const { risks, penalty } = objective.evaluate(parameters);
      return {
        model: {
          classCount,
          columnCount: objective.columnCount,
          parameters,
          training: { method: 'newton', ...minimum },
        },
        bound,
        covariances,
        violation: Math.max(0, ...covariances.map((covariance) => Math.abs(covariance) - bound)),
        multipliers,
        risks,
        penalty,
        objective: dot(groupShares(train.groups), risks) + penalty,
      };
    },
  };
}

/** direction_a for every group, each of width columnCount + 1. */
function covarianceDirections({ features, groups }: LabelledRows): Float64Array[] {
  const { rowCount, columnCount } = features;
  const sums = groups.counts.map(() => new Float64Array(columnCount));
  const all = new Float64Array(columnCount);
  const sizes = new Float64Array(columnCount); // Σ |x|
  for (let row = 0; row < rowCount; row++) {
    const own = sums[groups.groups[row]!]!;
    forEachEntry(features, row, (column, value) => {
      own[column]! += value;
      all[column]! += value;
      sizes[column]! += Math.abs(value);
    });
  }
  const directions = sums.map((sum, group) => {
    const share = groups.counts[group]! / rowCount;
    const direction = new Float64Array(columnCount + 1);
    for (let c = 0; c < columnCount; c++) {
      const difference = sum[c]! - share * all[c]!;
      if (Math.abs(difference) > ROUNDING * sizes[c]!) direction[c] = difference / rowCount;
    }
    return direction;
  });
  // The other group's to the last digit: a bound on one is a bound on both.
  if (directions.length === 2) directions[1] = directions[0]!.map((entry) => (entry === 0 ? 0 : -entry));
  return directions;
}
