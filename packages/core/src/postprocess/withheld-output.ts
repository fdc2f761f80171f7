// What a rule says in place of the model, whatever the row: the same distribution over the classes for all
// rows of a group.
//
// "No opinion" is the uniform distribution u, whose risk is the same in every group: ln K, or 1 − 1/K with
// the Brier score. A higher risk takes a wrong opinion, (1 − s) u + s · (all on one class). Of all classes
// the group's rarest needs the smallest s. With q ≤ 1/K its share of the group's rows and t = 1 − s, the
// group's risk is
//
//   Brier          1 − 1/K + (1 − 1/K) s² + 2 (1/K − q) s                   up to 2 (1 − q)
//   cross-entropy  (1 − q) ln (K/t) − q ln (1 − t (K − 1)/K)                without bound as t → 0
//
// Both grow with s. The second is convex in −ln t, so Newton's method from above falls to its root and never
// passes it.

import type { ClassLoss } from '../groups/risks.js';
import { rowOutcomes } from '../metrics/row-outcomes.js';

/** The risk of the uniform distribution, in every group alike. */
export function noOpinionRisk(loss: ClassLoss, classCount: number): number {
  return loss === 'brier' ? 1 - 1 / classCount : Math.log(classCount);
}

/** The uniform distribution. */
export function noOpinion(classCount: number): number[] {
  return new Array<number>(classCount).fill(1 / classCount);
}

/**
 * The tilted output of a given risk in a group, or the worst there is if it cannot have that risk.
 * @param classRows the group's rows by class
 * @param risk at least that of no opinion
 */
export function tiltedOutput(loss: ClassLoss, classRows: ArrayLike<number>, risk: number): number[] {
  const rows = Array.from(classRows);
  const rarest = rows.indexOf(Math.min(...rows));
  const share = rows[rarest]! / rows.reduce((sum, own) => sum + own, 0);
  const other =
    loss === 'brier'
      ? (1 - brierTilt(share, rows.length, risk)) / rows.length
      : Math.exp(-crossEntropyTilt(share, rows.length, risk)) / rows.length;
  // Not by way of s: 1 − s is what the cross-entropy is the logarithm of.
  return rows.map((_, c) => (c === rarest ? 1 - (rows.length - 1) * other : other));
}

/** The loss of an output for each class that may turn out to be the label. */
export function lossesByClass(loss: ClassLoss, output: readonly number[]): Float64Array {
  const repeated = Float64Array.from(output.flatMap(() => output)); // classes × classes
  const { brier, crossEntropy } = rowOutcomes(repeated, Int32Array.from(output.keys()), output.length);
  return loss === 'brier' ? brier : crossEntropy;
}

/** s, at most 1. */
function brierTilt(rarestShare: number, classCount: number, risk: number): number {
  const above = risk - noOpinionRisk('brier', classCount);
  const half = 1 / classCount - rarestShare;
  const root = Math.sqrt(half ** 2 + (1 - 1 / classCount) * above);
  return root === 0 ? 0 : Math.min(1, above / (half + root));
}

const MAX_STEPS = 200;

/** −ln t. */
function crossEntropyTilt(rarestShare: number, classCount: number, risk: number): number {
  const logCount = Math.log(classCount);
  let exponent = risk / (1 - rarestShare) - logCount; // the risk's second term left out, and so not below the root
  for (let step = 0; step < MAX_STEPS; step++) {
    const rest = (1 - 1 / classCount) * Math.exp(-exponent);
    const value = (1 - rarestShare) * (exponent + logCount) - rarestShare * Math.log1p(-rest);
    const slope = 1 - rarestShare - (rarestShare * rest) / (1 - rest);
    const next = Math.max(0, exponent - (value - risk) / slope);
    if (!(next < exponent)) break;
    exponent = next;
  }
  return exponent;
}
