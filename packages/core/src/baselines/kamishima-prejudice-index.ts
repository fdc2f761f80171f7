// The prejudice index of Kamishima et al. 2012: the mutual information between what a model predicts and the
// group, in nats.
//
//   PI = (1/n) Σ_i Σ_y p_iy ln(m_ay / m_y) = Σ_a s_a Σ_y m_ay ln(m_ay / m_y)        a = a_i
//   m_ay = mean of p_iy over group a,   m_y = mean over all rows,   s_a = n_a / n
//   ∂PI/∂p_iy = (1/n) ln(m_ay / m_y)          what else depends on p_iy cancels: Σ_y m_ay = Σ_y m_y = 1
//   ∂PI/∂z_ik = (1/n) p_ik (ln(m_ak / m_k) − Σ_y p_iy ln(m_ay / m_y))
//
// It is never negative, and 0 where all groups are given the same mean probabilities. Near there its terms
// are larger than their sum, so it is summed, with u_ay = m_ay / m_y − 1, from parts of which none is
// negative:
//
//   PI = Σ_y m_y Σ_a s_a ((1 + u_ay) ln(1 + u_ay) − u_ay)

import { type GroupIndex, refuseWeights } from '../groups/group-index.js';
import { CompensatedSum } from '../numeric/sum.js';

/** The prejudice index and what its gradient needs. */
export interface PrejudiceIndex {
  /** PI. */
  readonly value: number;
  /**
   * ln(m_ay / m_y), groups × outputs; 0 where group a is never given class y. Of two classes with one output:
   * that of class 1 less that of class 0.
   */
  readonly logRatios: Float64Array;
}

/** Below this the two terms of a part cancel; the series has all digits up to there. */
const SMALL = 1e-2;
const SERIES_TERMS = 10;

/**
 * Computes the prejudice index of probabilities.
 * @param probabilities rows × outputs; one output for two classes, the probability of class 1
 */
export function prejudiceIndex(
  probabilities: Float64Array,
  outputs: number,
  { groups, counts, weights }: GroupIndex,
): PrejudiceIndex {
  refuseWeights({ weights }, 'the prejudice index');
  const groupCount = counts.length;
  const classCount = outputs === 1 ? 2 : outputs;
  const shares = counts.map((count) => count / groups.length);
  const means = groupMeans(probabilities, outputs, groups, counts);
  const ratios = new Float64Array(groupCount * classCount);
  const value = new CompensatedSum();
  for (let y = 0; y < classCount; y++) {
    let mean = 0;
    for (let a = 0; a < groupCount; a++) mean += shares[a]! * means[a * classCount + y]!;
    if (mean === 0) continue;
    for (let a = 0; a < groupCount; a++) {
      const i = a * classCount + y;
      const u = (means[i]! - mean) / mean;
      value.add(mean * shares[a]! * part(u));
      if (u > -1) ratios[i] = Math.log1p(u);
    }
  }
  const logRatios =
    outputs === 1 ? Float64Array.from(counts, (_, a) => ratios[2 * a + 1]! - ratios[2 * a]!) : ratios;
  return { value: value.value, logRatios };
}

/**
 * Adds `factor` · n ∂PI/∂z to the residuals.
 * @param residuals rows × outputs
 */
export function addPrejudiceResiduals(
  probabilities: Float64Array,
  outputs: number,
  groups: Int32Array,
  logRatios: Float64Array,
  factor: number,
  residuals: Float64Array,
): void {
  if (outputs === 1) {
    for (let row = 0; row < groups.length; row++) {
      const p = probabilities[row]!;
      residuals[row]! += factor * p * (1 - p) * logRatios[groups[row]!]!;
    }
    return;
  }
  for (let row = 0, start = 0; row < groups.length; row++, start += outputs) {
    const at = groups[row]! * outputs;
    let mean = 0;
    for (let k = 0; k < outputs; k++) mean += probabilities[start + k]! * logRatios[at + k]!;
    for (let k = 0; k < outputs; k++) {
      residuals[start + k]! += factor * probabilities[start + k]! * (logRatios[at + k]! - mean);
    }
  }
}

/** m_ay, groups × classes. */
function groupMeans(
  probabilities: Float64Array,
  outputs: number,
  groups: Int32Array,
  counts: readonly number[],
): Float64Array {
  const classCount = outputs === 1 ? 2 : outputs;
  const sums = Array.from({ length: counts.length * classCount }, () => new CompensatedSum());
  for (let row = 0; row < groups.length; row++) {
    const at = groups[row]! * classCount;
    if (outputs === 1) {
      sums[at]!.add(1 - probabilities[row]!);
      sums[at + 1]!.add(probabilities[row]!);
    } else {
      for (let y = 0; y < outputs; y++) sums[at + y]!.add(probabilities[row * outputs + y]!);
    }
  }
  return Float64Array.from(sums, ({ value }, i) => value / counts[Math.floor(i / classCount)]!);
}

/** (1 + u) ln(1 + u) − u for u ≥ −1: u²/2 − u³/6 + u⁴/12 − … */
function part(u: number): number {
  if (u <= -1) return 1;
  if (Math.abs(u) > SMALL) return (1 + u) * Math.log1p(u) - u;
  let sum = 0;
  for (let k = SERIES_TERMS; k >= 2; k--) sum = 1 / (k * (k - 1)) - u * sum;
  return u * u * sum;
}
