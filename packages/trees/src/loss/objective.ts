// What boosting minimises, row by row: the loss of scores z, its gradient g and what stands for its hessian h.
//
//   cross-entropy   −ln p_y                  g_k = p_k − 1[y = k]    h_k = 2 p_k (1 − p_k); two classes: p (1 − p)
//   Brier score     Σ_k (p_k − 1[y = k])²    h_k = 4 Σ_j (∂p_j/∂z_k)², after Gauss and Newton: never negative; two classes:
//                                            4 p² (1 − p)²
//   squared error   (z − y)²                 g = z − y               h = 1, which is half of either
//
// Twice the diagonal of the softmax's hessian is above the whole of it, so that a step for all classes at once goes down.

import type { Loss } from '@fairfront/core';
import {
  brierResiduals,
  outputCount,
  toBrierScores,
  toCrossEntropies,
  toProbabilities,
} from '@fairfront/core/tables';
import { type Arena, alignedBytes, allocate } from '../bins/arena.js';

/** What boosting minimises. */
export type BoostedLoss = Loss;

/** A hessian is at least this: a row that is predicted with certainty must not have none. */
const LEAST_HESSIAN = 1e-16;
/** No class is impossible before the first tree. */
const LEAST_SHARE = 1e-6;

/**
 * What the numbers to predict are measured in while they are boosted: the power of 2 next to their standard deviation.
 * Gains are then of order 1 whatever the units, and the model, which is in the target's own, differs by exponents only.
 */
export function unitOf(loss: BoostedLoss, labels: ArrayLike<number>): number {
  if (loss !== 'squared' || labels.length === 0) return 1;
  let mean = 0;
  let squares = 0; // of the distances from the mean, as they come in (Welford 1962)
  for (let row = 0; row < labels.length; row++) {
    const step = labels[row]! - mean;
    mean += step / (row + 1);
    squares += step * (labels[row]! - mean);
  }
  const deviation = Math.sqrt(squares / labels.length);
  return deviation > 0 && deviation < Number.POSITIVE_INFINITY ? 2 ** Math.round(Math.log2(deviation)) : 1;
}

/** What is known of all rows while they are boosted. */
export interface RowState {
  readonly loss: BoostedLoss;
  readonly outputs: number;
  /** Classes, or with `squared` numbers in their unit. */
  readonly labels: Int32Array | Float64Array;
  readonly weights: Float64Array;
  /** Rows × outputs. */
  readonly scores: Float64Array;
  /** Rows × outputs, where gradients of an output need the scores of all. */
  readonly probabilities: Float64Array;
  readonly residuals: Float64Array;
  /** Pairs of gradient and hessian of one output. */
  readonly gradients: Float32Array;
}

/** How many outputs trees of so many classes have: one where a number is predicted or there are two classes. */
export function treeOutputs(classCount: number): number {
  return classCount === 1 ? 1 : outputCount(classCount);
}

/** Whether gradients are made of probabilities, all outputs together. */
function needsProbabilities(loss: BoostedLoss, outputs: number): boolean {
  return loss === 'brier' || outputs > 1;
}

/** The bytes that the state of rows takes in an arena. */
export function stateBytes(rowCount: number, loss: BoostedLoss, classCount: number): number {
  const outputs = treeOutputs(classCount);
  const wide = alignedBytes(8 * rowCount * outputs);
  return (
    3 * alignedBytes(8 * rowCount) +
    wide * (1 + (needsProbabilities(loss, outputs) ? 1 : 0) + (loss === 'brier' ? 1 : 0))
  );
}

/**
 * Allocates the state of rows.
 * @param arena that kernels and threads look at; `undefined` where none does
 * @param unit what numbers to predict are measured in
 * @param scores rows × outputs. Default: zeros
 */
export function createState(
  arena: Arena | undefined,
  loss: BoostedLoss,
  classCount: number,
  labels: ArrayLike<number>,
  unit = 1,
  scores = allocate(arena, Float64Array, labels.length * treeOutputs(classCount)),
): RowState {
  const outputs = treeOutputs(classCount);
  const rowCount = labels.length;
  const own =
    loss === 'squared' ? allocate(arena, Float64Array, rowCount) : allocate(arena, Int32Array, rowCount);
  for (let row = 0; row < rowCount; row++) own[row] = labels[row]! / unit;
  return {
    loss,
    outputs,
    labels: own,
    weights: allocate(arena, Float64Array, rowCount),
    scores,
    probabilities: allocate(arena, Float64Array, needsProbabilities(loss, outputs) ? rowCount * outputs : 0),
    residuals: allocate(arena, Float64Array, loss === 'brier' ? rowCount * outputs : 0),
    gradients: allocate(arena, Float32Array, 2 * rowCount),
  };
}

/** Sets the gradients of one output for some rows. For the first output probabilities are made anew. */
export function setGradients(state: RowState, output: number, from: number, to: number): void {
  const { loss, outputs } = state;
  if (!needsProbabilities(loss, outputs)) setOwnGradients(state, from, to);
  else {
    if (output === 0) setProbabilities(state, from, to);
    setSoftmaxGradients(state, output, from, to);
  }
}

/** Numbers, or two classes by cross-entropy: one pass. */
function setOwnGradients(state: RowState, from: number, to: number): void {
  const { loss, labels, weights, scores, gradients } = state;
  const isNumber = loss === 'squared';
  for (let row = from; row < to; row++) {
    const weight = weights[row]!;
    if (weight === 0) {
      gradients[2 * row] = 0;
      gradients[2 * row + 1] = 0;
      continue;
    }
    const at = isNumber ? scores[row]! : 1 / (1 + Math.exp(-scores[row]!));
    gradients[2 * row] = weight * (at - labels[row]!);
    gradients[2 * row + 1] = isNumber ? weight : weight * Math.max(at * (1 - at), LEAST_HESSIAN);
  }
}

function setProbabilities(state: RowState, from: number, to: number): void {
  const { loss, outputs, labels, scores, probabilities, residuals } = state;
  const own = probabilities.subarray(from * outputs, to * outputs);
  own.set(scores.subarray(from * outputs, to * outputs));
  toProbabilities(own, outputs);
  if (loss !== 'brier') return;
  brierResiduals(
    own,
    outputs,
    labels.subarray(from, to) as Int32Array,
    residuals.subarray(from * outputs, to * outputs),
  );
}

function setSoftmaxGradients(state: RowState, output: number, from: number, to: number): void {
  const { loss, outputs, labels, weights, probabilities, residuals, gradients } = state;
  const factor = outputs === 1 ? 1 : 2;
  for (let row = from; row < to; row++) {
    const weight = weights[row]!;
    const k = row * outputs + output;
    const p = probabilities[k]!;
    const g = loss === 'brier' ? residuals[k]! : p - (labels[row] === output ? 1 : 0);
    const h = loss === 'brier' ? brierHessian(probabilities, row, outputs, output) : p * (1 - p);
    gradients[2 * row] = weight * g;
    gradients[2 * row + 1] = weight * Math.max(factor * h, LEAST_HESSIAN);
  }
}

/** 2 Σ_j (∂p_j/∂z_k)² = 2 p_k² ((1 − p_k)² + Σ_{j ≠ k} p_j²). */
function brierHessian(probabilities: Float64Array, row: number, outputs: number, output: number): number {
  const p = probabilities[row * outputs + output]!;
  if (outputs === 1) return 4 * p * p * (1 - p) * (1 - p);
  let squares = (1 - p) * (1 - p);
  for (let k = 0; k < outputs; k++) if (k !== output) squares += probabilities[row * outputs + k]! ** 2;
  return 2 * p * p * squares;
}

/** The score of each output before the first tree. @param shares of the weight, by class; or the mean of the numbers */
export function baseOf(shares: readonly number[]): Float64Array {
  if (shares.length === 1) return Float64Array.from(shares);
  const logs = shares.map((share) => Math.log(Math.max(share, LEAST_SHARE)));
  return treeOutputs(shares.length) === 1 ? Float64Array.of(logs[1]! - logs[0]!) : Float64Array.from(logs);
}

/** The loss of each row. @param scores rows × outputs; they are written over */
export function lossesOf(
  loss: BoostedLoss,
  outputs: number,
  scores: Float64Array,
  labels: Int32Array | Float64Array,
): Float64Array {
  if (loss === 'squared') return scores.map((score, i) => (score - labels[i]!) ** 2);
  const losses = new Float64Array(labels.length);
  const toLosses = loss === 'brier' ? toBrierScores : toCrossEntropies;
  toLosses(scores, outputs, labels as Int32Array, losses);
  return losses;
}
