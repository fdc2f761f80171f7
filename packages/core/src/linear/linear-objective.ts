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

import { blockEndsOf, type LabelledRows, labelledBlock } from '../groups/labelled-rows.js';
import type { Loss } from '../groups/risks.js';
import { sumBlocks } from '../numeric/block-sums.js';
import { CompensatedSum } from '../numeric/sum.js';
import { type Balance, RowBlock, scaleRows } from './row-block.js';
import { crossEntropyResiduals, outputCount } from './softmax.js';
import { pinCommonShifts } from './softmax-hessian.js';
import {
  type CentredTarget,
  centredTarget,
  momentCount,
  momentsOf,
  type SquaredMoments,
} from './squared-moments.js';

/** Risks at some parameters. Made by `createEvaluation`, filled by `evaluate`, and used again and again. */
export interface Evaluation {
  /** θ, a copy. */
  readonly parameters: Float64Array;
  /** Rows × outputs. Where a number is predicted: ŷ − y. Empty where rows are not in memory, or not looked at. */
  readonly probabilities: Float64Array;
  /** Of every row; empty as above. */
  readonly losses: Float64Array;
  /** r_a, without the penalty. */
  risks: readonly number[];
  /** (l2/2) ‖w‖². */
  penalty: number;
}

/** What it takes to go from step to step. */
export interface Steering {
  createEvaluation(): Evaluation;
  /** Risks at the parameters. @param into where to put them; the parameters may be its own */
  evaluate(parameters: Float64Array, into: Evaluation): Evaluation;
  /** ∇r_a + l2 w for every group. @param gradients groups × size, written here */
  groupGradients(at: Evaluation, gradients: Float64Array): void;
}

/** F for all μ at once, over rows in memory (`LinearObjective`) or elsewhere (`PassObjective`). */
export interface Objective extends Steering {
  readonly loss: Loss;
  readonly l2: number;
  readonly groupCount: number;
  readonly outputs: number;
  readonly columnCount: number;
  /** Parameters of one output. */
  readonly width: number;
  /** Parameters of all outputs. */
  readonly size: number;
  /** The same risks and gradients by the way that costs least to go many steps. */
  readonly steering: Steering;
  /** The parameters to start from without a model: all 0, but where a number is predicted its mean. */
  readonly origin: Float64Array;
  /** What risks are measured in: 1, or the variance of the numbers to predict. */
  readonly unit: number;
  /**
   * The risk of every group where all parameters are 0. A start with more is of no use: sure of everything,
   * it has no curvature to go by. Squared losses have the same everywhere.
   */
  readonly zeroRisk: number;
  evaluate(parameters: Float64Array, into?: Evaluation): Evaluation;
  /** ∇²F for cross-entropy and the squared loss, the lower triangle. @param hessian size × size, written here */
  hessian(at: Evaluation, mu: readonly number[], hessian: Float64Array): void;
  /** The product of ∇²F, without the penalty, and a vector. @param product written here */
  hessianProduct(at: Evaluation, mu: readonly number[], vector: Float64Array, product: Float64Array): void;
  /**
   * Bounds that the diagonal of ∇²F is nowhere above: Σ_a μ_a (mean of x² over the group)/4 + l2 for
   * cross-entropy; for the squared loss it is 2 Σ_a μ_a (mean of x²) + l2.
   */
  curvatureBounds(mu: readonly number[]): Float64Array;
  /** Σ_i ω_i p_i by output, then Σ_i ω_i y_i by class, of the distributions that a step predicts. */
  classWeights(at: Evaluation, mu: readonly number[], step: Float64Array): Float64Array;
  /**
   * Of the distributions that a step predicts, in balance: Σ_i ω_i H(p_i), and v = Σ_i ω_i (p_i − y_i) ⊗ (x, 1).
   * @param v written here
   */
  entropy(
    at: Evaluation,
    mu: readonly number[],
    step: Float64Array,
    balance: Balance,
    v: Float64Array,
  ): number;
}

/** What the objectives of all kinds of rows have in common: everything but the sums over rows. */
export abstract class ObjectiveOfSums {
  readonly data: LabelledRows;
  readonly loss: Loss;
  readonly l2: number;
  readonly groupCount: number;
  readonly outputs: number;
  readonly columnCount: number;
  readonly width: number;
  readonly size: number;
  /** W_a: the weight of each group, or its rows. */
  protected readonly totals: readonly number[];
  /** What the numbers to predict are like, where the loss is squared. */
  protected readonly target: CentredTarget | undefined;
  #secondMoments: Float64Array | undefined;

  constructor(data: LabelledRows, classCount: number, loss: Loss, l2: number) {
    this.data = data;
    this.loss = loss;
    this.l2 = l2;
    this.totals = totalsOf(data);
    this.groupCount = this.totals.length;
    this.outputs = outputCount(classCount);
    this.columnCount = data.features.columnCount;
    this.width = this.columnCount + 1;
    this.size = this.outputs * this.width;
    this.target = loss === 'squared' ? centredTarget(data) : undefined;
  }

  /** Σ w_i (x, 1)² by group: groups × width. */
  protected abstract sumSquares(): Float64Array;
  /** Sums over all rows for `momentsOf`. */
  protected abstract sumMoments(target: CentredTarget): Float64Array;

  /** What the rows' moments say, for the squared loss, where they fit into memory. */
  get moments(): SquaredMoments | undefined {
    const { target, data, totals } = this;
    return target && momentsOf(data, totals, target, () => this.sumMoments(target));
  }

  /** Steps by moments alone. */
  protected steeredBy(moments: SquaredMoments): Steering {
    return {
      createEvaluation: () => emptyEvaluation(this.size),
      evaluate: (parameters, into) => {
        if (parameters !== into.parameters) into.parameters.set(parameters);
        into.risks = moments.risks(parameters);
        into.penalty = this.penalty(parameters);
        return into;
      },
      groupGradients: ({ parameters }, gradients) => {
        moments.gradients(parameters, gradients);
        for (let a = 0; a < this.groupCount; a++) {
          this.addPenalty(parameters, gradients.subarray(a * this.size, (a + 1) * this.size));
        }
      },
    };
  }

  get origin(): Float64Array {
    const parameters = new Float64Array(this.size);
    if (this.target !== undefined) parameters[this.columnCount] = this.target.mean;
    return parameters;
  }

  get unit(): number {
    return this.target?.variance ?? 1;
  }

  get zeroRisk(): number {
    if (this.loss === 'squared') return Number.POSITIVE_INFINITY;
    const classCount = this.outputs === 1 ? 2 : this.outputs;
    return this.loss === 'brier' ? 1 - 1 / classCount : Math.log(classCount);
  }

  curvatureBounds(mu: readonly number[]): Float64Array {
    const { width, columnCount, l2 } = this;
    this.#secondMoments ??= this.sumSquares();
    const one = new Float64Array(width);
    combine(this.rowFactors(mu), this.#secondMoments, one);
    const part = this.loss === 'squared' ? 2 : 1 / 4;
    return Float64Array.from(
      { length: this.size },
      (_, i) => one[i % width]! * part + (i % width < columnCount ? l2 : 0),
    );
  }

  /** μ_a / W_a by group: what each of its rows counts for, times its weight. */
  rowFactors(mu: readonly number[]): number[] {
    return this.totals.map((total, group) => mu[group]! / total);
  }

  /** (l2/2) ‖w‖². */
  protected penalty(parameters: Float64Array): number {
    let sum = 0;
    for (let k = 0; k < this.outputs; k++) {
      const at = k * this.width;
      for (let c = 0; c < this.columnCount; c++) sum += parameters[at + c]! ** 2;
    }
    return (this.l2 / 2) * sum;
  }

  /** r_a. @param sums of losses by group, first */
  protected toRisks(sums: Float64Array): number[] {
    return this.totals.map((total, group) => sums[group]! / total);
  }

  /** ∇r_a + l2 w for every group. @param sums groups × size, and @param gradients, written here, which may be the same */
  protected toGradients(parameters: Float64Array, sums: Float64Array, gradients: Float64Array): void {
    const { size } = this;
    for (let group = 0; group < this.groupCount; group++) {
      const at = group * size;
      const total = this.totals[group]!;
      for (let i = 0; i < size; i++) gradients[at + i] = sums[at + i]! / total;
      this.addPenalty(parameters, gradients.subarray(at, at + size));
    }
  }

  /** Adds l2 w. */
  protected addPenalty(parameters: Float64Array, gradient: Float64Array): void {
    for (let k = 0; k < this.outputs; k++) {
      const start = k * this.width;
      for (let c = 0; c < this.columnCount; c++) gradient[start + c]! += this.l2 * parameters[start + c]!;
    }
  }

  /** ∇²F of the curvature of the mean loss. @param hessian size × size, lower triangle, changed in place */
  protected toHessian(hessian: Float64Array): void {
    const { outputs, width, size, l2 } = this;
    if (outputs > 1) pinCommonShifts(hessian, outputs, width);
    for (let k = 0; k < outputs; k++) {
      for (let c = 0; c < this.columnCount; c++) hessian[(k * width + c) * (size + 1)]! += l2;
    }
  }

  /** Σ_a (μ_a / W_a) sums_a. */
  protected byFactors(mu: readonly number[], sums: ArrayLike<number>): number {
    let sum = 0;
    this.rowFactors(mu).forEach((factor, group) => {
      if (factor > 0) sum += factor * sums[group]!;
    });
    return sum;
  }
}

/**
 * F for all μ at once, over the rows of one data set in memory. It keeps nothing of what it was asked: evaluations do.
 */
export class LinearObjective extends ObjectiveOfSums implements Objective {
  /** Where each block of rows begins, and the block. */
  readonly #blocks: readonly { readonly start: number; readonly block: RowBlock }[];
  /** A number for each row, of no meaning between calls. */
  readonly #byRow: Float64Array;
  #scratch: Float64Array | undefined;

  constructor(data: LabelledRows, classCount: number, loss: Loss, l2: number) {
    super(data, classCount, loss, l2);
    const ends = blockEndsOf(data);
    this.#blocks = ends.map((_, i) => ({
      start: i === 0 ? 0 : ends[i - 1]!,
      block: new RowBlock(labelledBlock(data, ends, i), classCount, loss),
    }));
    this.#byRow = new Float64Array(data.features.rowCount);
  }

  /** By moments, where there are fewer of them than numbers in the rows. */
  get steering(): Steering {
    const { moments } = this;
    const isWorthIt = this.groupCount * this.width ** 2 <= this.data.features.values.length;
    return moments !== undefined && isWorthIt ? this.steeredBy(moments) : this;
  }

  protected sumMoments({ mean }: CentredTarget): Float64Array {
    return this.#sum(momentCount(this.groupCount, this.width), (block, cut, own) =>
      block.addMoments(mean, this.totals, cut(this.#byRow), own),
    );
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

  /** Risks and probabilities at the parameters. */
  evaluate(parameters: Float64Array, into: Evaluation = this.createEvaluation()): Evaluation {
    if (parameters !== into.parameters) into.parameters.set(parameters);
    const { probabilities, losses } = into;
    const sums = this.#sum(this.groupCount, (block, cut, own) => {
      block.evaluate(into.parameters, cut(probabilities, this.outputs), cut(losses), this.target?.mean);
      block.addLosses(cut(losses), own);
    });
    into.risks = this.toRisks(sums);
    into.penalty = this.penalty(into.parameters);
    return into;
  }

  groupGradients({ parameters, probabilities }: Evaluation, gradients: Float64Array): void {
    const residuals = this.scratch;
    const sums = this.#sum(this.groupCount * this.size, (block, cut, own) => {
      block.toResiduals(cut(probabilities, this.outputs), cut(residuals, this.outputs));
      block.addProducts(cut(residuals, this.outputs), own);
    });
    this.toGradients(parameters, sums, gradients);
  }

  /** @param bend row → by how much its weight grows with its loss: adds Σ_i bend_i g_i g_iᵀ, g_i = ∇loss_i */
  hessian(
    { probabilities }: Evaluation,
    mu: readonly number[],
    hessian: Float64Array,
    bend?: Float64Array,
  ): void {
    const { outputs, moments } = this;
    if (moments !== undefined) moments.hessian(mu, hessian);
    else {
      const rowFactors = this.rowFactors(mu);
      const residuals = bend && this.scratch;
      if (residuals) crossEntropyResiduals(probabilities, outputs, this.data.labels, residuals);
      const sums = this.#sum(this.size ** 2, (block, cut, own) => {
        const bent = bend && residuals && { bend: cut(bend), residuals: cut(residuals, outputs) };
        block.addCurvature(cut(probabilities, outputs), rowFactors, cut(this.#byRow), own, bent);
      });
      hessian.set(sums);
    }
    this.toHessian(hessian);
  }

  /**
   * What a step changes in the probabilities to first order: (diag p − p pᵀ) ⟨step, (x, 1)⟩ for every row. Of the
   * squared loss its derivative: 2 ⟨step, (x, 1)⟩.
   * @returns rows × outputs, in `scratch`
   */
  linearChange({ probabilities }: Evaluation, step: Float64Array): Float64Array {
    const { outputs, scratch: change } = this;
    this.#each((block, cut) => block.toChange(cut(probabilities, outputs), step, cut(change, outputs)));
    return change;
  }

  hessianProduct(at: Evaluation, mu: readonly number[], vector: Float64Array, product: Float64Array): void {
    this.weightedSum(mu, this.linearChange(at, vector), product);
  }

  /**
   * Σ_i ω_i residuals_i ⊗ (x, 1).
   * @param residuals rows × outputs; multiplied by the rows' weights, where they have any
   * @param sum written here
   */
  weightedSum(mu: readonly number[], residuals: Float64Array, sum: Float64Array): void {
    const sums = this.#sum(this.groupCount * this.size, (block, cut, own) => {
      block.weigh(cut(residuals, this.outputs));
      block.addProducts(cut(residuals, this.outputs), own);
    });
    combine(this.rowFactors(mu), sums, sum);
  }

  classWeights({ probabilities }: Evaluation, mu: readonly number[], step: Float64Array): Float64Array {
    const { outputs, scratch: predicted } = this;
    const rowFactors = this.rowFactors(mu);
    return this.#sum(outputs + Math.max(2, outputs), (block, cut, own) => {
      block.toPredicted(cut(probabilities, outputs), step, cut(predicted, outputs));
      block.addClassWeights(cut(predicted, outputs), rowFactors, own);
    });
  }

  entropy(
    { probabilities }: Evaluation,
    mu: readonly number[],
    step: Float64Array,
    balance: Balance,
    v: Float64Array,
  ): number {
    const { outputs, groupCount, scratch: predicted } = this;
    const sums = this.#sum(groupCount * (1 + this.size), (block, cut, own) => {
      block.toPredicted(cut(probabilities, outputs), step, cut(predicted, outputs));
      block.addEntropies(cut(predicted, outputs), balance, own);
      block.addProducts(cut(predicted, outputs), own.subarray(groupCount));
    });
    combine(this.rowFactors(mu), sums.subarray(groupCount), v);
    return this.byFactors(mu, sums);
  }

  /** Σ_i factors_i ∇loss_i, cross-entropy. @param sum written here; rows must be of one group */
  sumOfGradients({ probabilities }: Evaluation, factors: Float64Array, sum: Float64Array): void {
    const { data, outputs, scratch: residuals } = this;
    crossEntropyResiduals(probabilities, outputs, data.labels, residuals);
    scaleRows(residuals, outputs, factors);
    sum.set(this.#sum(this.size, (block, cut, own) => block.addProducts(cut(residuals, outputs), own)));
  }

  protected sumSquares(): Float64Array {
    return this.#sum(this.groupCount * this.width, (block, _, own) => block.addSquares(own));
  }

  /** Does something with every block. @param visit is handed what cuts arrays by row, or rows × so many, to the block */
  #each(visit: (block: RowBlock, cut: Cut) => void): void {
    for (let index = 0; index < this.#blocks.length; index++) this.#visit(index, visit);
  }

  #visit(index: number, visit: (block: RowBlock, cut: Cut) => void): void {
    const { start, block } = this.#blocks[index]!;
    visit(block, (values, each = 1) => values.subarray(start * each, (start + block.rowCount) * each));
  }

  #sum(length: number, add: (block: RowBlock, cut: Cut, into: Float64Array) => void): Float64Array {
    return sumBlocks(this.#blocks.length, length, (index, into) =>
      this.#visit(index, (block, cut) => add(block, cut, into)),
    );
  }
}

/** Room for an evaluation that has nothing of rows. */
export function emptyEvaluation(size: number): Evaluation {
  const [probabilities, losses] = [new Float64Array(0), new Float64Array(0)];
  return { parameters: new Float64Array(size), probabilities, losses, risks: [], penalty: 0 };
}

type Cut = (values: Float64Array, each?: number) => Float64Array;

/** W_a, added up by blocks. */
function totalsOf(data: LabelledRows): readonly number[] {
  const { counts, groups, weights } = data.groups;
  if (weights === undefined) return counts;
  const ends = blockEndsOf(data);
  const totals = sumBlocks(ends.length, counts.length, (block, into) => {
    const own = counts.map(() => new CompensatedSum());
    for (let row = block === 0 ? 0 : ends[block - 1]!; row < ends[block]!; row++) {
      own[groups[row]!]!.add(weights[row]!);
    }
    own.forEach((sum, group) => {
      into[group]! += sum.value;
    });
  });
  return [...totals];
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
