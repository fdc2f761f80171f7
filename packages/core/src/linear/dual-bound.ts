// How far below F(θ; μ) its minimum can be, for cross-entropy: a bound that holds whatever the solver did.
//
// ln Σ e^z is the largest value of ⟨p, z⟩ + H(p) over all distributions p, H being the entropy. So for any distributions p_i, one per row,
//
//   F(θ; μ) ≥ Σ_i ω_i H(p_i) + ⟨v, θ⟩ + (l2/2) ‖w‖²        ω_i = μ_a/n_a,   v = Σ_i ω_i (p_i − y_i) ⊗ (x, 1)
//           ≥ Σ_i ω_i H(p_i) − ‖v_w‖² / (2 l2)              if v has no part along the intercepts
//
// for every θ. At the minimum, the model's own probabilities make both equal. Elsewhere v is too large for a small l2, but the probabilities
// that a Newton step predicts, p + (diag p − p pᵀ) ⟨step, (x, 1)⟩, have v = −l2 (w + step) exactly, and miss the minimum to second order only. A
// prediction below 0 is taken for 0: v then differs a little, but it is summed from the distributions used, so the bound holds.

import { CompensatedSum } from '../numeric/sum.js';
import type { LinearObjective } from './linear-objective.js';

/** Intercepts are taken to be at most this far from those of the model where rounding leaves v a part along them. */
const INTERCEPT_RANGE = 1e3;

/**
 * @param step from the parameters that `objective.risks` was last asked for
 * @param gradients groups × size, overwritten
 * @returns what F(·; μ) is nowhere below. At least 0, as F is never negative.
 */
export function dualBound(
  objective: LinearObjective,
  mu: readonly number[],
  step: Float64Array,
  gradients: Float64Array,
): number {
  const { outputs, probabilities, residuals, l2, data } = objective;
  const { labels, groups } = data;
  if (l2 === 0) return 0;
  objective.linearChange(step);
  const entropies = groups.counts.map(() => new CompensatedSum());
  for (let row = 0, start = 0; row < labels.length; row++, start += outputs) {
    const group = groups.groups[row]!;
    if (mu[group] === 0) continue; // `weightedSum` leaves it out as well
    if (outputs === 1) {
      const predicted = Math.min(1, Math.max(0, probabilities[row]! + residuals[row]!));
      residuals[row] = predicted - labels[row]!;
      entropies[group]!.add(entropyPart(predicted) + entropyPart(1 - predicted));
      continue;
    }
    let sum = 0;
    for (let k = start; k < start + outputs; k++) {
      residuals[k] = Math.max(0, probabilities[k]! + residuals[k]!);
      sum += residuals[k]!;
    }
    let entropy = 0;
    for (let k = start; k < start + outputs; k++) {
      residuals[k]! /= sum;
      entropy += entropyPart(residuals[k]!);
    }
    residuals[start + labels[row]!]! -= 1;
    entropies[group]!.add(entropy);
  }
  const v = new Float64Array(objective.size);
  objective.weightedSum(mu, gradients, v);
  let bound = 0;
  groups.counts.forEach((count, group) => {
    bound += (mu[group]! / count) * entropies[group]!.value;
  });
  bound -= boundLoss(objective, v);
  return Math.max(0, bound);
}

/** What v takes from the bound: ‖v_w‖² / (2 l2), and what is left along the intercepts times how far they may be. */
export function boundLoss(
  { outputs, width, columnCount, l2 }: Pick<LinearObjective, 'outputs' | 'width' | 'columnCount' | 'l2'>,
  v: Float64Array,
): number {
  let loss = 0;
  for (let k = 0; k < outputs; k++) {
    const at = k * width;
    for (let c = 0; c < columnCount; c++) loss += v[at + c]! ** 2 / (2 * l2);
    loss += Math.abs(v[at + columnCount]!) * INTERCEPT_RANGE;
  }
  return loss;
}

function entropyPart(p: number): number {
  return p > 0 ? -p * Math.log(p) : 0;
}
