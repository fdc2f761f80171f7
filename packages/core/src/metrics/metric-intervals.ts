// Bootstrap percentile intervals of every metric of an audit, stratified: each group's rows are redrawn
// within the group, so groups keep their sizes. One drawing serves all metrics of a resample, so they may be
// compared within it.
//
// What the intervals mean:
// - A metric of one group: the middle `level` of that metric in resamples of the group.
// - A worst group, a difference, a ratio: the middle `level` of the maximum (difference, ratio) *taken anew in
//   each resample*, whichever group is worst there. It knows that one cannot be sure who is served worst. But
//   the largest of several uncertain metrics lies above the largest of the true ones on average, and a
//   resample adds to the uncertainty: this interval is shifted towards the worse, the more so the smaller and
//   the closer to each other the groups are. It may begin above the metric itself.
// - ECE and MCE are sums and maxima of |gaps|, which chance alone makes larger than 0. Their intervals inherit
//   that bias, and resampling adds to it: a group that is calibrated perfectly has an interval above 0.
// - A group where every row is right has the interval from 1 to 1: what no row shows, no resample can.
//   groupsTooSmall knows by its rows.
//
// A metric that the data do not have has no interval. A resample that lacks what the data have (no positive
// of a group was drawn, so no tpr) says nothing of it: it is left out there and counted. For metrics over
// groups and over classes it counts only if it has all that the data have.

import { FairfrontError } from '../error.js';
import type { GroupIndex } from '../groups/group-index.js';
import { DEFAULT_LEVEL, DEFAULT_RESAMPLES, type Estimate, percentileInterval } from '../numeric/bootstrap.js';
import type { RandomSource } from '../numeric/random.js';
import { checkEntityRows, drawBits } from '../numeric/resampling.js';
import { type DecisionRates, RATE_NAMES, type RateName, WORST_RATE } from './decision-rates.js';
import type { GroupMetric, WorstIs } from './group-metric.js';
import type { GroupMetrics } from './group-metrics.js';
import type { Disparity, Parity } from './parity.js';
import { differenceOf, type PartialMetric, ratioOf, worstOf } from './partial-metric.js';
import {
  aucPlace,
  METRIC_NAMES,
  type Predictions,
  ratePlace,
  resampledMetrics,
} from './resampled-metrics.js';
import { rowDraws } from './row-draws.js';
import type { RowOutcomes } from './row-outcomes.js';

/** How bootstrap intervals are drawn. */
export interface IntervalOptions {
  readonly random: RandomSource;
  /** A whole number ≥ 1; default 1,000. */
  readonly resamples?: number | undefined;
  /** In (0, 1); default 0.95. */
  readonly level?: number | undefined;
  /**
   * Row → whose it is, whole numbers ≥ 0; by default every row is by itself. Each group draws its own rows of
   * an entity, even where the entity has rows in several groups.
   */
  readonly entities?: ArrayLike<number> | undefined;
}

/** The estimate of a metric that a resample may not have. */
export interface PartialEstimate extends Estimate {
  /** How many resamples do not have it. */
  readonly leftOut: number;
}

/** Intervals of a metric that every group has. */
export interface GroupMetricIntervals {
  readonly byGroup: readonly Estimate[];
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

/**
 * Bootstrap intervals of all metrics, resampled within each group.
 * @param metrics of these predictions, which were checked
 */
export function metricIntervals(
  predictions: Predictions,
  outcomes: RowOutcomes,
  index: GroupIndex,
  metrics: MeasuredMetrics,
  { random, resamples = DEFAULT_RESAMPLES, level = DEFAULT_LEVEL, entities }: IntervalOptions,
): MetricIntervals {
  check(resamples, level);
  if (entities !== undefined) checkEntityRows(entities, index.groups.length);
  const classes = metrics.rates.map(({ positive }) => positive);
  const drawn = resampleGroups(predictions, outcomes, index, classes, { random, resamples, entities });
  const of = (name: (typeof METRIC_NAMES)[number]): GroupMetricIntervals =>
    groupMetricIntervals(metrics[name], name === 'accuracy' ? 'lowest' : 'highest', level, (group) =>
      drawn(group, METRIC_NAMES.indexOf(name)),
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
      rateIntervals(rates, level, (group, rate) => drawn(group, ratePlace(place, rate))),
    ),
    auc: partialIntervals(
      metrics.auc,
      resampledSummaries(metrics.auc, 'lowest', (group) => drawn(group, aucPlace(classes.length))),
      level,
    ),
  };
}

function check(resamples: number, level: number): void {
  if (!(Number.isInteger(resamples) && resamples >= 1)) {
    throw new FairfrontError('bad-option', `resamples must be a whole number ≥ 1; got ${resamples}`);
  }
  if (!(level > 0 && level < 1)) {
    throw new FairfrontError('bad-option', `level must be in (0, 1); got ${level}`);
  }
}

/** A metric of a group in every resample; NaN where it has none. */
type Drawn = (group: number, metric: number) => Float64Array;

/** Group by group, so that the rows of one stay near the processor through all of its resamples. */
function resampleGroups(
  predictions: Predictions,
  outcomes: RowOutcomes,
  index: GroupIndex,
  classes: readonly number[],
  { random, resamples, entities }: IntervalOptions & { readonly resamples: number },
): Drawn {
  const nextBits = drawBits(random);
  const metricCount = aucPlace(classes.length) + 1;
  const own = new Float64Array(metricCount);
  const byGroup = groupRows(index, predictions, classes[0]!).map((rows) => {
    const draw = rowDraws(nextBits, rows, entities);
    const evaluate = resampledMetrics(predictions, outcomes, rows, classes);
    const counts = new Uint32Array(rows.length);
    const samples = new Float64Array(metricCount * resamples); // metrics × resamples
    for (let resample = 0; resample < resamples; resample++) {
      draw(counts);
      evaluate(counts, own);
      for (let f = 0; f < metricCount; f++) samples[f * resamples + resample] = own[f]!;
    }
    return samples;
  });
  return (group, metric) => byGroup[group]!.subarray(metric * resamples, (metric + 1) * resamples);
}

/** Rows of each group by their score for a class, so that the first AUC reads its counts in order. */
function groupRows(
  { groups, counts }: GroupIndex,
  { probabilities, classCount }: Predictions,
  positive: number,
): Uint32Array[] {
  const rows = counts.map((count) => new Uint32Array(count));
  const filled = new Uint32Array(counts.length);
  groups.forEach((group, row) => {
    rows[group]![filled[group]!++] = row;
  });
  const scoreOf = (row: number): number => probabilities[row * classCount + positive]!;
  return rows.map((own) => own.sort((left, right) => scoreOf(left) - scoreOf(right)));
}

function groupMetricIntervals(
  { byGroup, worst, disparity }: GroupMetric,
  worstIs: WorstIs,
  level: number,
  drawn: (group: number) => Float64Array,
): GroupMetricIntervals {
  const samples = byGroup.map((_, group) => drawn(group));
  return {
    byGroup: byGroup.map((value, group) => ({ value, ...percentileInterval(samples[group]!, level) })),
    worst: {
      value: worst,
      ...percentileInterval(
        overGroups(samples, (values) => worstOf(values, worstIs)),
        level,
      ),
    },
    disparity: { value: disparity, ...percentileInterval(overGroups(samples, differenceOf), level) },
  };
}

/** The metric in every resample; NaN where it does not count. */
interface ResampledSummaries {
  readonly byGroup: readonly Float64Array[];
  readonly worst: Float64Array;
  readonly difference: Float64Array;
  readonly ratio: Float64Array;
}

function resampledSummaries(
  { byGroup }: PartialMetric,
  worstIs: WorstIs | undefined,
  drawn: (group: number) => Float64Array,
): ResampledSummaries {
  const samples = byGroup.map((_, group) => drawn(group));
  const ofThoseThatHaveIt = samples.filter((_, group) => byGroup[group] !== null);
  return {
    byGroup: samples,
    worst: overGroups(ofThoseThatHaveIt, (values) => worstOf(values, worstIs ?? 'lowest')),
    difference: overGroups(ofThoseThatHaveIt, differenceOf),
    ratio: overGroups(ofThoseThatHaveIt, ratioOf),
  };
}

/**
 * A summary of the groups' metrics, resample by resample. NaN where a group's is: Math.max and Math.min see
 * to that.
 */
function overGroups(
  samples: readonly Float64Array[],
  summary: (byGroup: readonly number[]) => number,
): Float64Array {
  if (samples.length === 0) return new Float64Array(0);
  return samples[0]!.map((_, resample) => summary(samples.map((own) => own[resample]!)));
}

function partialIntervals(
  metric: PartialMetric,
  samples: ResampledSummaries,
  level: number,
): PartialMetricIntervals {
  return {
    byGroup: metric.byGroup.map((value, group) => partialEstimate(value, samples.byGroup[group]!, level)),
    worst: partialEstimate(metric.worst, samples.worst, level),
    difference: partialEstimate(metric.difference, samples.difference, level),
    ratio: partialEstimate(metric.ratio, samples.ratio, level),
  };
}

function partialEstimate(value: number | null, samples: Float64Array, level: number): PartialEstimate | null {
  if (value === null) return null;
  const own = samples.filter((sample) => !Number.isNaN(sample));
  if (own.length === 0) return null;
  return { value, ...percentileInterval(own, level), leftOut: samples.length - own.length };
}

function rateIntervals(
  rates: MeasuredMetrics['rates'][number],
  level: number,
  drawn: (group: number, rate: number) => Float64Array,
): DecisionRateIntervals {
  const resampled = RATE_NAMES.map((name, rate) =>
    resampledSummaries(rates[name], WORST_RATE[name], (group) => drawn(group, rate)),
  );
  const samplesOf = (name: RateName): ResampledSummaries => resampled[RATE_NAMES.indexOf(name)]!;
  const of = (name: RateName): PartialMetricIntervals =>
    partialIntervals(rates[name], samplesOf(name), level);
  const [selection, tpr, fpr] = [samplesOf('selectionRate'), samplesOf('tpr'), samplesOf('fpr')];
  const odds = {
    difference: tpr.difference.map((value, resample) => Math.max(value, fpr.difference[resample]!)),
    ratio: tpr.ratio.map((value, resample) => Math.min(value, fpr.ratio[resample]!)),
  };
  const parity = (
    { difference, ratio }: Disparity,
    samples: Pick<ResampledSummaries, 'difference' | 'ratio'>,
  ): DisparityIntervals => ({
    difference: partialEstimate(difference, samples.difference, level),
    ratio: partialEstimate(ratio, samples.ratio, level),
  });
  return {
    positive: rates.positive,
    selectionRate: of('selectionRate'),
    tpr: of('tpr'),
    fpr: of('fpr'),
    precision: of('precision'),
    baseRate: of('baseRate'),
    parity: {
      demographicParity: parity(rates.parity.demographicParity, selection),
      equalisedOdds: parity(rates.parity.equalisedOdds, odds),
      equalOpportunity: parity(rates.parity.equalOpportunity, tpr),
    },
  };
}
