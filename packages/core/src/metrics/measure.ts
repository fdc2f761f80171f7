// Measures models by group: the paper's metrics [MMPF App. A.7] and those that others ask for, each with its
// interval, and every change from one model to another with a paired one.

import { FairfrontError } from '../error.js';
import { asOneGroup, type GroupIndex } from '../groups/group-index.js';
import { quoted } from '../words.js';
import { aucs } from './auc.js';
import { type CalibrationBins, chanceCalibrationErrors } from './calibration.js';
import { checkPredictions } from './check-predictions.js';
import type { DecisionRates } from './decision-rates.js';
import { type GroupMetrics, measureGroups } from './group-metrics.js';
import { groupsTooSmall, type SmallGroupLimits, type TooSmallGroup } from './groups-too-small.js';
import { type ComparableMetrics, type MetricChanges, metricChanges } from './metric-changes.js';
import { type MeasuredMetrics, type MetricIntervals, metricIntervals } from './metric-intervals.js';
import { type Parity, parityOf } from './parity.js';
import { type PartialMetric, partialMetric } from './partial-metric.js';
import { type ReliabilityBin, reliabilityCurves } from './reliability.js';
import { type IntervalOptions, resampleModels, resolveIntervals } from './resample-models.js';
import type { Predictions } from './row-outcomes.js';

/** Options of `measure`. */
export interface MeasureOptions {
  /**
   * The class that decisions and AUC are of; by default the second of two, and of more classes every one
   * against the rest.
   */
  readonly positive?: number | undefined;
  /** Bootstrap intervals of every metric and every change; by default none. */
  readonly intervals?: IntervalOptions | undefined;
  /** When a group is too small to be judged. */
  readonly limits?: SmallGroupLimits | undefined;
  /** The model that changes are from; by default the first. */
  readonly reference?: string | undefined;
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
  /**
   * By group, the ECE that chance alone would make of a perfectly calibrated model with these confidences, on
   * as many rows: only what the ECE has above it speaks against the model.
   */
  readonly eceByChance: readonly number[];
  /** Reliability curve by group. */
  readonly reliability: readonly (readonly ReliabilityBin[])[];
  /** null where none were asked for. */
  readonly intervals: MetricIntervals | null;
  /** Groups whose metrics should not be taken for more than chance. */
  readonly tooSmall: readonly TooSmallGroup[];
}

/** What `measure` finds. Plain data, safe in JSON. */
export interface Measures<Name extends string> {
  readonly models: Readonly<Record<Name, AuditMetrics>>;
  /** From the reference to every other model; none where no intervals were asked for. */
  readonly changes: Readonly<Partial<Record<Name, MetricChanges>>>;
}

/**
 * Measures one model or several on the same rows: every metric with its interval, every change from the first
 * model with a paired one.
 * @param models by name, their probabilities, rows × classes; each row ≥ 0 with a sum of 1 within 1e-6, taken
 * as it is
 * @param labels each row's class
 * @param groups every group has rows; their weights, where they have any, count in every figure
 */
export function measure<Name extends string>(
  models: Readonly<Record<Name, Float64Array>>,
  labels: Int32Array,
  groups: GroupIndex,
  classCount: number,
  { positive, intervals, limits, reference }: MeasureOptions = {},
): Measures<Name> {
  const names = orderedNames(models, reference);
  for (const name of names) checkPredictions(models[name], labels, groups, classCount);
  const classes = positiveClasses(classCount, positive);
  const measured = names.map((name) => {
    const predictions = { probabilities: models[name], labels, classCount };
    return { predictions, ...measurePoints(predictions, groups, classes) };
  });
  const draws =
    intervals === undefined
      ? undefined
      : resampleModels(
          measured.map(({ predictions }) => predictions),
          groups,
          classes,
          resolveIntervals(intervals, labels.length),
        );
  const found = measured.map(({ metrics, bins }, model): AuditMetrics => {
    const own = draws === undefined ? null : metricIntervals(metrics, draws.models[model]!, draws);
    const evidence = { entityCounts: draws?.entityCounts, accuracies: own?.accuracy.byGroup };
    return {
      ...metrics,
      eceByChance: chanceCalibrationErrors(bins, groups),
      reliability: reliabilityCurves(bins, groups),
      intervals: own,
      tooSmall: groupsTooSmall(labels, groups, classCount, evidence, limits),
    };
  });
  const all = asOneGroup(groups);
  const changed = draws === undefined ? [] : names.slice(1);
  const comparable = (model: number): ComparableMetrics => ({
    metrics: found[model]!,
    overall: measurePoints(measured[model]!.predictions, all, classes).metrics,
    resampled: draws!.models[model]!,
  });
  const first = changed.length === 0 ? undefined : comparable(0);
  return {
    models: byName(Object.keys(models) as Name[], (name) => found[names.indexOf(name)]!),
    changes: byName(changed, (name) => metricChanges(comparable(names.indexOf(name)), first!, draws!.level)),
  };
}

/** The reference first. */
function orderedNames<Name extends string>(
  models: Readonly<Record<Name, Float64Array>>,
  reference: string | undefined,
): Name[] {
  const names = Object.keys(models) as Name[];
  if (names.length === 0)
    throw new FairfrontError('bad-option', 'models: there must be at least one; got none');
  const first = reference === undefined ? names[0] : names.find((name) => name === reference);
  if (first === undefined) {
    throw new FairfrontError(
      'bad-option',
      `reference must be one of the models, ${quoted(names)}; got "${reference}"`,
    );
  }
  return [first, ...names.filter((name) => name !== first)];
}

function byName<Name extends string, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;
}

/** Every metric without its interval. */
function measurePoints(
  predictions: Predictions,
  groups: GroupIndex,
  classes: readonly number[],
): { readonly metrics: MeasuredMetrics; readonly bins: CalibrationBins } {
  const { probabilities, labels, classCount } = predictions;
  const { metrics, bins, rates } = measureGroups(predictions, groups, classes);
  return {
    bins,
    metrics: {
      ...metrics,
      rates: rates.map((own) => ({ ...own, parity: parityOf(own) })),
      auc: partialMetric(aucs(probabilities, labels, groups, classCount, classes), 'lowest'),
    },
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
