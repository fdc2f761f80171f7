// Rates of the confusion matrix by group. One class is taken as positive, all others as negative; a row is
// selected where the positive class is the guess.
//
//                  of the rows             share that is
//   selectionRate  all                     selected
//   baseRate       all                     positive
//   tpr            positive                selected      (recall)
//   fpr            negative                selected
//   precision      selected                positive
//   meanPrediction all                     positive, by the model's probabilities

import { type GroupIndex, groupTotals } from '../groups/group-index.js';
import { CompensatedSum } from '../numeric/sum.js';
import { type PartialMetric, partialMetric } from './partial-metric.js';
import type { Predictions } from './row-outcomes.js';

/**
 * To be selected, like to be positive, is good in one problem and bad in another: neither end of
 * selectionRate, baseRate and meanPrediction is the worst. The worst tpr and the worst precision are the
 * lowest, the worst fpr is the highest.
 */
export interface DecisionRates {
  /** Which class. */
  readonly positive: number;
  readonly selectionRate: PartialMetric;
  readonly tpr: PartialMetric;
  readonly fpr: PartialMetric;
  readonly precision: PartialMetric;
  readonly baseRate: PartialMetric;
  /** The mean probability of the class; where a model is right on average, it is the base rate. */
  readonly meanPrediction: PartialMetric;
}

/** The decision rates, in the order in which the metrics of a class are kept. */
export const RATE_NAMES = ['selectionRate', 'tpr', 'fpr', 'precision', 'baseRate', 'meanPrediction'] as const;
/** The name of a decision rate. */
export type RateName = (typeof RATE_NAMES)[number];

/** Which end of each rate is the worst, where one is. */
export const WORST_RATE = {
  selectionRate: undefined,
  tpr: 'lowest',
  fpr: 'highest',
  precision: 'lowest',
  baseRate: undefined,
  meanPrediction: undefined,
} as const;

/** The rows that each rate is a share of. */
export const RATE_ROWS = {
  selectionRate: 'all',
  tpr: 'positive',
  fpr: 'negative',
  precision: 'selected',
  baseRate: 'all',
  meanPrediction: 'all',
} as const;

/**
 * One class against the rest; for many classes call it for each.
 * @param guesses by row, as rowOutcomes has them
 */
export function decisionRates(
  { probabilities, labels, classCount }: Predictions,
  guesses: Int32Array,
  { groups, counts, weights }: GroupIndex,
  positive: number,
): DecisionRates {
  const groupCount = counts.length;
  // Sums of weights, each over its own rows: a difference of two would leave rounding where there are no rows.
  const positives = new Float64Array(groupCount);
  const negatives = new Float64Array(groupCount);
  const selected = new Float64Array(groupCount);
  const truePositives = new Float64Array(groupCount);
  const falsePositives = new Float64Array(groupCount);
  const scores = counts.map(() => new CompensatedSum());
  for (let row = 0; row < labels.length; row++) {
    const group = groups[row]!;
    const weight = weights === undefined ? 1 : weights[row]!;
    const isPositive = labels[row] === positive;
    (isPositive ? positives : negatives)[group]! += weight;
    if (guesses[row] === positive) {
      selected[group]! += weight;
      (isPositive ? truePositives : falsePositives)[group]! += weight;
    }
    scores[group]!.add(weight * probabilities[row * classCount + positive]!);
  }
  const all = groupTotals({ names: [], groups, counts, weights });
  const metric = (name: RateName, share: (group: number) => number | null): PartialMetric =>
    partialMetric(
      Array.from(counts, (_, group) => share(group)),
      WORST_RATE[name],
    );
  return {
    positive,
    selectionRate: metric('selectionRate', (a) => share(selected[a]!, all[a]!)),
    tpr: metric('tpr', (a) => share(truePositives[a]!, positives[a]!)),
    fpr: metric('fpr', (a) => share(falsePositives[a]!, negatives[a]!)),
    precision: metric('precision', (a) => share(truePositives[a]!, selected[a]!)),
    baseRate: metric('baseRate', (a) => share(positives[a]!, all[a]!)),
    meanPrediction: metric('meanPrediction', (a) => share(scores[a]!.value, all[a]!)),
  };
}

function share(part: number, all: number): number | null {
  return all === 0 ? null : part / all;
}
