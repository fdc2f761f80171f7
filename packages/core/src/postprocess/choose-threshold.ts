// The threshold on a probability that costs the worst group least, exactly.
//
//   cost_a(t) = (c_FP · |{y = 0, p ≥ t}| + c_FN · |{y = 1, p < t}|) / n_a        min_t max_a cost_a(t)
//
// Costs change only where t passes the probability of a row. So rows are sorted once and taken in from the highest
// probability to the lowest: every threshold between two different probabilities is looked at, in O(n log n + n·groups).
// Limits on the share of a group that is selected come first: among thresholds that meet them the cost decides, then
// the mean cost of all rows, then the distance to 0.5.

import { FairfrontError } from '../error.js';
import { checkGroupIndex, type GroupIndex } from '../groups/group-index.js';
import { LARGEST_THRESHOLD } from './decision-rule.js';

/** What a threshold is chosen for. */
export interface ThresholdProblem {
  /** The probability of the positive class, by row. */
  readonly scores: Float64Array;
  /** 1 where the positive class is true, 0 elsewhere. */
  readonly positives: ArrayLike<number>;
  /** Every group has rows. */
  readonly groups: GroupIndex;
  /** What a wrong decision costs: at least 0. */
  readonly cost: { readonly falsePositive: number; readonly falseNegative: number };
  /** The least and the largest share of each group that may be selected. Default 0 and 1. */
  readonly limits?: readonly { readonly atLeast: number; readonly atMost: number }[];
}

/** A threshold, and what it does on the rows that chose it. */
export interface ChosenThreshold {
  /** Rows with at least this probability are selected. The shortest decimal number between two rows. */
  readonly threshold: number;
  /** The cost of the group that it costs most. */
  readonly worstCost: number;
  /** By how much the share selected misses the limits in the group where it misses most; 0: they are met. */
  readonly missedBy: number;
  /** The share of each group that is selected. */
  readonly selected: readonly number[];
}

/** Finds the threshold that costs the worst group least; where no threshold meets the limits, the nearest. */
export function chooseThreshold({
  scores,
  positives,
  groups,
  cost: { falsePositive, falseNegative },
  limits = groups.names.map(() => ({ atLeast: 0, atMost: 1 })),
}: ThresholdProblem): ChosenThreshold {
  const { counts } = groups;
  const rowCount = scores.length;
  checkGroupIndex(groups);
  if (counts.some((count) => count === 0)) {
    throw new FairfrontError('bad-groups', 'a threshold needs rows of every group; some have none');
  }
  if (!scores.every((score) => score >= 0 && score <= 1)) {
    throw new FairfrontError('bad-option', 'scores must be probabilities, from 0 to 1');
  }
  const groupCount = counts.length;
  const order = Uint32Array.from({ length: rowCount }, (_, row) => row).sort(
    (one, other) => scores[other]! - scores[one]!,
  );
  const selected = new Uint32Array(groupCount);
  const falsePositives = new Uint32Array(groupCount); // selected, of the other class
  const falseNegatives = new Uint32Array(groupCount); // left, of the positive class
  for (let row = 0; row < rowCount; row++) falseNegatives[groups.groups[row]!]! += positives[row]!;

  const best = {
    missedBy: Infinity,
    worst: Infinity,
    mean: Infinity,
    distance: Infinity,
    below: 0,
    above: 1,
  };
  let bestSelected: readonly number[] = [];
  for (let at = 0; ; ) {
    // The first `at` rows of the order are selected.
    const above = at > 0 ? scores[order[at - 1]!]! : scores[order[0]!]! < 1 ? 1 : LARGEST_THRESHOLD;
    const below = at < rowCount ? scores[order[at]!]! : scores[order[rowCount - 1]!]! > 0 ? 0 : -1;
    let [missedBy, worst, mean] = [0, 0, 0];
    for (let a = 0; a < groupCount; a++) {
      const sum = falsePositive * falsePositives[a]! + falseNegative * falseNegatives[a]!;
      const share = selected[a]! / counts[a]!;
      mean += sum / rowCount;
      worst = Math.max(worst, sum / counts[a]!);
      missedBy = Math.max(missedBy, limits[a]!.atLeast - share, share - limits[a]!.atMost);
    }
    const distance = Math.max(0, below - 0.5, 0.5 - above);
    const isBetter =
      missedBy !== best.missedBy
        ? missedBy < best.missedBy
        : worst !== best.worst
          ? worst < best.worst
          : mean !== best.mean
            ? mean < best.mean
            : distance < best.distance;
    if (isBetter) {
      Object.assign(best, { missedBy, worst, mean, distance, below, above });
      bestSelected = Array.from(selected, (own, a) => own / counts[a]!);
    }
    if (at === rowCount) break;
    for (const score = scores[order[at]!]!; at < rowCount && scores[order[at]!] === score; at++) {
      const row = order[at]!;
      const group = groups.groups[row]!;
      selected[group]!++;
      if (positives[row]! === 1) falseNegatives[group]!--;
      else falsePositives[group]!++;
    }
  }
  return {
    threshold: roundBetween(best.below, best.above),
    worstCost: best.worst,
    missedBy: best.missedBy,
    selected: bestSelected,
  };
}

/** The shortest number above one and at most another, near the middle; 0.5 where it is between them. */
function roundBetween(below: number, above: number): number {
  if (below < 0.5 && above >= 0.5) return 0.5;
  const middle = Math.max(0, (below + above) / 2);
  for (let digits = 2; digits <= 17; digits++) {
    const round = Number(middle.toFixed(digits));
    if (round > below && round <= above) return round;
  }
  return above;
}
