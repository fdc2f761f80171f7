// Sums over a block of rows that training a linear model is made of. What they are of, and their shapes: see
// linear-objective.ts, dual-bound.ts. Nothing is divided by the size of a group or penalised here: blocks are added up
// first.

import type { LabelledRows } from '../groups/labelled-rows.js';
import type { Loss } from '../groups/risks.js';
import { forEachEntry } from '../numeric/sparse-rows.js';
import { CompensatedSum } from '../numeric/sum.js';
import { type RowProducts, rowProducts } from './row-products.js';
import {
  brierResiduals,
  crossEntropyResiduals,
  outputCount,
  toBrierScores,
  toCrossEntropies,
  toSquaredErrors,
} from './softmax.js';
import { type Bent, softmaxHessian } from './softmax-hessian.js';

/** How predictions are brought to give every class the weight that the labels give it: see dual-bound.ts. */
export type Balance =
  /** The probability of one of two classes is multiplied by a share. */
  | { readonly kind: 'two'; readonly of: 0 | 1; readonly share: number }
  /** Classes hand on a share of what they have to those that lack weight. */
  | { readonly kind: 'many'; readonly handedOn: readonly number[]; readonly lacking: readonly number[] };

/** A run of rows, and the sums over them. Arrays are by row of the block, or rows × outputs. */
export class RowBlock {
  readonly data: LabelledRows;
  readonly loss: Loss;
  readonly outputs: number;
  readonly width: number;
  readonly groupCount: number;
  readonly products: RowProducts;

  constructor(data: LabelledRows, classCount: number, loss: Loss) {
    this.data = data;
    this.loss = loss;
    this.outputs = outputCount(classCount);
    this.width = data.features.columnCount + 1;
    this.groupCount = data.groups.counts.length;
    this.products = rowProducts(data.features);
  }

  get rowCount(): number {
    return this.data.labels.length;
  }

  /**
   * Probabilities and losses of rows.
   * @param mean ȳ, where a number is predicted: `probabilities` are ŷ − y then
   */
  evaluate(
    parameters: Float64Array,
    probabilities: Float64Array,
    losses: Float64Array,
    mean: number | undefined,
  ): void {
    const { labels, values } = this.data;
    if (mean !== undefined) {
      const around = parameters.slice();
      around[this.width - 1]! -= mean;
      this.products.multiply(around, this.outputs, probabilities);
      toSquaredErrors(probabilities, values!, mean, losses);
      return;
    }
    this.products.multiply(parameters, this.outputs, probabilities);
    if (this.loss === 'brier') toBrierScores(probabilities, this.outputs, labels, losses);
    else toCrossEntropies(probabilities, this.outputs, labels, losses);
  }

  /** Σ w_i loss_i by group. @param sums groups, added to */
  addLosses(losses: Float64Array, sums: Float64Array): void {
    const { groups, weights } = this.data.groups;
    const own = Array.from({ length: this.groupCount }, () => new CompensatedSum());
    if (weights === undefined) {
      for (let row = 0; row < losses.length; row++) own[groups[row]!]!.add(losses[row]!);
    } else {
      for (let row = 0; row < losses.length; row++) own[groups[row]!]!.add(weights[row]! * losses[row]!);
    }
    own.forEach((sum, group) => {
      sums[group]! += sum.value;
    });
  }

  /** w_i ∂loss_i/∂z. */
  toResiduals(probabilities: Float64Array, residuals: Float64Array): void {
    const { labels } = this.data;
    if (this.loss === 'squared') {
      for (let row = 0; row < residuals.length; row++) residuals[row] = 2 * probabilities[row]!;
    } else if (this.loss === 'brier') brierResiduals(probabilities, this.outputs, labels, residuals);
    else crossEntropyResiduals(probabilities, this.outputs, labels, residuals);
    this.weigh(residuals);
  }

  /** Σ residuals_i ⊗ (x, 1) by group. @param sums groups × size, added to */
  addProducts(residuals: Float64Array, sums: Float64Array): void {
    this.products.addTransposed(residuals, this.outputs, this.data.groups.groups, sums);
  }

  /**
   * The curvature Σ_i ω_i … of the mean loss, the lower triangle, ω_i = rowFactors_a w_i.
   * @param byRow a number for each row, written over
   * @param sums size × size, added to
   */
  addCurvature(
    probabilities: Float64Array,
    rowFactors: readonly number[],
    byRow: Float64Array,
    sums: Float64Array,
    bent?: Bent,
  ): void {
    const { groups } = this.data;
    if (this.loss === 'squared') {
      for (let row = 0; row < byRow.length; row++) byRow[row] = 2 * rowFactors[groups.groups[row]!]!;
      this.weigh(byRow);
      this.products.addOuter(byRow, sums);
      return;
    }
    const { outputs, width, products } = this;
    softmaxHessian({ probabilities, outputs, width, products, groups, rowFactors, bent, byRow }, sums);
  }

  /** What a step changes in the probabilities to first order; for the squared loss, in its derivative. */
  toChange(probabilities: Float64Array, step: Float64Array, change: Float64Array): void {
    const { outputs } = this;
    this.products.multiply(step, outputs, change);
    if (this.loss === 'squared') {
      for (let row = 0; row < change.length; row++) change[row]! *= 2;
      return;
    }
    if (outputs === 1) {
      for (let row = 0; row < change.length; row++) {
        change[row]! *= probabilities[row]! * (1 - probabilities[row]!);
      }
      return;
    }
    for (let start = 0; start < change.length; start += outputs) {
      let mean = 0;
      for (let k = start; k < start + outputs; k++) mean += probabilities[k]! * change[k]!;
      for (let k = start; k < start + outputs; k++) change[k] = probabilities[k]! * (change[k]! - mean);
    }
  }

  /** The distributions that a step predicts; of two classes the probability of the second. */
  toPredicted(probabilities: Float64Array, step: Float64Array, predicted: Float64Array): void {
    const { outputs } = this;
    this.toChange(probabilities, step, predicted);
    for (let start = 0; start < predicted.length; start += outputs) {
      let sum = 0;
      for (let k = start; k < start + outputs; k++) {
        predicted[k] = Math.max(0, probabilities[k]! + predicted[k]!);
        sum += predicted[k]!;
      }
      if (outputs === 1) predicted[start] = Math.min(1, predicted[start]!);
      else for (let k = start; k < start + outputs; k++) predicted[k]! /= sum;
    }
  }

  /**
   * Σ_i ω_i p_i by output, then Σ_i ω_i y_i by class.
   * @param sums outputs + classes, added to
   */
  addClassWeights(predicted: Float64Array, rowFactors: readonly number[], sums: Float64Array): void {
    const { outputs, data } = this;
    const { groups, weights } = data.groups;
    for (let row = 0, start = 0; row < data.labels.length; row++, start += outputs) {
      const own = rowFactors[groups[row]!]!;
      const factor = weights === undefined ? own : own * weights[row]!;
      for (let k = 0; k < outputs; k++) sums[k]! += factor * predicted[start + k]!;
      sums[outputs + data.labels[row]!]! += factor;
    }
  }

  /**
   * Σ w_i H(p_i) by group of distributions brought into balance, which become w_i (p_i − y_i).
   * @param predicted distributions, written over
   * @param sums groups, added to
   */
  addEntropies(predicted: Float64Array, balance: Balance, sums: Float64Array): void {
    const { outputs, data, groupCount } = this;
    const { groups, weights } = data.groups;
    const put = balancing(balance, predicted, outputs);
    const own = Array.from({ length: groupCount }, () => new CompensatedSum());
    for (let row = 0, start = 0; row < data.labels.length; row++, start += outputs) {
      put(start);
      let entropy = outputs === 1 ? entropyPart(1 - predicted[row]!) : 0;
      for (let k = start; k < start + outputs; k++) entropy += entropyPart(predicted[k]!);
      own[groups[row]!]!.add(weights === undefined ? entropy : weights[row]! * entropy);
      if (outputs === 1) predicted[row]! -= data.labels[row]!;
      else predicted[start + data.labels[row]!]! -= 1;
    }
    this.weigh(predicted);
    own.forEach((sum, group) => {
      sums[group]! += sum.value;
    });
  }

  /**
   * Moments of the rows by group, divided by W_a: see squared-moments.ts.
   * @param byRow a number for each row, written over
   * @param sums G_a, groups × width × width; c_a, groups × width; q_a, groups; added to
   */
  addMoments(mean: number, totals: readonly number[], byRow: Float64Array, sums: Float64Array): void {
    const { groups, values } = this.data;
    const { groupCount, width, rowCount } = this;
    const weightOf = (row: number): number =>
      (groups.weights === undefined ? 1 : groups.weights[row]!) / totals[groups.groups[row]!]!;
    for (let a = 0; a < groupCount; a++) {
      for (let row = 0; row < rowCount; row++) byRow[row] = groups.groups[row] === a ? weightOf(row) : 0;
      this.products.addOuter(byRow, sums.subarray(a * width ** 2, (a + 1) * width ** 2));
    }
    const crosses = sums.subarray(groupCount * width ** 2);
    const squares = crosses.subarray(groupCount * width);
    for (let row = 0; row < rowCount; row++) {
      const e = values![row]! - mean;
      byRow[row] = weightOf(row) * e;
      squares[groups.groups[row]!]! += byRow[row]! * e;
    }
    this.products.addTransposed(byRow, 1, groups.groups, crosses);
  }

  /** Σ w_i (x, 1)² by group. @param sums groups × width, added to */
  addSquares(sums: Float64Array): void {
    const { features, groups } = this.data;
    for (let row = 0; row < features.rowCount; row++) {
      const at = groups.groups[row]! * this.width;
      const weight = groups.weights?.[row] ?? 1;
      forEachEntry(features, row, (column, value) => {
        sums[at + column]! += weight * value ** 2;
      });
      sums[at + this.width - 1]! += weight;
    }
  }

  /** Multiplies what rows have by their weights, where they have any. */
  weigh(values: Float64Array): void {
    const { weights } = this.data.groups;
    if (weights !== undefined) scaleRows(values, this.outputs, weights);
  }
}

/** @param values rows × outputs */
export function scaleRows(values: Float64Array, outputs: number, factors: Float64Array): void {
  for (let row = 0, k = 0; row < factors.length; row++) {
    for (const end = k + outputs; k < end; k++) values[k]! *= factors[row]!;
  }
}

/** Puts the distribution that begins at a place into balance. */
function balancing(balance: Balance, predicted: Float64Array, outputs: number): (start: number) => void {
  if (balance.kind === 'two') {
    const { share } = balance;
    return balance.of === 1
      ? (row) => {
          predicted[row]! *= share;
        }
      : (row) => {
          predicted[row] = 1 - (1 - predicted[row]!) * share;
        };
  }
  const { handedOn, lacking } = balance;
  const allLacking = lacking.reduce((sum, weight) => sum + weight, 0);
  if (allLacking === 0) return () => {};
  return (start) => {
    let free = 0;
    for (let k = 0; k < outputs; k++) {
      const given = handedOn[k]! * predicted[start + k]!;
      predicted[start + k]! -= given;
      free += given;
    }
    for (let k = 0; k < outputs; k++) predicted[start + k]! += (free * lacking[k]!) / allLacking;
  };
}

function entropyPart(p: number): number {
  return p > 0 ? -p * Math.log(p) : 0;
}
