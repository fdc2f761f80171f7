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
  predictions: Predictions,
  guesses: Int32Array,
  groups: GroupIndex,
  positive: number,
): DecisionRates {
  const sums = new RateSums(predictions, groups, positive);
  sums.add(guesses);
  return sums.rates();
}

/** The same of guesses that come block by block, in the order of the rows. */
export class RateSums {
  readonly #predictions: Predictions;
  readonly #index: GroupIndex;
  readonly #positive: number;
  // Sums of weights, each over its own rows: a difference of two would leave rounding where there are no rows.
  readonly #positives: Float64Array;
  readonly #negatives: Float64Array;
  readonly #selected: Float64Array;
  readonly #truePositives: Float64Array;
  readonly #falsePositives: Float64Array;
  readonly #scores: readonly CompensatedSum[];

  constructor(predictions: Predictions, index: GroupIndex, positive: number) {
    this.#predictions = predictions;
    this.#index = index;
    this.#positive = positive;
    const byGroup = (): Float64Array => new Float64Array(index.counts.length);
    this.#positives = byGroup();
    this.#negatives = byGroup();
    this.#selected = byGroup();
    this.#truePositives = byGroup();
    this.#falsePositives = byGroup();
    this.#scores = index.counts.map(() => new CompensatedSum());
  }

  /** @param start the row that the first of the guesses is of */
  add(guesses: Int32Array, start = 0): void {
    const { probabilities, labels, classCount } = this.#predictions;
    const { groups, weights } = this.#index;
    const positive = this.#positive;
    for (let i = 0; i < guesses.length; i++) {
      const row = start + i;
      const group = groups[row]!;
      const weight = weights === undefined ? 1 : weights[row]!;
      const isPositive = labels[row] === positive;
      (isPositive ? this.#positives : this.#negatives)[group]! += weight;
      if (guesses[i] === positive) {
        this.#selected[group]! += weight;
        (isPositive ? this.#truePositives : this.#falsePositives)[group]! += weight;
      }
      this.#scores[group]!.add(weight * probabilities[row * classCount + positive]!);
    }
  }

  rates(): DecisionRates {
    const all = groupTotals(this.#index);
    const metric = (name: RateName, of: ArrayLike<number>, among: ArrayLike<number>): PartialMetric =>
      partialMetric(
        Array.from(this.#index.counts, (_, group) => share(of[group]!, among[group]!)),
        WORST_RATE[name],
      );
    return {
      positive: this.#positive,
      selectionRate: metric('selectionRate', this.#selected, all),
      tpr: metric('tpr', this.#truePositives, this.#positives),
      fpr: metric('fpr', this.#falsePositives, this.#negatives),
      precision: metric('precision', this.#truePositives, this.#selected),
      baseRate: metric('baseRate', this.#positives, all),
      meanPrediction: metric(
        'meanPrediction',
        this.#scores.map(({ value }) => value),
        all,
      ),
    };
  }
}

function share(part: number, all: number): number | null {
  return all === 0 ? null : part / all;
}
