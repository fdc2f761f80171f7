// Variables in which logistic regression is round: θ = D L⁻ᵀ φ with D ∇²F D = L Lᵀ, D making the diagonal 1.
// A solver that learns the curvature step by step is then left with that of the prejudice index, which is
// large along few directions only: one for each group and class.

import type { LinearObjective } from '../linear/linear-objective.js';
import { choleskyFactor, solveLower, solveLowerTransposed } from '../numeric/cholesky.js';

/** A linear change of variables. */
export interface Scaling {
  /** θ → φ in place. */
  fromParameters(parameters: Float64Array): Float64Array;
  /** φ → θ in place. */
  toParameters(scaled: Float64Array): Float64Array;
  /** ∂/∂θ → ∂/∂φ in place. */
  toScaledGradient(gradient: Float64Array): Float64Array;
}

/**
 * The variables in which the Hessian of logistic regression is the identity.
 * @param parameters where the curvature is taken
 */
export function curvatureScaling(
  objective: LinearObjective,
  mu: readonly number[],
  parameters: Float64Array,
): Scaling {
  const { size } = objective;
  const hessian = new Float64Array(size * size);
  objective.hessian(objective.evaluate(parameters), mu, hessian);
  const scale = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const diagonal = hessian[i * (size + 1)]!;
    scale[i] = diagonal > 0 ? 1 / Math.sqrt(diagonal) : 1;
  }
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) hessian[i * size + j]! *= scale[i]! * scale[j]!;
    hessian[i * (size + 1)] = 1;
  }
  const factor = choleskyFactor(hessian, size);
  const { lower } = factor;
  const multiply = (vector: Float64Array, by: (i: number) => number): void => {
    for (let i = 0; i < size; i++) vector[i]! *= by(i);
  };
  return {
    fromParameters: (parameters) => {
      multiply(parameters, (i) => 1 / scale[i]!);
      // φ = Lᵀ D⁻¹ θ: entry i needs those from i on, so from the first.
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let k = i; k < size; k++) sum += lower[k * size + i]! * parameters[k]!;
        parameters[i] = sum;
      }
      return parameters;
    },
    toParameters: (scaled) => {
      solveLowerTransposed(factor, scaled);
      multiply(scaled, (i) => scale[i]!);
      return scaled;
    },
    toScaledGradient: (gradient) => {
      multiply(gradient, (i) => scale[i]!);
      return solveLower(factor, gradient);
    },
  };
}

/** What each variable's own curvature is never above: for problems with too many variables to factor. */
export function diagonalScaling(objective: LinearObjective, mu: readonly number[]): Scaling {
  const root = objective.curvatureBounds(mu).map((curvature) => (curvature > 0 ? Math.sqrt(curvature) : 1));
  const multiply = (vector: Float64Array): Float64Array => {
    for (let i = 0; i < vector.length; i++) vector[i]! *= root[i]!;
    return vector;
  };
  const divide = (vector: Float64Array): Float64Array => {
    for (let i = 0; i < vector.length; i++) vector[i]! /= root[i]!;
    return vector;
  };
  return { fromParameters: multiply, toParameters: divide, toScaledGradient: divide };
}
