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

import type { GroupIndex } from '../groups/group-index.js';
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
  { groups, counts }: GroupIndex,
  positive: number,
): DecisionRates {
  const groupCount = counts.length;
  const positives = new Uint32Array(groupCount);
  const selected = new Uint32Array(groupCount);
  const truePositives = new Uint32Array(groupCount);
  const scores = counts.map(() => new CompensatedSum());
  for (let row = 0; row < labels.length; row++) {
    const group = groups[row]!;
    const isPositive = labels[row] === positive ? 1 : 0;
    const isSelected = guesses[row] === positive ? 1 : 0;
    positives[group]! += isPositive;
    selected[group]! += isSelected;
    truePositives[group]! += isPositive & isSelected;
    scores[group]!.add(probabilities[row * classCount + positive]!);
  }
  const metric = (name: RateName, share: (group: number) => number | null): PartialMetric =>
    partialMetric(
      Array.from(counts, (_, group) => share(group)),
      WORST_RATE[name],
    );
  return {
    positive,
    selectionRate: metric('selectionRate', (a) => share(selected[a]!, counts[a]!)),
    tpr: metric('tpr', (a) => share(truePositives[a]!, positives[a]!)),
    fpr: metric('fpr', (a) => share(selected[a]! - truePositives[a]!, counts[a]! - positives[a]!)),
    precision: metric('precision', (a) => share(truePositives[a]!, selected[a]!)),
    baseRate: metric('baseRate', (a) => share(positives[a]!, counts[a]!)),
    meanPrediction: metric('meanPrediction', (a) => share(scores[a]!.value, counts[a]!)),
  };
}

function share(part: number, all: number): number | null {
  return all === 0 ? null : part / all;
}
