// Equalised odds from any model's scores (Hardt, Price & Srebro 2016): in every group the same true and the
// same false positive rate, by thresholds of the group's own and chance, at the least cost of wrong
// decisions. For a target with two classes and any number of groups.
//
//   decision = 1 with probability Σ_j weight_j · 1[score ≥ threshold_j],   weights and thresholds of the row's group
//
// Such mixtures are all the rules under which a higher score never makes 1 less likely. Among them the result
// is the best there is on the rows fitted to (common-rates.ts). Rules that turn the order of scores round are
// left out on purpose: of a calibrated score none is better (Neyman & Pearson), and on a sample, where hardly
// two rows have the same score, they would learn its labels by heart.
//
// With common rates, the cost per row does not depend on how the classes are spread over the groups:
//
//   falseNegativeCost · P (1 − tpr) + falsePositiveCost · N fpr,    P and N rows of class 1 and 0 in all
//
// A group reaches the common point from its own hull: with some probability by the one or two thresholds
// above the point, else by a coin that shows 1 as often as fpr says. The rule has to know each row's group
// when it predicts. Rates are equal in expectation over its chance.

import { FairfrontError } from '../error.js';
import { type GroupIndex, refuseWeights } from '../groups/group-index.js';
import { quoted } from '../words.js';
import { checkBinaryLabels, checkScores } from './check-rule-rows.js';
import { bestCommonRates, type Rates } from './common-rates.js';
import { heightAt, type RocHull, rocHull, shareAlongEdge, type Threshold, vertexAt } from './roc-hull.js';

/** Options of `fitEqualisedOdds`. */
export interface EqualisedOddsOptions {
  /** The cost of deciding 1 for a row of class 0; finite, ≥ 0. Default 1. */
  readonly falsePositiveCost?: number;
  /**
   * The cost of deciding 0 for a row of class 1; finite, ≥ 0, not both 0. Default 1. With both 1 the rule is
   * the most accurate.
   */
  readonly falseNegativeCost?: number;
}

/** Plain data, safe in JSON. Rates are expectations, on the rows fitted to. */
export interface EqualisedOdds {
  /** P(decision 1 | class 1), of every group. */
  readonly tpr: number;
  /** P(decision 1 | class 0), of every group. */
  readonly fpr: number;
  /** Over all rows; the groups' own differ with their share of class 1. */
  readonly accuracy: number;
  readonly groups: readonly EqualisedOddsGroup[];
  readonly options: Required<EqualisedOddsOptions>;
  /** A decision depends on the row's group. */
  readonly needsGroup: true;
}

/** The thresholds of one group. */
export interface EqualisedOddsGroup {
  readonly name: string;
  /** From always to never, each once. Weights are > 0 and sum to 1. */
  readonly thresholds: readonly WeightedThreshold[];
}

/** A threshold and how often it is used. */
export interface WeightedThreshold {
  readonly threshold: Threshold;
  readonly weight: number;
}

/**
 * Fits the cheapest rule with the same rates in every group.
 * @param scores by row, the probability of class 1 or anything that rises with it
 * @param labels 0 or 1
 * @param groups every group has rows of both classes
 */
export function fitEqualisedOdds(
  scores: Float64Array,
  labels: Int32Array,
  groups: GroupIndex,
  options: EqualisedOddsOptions = {},
): EqualisedOdds {
  const resolved = resolveOptions(options);
  checkScores(scores, groups);
  checkBinaryLabels(labels, groups);
  refuseWeights(groups, 'equalised odds');
  const hulls = groupHulls(scores, labels, groups);
  const positives = labels.reduce((sum, label) => sum + label, 0);
  const negatives = labels.length - positives;
  const { falsePositiveCost, falseNegativeCost } = resolved;
  const unit = Math.max(falsePositiveCost, falseNegativeCost); // large costs times many rows stay finite
  const rates = bestCommonRates(
    hulls,
    (falseNegativeCost / unit) * positives,
    (falsePositiveCost / unit) * negatives,
  );
  return {
    ...rates,
    accuracy: (positives * rates.tpr + negatives * (1 - rates.fpr)) / labels.length,
    groups: hulls.map((hull, group) => ({ name: groups.names[group]!, thresholds: reach(hull, rates) })),
    options: resolved,
    needsGroup: true,
  };
}

function resolveOptions({
  falsePositiveCost = 1,
  falseNegativeCost = 1,
}: EqualisedOddsOptions): Required<EqualisedOddsOptions> {
  const costs = { falsePositiveCost, falseNegativeCost };
  for (const [field, cost] of Object.entries(costs)) {
    if (!(cost >= 0 && Number.isFinite(cost))) {
      throw new FairfrontError('bad-option', `${field} must be a finite number ≥ 0; got ${cost}`);
    }
  }
  if (falsePositiveCost === 0 && falseNegativeCost === 0) {
    throw new FairfrontError(
      'bad-option',
      'falsePositiveCost and falseNegativeCost must not both be 0: every rule would cost the same. Give the costlier error 1',
    );
  }
  return costs;
}

function groupHulls(scores: Float64Array, labels: Int32Array, { groups, names }: GroupIndex): RocHull[] {
  if (names.length === 0) throw new FairfrontError('bad-groups', 'groups must be at least one; got none');
  const sizes = new Uint32Array(2 * names.length); // groups × classes
  for (let row = 0; row < scores.length; row++) sizes[2 * groups[row]! + labels[row]!]!++;
  checkBothClasses(names, sizes);
  const parts = Array.from(sizes, (size) => new Float64Array(size));
  const filled = new Uint32Array(sizes.length);
  for (let row = 0; row < scores.length; row++) {
    const part = 2 * groups[row]! + labels[row]!;
    parts[part]![filled[part]!++] = scores[row]!;
  }
  for (const part of parts) part.sort();
  return names.map((_, group) => rocHull(parts[2 * group + 1]!, parts[2 * group]!));
}

function checkBothClasses(names: readonly string[], sizes: Uint32Array): void {
  const short = names.flatMap((_, group) =>
    sizes[2 * group] === 0 || sizes[2 * group + 1] === 0 ? [group] : [],
  );
  if (short.length === 0) return;
  const [negatives, positives] = sizes.subarray(2 * short[0]!);
  throw new FairfrontError(
    'bad-groups',
    `every group must have rows of both classes, or its rates are undefined; broken by ${quoted(short.map((group) => names[group]!))}: "${names[short[0]!]}" has ${negatives} of class 0 and ${positives} of class 1. Merge it with another group, or leave it out`,
  );
}

/** Thresholds and weights by which a group comes to the common rates. */
function reach(hull: RocHull, { fpr, tpr }: Rates): WeightedThreshold[] {
  const vertex = vertexAt(hull, fpr);
  const share = shareAlongEdge(hull, vertex, fpr);
  const height = heightAt(hull, fpr);
  // Where the hull is the diagonal, its thresholds are the coin.
  const byThreshold = height > fpr ? Math.min(1, (tpr - fpr) / (height - fpr)) : 1;
  const weights = new Map<Threshold, number>();
  const add = (threshold: Threshold, weight: number): void => {
    if (weight > 0) weights.set(threshold, (weights.get(threshold) ?? 0) + weight);
  };
  // In this order they go from always to never.
  add('always', (1 - byThreshold) * fpr);
  if (share > 0) add(hull.thresholds[vertex + 1]!, byThreshold * share);
  add(hull.thresholds[vertex]!, byThreshold * (1 - share));
  add('never', (1 - byThreshold) * (1 - fpr));
  return Array.from(weights, ([threshold, weight]) => ({ threshold, weight }));
}
