// The metrics of a model by group, from its probabilities [MMPF App. A.7].

import { type GroupIndex, meanRisks } from '../groups/group-index.js';
import {
  type CalibrationBins,
  calibrationBins,
  expectedCalibrationErrors,
  maximumCalibrationErrors,
} from './calibration.js';
import { checkPredictions } from './check-predictions.js';
import { type GroupMetric, groupMetric } from './group-metric.js';
import { type RowOutcomes, rowOutcomes } from './row-outcomes.js';

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
  const outcomes = rowOutcomes(probabilities, labels, classCount);
  return metricsOfOutcomes(outcomes, calibrationBins(outcomes, groups), groups);
}

/** The same, of predictions that were checked and looked at row by row. */
export function metricsOfOutcomes(
  outcomes: RowOutcomes,
  bins: CalibrationBins,
  groups: GroupIndex,
): GroupMetrics {
  const accuracies = meanRisks(outcomes.hits, groups); // refuses a group without rows
  return {
    accuracy: groupMetric(accuracies, groups, 'lowest'),
    brier: groupMetric(meanRisks(outcomes.brier, groups), groups, 'highest'),
    crossEntropy: groupMetric(meanRisks(outcomes.crossEntropy, groups), groups, 'highest'),
    ece: groupMetric(expectedCalibrationErrors(bins, groups), groups, 'highest'),
    mce: groupMetric(maximumCalibrationErrors(bins, groups), groups, 'highest'),
  };
}
