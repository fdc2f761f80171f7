// Training on rows that are read when they are passed over. A pass goes over all rows once and adds up what was asked
// for; a request is plain data, so that a pass may be made by other threads and on other machines. Sums are taken block
// by block and joined as `BlockTree` says, so they are the same to the last bit as those of rows in memory.

import { blockEndsOf, type LabelledRows, labelledBlock } from '../groups/labelled-rows.js';
import type { Loss } from '../groups/risks.js';
import { sumBlocks } from '../numeric/block-sums.js';
import { areStreamed, entryCount, type StreamedRows } from '../numeric/sparse-rows.js';
import {
  combine,
  type Evaluation,
  emptyEvaluation,
  LinearObjective,
  type Objective,
  ObjectiveOfSums,
  type Steering,
} from './linear-objective.js';
import { type Balance, RowBlock } from './row-block.js';
import { outputCount } from './softmax.js';
import { momentCount } from './squared-moments.js';

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
  | { readonly kind: 'squares' }
  /** Moments by group, divided by W_a: see squared-moments.ts. */
  | { readonly kind: 'moments'; readonly totals: readonly number[] };

/** What is trained on the rows. */
export interface PassProblem {
  readonly classCount: number;
  readonly loss: Loss;
  /** ȳ, where a number is predicted. */
  readonly mean: number | undefined;
}

/** Who makes passes over rows: other threads, other machines. */
export interface Passes {
  /** What was asked for, summed over all rows as `sumPass` does. */
  sum(data: LabelledRows, problem: PassProblem, request: PassRequest): Float64Array;
}

const passesOf = new WeakMap<object, Passes>();

/** Has passes over rows made by others than this thread. */
export function passBy(features: StreamedRows, passes: Passes): void {
  passesOf.set(features, passes);
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
    case 'moments':
      return momentCount(groupCount, columnCount + 1);
  }
}

/**
 * Sums what was asked for over some blocks of rows. Runs of 2^k blocks that begin at a multiple of 2^k can be joined as
 * `BlockTree` says: with k levels, the sum over all blocks is the same to the last bit.
 */
export function sumPass(
  data: LabelledRows,
  problem: PassProblem,
  request: PassRequest,
  [from, to]: readonly [from: number, to: number] = [0, blockEndsOf(data).length],
  room: PassRoom = new PassRoom(),
): Float64Array {
  const ends = blockEndsOf(data);
  return sumBlocks(to - from, passLength(data, problem, request), (block, into) =>
    addPass(labelledBlock(data, ends, from + block), problem, request, into, room),
  );
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
  { classCount, loss, mean }: PassProblem,
  request: PassRequest,
  sums: Float64Array,
  room: PassRoom,
): void {
  const block = new RowBlock(rows, classCount, loss);
  if (request.kind === 'squares') {
    block.addSquares(sums);
    return;
  }
  const { rowCount, outputs, groupCount } = block;
  const byRow = room.array(1, rowCount);
  if (request.kind === 'moments') {
    block.addMoments(mean!, request.totals, byRow, sums);
    return;
  }
  const probabilities = room.array(0, rowCount * outputs);
  block.evaluate(request.parameters, probabilities, byRow, mean);
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
  readonly #problem: PassProblem;
  readonly #room = new PassRoom();
  /** Σ w_i ∇loss_i by group, of evaluations. */
  readonly #gradients = new WeakMap<Evaluation, Float64Array>();

  constructor(data: LabelledRows, classCount: number, loss: Loss, l2: number) {
    super(data, classCount, loss, l2);
    this.#problem = { classCount, loss, mean: this.target?.mean };
  }

  get steering(): Steering {
    const { moments } = this;
    const isWorthIt = this.groupCount * this.width ** 2 <= entryCount(this.data.features);
    return moments !== undefined && isWorthIt ? this.steeredBy(moments) : this;
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
    const { moments } = this;
    if (moments !== undefined) moments.hessian(mu, hessian);
    else hessian.set(this.#sum({ kind: 'curvature', parameters, rowFactors: this.rowFactors(mu) }));
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

  protected sumMoments(): Float64Array {
    return this.#sum({ kind: 'moments', totals: this.totals });
  }

  #sum(request: PassRequest): Float64Array {
    const passes = passesOf.get(this.data.features);
    return passes === undefined
      ? sumPass(this.data, this.#problem, request, undefined, this.#room)
      : passes.sum(this.data, this.#problem, request);
  }
}

/** F over some rows, wherever they are. */
export function objectiveOver(data: LabelledRows, classCount: number, loss: Loss, l2: number): Objective {
  const Kind = areStreamed(data.features) ? PassObjective : LinearObjective;
  return new Kind(data, classCount, loss, l2);
}
