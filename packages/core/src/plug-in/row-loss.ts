// The loss of one row from probabilities.

import type { ClassLoss } from '../groups/risks.js';
import { SMALLEST_PROBABILITY } from '../metrics/row-outcomes.js';

/** −ln p. */
export function crossEntropyOf(probability: number): number {
  return -Math.log(Math.min(1, Math.max(SMALLEST_PROBABILITY, probability)));
}

/** −ln p_y, or Σ_k (p_k − 1[k = y])². @param probabilities of each class */
export function rowLoss(loss: ClassLoss, probabilities: Float64Array, label: number): number {
  if (loss === 'cross-entropy') return crossEntropyOf(probabilities[label]!);
  let squares = 0;
  for (let c = 0; c < probabilities.length; c++) {
    const miss = c === label ? 1 - probabilities[c]! : probabilities[c]!;
    squares += miss * miss;
  }
  return squares;
}
