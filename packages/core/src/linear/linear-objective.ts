// What training a linear model minimises, and its derivatives.
//
//   F(θ; μ) = Σ_a μ_a r_a(θ) + (l2/2) ‖w‖²        r_a = mean loss over the n_a rows of group a; intercepts b are not penalised
//   ∇F      = Σ_a μ_a ∇r_a + l2 w                  ∇r_a = (1/n_a) Σ (∂loss/∂z) ⊗ (x, 1)
//   ∇²F     = Σ_i (μ_a/n_a) (diag p − p pᵀ) ⊗ (x, 1)(x, 1)ᵀ + l2          cross-entropy only
//
// θ has outputs × width numbers, see `LinearModel`. Gradients are kept by group: whatever μ is asked for next, they need no new pass.

import type { LabelledRows } from '../groups/labelled-rows.js';
import type { Loss } from '../groups/risks.js';
import { forEachEntry } from '../numeric/sparse-rows.js';
import { LinearRisks } from './linear-risks.js';
import { brierResiduals, crossEntropyResiduals } from './softmax.js';

/** Methods that speak of "the parameters" mean those that `risks` was last asked for. */
export class LinearObjective extends LinearRisks {
  readonly l2: number;
  readonly groupCount: number;
  /** Parameters of all outputs. */
  readonly size: number;
  /** Rows × outputs, for whoever works through all rows next. */
  readonly residuals: Float64Array;
  #moments: Float64Array | undefined;

  constructor(data: LabelledRows, classCount: number, loss: Loss, l2: number) {
    super(data, classCount, loss);
    this.l2 = l2;
    this.groupCount = data.groups.counts.length;
    this.size = this.outputs * this.width;
    this.residuals = new Float64Array(this.probabilities.length);
  }

  /** The risk of every group where all parameters are 0. A start with more is of no use: sure of everything, it has no curvature to go by. */
  get zeroRisk(): number {
    const classCount = this.outputs === 1 ? 2 : this.outputs;
    return this.loss === 'brier' ? 1 - 1 / classCount : Math.log(classCount);
  }

  /** (l2/2) ‖w‖². */
  penalty(parameters: Float64Array): number {
    let sum = 0;
    for (let k = 0; k < this.outputs; k++) {
      const at = k * this.width;
      for (let c = 0; c < this.columnCount; c++) sum += parameters[at + c]! ** 2;
    }
    return (this.l2 / 2) * sum;
  }

  /**
   * ∇r_a + l2 w for every group, at the parameters.
   * @param gradients groups × size
   */
  groupGradients(parameters: Float64Array, gradients: Float64Array): void {
    const { data, outputs, size, l2 } = this;
    const toResiduals = this.loss === 'brier' ? brierResiduals : crossEntropyResiduals;
    toResiduals(this.probabilities, outputs, data.labels, this.residuals);
    gradients.fill(0);
    this.products.addTransposed(this.residuals, outputs, data.groups.groups, gradients);
    for (let group = 0; group < this.groupCount; group++) {
      const at = group * size;
      const count = data.groups.counts[group]!;
      for (let i = 0; i < size; i++) gradients[at + i]! /= count;
      for (let k = 0; k < outputs; k++) {
        const start = k * this.width;
        for (let c = 0; c < this.columnCount; c++) {
          gradients[at + start + c]! += l2 * parameters[start + c]!;
        }
      }
    }
  }

  /**
   * ∇²F at the parameters, cross-entropy; the lower triangle. Adding the same to a feature's weights of all outputs changes no probability;
   * those directions, which gradients never have, are given curvature, so that the matrix can be factored.
   * @param hessian size × size
   */
  hessian(mu: readonly number[], hessian: Float64Array): void {
    const { outputs, width, size, l2, probabilities } = this;
    const rowFactors = this.rowFactors(mu);
    const { groups } = this.data.groups;
    const weights = this.losses; // of no use until the next `risks`
    const block = new Float64Array(width * width);
    hessian.fill(0);
    for (let k = 0; k < outputs; k++) {
      for (let l = 0; l <= k; l++) {
        for (let row = 0; row < weights.length; row++) {
          const p = probabilities[row * outputs + k]!;
          const q = k === l ? this.#others(row, k) : -probabilities[row * outputs + l]!;
          weights[row] = rowFactors[groups[row]!]! * p * q;
        }
        block.fill(0);
        this.products.addOuter(weights, block);
        for (let i = 0; i < width; i++) {
          for (let j = 0; j <= i; j++) {
            const value = block[i * width + j]!;
            hessian[(k * width + i) * size + l * width + j] = value;
            if (k !== l) hessian[(k * width + j) * size + l * width + i] = value;
          }
        }
      }
    }
    if (outputs > 1) this.#pinCommonShifts(hessian);
    for (let k = 0; k < outputs; k++) {
      for (let c = 0; c < this.columnCount; c++) hessian[(k * width + c) * (size + 1)]! += l2;
    }
  }

  /** 1 − p_k, summed from the others where there are several: where p_k rounds to 1 they still count. */
  #others(row: number, k: number): number {
    const { outputs, probabilities } = this;
    if (outputs === 1) return 1 - probabilities[row]!;
    let sum = 0;
    for (let l = 0; l < outputs; l++) if (l !== k) sum += probabilities[row * outputs + l]!;
    return sum;
  }

  /** What each diagonal entry of ∇²F is never above: Σ_a μ_a (mean of x² over the group)/4 + l2, cross-entropy. */
  curvatureBounds(mu: readonly number[]): Float64Array {
    const { width, columnCount, l2 } = this;
    this.#moments ??= this.#secondMoments();
    const one = new Float64Array(width);
    combine(mu, this.#moments, one);
    return Float64Array.from(
      { length: this.size },
      (_, i) => one[i % width]! / 4 + (i % width < columnCount ? l2 : 0),
    );
  }

  /** Mean of (x, 1)² over every group: groups × width. */
  #secondMoments(): Float64Array {
    const { features, groups } = this.data;
    const moments = new Float64Array(this.groupCount * this.width);
    for (let row = 0; row < features.rowCount; row++) {
      const group = groups.groups[row]!;
      const at = group * this.width;
      const count = groups.counts[group]!;
      forEachEntry(features, row, (column, value) => {
        moments[at + column]! += value ** 2 / count;
      });
      moments[at + this.columnCount]! += 1 / count;
    }
    return moments;
  }

  #pinCommonShifts(hessian: Float64Array): void {
    const { outputs, width, size } = this;
    for (let i = 0; i < width; i++) {
      let pin = 0;
      for (let k = 0; k < outputs; k++) pin = Math.max(pin, hessian[(k * width + i) * (size + 1)]!);
      for (let k = 0; k < outputs; k++) {
        for (let l = 0; l <= k; l++) hessian[(k * width + i) * size + l * width + i]! += pin;
      }
    }
  }

  /**
   * What a step changes in the probabilities, to first order, times the weights of the rows, left in `residuals`:
   * (diag p − p pᵀ) ⟨step, (x, 1)⟩ for every row, cross-entropy or not.
   */
  linearChange(step: Float64Array): void {
    const { outputs, probabilities, residuals } = this;
    this.products.multiply(step, outputs, residuals);
    if (outputs === 1) {
      for (let row = 0; row < residuals.length; row++) {
        residuals[row]! *= probabilities[row]! * (1 - probabilities[row]!);
      }
      return;
    }
    for (let start = 0; start < residuals.length; start += outputs) {
      let mean = 0;
      for (let k = start; k < start + outputs; k++) mean += probabilities[k]! * residuals[k]!;
      for (let k = start; k < start + outputs; k++) residuals[k] = probabilities[k]! * (residuals[k]! - mean);
    }
  }

  /**
   * Σ_i (μ_a/n_a) residuals_i ⊗ (x, 1).
   * @param gradients groups × size, overwritten
   */
  weightedSum(mu: readonly number[], gradients: Float64Array, sum: Float64Array): void {
    gradients.fill(0);
    this.products.addTransposed(this.residuals, this.outputs, this.data.groups.groups, gradients);
    combine(this.rowFactors(mu), gradients, sum);
  }

  /** μ_a / n_a by group: the weight of each of its rows. */
  rowFactors(mu: readonly number[]): number[] {
    return this.data.groups.counts.map((count, group) => mu[group]! / count);
  }
}

/** Σ_a factors_a · vectors_a. */
export function combine(factors: readonly number[], vectors: Float64Array, sum: Float64Array): void {
  const size = sum.length;
  sum.fill(0);
  for (let group = 0; group < factors.length; group++) {
    const factor = factors[group]!;
    if (factor === 0) continue;
    const at = group * size;
    for (let i = 0; i < size; i++) sum[i]! += factor * vectors[at + i]!;
  }
}

/** Largest absolute value: the norm that gradients are reported in. */
export function largestEntry(vector: Float64Array): number {
  return vector.reduce((largest, entry) => Math.max(largest, Math.abs(entry)), 0);
}
