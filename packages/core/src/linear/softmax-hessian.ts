// The curvature of the mean cross-entropy of a linear model: Σ_i ω_i (diag p − p pᵀ) ⊗ (x, 1)(x, 1)ᵀ, and, where the
// weights of rows grow with their losses, Σ_i bend_i g_i g_iᵀ with g_i = ∇loss_i.
//
// Adding the same to a feature's weights of all outputs changes no probability; those directions, which gradients never
// have, are given curvature, so that the matrix can be factored.

import type { GroupIndex } from '../groups/group-index.js';
import type { RowProducts } from './row-products.js';

/** What the curvature is made of. */
export interface SoftmaxCurvature {
  /** Rows × outputs. */
  readonly probabilities: Float64Array;
  readonly outputs: number;
  /** Parameters of one output. */
  readonly width: number;
  readonly products: RowProducts;
  readonly groups: GroupIndex;
  /** μ_a / W_a, by group. */
  readonly rowFactors: readonly number[];
  readonly bent?: Bent | undefined;
  /** A number for each row, written over. */
  readonly byRow: Float64Array;
}

/** Row → by how much its weight grows with its loss, and p − y of it, rows × outputs. */
export interface Bent {
  readonly bend: Float64Array;
  readonly residuals: Float64Array;
}

/** Adds the curvature without the penalty, its lower triangle. @param hessian size × size */
export function softmaxHessian(
  { probabilities, outputs, width, products, groups, rowFactors, bent, byRow: weights }: SoftmaxCurvature,
  hessian: Float64Array,
): void {
  const size = outputs * width;
  const { groups: groupOf, weights: rowWeights } = groups;
  const block = new Float64Array(outputs === 1 ? 0 : width * width);
  for (let k = 0; k < outputs; k++) {
    for (let l = 0; l <= k; l++) {
      for (let row = 0; row < weights.length; row++) {
        const p = probabilities[row * outputs + k]!;
        const q = k === l ? others(probabilities, outputs, row, k) : -probabilities[row * outputs + l]!;
        weights[row] = rowFactors[groupOf[row]!]! * p * q;
      }
      if (rowWeights !== undefined) {
        for (let row = 0; row < weights.length; row++) weights[row]! *= rowWeights[row]!;
      }
      if (bent !== undefined) {
        const { bend, residuals } = bent;
        for (let row = 0; row < weights.length; row++) {
          weights[row]! += bend[row]! * residuals[row * outputs + k]! * residuals[row * outputs + l]!;
        }
      }
      if (outputs === 1) {
        products.addOuter(weights, hessian);
        return;
      }
      block.fill(0);
      products.addOuter(weights, block);
      for (let i = 0; i < width; i++) {
        for (let j = 0; j <= i; j++) {
          const value = block[i * width + j]!;
          hessian[(k * width + i) * size + l * width + j]! += value;
          if (k !== l && i !== j) hessian[(k * width + j) * size + l * width + i]! += value;
        }
      }
    }
  }
}

/** 1 − p_k, summed from the others where there are several: where p_k rounds to 1 they still count. */
function others(probabilities: Float64Array, outputs: number, row: number, k: number): number {
  if (outputs === 1) return 1 - probabilities[row]!;
  let sum = 0;
  for (let l = 0; l < outputs; l++) if (l !== k) sum += probabilities[row * outputs + l]!;
  return sum;
}

/** Gives curvature to what all outputs have in common. */
export function pinCommonShifts(hessian: Float64Array, outputs: number, width: number): void {
  const size = outputs * width;
  for (let i = 0; i < width; i++) {
    let pin = 0;
    for (let k = 0; k < outputs; k++) pin = Math.max(pin, hessian[(k * width + i) * (size + 1)]!);
    for (let k = 0; k < outputs; k++) {
      for (let l = 0; l <= k; l++) hessian[(k * width + i) * size + l * width + i]! += pin;
    }
  }
}
