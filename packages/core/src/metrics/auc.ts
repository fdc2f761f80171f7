// Area under the ROC curve by group: how likely a positive row is to have a higher score than a negative one,
// a tie counting half (Mann & Whitney 1947). The score is the probability of the positive class.
//
//   AUC = Σ_{positives i, negatives j} (1[s_i > s_j] + ½ 1[s_i = s_j]) / (positives · negatives)
//
// Positives and negatives of each group are sorted, then merged: O(n log n). Where rows have weights, a pair counts
// w_i w_j; of many rows it is then the mean of their places (placements.ts), which takes sorts of numbers alone.

import { type GroupIndex, rowsByGroup, takeWeights } from '../groups/group-index.js';
import { MANY } from '../numeric/resampling.js';
import { placeRows, scoresFor } from './placements.js';
import { countedAuc, rankRows } from './ranked-rows.js';

/**
 * AUC of each group: of one class against the rest, and for several classes the mean over those for which the
 * group has it, all counting the same (a class without rows in the group, or with all of them, has none).
 * null where the group has it for none of the classes.
 * @param probabilities rows × classes
 * @param classes which of them are taken as positive, one after the other
 */
export function aucs(
  probabilities: Float64Array,
  labels: Int32Array,
  index: GroupIndex,
  classCount: number,
  classes: readonly number[],
): (number | null)[] {
  const byClass = classes.map((positive) => classAucs(probabilities, labels, index, classCount, positive));
  return index.counts.map((_, group) =>
    meanOfThose(byClass.map((own) => own[group]!).filter((auc) => auc !== null)),
  );
}

/**
 * AUC of each group, one class against the rest; null where all rows of the group are positive, or all
 * negative.
 */
export function classAucs(
  probabilities: Float64Array,
  labels: Int32Array,
  index: GroupIndex,
  classCount: number,
  positive: number,
): (number | null)[] {
  const { groups, counts, weights } = index;
  if (weights !== undefined) {
    return rowsByGroup(index).map((rows) => {
      const scoreOf = (row: number): number => probabilities[row * classCount + positive]!;
      if (rows.length > MANY.rows) {
        const own = rows.filter((row) => weights[row]! > 0);
        const { scores, isPositive } = scoresFor({ probabilities, labels, classCount }, own, positive);
        return placeRows(scores, isPositive, takeWeights(weights, own))?.auc ?? null;
      }
      const ranked = rankRows(rows, scoreOf, (row) => labels[row] === positive);
      const auc = ranked === undefined ? Number.NaN : countedAuc(ranked, takeWeights(weights, rows));
      return Number.isNaN(auc) ? null : auc;
    });
  }
  // Part 2a has the negatives of group a, part 2a + 1 its positives.
  const ends = new Uint32Array(2 * counts.length);
  for (let row = 0; row < labels.length; row++) {
    ends[2 * groups[row]! + (labels[row] === positive ? 1 : 0)]!++;
  }
  let end = 0;
  for (let part = 0; part < ends.length; part++) {
    end += ends[part]!;
    ends[part] = end;
  }
  const scores = new Float64Array(labels.length);
  const next = ends.slice(); // parts are filled from their ends
  for (let row = 0; row < labels.length; row++) {
    const part = 2 * groups[row]! + (labels[row] === positive ? 1 : 0);
    next[part]!--;
    scores[next[part]!] = probabilities[row * classCount + positive]!;
  }
  const sorted = (part: number): Float64Array =>
    scores.subarray(part === 0 ? 0 : ends[part - 1]!, ends[part]!).sort();
  return counts.map((_, group) => aucOfSorted(sorted(2 * group + 1), sorted(2 * group)));
}

/** Both ascending. */
function aucOfSorted(positives: Float64Array, negatives: Float64Array): number | null {
  if (positives.length === 0 || negatives.length === 0) return null;
  let below = 0; // negatives below the score
  let upTo = 0; // and those equal to it
  let wins = 0; // twice, so that it is whole: exact up to 2⁵³
  for (let i = 0; i < positives.length; i++) {
    const score = positives[i]!;
    while (below < negatives.length && negatives[below]! < score) below++;
    if (upTo < below) upTo = below;
    while (upTo < negatives.length && negatives[upTo]! === score) upTo++;
    wins += below + upTo;
  }
  return wins / 2 / (positives.length * negatives.length);
}

function meanOfThose(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
