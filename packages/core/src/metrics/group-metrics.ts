// The metrics of a model by group, from its probabilities [MMPF App. A.7].

import { type GroupIndex, RiskSums } from '../groups/group-index.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import { forEachBlock } from '../numeric/sparse-rows.js';
import {
  type CalibrationBins,
  CalibrationSums,
  expectedCalibrationErrors,
  maximumCalibrationErrors,
} from './calibration.js';
import { checkPredictions } from './check-predictions.js';
import { type DecisionRates, RateSums } from './decision-rates.js';
import { type GroupMetric, groupMetric } from './group-metric.js';
import { eachOutcomes, type Predictions, type RowOutcomes } from './row-outcomes.js';

/** The paper's metrics by group. */
export interface GroupMetrics {
  /** Share of rows whose most probable class is the label, from 0 to 1. */
  readonly accuracy: GroupMetric;
  /** Summed over the classes, from 0 to 2. */
  readonly brier: GroupMetric;
  /** In nats. A probability of 0 for the label counts as 2⁻¹⁰⁷⁴: 744.44 for that row. */
  readonly crossEntropy: GroupMetric;
  /** Expected calibration error, 10 bins of the top confidence. */
  readonly ece: GroupMetric;
  /** Maximum calibration error, same bins. */
  readonly mce: GroupMetric;
}

/**
 * Measures accuracy, Brier score, cross-entropy, ECE and MCE of every group.
 * @param probabilities rows × classes, row by row; each row ≥ 0 with a sum of 1 within 1e-6, taken as it is
 * @param labels each row's class
 * @param groups every group has rows
 */
export function groupMetrics(
  probabilities: Float64Array,
  labels: Int32Array,
  groups: GroupIndex,
  classCount: number,
): GroupMetrics {
  checkPredictions(probabilities, labels, groups, classCount);
  return measureGroups({ probabilities, labels, classCount }, groups).metrics;
}

/** What one pass over the rows finds. */
export interface MeasuredGroups {
  readonly metrics: GroupMetrics;
  readonly bins: CalibrationBins;
  /** By class that was asked for. */
  readonly rates: readonly DecisionRates[];
}

/** Measures predictions that were checked, block by block. @param classes of which there are decision rates */
export function measureGroups(
  predictions: Predictions,
  groups: GroupIndex,
  classes: readonly number[] = [],
): MeasuredGroups {
  const sums = new MetricSums(groups);
  const rates = classes.map((positive) => new RateSums(predictions, groups, positive));
  eachOutcomes(predictions, (outcomes, start) => {
    sums.add(outcomes, start);
    for (const own of rates) own.add(outcomes.guesses, start);
  });
  return { ...sums.measured(), rates: rates.map((own) => own.rates()) };
}

/** Sums over rows that come block by block, in their order. */
class MetricSums {
  readonly #groups: GroupIndex;
  readonly #accuracy: RiskSums;
  readonly #brier: RiskSums;
  readonly #crossEntropy: RiskSums;
  readonly #calibration: CalibrationSums;

  constructor(groups: GroupIndex) {
    this.#groups = groups;
    this.#accuracy = new RiskSums(groups); // refuses a group without rows
    this.#brier = new RiskSums(groups);
    this.#crossEntropy = new RiskSums(groups);
    this.#calibration = new CalibrationSums(groups);
  }

  /** @param start the row that the first of the outcomes is of */
  add(outcomes: RowOutcomes, start: number): void {
    this.#accuracy.add(outcomes.hits, start);
    this.#brier.add(outcomes.brier, start);
    this.#crossEntropy.add(outcomes.crossEntropy, start);
    this.#calibration.add(outcomes, start);
  }

  measured(): Pick<MeasuredGroups, 'metrics' | 'bins'> {
    const groups = this.#groups;
    const bins = this.#calibration.bins();
    return {
      metrics: {
        accuracy: groupMetric(this.#accuracy.risks(), groups, 'lowest'),
        brier: groupMetric(this.#brier.risks(), groups, 'highest'),
        crossEntropy: groupMetric(this.#crossEntropy.risks(), groups, 'highest'),
        ece: groupMetric(expectedCalibrationErrors(bins, groups), groups, 'highest'),
        mce: groupMetric(maximumCalibrationErrors(bins, groups), groups, 'highest'),
      },
      bins,
    };
  }
}

/**
 * The metrics of rows whose probabilities are never held all at once.
 * @param predict says the probabilities of a block of rows: rows × classes
 */
export function groupMetricsOf(
  { features, labels, groups }: LabelledRows,
  classCount: number,
  predict: (block: LabelledRows['features']) => Float64Array,
): GroupMetrics {
  const sums = new MetricSums(groups);
  forEachBlock(features, (block, first) => {
    const own = {
      probabilities: predict(block),
      labels: labels.subarray(first, first + block.rowCount),
      classCount,
    };
    eachOutcomes(own, (outcomes, start) => sums.add(outcomes, first + start));
  });
  return sums.measured().metrics;
}
