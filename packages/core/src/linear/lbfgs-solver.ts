// F(θ; μ) by L-BFGS: where a Hessian would be too large, and for the Brier score, whose Hessian need not be
// positive definite. Otherwise one Newton step at the end, by conjugate gradients, gives the bound
// on how far F is from its minimum.

import { solveByConjugateGradient } from '../numeric/conjugate-gradient.js';
import { minimiseSmooth } from '../numeric/lbfgs.js';
import { dot } from '../numeric/sum.js';
import { boundLoss, dualBound } from './dual-bound.js';
import { combine, type Evaluation, largestEntry, type Objective } from './linear-objective.js';
import type { MinimiseOptions, Minimum } from './newton.js';

/**
 * Products with the Hessian that the bound may cost, if there were fewer iterations; else as many as these.
 */
const MIN_PRODUCTS = 50;
/** Share of F that the end of the conjugate gradients may leave open, or `tolerance`, if that is larger. */
const CERTAIN = 1e-9;

/** Minimises F(θ; μ) by L-BFGS. */
export function minimiseByLbfgs(
  objective: Objective,
  mu: readonly number[],
  { start, tolerance, maxIterations }: MinimiseOptions,
): Minimum {
  const gradients = new Float64Array(objective.groupCount * objective.size);
  const diagonal = objective.curvatureBounds(mu).map((curvature) => (curvature > 0 ? 1 / curvature : 1));
  const at = objective.createEvaluation();
  const valueAt = (parameters: Float64Array): number => {
    objective.evaluate(parameters, at);
    return dot(mu, at.risks) + at.penalty;
  };
  const { x, gradient, value, status, iterations } = minimiseSmooth({
    evaluate: (parameters, gradient) => {
      const value = valueAt(parameters);
      objective.groupGradients(at, gradients);
      combine(mu, gradients, gradient);
      return value;
    },
    start: valueAt(start) <= objective.zeroRisk ? start : new Float64Array(start.length),
    diagonal,
    done: (value, fall) => fall <= tolerance * value,
    maxIterations,
  });
  const { risks, penalty } = objective.evaluate(x, at);
  return {
    parameters: x,
    risks,
    penalty,
    status,
    iterations,
    gradientNorm: largestEntry(gradient),
    lower:
      objective.loss !== 'brier'
        ? newtonBound(
            objective,
            at,
            mu,
            gradient,
            diagonal,
            Math.max(CERTAIN, tolerance) * value,
            Math.max(MIN_PRODUCTS, iterations),
          )
        : 0,
  };
}

/** What F is nowhere below, by the Newton step from the evaluation. @param open how much it may leave open */
export function newtonBound(
  objective: Objective,
  at: Evaluation,
  mu: readonly number[],
  gradient: Float64Array,
  diagonal: Float64Array,
  open: number,
  maxProducts: number,
): number {
  const { l2, outputs, width, columnCount } = objective;
  const step = solveByConjugateGradient({
    multiply: (vector, product) => {
      objective.hessianProduct(at, mu, vector, product);
      for (let k = 0; k < outputs; k++) {
        for (let c = 0; c < columnCount; c++) product[k * width + c]! += l2 * vector[k * width + c]!;
      }
    },
    right: gradient.map((entry) => -entry),
    diagonal,
    done: (residual) => boundLoss(objective, residual) <= open,
    maxIterations: maxProducts,
  });
  return dualBound(objective, at, mu, step);
}
