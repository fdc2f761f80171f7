// What training a linear model minimises, and its derivatives.
//
//   F(θ; μ) = Σ_a μ_a r_a(θ) + (l2/2) ‖w‖²        r_a: mean loss of group a; intercepts b are not penalised
//   ∇F      = Σ_a μ_a ∇r_a + l2 w                  ∇r_a = (1/n_a) Σ (∂loss/∂z) ⊗ (x, 1)
//   ∇²F     = Σ_i ω_i (diag p − p pᵀ) ⊗ (x, 1)(x, 1)ᵀ + l2          cross-entropy; ω_i = μ_a/n_a
//           = Σ_i ω_i 2 (x, 1)(x, 1)ᵀ + l2                          squared loss
//
// Where rows have weights w_i, means are by weight: ω_i = μ_a w_i / W_a, and W_a stands for n_a.
//
// θ has outputs × width numbers, see `LinearModel`. An evaluation at θ costs one pass over the rows;
// derivatives are taken of it. Gradients are kept by group: whatever μ is asked for next, they need no new
// pass.

import { groupTotals, meanRisks } from '../groups/group-index.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import type { Loss } from '../groups/risks.js';
import { forEachEntry } from '../numeric/sparse-rows.js';
import { type RowProducts, rowProducts } from './row-products.js';
import {
  brierResiduals,
  crossEntropyResiduals,
  outputCount,
  toBrierScores,
  toCrossEntropies,
  toSquaredErrors,
} from './softmax.js';
import { softmaxHessian } from './softmax-hessian.js';
import { type CentredTarget, centredTarget, momentsOf, type SquaredMoments } from './squared-moments.js';

/**
 * Risks and probabilities at some parameters. Made by `createEvaluation`, filled by `evaluate`, and used
 * again and again.
 */
export interface Evaluation {
  /** θ, a copy. */
  readonly parameters: Float64Array;
  /** Rows × outputs. Where a number is predicted: ŷ − y. */
  readonly probabilities: Float64Array;
  /** Of every row. */
  readonly losses: Float64Array;
  /** r_a, without the penalty. */
  risks: readonly number[];
  /** (l2/2) ‖w‖². */
  penalty: number;
}

/** What it takes to go from step to step. */
export interface Steering {
  createEvaluation(): Evaluation;
  evaluate(parameters: Float64Array, into: Evaluation): Evaluation;
  groupGradients(at: Evaluation, gradients: Float64Array): void;
}

/**
 * F for all μ at once, over the rows of one data set. It keeps nothing of what it was asked: evaluations do.
 */
export class LinearObjective {
  readonly data: LabelledRows;
  readonly loss: Loss;
  readonly l2: number;
  readonly groupCount: number;
  readonly outputs: number;
  readonly columnCount: number;
  /** Parameters of one output. */
  readonly width: number;
  /** Parameters of all outputs. */
  readonly size: number;
  readonly products: RowProducts;
  /** W_a: the weight of each group, or its rows. */
  readonly #totals: readonly number[];
  /** A number for each row, of no meaning between calls. */
  readonly #byRow: Float64Array;
  /** The numbers to predict, where the loss is squared. */
  readonly #target: CentredTarget | undefined;
  #scratch: Float64Array | undefined;
  #secondMoments: Float64Array | undefined;

  constructor(data: LabelledRows, classCount: number, loss: Loss, l2: number) {
    const { rowCount, columnCount } = data.features;
    this.data = data;
    this.loss = loss;
    this.l2 = l2;
    this.groupCount = data.groups.counts.length;
    this.outputs = outputCount(classCount);
    this.columnCount = columnCount;
    this.width = columnCount + 1;
    this.size = this.outputs * this.width;
    this.products = rowProducts(data.features);
    this.#byRow = new Float64Array(rowCount);
    this.#totals = groupTotals(data.groups);
    this.#target = loss === 'squared' ? centredTarget(data) : undefined;
  }

  /** What the rows' moments say, for the squared loss, where they fit into memory. */
  get moments(): SquaredMoments | undefined {
    return this.#target && momentsOf(this.data, this.#target);
  }

  /**
   * The same risks and gradients by the way that costs least to go many steps: by moments, where there are fewer of
   * them than numbers in the rows.
   */
  get steering(): Steering {
    const { features } = this.data;
    const { moments } = this;
    if (moments === undefined || this.groupCount * this.width ** 2 > features.values.length) return this;
    return {
      createEvaluation: () => ({
        parameters: new Float64Array(this.size),
        probabilities: new Float64Array(0),
        losses: new Float64Array(0),
        risks: [],
        penalty: 0,
      }),
      evaluate: (parameters, into) => {
        if (parameters !== into.parameters) into.parameters.set(parameters);
        into.risks = moments.risks(parameters);
        into.penalty = this.#penalty(parameters);
        return into;
      },
      groupGradients: ({ parameters }, gradients) => {
        moments.gradients(parameters, gradients);
        for (let a = 0; a < this.groupCount; a++) {
          this.#addPenalty(parameters, gradients.subarray(a * this.size, (a + 1) * this.size));
        }
      },
    };
  }

  /** The parameters to start from without a model: all 0, but where a number is predicted its mean. */
  get origin(): Float64Array {
    const parameters = new Float64Array(this.size);
    if (this.#target !== undefined) parameters[this.columnCount] = this.#target.mean;
    return parameters;
  }

  /** What risks are measured in: 1, or the variance of the numbers to predict. */
  get unit(): number {
    return this.#target?.variance ?? 1;
  }

  /** Rows × outputs to work in: of no meaning between calls. */
  get scratch(): Float64Array {
    this.#scratch ??= new Float64Array(this.data.labels.length * this.outputs);
    return this.#scratch;
  }

  /** Room for an evaluation. */
  createEvaluation(): Evaluation {
    return {
      parameters: new Float64Array(this.size),
      probabilities: new Float64Array(this.data.labels.length * this.outputs),
      losses: new Float64Array(this.data.labels.length),
      risks: [],
      penalty: 0,
    };
  }

  /**
   * Risks and probabilities at the parameters.
   * @param into where to put them; the parameters may be its own
   */
  evaluate(parameters: Float64Array, into: Evaluation = this.createEvaluation()): Evaluation {
    const { data, outputs } = this;
    if (parameters !== into.parameters) into.parameters.set(parameters);
    if (this.#target === undefined) {
      const toLosses = this.loss === 'brier' ? toBrierScores : toCrossEntropies;
      this.products.multiply(into.parameters, outputs, into.probabilities);
      toLosses(into.probabilities, outputs, data.labels, into.losses);
    } else {
      const { mean, centred } = this.#target;
      const around = into.parameters.slice();
      around[this.columnCount]! -= mean;
      this.products.multiply(around, outputs, into.probabilities);
      toSquaredErrors(into.probabilities, centred, into.losses);
    }
    into.risks = meanRisks(into.losses, data.groups);
    into.penalty = this.#penalty(into.parameters);
    return into;
  }

  /**
   * The risk of every group where all parameters are 0. A start with more is of no use: sure of everything,
   * it has no curvature to go by. Squared losses have the same everywhere.
   */
  get zeroRisk(): number {
    if (this.loss === 'squared') return Number.POSITIVE_INFINITY;
    const classCount = this.outputs === 1 ? 2 : this.outputs;
    return this.loss === 'brier' ? 1 - 1 / classCount : Math.log(classCount);
  }

  #penalty(parameters: Float64Array): number {
    let sum = 0;
    for (let k = 0; k < this.outputs; k++) {
      const at = k * this.width;
      for (let c = 0; c < this.columnCount; c++) sum += parameters[at + c]! ** 2;
    }
    return (this.l2 / 2) * sum;
  }

  /**
   * ∇r_a + l2 w for every group.
   * @param gradients groups × size, written here
   */
  groupGradients({ parameters, probabilities }: Evaluation, gradients: Float64Array): void {
    const { data, outputs, size, scratch: residuals } = this;
    if (this.loss === 'squared') {
      for (let row = 0; row < residuals.length; row++) residuals[row] = 2 * probabilities[row]!;
    } else {
      const toResiduals = this.loss === 'brier' ? brierResiduals : crossEntropyResiduals;
      toResiduals(probabilities, outputs, data.labels, residuals);
    }
    this.#weigh(residuals);
    gradients.fill(0);
    this.products.addTransposed(residuals, outputs, data.groups.groups, gradients);
    for (let group = 0; group < this.groupCount; group++) {
      const at = group * size;
      const total = this.#totals[group]!;
      for (let i = 0; i < size; i++) gradients[at + i]! /= total;
      this.#addPenalty(parameters, gradients.subarray(at, at + size));
    }
  }

  /** Adds l2 w. */
  #addPenalty(parameters: Float64Array, gradient: Float64Array): void {
    for (let k = 0; k < this.outputs; k++) {
      const start = k * this.width;
      for (let c = 0; c < this.columnCount; c++) gradient[start + c]! += this.l2 * parameters[start + c]!;
    }
  }

  /**
   * ∇²F for cross-entropy and the squared loss, the lower triangle.
   * @param hessian size × size, written here
   * @param bend row → by how much its weight grows with its loss: adds Σ_i bend_i g_i g_iᵀ, g_i = ∇loss_i
   */
  hessian(
    { probabilities }: Evaluation,
    mu: readonly number[],
    hessian: Float64Array,
    bend?: Float64Array,
  ): void {
    if (this.loss === 'squared') this.#squaredHessian(mu, hessian);
    else {
      const { outputs, width, products } = this;
      const rowFactors = this.rowFactors(mu);
      const residuals = bend && this.scratch;
      if (residuals) crossEntropyResiduals(probabilities, outputs, this.data.labels, residuals);
      const bent = bend && residuals && { bend, residuals };
      const curvature = { probabilities, outputs, width, products, rowFactors, byRow: this.#byRow };
      softmaxHessian({ ...curvature, groups: this.data.groups, bent }, hessian);
    }
    const { outputs, width, size, l2 } = this;
    for (let k = 0; k < outputs; k++) {
      for (let c = 0; c < this.columnCount; c++) hessian[(k * width + c) * (size + 1)]! += l2;
    }
  }

  #squaredHessian(mu: readonly number[], hessian: Float64Array): void {
    const { moments } = this;
    if (moments !== undefined) {
      moments.hessian(mu, hessian);
      return;
    }
    const factors = this.rowFactors(mu);
    const { groups } = this.data.groups;
    for (let row = 0; row < groups.length; row++) this.#byRow[row] = 2 * factors[groups[row]!]!;
    this.#weigh(this.#byRow);
    hessian.fill(0);
    this.products.addOuter(this.#byRow, hessian);
  }

  /**
   * Bounds that the diagonal of ∇²F is nowhere above: Σ_a μ_a (mean of x² over the group)/4 + l2 for
   * cross-entropy; for the squared loss it is 2 Σ_a μ_a (mean of x²) + l2.
   */
  curvatureBounds(mu: readonly number[]): Float64Array {
    const { width, columnCount, l2 } = this;
    this.#secondMoments ??= this.#meanSquares();
    const one = new Float64Array(width);
    combine(mu, this.#secondMoments, one);
    const part = this.loss === 'squared' ? 2 : 1 / 4;
    return Float64Array.from(
      { length: this.size },
      (_, i) => one[i % width]! * part + (i % width < columnCount ? l2 : 0),
    );
  }

  /** Mean of (x, 1)² over every group: groups × width. */
  #meanSquares(): Float64Array {
    const { features, groups } = this.data;
    const moments = new Float64Array(this.groupCount * this.width);
    for (let row = 0; row < features.rowCount; row++) {
      const group = groups.groups[row]!;
      const at = group * this.width;
      const total = this.#totals[group]!;
      const weight = groups.weights?.[row] ?? 1;
      forEachEntry(features, row, (column, value) => {
        moments[at + column]! += (weight * value ** 2) / total;
      });
      moments[at + this.columnCount]! += weight / total;
    }
    return moments;
  }

  /**
   * What a step changes in the probabilities to first order: (diag p − p pᵀ) ⟨step, (x, 1)⟩ for every row. Of the
   * squared loss its derivative: 2 ⟨step, (x, 1)⟩.
   * @returns rows × outputs, in `scratch`
   */
  linearChange({ probabilities }: Evaluation, step: Float64Array): Float64Array {
    const { outputs, scratch: change } = this;
    this.products.multiply(step, outputs, change);
    if (this.loss === 'squared') {
      for (let row = 0; row < change.length; row++) change[row]! *= 2;
      return change;
    }
    if (outputs === 1) {
      for (let row = 0; row < change.length; row++) {
        change[row]! *= probabilities[row]! * (1 - probabilities[row]!);
      }
      return change;
    }
    for (let start = 0; start < change.length; start += outputs) {
      let mean = 0;
      for (let k = start; k < start + outputs; k++) mean += probabilities[k]! * change[k]!;
      for (let k = start; k < start + outputs; k++) change[k] = probabilities[k]! * (change[k]! - mean);
    }
    return change;
  }

  /**
   * Σ_i ω_i residuals_i ⊗ (x, 1).
   * @param residuals rows × outputs; multiplied by the rows' weights, where they have any
   * @param gradients groups × size, overwritten
   * @param sum written here
   */
  weightedSum(
    mu: readonly number[],
    residuals: Float64Array,
    gradients: Float64Array,
    sum: Float64Array,
  ): void {
    this.#weigh(residuals);
    gradients.fill(0);
    this.products.addTransposed(residuals, this.outputs, this.data.groups.groups, gradients);
    combine(this.rowFactors(mu), gradients, sum);
  }

  /** Σ_i factors_i ∇loss_i, cross-entropy. @param sum written here; rows must be of one group */
  sumOfGradients({ probabilities }: Evaluation, factors: Float64Array, sum: Float64Array): void {
    const { data, outputs, scratch: residuals } = this;
    crossEntropyResiduals(probabilities, outputs, data.labels, residuals);
    scaleRows(residuals, outputs, factors);
    sum.fill(0);
    this.products.addTransposed(residuals, outputs, data.groups.groups, sum);
  }

  /** Multiplies what rows have by their weights, where they have any. @param values rows × outputs */
  #weigh(values: Float64Array): void {
    const { weights } = this.data.groups;
    if (weights !== undefined) scaleRows(values, this.outputs, weights);
  }

  /** μ_a / W_a by group: what each of its rows counts for, times its weight. */
  rowFactors(mu: readonly number[]): number[] {
    return this.#totals.map((total, group) => mu[group]! / total);
  }
}

/** @param values rows × outputs */
function scaleRows(values: Float64Array, outputs: number, factors: Float64Array): void {
  for (let row = 0, k = 0; row < factors.length; row++) {
    for (const end = k + outputs; k < end; k++) values[k]! *= factors[row]!;
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
