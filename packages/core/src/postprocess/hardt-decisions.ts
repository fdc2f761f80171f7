// An equalised odds rule at work: the chance of each decision, the rates that follow, and one draw.

import { type GroupIndex, refuseWeights } from '../groups/group-index.js';
import type { RandomSource } from '../numeric/random.js';
import { CompensatedSum } from '../numeric/sum.js';
import { checkBinaryLabels, checkRuleGroups, checkScores } from './check-rule-rows.js';
import type { EqualisedOdds } from './hardt-equalised-odds.js';
import type { Threshold } from './roc-hull.js';

/** Rates of one group, in expectation over the rule's chance; null where the group has no such rows. */
export interface ExpectedRates {
  /** P(decision 1 | class 1). */
  readonly tpr: number | null;
  /** P(decision 1 | class 0). */
  readonly fpr: number | null;
  /** P(decision = class). */
  readonly accuracy: number | null;
  /** P(decision 1). */
  readonly selectionRate: number | null;
}

/** The probability that each row's decision is 1. */
export function positiveProbability(
  rule: EqualisedOdds,
  scores: Float64Array,
  groups: GroupIndex,
): Float64Array {
  checkRuleGroups(rule, groups);
  checkScores(scores, groups);
  const rules = rule.groups.map(({ thresholds }) => ({
    bounds: Float64Array.from(thresholds, ({ threshold }) => bound(threshold)),
    weights: Float64Array.from(thresholds, ({ weight }) => weight),
  }));
  const probabilities = new Float64Array(scores.length);
  for (let row = 0; row < scores.length; row++) {
    const { bounds, weights } = rules[groups.groups[row]!]!;
    let sum = 0;
    for (let j = 0; j < bounds.length; j++) if (scores[row]! >= bounds[j]!) sum += weights[j]!;
    probabilities[row] = Math.min(1, sum); // rounding may leave a sum just above 1
  }
  return probabilities;
}

/** The rates of each group under the rule, on any rows. */
export function expectedRates(
  rule: EqualisedOdds,
  scores: Float64Array,
  labels: Int32Array,
  groups: GroupIndex,
): ExpectedRates[] {
  const probabilities = positiveProbability(rule, scores, groups);
  checkBinaryLabels(labels, groups);
  refuseWeights(groups, 'equalised odds');
  const counts = new Uint32Array(2 * rule.groups.length); // groups × classes
  const sums = Array.from(counts, () => new CompensatedSum());
  for (let row = 0; row < labels.length; row++) {
    const part = 2 * groups.groups[row]! + labels[row]!;
    counts[part]!++;
    sums[part]!.add(probabilities[row]!);
  }
  return rule.groups.map((_, group) => {
    const [negatives, positives] = [counts[2 * group]!, counts[2 * group + 1]!];
    const [falsePositives, truePositives] = [sums[2 * group]!.value, sums[2 * group + 1]!.value];
    const rows = negatives + positives;
    return {
      tpr: ratio(truePositives, positives),
      fpr: ratio(falsePositives, negatives),
      accuracy: ratio(truePositives + negatives - falsePositives, rows),
      selectionRate: ratio(truePositives + falsePositives, rows),
    };
  });
}

/** One draw: row → 0 or 1. One number is drawn for every row. */
export function drawDecisions(
  rule: EqualisedOdds,
  scores: Float64Array,
  groups: GroupIndex,
  random: RandomSource,
): Int32Array {
  return Int32Array.from(positiveProbability(rule, scores, groups), (probability) =>
    random.uniform() < probability ? 1 : 0,
  );
}

function bound(threshold: Threshold): number {
  if (threshold === 'always') return Number.NEGATIVE_INFINITY;
  return threshold === 'never' ? Number.POSITIVE_INFINITY : threshold;
}

function ratio(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}
