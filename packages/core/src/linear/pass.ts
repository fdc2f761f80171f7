// Training on rows that are read when they are passed over. A pass goes over all rows once and adds up what was asked
// for; a request is plain data, so that a pass may be made by other threads and on other machines. Sums are taken block
// by block and joined as `BlockTree` says, so they are the same to the last bit as those of rows in memory.

import { FairfrontError } from '../error.js';
import { blockEndsOf, type LabelledRows, labelledBlock } from '../groups/labelled-rows.js';
import type { Loss } from '../groups/risks.js';
import { sumBlocks } from '../numeric/block-sums.js';
import { areStreamed } from '../numeric/sparse-rows.js';
import {
  combine,
  type Evaluation,
  emptyEvaluation,
  LinearObjective,
  type Objective,
  ObjectiveOfSums,
  shapeOf,
} from './linear-objective.js';
import { type Balance, RowBlock } from './row-block.js';
import { outputCount } from './softmax.js';

/** What a pass adds up over all rows. */
export type PassRequest =
  /** Σ w_i loss_i by group, then Σ w_i ∇loss_i by group: groups + groups × size. */
  | { readonly kind: 'losses'; readonly parameters: Float64Array }
  /** Σ ω_i ∇²loss_i, lower triangle: size × size. */
  | { readonly kind: 'curvature'; readonly parameters: Float64Array; readonly rowFactors: readonly number[] }
  /** The curvature of each group, times a vector: groups × size. */
  | { readonly kind: 'product'; readonly parameters: Float64Array; readonly vector: Float64Array }
  /** Weights of classes, as predicted by a step and as labelled: outputs + classes. */
  | {
      readonly kind: 'classes';
      readonly parameters: Float64Array;
      readonly step: Float64Array;
      readonly rowFactors: readonly number[];
    }
  /** Entropies of what a step predicts, by group, then Σ w_i (p_i − y_i) ⊗ (x, 1): groups + groups × size. */
  | {
      readonly kind: 'entropies';
      readonly parameters: Float64Array;
      readonly step: Float64Array;
      readonly balance: Balance;
    }
  /** Σ w_i (x, 1)² by group: groups × width. */
  | { readonly kind: 'squares' };

/** What is trained on the rows. */
export interface PassProblem {
  readonly classCount: number;
  readonly loss: Loss;
}

/** How many numbers a pass adds up. */
export function passLength(
  { features, groups }: LabelledRows,
  { classCount }: PassProblem,
  { kind }: PassRequest,
): number {
  const { columnCount } = features;
  const groupCount = groups.counts.length;
  const outputs = outputCount(classCount);
  const size = outputs * (columnCount + 1);
  switch (kind) {
    case 'losses':
    case 'entropies':
      return groupCount * (1 + size);
    case 'curvature':
      return size ** 2;
    case 'product':
      return groupCount * size;
    case 'classes':
      return outputs + Math.max(2, outputs);
    case 'squares':
      return groupCount * (columnCount + 1);
  }
}

/** Memory that the passes over blocks of rows use again and again. */
export class PassRoom {
  #arrays: Float64Array[] = [];

  /** Room for so many numbers: the first, second or third such array. */
  array(place: 0 | 1 | 2, length: number): Float64Array {
    if ((this.#arrays[place]?.length ?? 0) < length) this.#arrays[place] = new Float64Array(length);
    return this.#arrays[place]!.subarray(0, length);
  }
}

/** Adds what was asked for over a block of rows. @param sums added to */
export function addPass(
  rows: LabelledRows,
  { classCount, loss }: PassProblem,
  request: PassRequest,
  sums: Float64Array,
  room: PassRoom = new PassRoom(),
): void {
  const block = new RowBlock(rows, classCount, loss);
  if (request.kind === 'squares') {
    block.addSquares(sums);
    return;
  }
  const { rowCount, outputs, groupCount } = block;
  const probabilities = room.array(0, rowCount * outputs);
  const byRow = room.array(1, rowCount);
  block.evaluate(request.parameters, probabilities, byRow);
  const changed = (): Float64Array => room.array(2, rowCount * outputs);
  switch (request.kind) {
    case 'losses': {
      const residuals = changed();
      block.addLosses(byRow, sums);
      block.toResiduals(probabilities, residuals);
      block.addProducts(residuals, sums.subarray(groupCount));
      return;
    }
    case 'curvature':
      block.addCurvature(probabilities, request.rowFactors, byRow, sums);
      return;
    case 'product': {
      const change = changed();
      block.toChange(probabilities, request.vector, change);
      block.weigh(change);
      block.addProducts(change, sums);
      return;
    }
    case 'classes': {
      const predicted = changed();
      block.toPredicted(probabilities, request.step, predicted);
      block.addClassWeights(predicted, request.rowFactors, sums);
      return;
    }
    case 'entropies': {
      const predicted = changed();
      block.toPredicted(probabilities, request.step, predicted);
      block.addEntropies(predicted, request.balance, sums);
      block.addProducts(predicted, sums.subarray(groupCount));
    }
  }
}

/** F for all μ at once, over rows that are passed over. An evaluation has its gradients from the same pass. */
export class PassObjective extends ObjectiveOfSums implements Objective {
  readonly #data: LabelledRows;
  readonly #problem: PassProblem;
  readonly #room = new PassRoom();
  /** Σ w_i ∇loss_i by group, of evaluations. */
  readonly #gradients = new WeakMap<Evaluation, Float64Array>();

  constructor(data: LabelledRows, classCount: number, loss: Loss, l2: number) {
    super(shapeOf(data, classCount), loss, l2);
    this.#data = data;
    this.#problem = { classCount, loss };
  }

  get steering(): this {
    return this;
  }

  get origin(): Float64Array {
    return new Float64Array(this.size);
  }

  get unit(): number {
    return 1;
  }

  createEvaluation(): Evaluation {
    return emptyEvaluation(this.size);
  }

  evaluate(parameters: Float64Array, into: Evaluation = this.createEvaluation()): Evaluation {
    if (parameters !== into.parameters) into.parameters.set(parameters);
    const sums = this.#sum({ kind: 'losses', parameters: into.parameters });
    into.risks = this.toRisks(sums);
    into.penalty = this.penalty(into.parameters);
    this.#gradients.set(into, sums.subarray(this.groupCount));
    return into;
  }

  groupGradients(at: Evaluation, gradients: Float64Array): void {
    this.toGradients(at.parameters, this.#gradients.get(at)!, gradients);
  }

  hessian({ parameters }: Evaluation, mu: readonly number[], hessian: Float64Array): void {
    hessian.set(this.#sum({ kind: 'curvature', parameters, rowFactors: this.rowFactors(mu) }));
    this.toHessian(hessian);
  }

  hessianProduct(
    { parameters }: Evaluation,
    mu: readonly number[],
    vector: Float64Array,
    product: Float64Array,
  ): void {
    combine(this.rowFactors(mu), this.#sum({ kind: 'product', parameters, vector }), product);
  }

  classWeights({ parameters }: Evaluation, mu: readonly number[], step: Float64Array): Float64Array {
    return this.#sum({ kind: 'classes', parameters, step, rowFactors: this.rowFactors(mu) });
  }

  entropy(
    { parameters }: Evaluation,
    mu: readonly number[],
    step: Float64Array,
    balance: Balance,
    v: Float64Array,
  ): number {
    const sums = this.#sum({ kind: 'entropies', parameters, step, balance });
    combine(this.rowFactors(mu), sums.subarray(this.groupCount), v);
    return this.byFactors(mu, sums);
  }

  protected sumSquares(): Float64Array {
    return this.#sum({ kind: 'squares' });
  }

  #sum(request: PassRequest): Float64Array {
    const data = this.#data;
    const ends = blockEndsOf(data);
    return sumBlocks(ends.length, passLength(data, this.#problem, request), (block, into) =>
      addPass(labelledBlock(data, ends, block), this.#problem, request, into, this.#room),
    );
  }
}

/** F over some rows, wherever they are. */
export function objectiveOver(data: LabelledRows, classCount: number, loss: Loss, l2: number): Objective {
  if (!areStreamed(data.features)) return new LinearObjective(data, classCount, loss, l2);
  if (loss !== 'squared') return new PassObjective(data, classCount, loss, l2);
  throw new FairfrontError(
    'bad-option',
    'loss "squared" is for rows in memory, and these are read block by block; take fewer rows or columns, or more memory',
  );
}
