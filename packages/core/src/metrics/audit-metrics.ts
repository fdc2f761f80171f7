// All that can be said of a model's probabilities, group by group: the paper's metrics [MMPF App. A.7] and
// those that others ask for.

import { FairfrontError } from '../error.js';
import type { GroupIndex } from '../groups/group-index.js';
import { aucs } from './auc.js';
import { calibrationBins } from './calibration.js';
import { checkPredictions } from './check-predictions.js';
import { type DecisionRates, decisionRates } from './decision-rates.js';
import { type GroupMetrics, metricsOfOutcomes } from './group-metrics.js';
import {
  groupsTooSmall,
  type SmallGroupEvidence,
  type SmallGroupLimits,
  type TooSmallGroup,
} from './groups-too-small.js';
import { type IntervalOptions, type MetricIntervals, metricIntervals } from './metric-intervals.js';
import { type Parity, parityOf } from './parity.js';
import { type PartialMetric, partialMetric } from './partial-metric.js';
import { type ReliabilityBin, reliabilityCurves } from './reliability.js';
import { entityCountsByGroup } from './row-draws.js';
import { rowOutcomes } from './row-outcomes.js';

/** Options of `auditMetrics`. */
export interface AuditOptions {
  /**
   * The class that decisions and AUC are of; by default the second of two, and of more classes every one
   * against the rest.
   */
  readonly positive?: number | undefined;
  /** Bootstrap intervals of every metric; by default none. */
  readonly intervals?: IntervalOptions | undefined;
  /** When a group is too small to be judged. */
  readonly limits?: SmallGroupLimits | undefined;
}

/** Decisions for one class against the rest. */
export interface ClassDecisions extends DecisionRates {
  readonly parity: Parity;
}

/** Plain data, safe in JSON. Groups are told by their place. */
export interface AuditMetrics extends GroupMetrics {
  /** Decision rates of the positive class, or of every class. */
  readonly rates: readonly ClassDecisions[];
  /** The mean AUC over the same classes, those for which the group has one. */
  readonly auc: PartialMetric;
  /** Reliability curve by group. */
  readonly reliability: readonly (readonly ReliabilityBin[])[];
  /** null where none were asked for. */
  readonly intervals: MetricIntervals | null;
  /** Groups whose metrics should not be taken for more than chance. */
  readonly tooSmall: readonly TooSmallGroup[];
}

/**
 * Measures predictions by group: metrics, decision rates, parity, AUC, reliability and intervals.
 * @param probabilities rows × classes, row by row; each row ≥ 0 with a sum of 1 within 1e-6, taken as it is
 * @param labels each row's class
 * @param groups every group has rows
 */
export function auditMetrics(
  probabilities: Float64Array,
  labels: Int32Array,
  groups: GroupIndex,
  classCount: number,
  { positive, intervals, limits }: AuditOptions = {},
): AuditMetrics {
  checkPredictions(probabilities, labels, groups, classCount);
  const classes = positiveClasses(classCount, positive);
  const outcomes = rowOutcomes(probabilities, labels, classCount);
  const bins = calibrationBins(outcomes, groups);
  const metrics = {
    ...metricsOfOutcomes(outcomes, bins, groups),
    rates: classes.map((own) => {
      const rates = decisionRates(outcomes.guesses, labels, groups, own);
      return { ...rates, parity: parityOf(rates) };
    }),
    auc: partialMetric(aucs(probabilities, labels, groups, classCount, classes), 'lowest'),
  };
  const found =
    intervals === undefined
      ? null
      : metricIntervals({ probabilities, labels, classCount }, outcomes, groups, metrics, intervals);
  const evidence: SmallGroupEvidence = {
    entityCounts:
      intervals?.entities === undefined ? undefined : entityCountsByGroup(groups, intervals.entities),
    accuracies: found?.accuracy.byGroup,
  };
  return {
    ...metrics,
    reliability: reliabilityCurves(bins),
    intervals: found,
    tooSmall: groupsTooSmall(labels, groups, classCount, evidence, limits),
  };
}

function positiveClasses(classCount: number, positive: number | undefined): number[] {
  if (positive === undefined) return classCount === 2 ? [1] : Array.from({ length: classCount }, (_, c) => c);
  if (!(Number.isInteger(positive) && positive >= 0 && positive < classCount)) {
    throw new FairfrontError(
      'bad-option',
      `positive must be a class, a whole number from 0 to ${classCount - 1}; got ${positive}`,
    );
  }
  return [positive];
}
