// A linear model: scores are linear in the features, probabilities the softmax of the scores.
//
//   z_k = ⟨w_k, x⟩ + b_k          p_k = exp(z_k) / Σ_l exp(z_l)
//
// With two classes one output is enough: z_1 is that of the second class, z_0 = 0. Where a number is predicted
// (`classCount` is 1), it is the score itself.

import { FairfrontError } from '../error.js';
import { type DenseRows, forEachBlock, type SparseRows } from '../numeric/sparse-rows.js';
import { rowProducts } from './row-products.js';
import { outputCount, toProbabilities } from './softmax.js';

/** A linear model, plain data. */
export interface LinearModel {
  /** 1: a number is predicted. */
  readonly classCount: number;
  /** Features of a row. */
  readonly columnCount: number;
  /**
   * For each output its w, then its b: outputs × (columnCount + 1). One output for two classes and for a number,
   * else one per class.
   */
  readonly parameters: Float64Array;
  /** How its training ended. */
  readonly training?: LinearTraining;
}

/** How the training of a linear model ended. */
export interface LinearTraining {
  /** `stalled`: rounding lets no step lower the objective. */
  readonly status: 'converged' | 'max-iterations' | 'stalled';
  readonly method: 'newton' | 'lbfgs';
  readonly iterations: number;
  /** Largest entry of the objective's gradient. */
  readonly gradientNorm: number;
}

/** The probability of each class for every row, rows × classes; or the number that is predicted. */
export function predictLinear(model: LinearModel, features: SparseRows | DenseRows): Float64Array {
  return linearProbabilities(linearScores(model, features), model.classCount);
}

/** The scores of every row: rows × outputs. */
export function linearScores(model: LinearModel, features: SparseRows | DenseRows): Float64Array {
  const { classCount, columnCount, parameters } = model;
  if (features.columnCount !== columnCount) {
    throw new FairfrontError(
      'bad-problem',
      `the model was trained on ${columnCount} features, but these rows have ${features.columnCount}; encode them with the encoder of the training rows`,
    );
  }
  const outputs = outputCount(classCount);
  const scores = new Float64Array(features.rowCount * outputs);
  forEachBlock(features, (block, first) => {
    const own = scores.subarray(first * outputs, (first + block.rowCount) * outputs);
    rowProducts(block).multiply(parameters, outputs, own);
  });
  return scores;
}

/** The probabilities that scores stand for, rows × classes; numbers stand for themselves. @param scores rows × outputs; may be written over */
export function linearProbabilities(scores: Float64Array, classCount: number): Float64Array {
  if (classCount === 1) return scores;
  const outputs = outputCount(classCount);
  if (outputs > 1) {
    toProbabilities(scores, outputs);
    return scores;
  }
  // 1 − p would be 0 long before the other class is impossible.
  const probabilities = new Float64Array(scores.length * 2);
  for (let row = 0; row < scores.length; row++) {
    probabilities[2 * row] = -scores[row]!;
    probabilities[2 * row + 1] = scores[row]!;
  }
  toProbabilities(probabilities, 1);
  return probabilities;
}
