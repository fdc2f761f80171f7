// Scores to probabilities and to losses, without overflow. In place, for all rows at once.
//
// One output (two classes): z is the score of class 1, that of class 0 is 0.
//   p = 1 / (1 + e^−z)                      −ln p(y) = ln(1 + e^±z), + where y = 0
// K outputs:
//   p_k = e^(z_k − m) / Σ_l e^(z_l − m)     −ln p(y) = m − z_y + ln Σ_l e^(z_l − m),   m = max_l z_l

/** How many outputs a model of so many classes has; of a number, for which they are 1, one. */
export function outputCount(classCount: number): number {
  return classCount === 2 ? 1 : classCount;
}

/** Turns scores into probabilities, in place. @param scores rows × outputs; become probabilities */
export function toProbabilities(scores: Float64Array, outputs: number): void {
  if (outputs === 1) {
    for (let row = 0; row < scores.length; row++) scores[row] = sigmoid(scores[row]!);
    return;
  }
  for (let start = 0; start < scores.length; start += outputs) softmaxRow(scores, start, outputs);
}

/**
 * Cross-entropy of every row.
 * @param scores rows × outputs; become probabilities
 */
export function toCrossEntropies(
  scores: Float64Array,
  outputs: number,
  labels: Int32Array,
  losses: Float64Array,
): void {
  if (outputs === 1) {
    for (let row = 0; row < losses.length; row++) {
      const z = scores[row]!;
      const small = Math.exp(-Math.abs(z));
      const wrong = labels[row] === 1 ? -z : z;
      losses[row] = Math.max(0, wrong) + Math.log1p(small);
      scores[row] = z >= 0 ? 1 / (1 + small) : small / (1 + small);
    }
    return;
  }
  for (let row = 0, start = 0; row < losses.length; row++, start += outputs) {
    const own = scores[start + labels[row]!]!;
    const largest = largestOf(scores, start, outputs);
    losses[row] = largest - own + softmaxRow(scores, start, outputs);
  }
}

/**
 * Brier score of every row, summed over classes.
 * @param scores rows × outputs; become probabilities
 */
export function toBrierScores(
  scores: Float64Array,
  outputs: number,
  labels: Int32Array,
  losses: Float64Array,
): void {
  toProbabilities(scores, outputs);
  if (outputs === 1) {
    for (let row = 0; row < losses.length; row++) losses[row] = 2 * (scores[row]! - labels[row]!) ** 2;
    return;
  }
  for (let row = 0, start = 0; row < losses.length; row++, start += outputs) {
    let sum = 0;
    for (let k = 0; k < outputs; k++) sum += (scores[start + k]! - (labels[row] === k ? 1 : 0)) ** 2;
    losses[row] = sum;
  }
}

/**
 * Squared error of every row.
 * @param scores by row, of y − mean; become ŷ − y
 */
export function toSquaredErrors(
  scores: Float64Array,
  values: Float64Array,
  mean: number,
  losses: Float64Array,
): void {
  for (let row = 0; row < losses.length; row++) {
    scores[row]! -= values[row]! - mean;
    losses[row] = scores[row]! ** 2;
  }
}

/** Derivative of the cross-entropy by the scores: p_k − y_k. */
export function crossEntropyResiduals(
  probabilities: Float64Array,
  outputs: number,
  labels: Int32Array,
  residuals: Float64Array,
): void {
  residuals.set(probabilities);
  if (outputs === 1) {
    for (let row = 0; row < labels.length; row++) residuals[row]! -= labels[row]!;
    return;
  }
  for (let row = 0; row < labels.length; row++) residuals[row * outputs + labels[row]!]! -= 1;
}

/**
 * Derivative of the Brier score by the scores: 2 p_k (q_k − Σ_l p_l q_l) with q = p − y; for one output 4 (p
 * − y) p (1 − p).
 */
export function brierResiduals(
  probabilities: Float64Array,
  outputs: number,
  labels: Int32Array,
  residuals: Float64Array,
): void {
  if (outputs === 1) {
    for (let row = 0; row < labels.length; row++) {
      const p = probabilities[row]!;
      residuals[row] = 4 * (p - labels[row]!) * p * (1 - p);
    }
    return;
  }
  for (let row = 0, start = 0; row < labels.length; row++, start += outputs) {
    let mean = 0; // Σ_l p_l (p_l − y_l)
    for (let k = 0; k < outputs; k++) {
      const p = probabilities[start + k]!;
      mean += p * (p - (labels[row] === k ? 1 : 0));
    }
    for (let k = 0; k < outputs; k++) {
      const p = probabilities[start + k]!;
      residuals[start + k] = 2 * p * (p - (labels[row] === k ? 1 : 0) - mean);
    }
  }
}

function sigmoid(z: number): number {
  const small = Math.exp(-Math.abs(z));
  return z >= 0 ? 1 / (1 + small) : small / (1 + small);
}

/** Softmax of one row in place; returns ln Σ exp(z_l − m). */
function softmaxRow(scores: Float64Array, start: number, outputs: number): number {
  const end = start + outputs;
  const largest = largestOf(scores, start, outputs);
  let sum = 0;
  for (let i = start; i < end; i++) {
    const value = Math.exp(scores[i]! - largest);
    scores[i] = value;
    sum += value;
  }
  for (let i = start; i < end; i++) scores[i]! /= sum;
  return Math.log(sum);
}

function largestOf(scores: Float64Array, start: number, outputs: number): number {
  let largest = scores[start]!;
  for (let i = start + 1; i < start + outputs; i++) largest = Math.max(largest, scores[i]!);
  return largest;
}
