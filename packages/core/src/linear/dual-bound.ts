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

import { CompensatedSum, dot } from '../numeric/sum.js';
import { combine, type Evaluation, type LinearObjective } from './linear-objective.js';

/**
 * The share of the sum of entropies that rounding may take, generously: the bound is to hold to the last
 * digit.
 */
const ROUNDING = 1e-14;

/**
 * A bound that F(·; μ) is nowhere below, at least 0.
 * @param step the Newton step from the evaluation, or any other
 * @param gradients groups × size, overwritten
 */
export function dualBound(
  objective: LinearObjective,
  at: Evaluation,
  mu: readonly number[],
  step: Float64Array,
  gradients: Float64Array,
): number {
  const { outputs, l2, data } = objective;
  const { labels, groups } = data;
  if (l2 === 0) return 0;
  if (objective.loss === 'squared') return squaredBound(objective, at, mu, step, gradients);
  const rowFactors = objective.rowFactors(mu);
  const residuals = predict(objective, at, step); // distributions first, then less the labels
  const balance = (outputs === 1 ? balanceTwo : balanceMany)(objective, residuals, rowFactors);
  const entropies = groups.counts.map(() => new CompensatedSum());
  for (let row = 0, start = 0; row < labels.length; row++, start += outputs) {
    balance(start);
    let entropy = outputs === 1 ? entropyPart(1 - residuals[row]!) : 0;
    for (let k = start; k < start + outputs; k++) entropy += entropyPart(residuals[k]!);
    entropies[groups.groups[row]!]!.add(
      groups.weights === undefined ? entropy : groups.weights[row]! * entropy,
    );
    if (outputs === 1) residuals[row]! -= labels[row]!;
    else residuals[start + labels[row]!]! -= 1;
  }
  const v = new Float64Array(objective.size);
  objective.weightedSum(mu, residuals, gradients, v);
  let entropy = 0;
  rowFactors.forEach((factor, group) => {
    if (factor > 0) entropy += factor * entropies[group]!.value;
  });
  return Math.max(0, entropy * (1 - ROUNDING) - boundLoss(objective, v));
}

function squaredBound(
  objective: LinearObjective,
  { parameters }: Evaluation,
  mu: readonly number[],
  step: Float64Array,
  gradients: Float64Array,
): number {
  const { columnCount: intercept, size } = objective;
  const after = objective.evaluate(parameters.map((own, i) => own + step[i]!));
  const gradient = new Float64Array(size);
  objective.groupGradients(after, gradients);
  combine(mu, gradients, gradient);
  // The column of the Hessian that belongs to b: what a step along b changes in the gradient.
  const column = new Float64Array(size);
  const alongIntercept = Float64Array.from(column, (_, i) => (i === intercept ? 1 : 0));
  objective.weightedSum(mu, objective.linearChange(after, alongIntercept), gradients, column);
  const length = -gradient[intercept]! / column[intercept]!;
  const value = dot(mu, after.risks) + after.penalty + (length * gradient[intercept]!) / 2;
  for (let i = 0; i < size; i++) gradient[i]! += length * column[i]!;
  return Math.max(0, value * (1 - ROUNDING) - boundLoss(objective, gradient));
}

/** ‖v_w‖² / (2 l2): what v takes from the bound. */
export function boundLoss(
  { outputs, width, columnCount, l2 }: Pick<LinearObjective, 'outputs' | 'width' | 'columnCount' | 'l2'>,
  v: Float64Array,
): number {
  let loss = 0;
  for (let k = 0; k < outputs; k++) {
    for (let c = 0; c < columnCount; c++) loss += v[k * width + c]! ** 2 / (2 * l2);
  }
  return loss;
}

/**
 * The distributions that the step predicts, in the objective's scratch; of two classes the probability of the
 * second.
 */
function predict(objective: LinearObjective, at: Evaluation, step: Float64Array): Float64Array {
  const { outputs } = objective;
  const predicted = objective.linearChange(at, step);
  for (let start = 0; start < predicted.length; start += outputs) {
    let sum = 0;
    for (let k = start; k < start + outputs; k++) {
      predicted[k] = Math.max(0, at.probabilities[k]! + predicted[k]!);
      sum += predicted[k]!;
    }
    if (outputs === 1) predicted[start] = Math.min(1, predicted[start]!);
    else for (let k = start; k < start + outputs; k++) predicted[k]! /= sum;
  }
  return predicted;
}

/** Puts the distribution that begins at `start` in balance. */
type Balance = (start: number) => void;

function balanceTwo(
  objective: LinearObjective,
  residuals: Float64Array,
  rowFactors: readonly number[],
): Balance {
  const { predicted, labelled } = classWeights(objective, residuals, rowFactors);
  const [first, second] = [1 - predicted[0]!, predicted[0]!];
  if (second > labelled[1]!) {
    const share = labelled[1]! / second;
    return (row) => {
      residuals[row]! *= share;
    };
  }
  const share = first > 0 ? Math.min(1, labelled[0]! / first) : 1;
  return (row) => {
    residuals[row] = 1 - (1 - residuals[row]!) * share;
  };
}

function balanceMany(
  objective: LinearObjective,
  residuals: Float64Array,
  rowFactors: readonly number[],
): Balance {
  const { outputs } = objective;
  const { predicted, labelled } = classWeights(objective, residuals, rowFactors);
  const handedOn = predicted.map((weight, k) => (weight > labelled[k]! ? 1 - labelled[k]! / weight : 0));
  const lacking = predicted.map((weight, k) => Math.max(0, labelled[k]! - weight));
  const allLacking = lacking.reduce((sum, weight) => sum + weight, 0);
  if (allLacking === 0) return () => {};
  return (start) => {
    let free = 0;
    for (let k = 0; k < outputs; k++) {
      const given = handedOn[k]! * residuals[start + k]!;
      residuals[start + k]! -= given;
      free += given;
    }
    for (let k = 0; k < outputs; k++) residuals[start + k]! += (free * lacking[k]!) / allLacking;
  };
}

/** Σ_i ω_i p_i, by output, and Σ_i ω_i y_i, by class. The ω_i sum to 1. */
function classWeights(
  { outputs, data }: LinearObjective,
  residuals: Float64Array,
  rowFactors: readonly number[],
) {
  const { weights } = data.groups;
  const predicted = new Array<number>(outputs).fill(0);
  const labelled = new Array<number>(Math.max(2, outputs)).fill(0);
  for (let row = 0, start = 0; row < data.labels.length; row++, start += outputs) {
    const own = rowFactors[data.groups.groups[row]!]!;
    const factor = weights === undefined ? own : own * weights[row]!;
    for (let k = 0; k < outputs; k++) predicted[k]! += factor * residuals[start + k]!;
    labelled[data.labels[row]!]! += factor;
  }
  return { predicted, labelled };
}

function entropyPart(p: number): number {
  return p > 0 ? -p * Math.log(p) : 0;
}
