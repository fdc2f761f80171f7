// Bootstrap intervals of every metric of a model.
//
// What the intervals mean:
// - A metric of one group: the middle `level` of that metric in resamples of the group (percentiles).
// - A worst group, a difference, a ratio: from bands that hold all groups at once (simultaneous-bands.ts), so
//   they hold the true one at least about as often as they say, whichever group is worst.
// - ECE and MCE are sums and maxima of |gaps|, which chance alone makes larger than 0. Their intervals inherit
//   that bias, and resampling adds to it: a group that is calibrated perfectly has an interval above 0.
// - A group where every row is right has the interval from 1 to 1: what no row shows, no resample can.
//   groupsTooSmall knows by its rows, and bands of shares have a width all the same.
//
// A metric that the data do not have has no interval. A resample that lacks what the data have (no positive
// of a group was drawn, so no tpr) says nothing of it: it is left out there and counted. For metrics over
// groups and over classes it counts only if it has all that the data have.

import { type Estimate, type Interval, percentileInterval } from '../numeric/bootstrap.js';
import { type DecisionRates, RATE_NAMES, RATE_ROWS, type RateName, WORST_RATE } from './decision-rates.js';
import type { GroupMetric, WorstIs } from './group-metric.js';
import type { GroupMetrics } from './group-metrics.js';
import type { Disparity, Parity } from './parity.js';
import type { PartialMetric } from './partial-metric.js';
import type { ResampledModel, ResampledModels } from './resample-models.js';
import { aucPlace, METRIC_NAMES, ratePlace, rowsPlace } from './resampled-metrics.js';
import { SMALLEST_PROBABILITY } from './row-outcomes.js';
import {
  type BandShape,
  type Bands,
  differenceInterval,
  type ResampledValue,
  ratioInterval,
  simultaneousBands,
  worstInterval,
} from './simultaneous-bands.js';

/** The estimate of a metric that a resample may not have. */
export interface PartialEstimate extends Estimate {
  /** How many resamples do not have it. */
  readonly leftOut: number;
}

/** Intervals of a metric that every group has. */
export interface GroupMetricIntervals {
  readonly byGroup: readonly Estimate[];
  /** Wider than `byGroup`: these hold the true values of all groups at once. */
  readonly bands: readonly Interval[];
  readonly sampleMean: Estimate;
  readonly worst: Estimate;
  readonly disparity: Estimate;
}

/** null where there is no metric, or no resample has it. */
export interface PartialMetricIntervals {
  readonly byGroup: readonly (PartialEstimate | null)[];
  readonly worst: PartialEstimate | null;
  readonly difference: PartialEstimate | null;
  readonly ratio: PartialEstimate | null;
}

/** Intervals of a disparity; null where there is none. */
export type DisparityIntervals = Readonly<Record<keyof Disparity, PartialEstimate | null>>;

/** Intervals of the decision rates of one class, and of their parity. */
export interface DecisionRateIntervals extends Readonly<Record<RateName, PartialMetricIntervals>> {
  readonly positive: number;
  readonly parity: Readonly<Record<keyof Parity, DisparityIntervals>>;
}

/** Plain data, safe in JSON. */
export interface MetricIntervals extends Readonly<Record<keyof GroupMetrics, GroupMetricIntervals>> {
  readonly level: number;
  readonly resamples: number;
  /** One for each class that the metrics have rates of. */
  readonly rates: readonly DecisionRateIntervals[];
  readonly auc: PartialMetricIntervals;
}

/** What the intervals are of. */
export interface MeasuredMetrics extends GroupMetrics {
  readonly rates: readonly (DecisionRates & { readonly parity: Parity })[];
  readonly auc: PartialMetric;
}

type DrawnGroups = Pick<ResampledModels, 'counts' | 'entityCounts'>;

/**
 * Bootstrap intervals of all metrics of a model.
 * @param metrics of the predictions that were resampled
 */
export function metricIntervals(
  metrics: MeasuredMetrics,
  { byGroup: drawn, overall }: ResampledModel,
  { level, resamples, ...groups }: ResampledModels,
): MetricIntervals {
  const drawCounts = groups.counts.map((rows, group) => Math.min(rows, groups.entityCounts?.[group] ?? rows));
  const classCount = metrics.rates.length;
  const of = (name: (typeof METRIC_NAMES)[number]): GroupMetricIntervals =>
    groupMetricIntervals(
      metrics[name],
      metrics[name].byGroup.map((value, group) => ({
        value,
        samples: drawn(group, METRIC_NAMES.indexOf(name)),
        size: drawCounts[group]!,
      })),
      // Calibration errors of all rows are no mean of the groups'.
      name === 'ece' || name === 'mce' ? undefined : overall?.(METRIC_NAMES.indexOf(name)),
      drawCounts.map((_, group) => drawn(group, rowsPlace(classCount))),
      { level, ...MEAN_BANDS[name] },
    );
  return {
    level,
    resamples,
    accuracy: of('accuracy'),
    brier: of('brier'),
    crossEntropy: of('crossEntropy'),
    ece: of('ece'),
    mce: of('mce'),
    rates: metrics.rates.map((rates, place) =>
      rateIntervals(rates, level, groups, (group, rate) => drawn(group, ratePlace(place, rate))),
    ),
    auc: partialIntervals(
      resampledGroups(
        metrics.auc,
        (group) => drawn(group, aucPlace(classCount)),
        (group) => aucSize(metrics.rates, groups, group),
      ),
      metrics.auc,
      'lowest',
      level,
    ),
  };
}

interface BandOptions {
  readonly level: number;
  readonly worstIs: WorstIs;
  readonly shape: BandShape;
  /** The largest value possible. */
  readonly highest: number;
}

/** How bands of the metrics are drawn. Those of ECE and MCE lean upwards as these do. */
const MEAN_BANDS: Readonly<Record<(typeof METRIC_NAMES)[number], Omit<BandOptions, 'level'>>> = {
  accuracy: { worstIs: 'lowest', shape: 'share', highest: 1 },
  brier: { worstIs: 'highest', shape: 'risk', highest: 2 },
  crossEntropy: { worstIs: 'highest', shape: 'risk', highest: -Math.log(SMALLEST_PROBABILITY) },
  ece: { worstIs: 'highest', shape: 'plain', highest: 1 },
  mce: { worstIs: 'highest', shape: 'plain', highest: 1 },
};

function groupMetricIntervals(
  { sampleMean, worst, disparity }: GroupMetric,
  groups: readonly ResampledValue[],
  overall: Float64Array | undefined,
  rows: readonly Float64Array[],
  { level, worstIs, shape, highest }: BandOptions,
): GroupMetricIntervals {
  const { intervals } = simultaneousBands(groups, level, shape, highest)!; // every resample has these
  const samples = groups.map((group) => group.samples);
  return {
    byGroup: groups.map(({ value }, group) => ({ value, ...percentileInterval(samples[group]!, level) })),
    bands: intervals,
    sampleMean: { value: sampleMean, ...percentileInterval(overall ?? weightedMeans(samples, rows), level) },
    worst: { value: worst, ...worstInterval(intervals, worstIs) },
    disparity: { value: disparity, ...differenceInterval(intervals) },
  };
}

/**
 * Σ_a weight · sample / Σ_a weight, resample by resample; groups of weight 0 say nothing.
 * @param samples groups → resamples
 */
export function weightedMeans(
  samples: readonly Float64Array[],
  weights: readonly Float64Array[],
): Float64Array {
  return samples[0]!.map((_, resample) => {
    let sum = 0;
    let total = 0;
    for (let group = 0; group < samples.length; group++) {
      const weight = weights[group]![resample]!;
      if (weight === 0) continue;
      sum += weight * samples[group]![resample]!;
      total += weight;
    }
    return sum / total;
  });
}

/** The groups that have the metric; the others are null. */
function resampledGroups(
  { byGroup }: PartialMetric,
  drawn: (group: number) => Float64Array,
  size: (group: number) => number,
): (ResampledValue | null)[] {
  return byGroup.map((value, group) =>
    value === null ? null : { value, samples: drawn(group), size: size(group) },
  );
}

function partialIntervals(
  groups: readonly (ResampledValue | null)[],
  { worst, difference, ratio }: PartialMetric,
  worstIs: WorstIs | undefined,
  level: number,
): PartialMetricIntervals {
  const bands = simultaneousBands(those(groups), level, 'share');
  return {
    byGroup: groups.map((group) =>
      group === null ? null : partialEstimate(group.value, group.samples, level),
    ),
    worst: bandEstimate(worst, bands, (intervals) => worstInterval(intervals, worstIs ?? 'lowest')),
    difference: bandEstimate(difference, bands, differenceInterval),
    ratio: bandEstimate(ratio, bands, ratioInterval),
  };
}

function those<Value>(values: readonly (Value | null)[]): Value[] {
  return values.filter((value) => value !== null);
}

function bandEstimate(
  value: number | null,
  bands: Bands | undefined,
  summary: (intervals: readonly Interval[]) => Interval,
): PartialEstimate | null {
  if (value === null || bands === undefined) return null;
  return { value, ...summary(bands.intervals), leftOut: bands.leftOut };
}

/** The estimate of a metric by percentiles of the samples that have it; null where none has. */
export function partialEstimate(
  value: number | null,
  samples: Float64Array,
  level: number,
): PartialEstimate | null {
  if (value === null) return null;
  const own = samples.filter((sample) => !Number.isNaN(sample));
  if (own.length === 0) return null;
  return { value, ...percentileInterval(own, level), leftOut: samples.length - own.length };
}

function rateIntervals(
  rates: MeasuredMetrics['rates'][number],
  level: number,
  { counts, entityCounts = counts }: DrawnGroups,
  drawn: (group: number, rate: number) => Float64Array,
): DecisionRateIntervals {
  const groupsOf = (name: RateName): (ResampledValue | null)[] =>
    resampledGroups(
      rates[name],
      (group) => drawn(group, RATE_NAMES.indexOf(name)),
      (group) => Math.min(entityCounts[group]!, counts[group]! * rateShare(rates, name, group)),
    );
  const of = (name: RateName): PartialMetricIntervals =>
    partialIntervals(groupsOf(name), rates[name], WORST_RATE[name], level);
  const [selectionRate, tpr, fpr] = [of('selectionRate'), of('tpr'), of('fpr')];
  return {
    positive: rates.positive,
    selectionRate,
    tpr,
    fpr,
    precision: of('precision'),
    baseRate: of('baseRate'),
    meanPrediction: of('meanPrediction'),
    parity: {
      demographicParity: { difference: selectionRate.difference, ratio: selectionRate.ratio },
      equalisedOdds: oddsIntervals(rates.parity.equalisedOdds, groupsOf('tpr'), groupsOf('fpr'), level),
      equalOpportunity: { difference: tpr.difference, ratio: tpr.ratio },
    },
  };
}

/** Bands of both rates at once. */
function oddsIntervals(
  { difference, ratio }: Disparity,
  tpr: readonly (ResampledValue | null)[],
  fpr: readonly (ResampledValue | null)[],
  level: number,
): DisparityIntervals {
  const positives = those(tpr);
  const bands = simultaneousBands([...positives, ...those(fpr)], level, 'share');
  const ofBoth =
    (choose: (left: number, right: number) => number, summary: (own: readonly Interval[]) => Interval) =>
    (intervals: readonly Interval[]): Interval => {
      const [left, right] = [
        summary(intervals.slice(0, positives.length)),
        summary(intervals.slice(positives.length)),
      ];
      return { low: choose(left.low, right.low), high: choose(left.high, right.high) };
    };
  return {
    difference: bandEstimate(difference, bands, ofBoth(Math.max, differenceInterval)),
    ratio: bandEstimate(ratio, bands, ofBoth(Math.min, ratioInterval)),
  };
}

/** The share of a group's rows that a rate is of. */
function rateShare(rates: DecisionRates, name: RateName, group: number): number {
  const [positive, selected] = [rates.baseRate.byGroup[group]!, rates.selectionRate.byGroup[group]!];
  return { all: 1, positive, negative: 1 - positive, selected }[RATE_ROWS[name]];
}

/** What an AUC rests on: the rarer kind of rows, of the class where these are the fewest. */
function aucSize(
  rates: readonly DecisionRates[],
  { counts, entityCounts = counts }: DrawnGroups,
  group: number,
): number {
  const shares = rates.map(({ baseRate }) =>
    Math.min(baseRate.byGroup[group]!, 1 - baseRate.byGroup[group]!),
  );
  const rarest = Math.min(...shares.filter((share) => share > 0));
  return Math.min(entityCounts[group]!, counts[group]! * rarest);
}
