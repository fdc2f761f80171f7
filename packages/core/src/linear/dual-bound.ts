// How far below F(θ; μ) its minimum can be, for cross-entropy and the squared loss: a bound that holds whatever the
// solver did.
//
// Cross-entropy: ln Σ e^z is the largest value of ⟨p, z⟩ + H(p) over all distributions p, H being the entropy. So for any
// distributions p_i, one per row,
//
//   F(θ; μ) ≥ Σ_i ω_i H(p_i) + ⟨v, θ⟩ + (l2/2) ‖w‖²        ω_i = μ_a w_i/W_a,   v = Σ_i ω_i (p_i − y_i) ⊗ (x, 1)
//           ≥ Σ_i ω_i H(p_i) − ‖v_w‖² / (2 l2)              if v has no part along the intercepts
//
// for every θ. At the minimum, the model's own probabilities make both equal. Elsewhere v is too large for a
// small l2, but the probabilities that a Newton step predicts, p + (diag p − p pᵀ) ⟨step, (x, 1)⟩, have v =
// −l2 (w + step) exactly, and miss the minimum to second order only. What is not right about them is put
// right, which changes v a little: a prediction below 0 becomes 0, and classes that have more weight in all
// rows together than the labels give them hand it to those that have less, so that v has no part along the
// intercepts.
//
// Squared loss. F is a quadratic form with curvature l2 at least along w, and 2 along b. So where ∂F/∂b is 0, its minimum
// is above F − ‖∇_w F‖² / (2 l2), at any θ; b can be brought there by one exact step, and at the minimum nothing is lost.

import { dot } from '../numeric/sum.js';
import { combine, type Evaluation, type Objective } from './linear-objective.js';
import type { Balance } from './row-block.js';

/**
 * The share of the sum of entropies that rounding may take, generously: the bound is to hold to the last
 * digit.
 */
const ROUNDING = 1e-14;

/**
 * A bound that F(·; μ) is nowhere below, at least 0.
 * @param step the Newton step from the evaluation, or any other
 */
export function dualBound(
  objective: Objective,
  at: Evaluation,
  mu: readonly number[],
  step: Float64Array,
): number {
  if (objective.l2 === 0) return 0;
  if (objective.loss === 'squared') return squaredBound(objective, at, mu, step);
  const v = new Float64Array(objective.size);
  const balance = balanceOf(objective.classWeights(at, mu, step), objective.outputs);
  const entropy = objective.entropy(at, mu, step, balance, v);
  return Math.max(0, entropy * (1 - ROUNDING) - boundLoss(objective, v));
}

function squaredBound(
  objective: Objective,
  { parameters }: Evaluation,
  mu: readonly number[],
  step: Float64Array,
): number {
  const { columnCount: intercept, size } = objective;
  const after = objective.evaluate(parameters.map((own, i) => own + step[i]!));
  const gradients = new Float64Array(objective.groupCount * size);
  const gradient = new Float64Array(size);
  objective.groupGradients(after, gradients);
  combine(mu, gradients, gradient);
  // The column of the Hessian that belongs to b: what a step along b changes in the gradient.
  const column = new Float64Array(size);
  const alongIntercept = Float64Array.from(column, (_, i) => (i === intercept ? 1 : 0));
  objective.hessianProduct(after, mu, alongIntercept, column);
  const length = -gradient[intercept]! / column[intercept]!;
  const value = dot(mu, after.risks) + after.penalty + (length * gradient[intercept]!) / 2;
  for (let i = 0; i < size; i++) gradient[i]! += length * column[i]!;
  return Math.max(0, value * (1 - ROUNDING) - boundLoss(objective, gradient));
}

/** ‖v_w‖² / (2 l2): what v takes from the bound. */
export function boundLoss(
  { outputs, width, columnCount, l2 }: Pick<Objective, 'outputs' | 'width' | 'columnCount' | 'l2'>,
  v: Float64Array,
): number {
  let loss = 0;
  for (let k = 0; k < outputs; k++) {
    for (let c = 0; c < columnCount; c++) loss += v[k * width + c]! ** 2 / (2 * l2);
  }
  return loss;
}

/** What brings predictions into balance. @param sums their weights by output, then those of the labels by class */
function balanceOf(sums: Float64Array, outputs: number): Balance {
  const predicted = sums.subarray(0, outputs);
  const labelled = sums.subarray(outputs);
  if (outputs === 1) {
    const [first, second] = [1 - predicted[0]!, predicted[0]!];
    if (second > labelled[1]!) return { kind: 'two', of: 1, share: labelled[1]! / second };
    return { kind: 'two', of: 0, share: first > 0 ? Math.min(1, labelled[0]! / first) : 1 };
  }
  return {
    kind: 'many',
    handedOn: Array.from(predicted, (weight, k) => (weight > labelled[k]! ? 1 - labelled[k]! / weight : 0)),
    lacking: Array.from(predicted, (weight, k) => Math.max(0, labelled[k]! - weight)),
  };
}
