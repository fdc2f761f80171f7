// How every metric changes from one model to another on the same rows, with paired intervals: both models are
// measured in the same resamples, and the percentiles are of their differences.

import { SHOWN_RISK } from '../numbers.js';
import type { Estimate } from '../numeric/bootstrap.js';
import { RATE_NAMES, RATE_ROWS, type RateName } from './decision-rates.js';
import {
  type MeasuredMetrics,
  type PartialEstimate,
  partialEstimate,
  weightedMeans,
} from './metric-intervals.js';
import type { ResampledModel } from './resample-models.js';
import { aucPlace, METRIC_NAMES, ratePlace, rowsPlace } from './resampled-metrics.js';

/** The difference of a metric, model − reference. */
export interface MetricChange<Change> {
  readonly byGroup: readonly Change[];
  /** Over all rows. */
  readonly overall: Change;
}

/** The difference of a risk, and what it is as a share of the reference's. */
export interface RiskChange extends Estimate {
  /**
   * r / r_reference − 1. null where the reference's risk is below 5e-5, which four decimals show as 0: a
   * share of that means nothing.
   */
  readonly relative: PartialEstimate | null;
}

/** Rates that a model can change. */
export type ChangingRate = Exclude<RateName, 'baseRate'>;

/** Changes of the decision rates of one class; null where a model does not have the rate. */
export interface RateChanges extends Readonly<Record<ChangingRate, MetricChange<PartialEstimate | null>>> {
  readonly positive: number;
}

/** Plain data, safe in JSON. Groups are told by their place. */
export interface MetricChanges {
  readonly accuracy: MetricChange<Estimate>;
  readonly brier: MetricChange<RiskChange>;
  readonly crossEntropy: MetricChange<RiskChange>;
  /** One for each class that the metrics have rates of. */
  readonly rates: readonly RateChanges[];
  /** null where a group has one class only. Over all rows it is redrawn from all of them, not by group. */
  readonly auc: MetricChange<PartialEstimate | null>;
}

/** A model's metrics, and what resampling makes of them. */
export interface ComparableMetrics {
  readonly metrics: MeasuredMetrics;
  /** The same with all rows taken as one group. */
  readonly overall: MeasuredMetrics;
  readonly resampled: ResampledModel;
}

/** Compares a model with the reference, metric by metric. */
export function metricChanges(
  model: ComparableMetrics,
  reference: ComparableMetrics,
  level: number,
): MetricChanges {
  const { rates } = reference.metrics;
  const change = <Change>(
    place: number,
    of: (own: Series, other: Series) => Change,
  ): MetricChange<Change> => {
    const others = seriesAt(reference, place);
    const changes = seriesAt(model, place).map((own, i) => of(own, others[i]!));
    return { byGroup: changes.slice(0, -1), overall: changes.at(-1)! };
  };
  const difference = (own: Series, other: Series): PartialEstimate | null =>
    own.value === null || other.value === null
      ? null
      : partialEstimate(
          own.value - other.value,
          combined(own, other, (one, two) => one - two),
          level,
        );
  const estimate = (own: Series, other: Series): Estimate => {
    const { value, low, high } = difference(own, other)!; // every group has it in every resample
    return { value, low, high };
  };
  const riskChange = (own: Series, other: Series): RiskChange => ({
    ...estimate(own, other),
    relative:
      other.value! < SHOWN_RISK
        ? null
        : partialEstimate(own.value! / other.value! - 1, combined(own, other, relative), level),
  });
  return {
    accuracy: change(METRIC_NAMES.indexOf('accuracy'), estimate),
    brier: change(METRIC_NAMES.indexOf('brier'), riskChange),
    crossEntropy: change(METRIC_NAMES.indexOf('crossEntropy'), riskChange),
    rates: rates.map(({ positive }, c) => {
      const of = (name: ChangingRate): MetricChange<PartialEstimate | null> =>
        change(ratePlace(c, RATE_NAMES.indexOf(name)), difference);
      return {
        positive,
        selectionRate: of('selectionRate'),
        tpr: of('tpr'),
        fpr: of('fpr'),
        precision: of('precision'),
        meanPrediction: of('meanPrediction'),
      };
    }),
    auc: change(aucPlace(rates.length), difference),
  };
}

/** A metric, and what it is in every resample; NaN where a resample has none. */
interface Series {
  readonly value: number | null;
  readonly samples: Float64Array;
}

/** The metric at a place for each group, and last over all rows. */
function seriesAt({ metrics, overall, resampled }: ComparableMetrics, place: number): Series[] {
  const byGroup = valuesAt(metrics, place).map((value, group) => ({
    value,
    samples: resampled.byGroup(group, place),
  }));
  const samples =
    place === aucPlace(metrics.rates.length)
      ? resampled.overallAucs
      : (resampled.overall?.(place) ??
        weightedMeans(
          byGroup.map((own) => own.samples),
          byGroup.map((_, group) => rowsBehind(resampled, group, place, metrics.rates.length)),
        ));
  return [...byGroup, { value: valuesAt(overall, place)[0]!, samples }];
}

/** By group, in the places of `resampledMetrics`. */
function valuesAt(metrics: MeasuredMetrics, place: number): readonly (number | null)[] {
  if (place < METRIC_NAMES.length) return metrics[METRIC_NAMES[place]!].byGroup;
  const at = place - METRIC_NAMES.length;
  const rates = metrics.rates[Math.floor(at / RATE_NAMES.length)];
  return rates === undefined ? metrics.auc.byGroup : rates[RATE_NAMES[at % RATE_NAMES.length]!].byGroup;
}

/** How many rows of a group the metric at a place is a mean over, by resample. */
function rowsBehind(
  { byGroup: drawn }: ResampledModel,
  group: number,
  place: number,
  classCount: number,
): Float64Array {
  const rows = drawn(group, rowsPlace(classCount));
  const at = place - METRIC_NAMES.length;
  const of = at < 0 ? 'all' : RATE_ROWS[RATE_NAMES[at % RATE_NAMES.length]!];
  if (of === 'all') return rows;
  const rate = (name: RateName): Float64Array =>
    drawn(group, ratePlace(Math.floor(at / RATE_NAMES.length), RATE_NAMES.indexOf(name)));
  const shares = rate(of === 'selected' ? 'selectionRate' : 'baseRate');
  return rows.map((count, b) => count * (of === 'negative' ? 1 - shares[b]! : shares[b]!));
}

function combined(own: Series, other: Series, combine: (own: number, other: number) => number): Float64Array {
  return own.samples.map((sample, b) => combine(sample, other.samples[b]!));
}

/** NaN where the reference's risk is as good as 0 in a resample. */
function relative(own: number, reference: number): number {
  return reference < SHOWN_RISK ? Number.NaN : own / reference - 1;
}
