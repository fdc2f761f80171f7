// Metrics by group of a model that predicts a number, with e = ŷ − y. Every one follows from a few sums, so that a
// resample is one pass over the rows of a group:
//
//   squared  Σ w e² / Σ w         rmse  √squared         mae  Σ w |e| / Σ w         bias  Σ w e / Σ w
//   r2       1 − squared / variance of y within the same rows; null where that is 0
//
// `overall` is the metric of all rows taken as one group: of rmse and r2 that is no mean over groups.

import { FairfrontError } from '../error.js';
import type { GroupIndex } from '../groups/group-index.js';
import { disparity } from '../groups/risks.js';

/** The metrics, in the order of their places. */
export const NUMBER_METRICS = ['squared', 'rmse', 'mae', 'r2', 'bias'] as const;
/** The name of a metric of predicted numbers. */
export type NumberMetricName = (typeof NUMBER_METRICS)[number];

/** A metric by group and over all rows. Plain data, safe in JSON. */
export interface NumberMetric<Value extends number | null = number> {
  readonly byGroup: readonly Value[];
  readonly overall: Value;
  /** The highest; of r2 the lowest; of bias the one farthest from 0, without its sign. */
  readonly worst: Value;
  /** Which group that is; the first on a tie. */
  readonly worstGroup: Value;
  /** The largest difference between two groups. */
  readonly disparity: Value;
}

/** Metrics by group of a model that predicts a number, in the target's units; `squared` in their squares. */
export interface NumberMetrics {
  /** The mean squared error: the risk of `loss: 'squared'`. */
  readonly squared: NumberMetric;
  /** Its root: the typical error. */
  readonly rmse: NumberMetric;
  /** The mean absolute error. */
  readonly mae: NumberMetric;
  /** The share of the group's own variance that is explained; null where all of its values are the same. */
  readonly r2: NumberMetric<number | null>;
  /** The mean of prediction − truth: above 0 the group is predicted too high. */
  readonly bias: NumberMetric;
}

/** Sums of rows: of weights, of errors squared, absolute and as they are, of values and their squares. */
export const SUM_COUNT = 6;

/**
 * Writes the metrics that sums stand for, in the order of `NUMBER_METRICS`.
 * @param sums Σw, Σw e², Σw |e|, Σw e, Σw (y − c), Σw (y − c)² for any c
 * @param floor a variance that is not above it is 0
 */
export function metricsOfSums(sums: Float64Array, floor: number, into: Float64Array): void {
  const [weight, squares, sizes, errors, values, valueSquares] = sums as unknown as number[];
  const squared = squares! / weight!;
  const variance = valueSquares! / weight! - (values! / weight!) ** 2;
  into[0] = squared;
  into[1] = Math.sqrt(squared);
  into[2] = sizes! / weight!;
  into[3] = variance > floor ? 1 - squared / variance : Number.NaN;
  into[4] = errors! / weight!;
}

/** Mean and variance of the values of rows, by which sums stay accurate and 0 is told from little. */
export function spreadOfValues(values: Float64Array): { readonly centre: number; readonly floor: number } {
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / values.length;
  return { centre, floor: 1e-12 * variance };
}

/**
 * Measures mean squared error, RMSE, MAE, R² and bias of every group.
 * @param predictions a number for every row
 * @param values what was true
 * @param groups every group has rows
 */
export function numberMetrics(
  predictions: Float64Array,
  values: Float64Array,
  groups: GroupIndex,
): NumberMetrics {
  checkNumbers(predictions, values, groups);
  const { centre, floor } = spreadOfValues(values);
  const sums = groups.names.map(() => new Float64Array(SUM_COUNT));
  for (let row = 0; row < values.length; row++) {
    const weight = groups.weights?.[row] ?? 1;
    addTerms(sums[groups.groups[row]!]!, 0, predictions[row]!, values[row]!, centre, weight);
  }
  return metricsOfGroups(sums, floor);
}

/** Adds a row to sums that begin at a place. */
export function addTerms(
  sums: Float64Array,
  at: number,
  prediction: number,
  truth: number,
  centre: number,
  weight: number,
): void {
  const error = prediction - truth;
  const value = truth - centre;
  sums[at]! += weight;
  sums[at + 1]! += weight * (error * error);
  sums[at + 2]! += weight * Math.abs(error);
  sums[at + 3]! += weight * error;
  sums[at + 4]! += weight * value;
  sums[at + 5]! += weight * (value * value);
}

/** The sums of all groups together. */
export function sumOfGroups(sums: readonly Float64Array[]): Float64Array {
  return sums.reduce((all, own) => all.map((sum, k) => sum + own[k]!));
}

function metricsOfGroups(sums: readonly Float64Array[], floor: number): NumberMetrics {
  const values = [...sums, sumOfGroups(sums)].map((own) => {
    const metrics = new Float64Array(NUMBER_METRICS.length);
    metricsOfSums(own, floor, metrics);
    return metrics;
  });
  const of = (name: NumberMetricName): NumberMetric => {
    const all = values.map((own) => own[NUMBER_METRICS.indexOf(name)]!);
    return summarised(name, all.slice(0, -1), all.at(-1)!);
  };
  return { squared: of('squared'), rmse: of('rmse'), mae: of('mae'), r2: of('r2'), bias: of('bias') };
}

/** How bad a value is: the highest is the worst. */
export function badness(name: NumberMetricName, value: number): number {
  if (name === 'bias') return Math.abs(value);
  return name === 'r2' ? -value : value;
}

/** NaN becomes null, which the type says of r2 alone. */
function summarised(name: NumberMetricName, byGroup: readonly number[], overall: number): NumberMetric {
  const known = byGroup.filter((value) => !Number.isNaN(value));
  const worst = known.reduce(
    (one, other) => (badness(name, other) > badness(name, one) ? other : one),
    known[0] ?? Number.NaN,
  );
  const orNull = (value: number): number => (Number.isNaN(value) ? (null as unknown as number) : value);
  return {
    byGroup: byGroup.map(orNull),
    overall: orNull(overall),
    worst: orNull(name === 'bias' ? Math.abs(worst) : worst),
    worstGroup: orNull(known.length === 0 ? Number.NaN : byGroup.indexOf(worst)),
    disparity: orNull(known.length === 0 ? Number.NaN : disparity(known)),
  };
}

/** Throws unless every row has a finite prediction and value, and every group rows. */
export function checkNumbers(predictions: Float64Array, values: Float64Array, groups: GroupIndex): void {
  const rows = groups.groups.length;
  if (predictions.length !== rows || values.length !== rows) {
    throw new FairfrontError(
      'bad-problem',
      `every row needs a prediction, a value and a group; got ${predictions.length}, ${values.length} and ${rows} of them`,
    );
  }
  const empty = groups.counts.indexOf(0);
  if (empty >= 0) {
    throw new FairfrontError('bad-groups', `group "${groups.names[empty]}" has no rows; merge groups`);
  }
  for (const [what, numbers] of [
    ['prediction', predictions],
    ['value', values],
  ] as const) {
    const row = numbers.findIndex((number) => !Number.isFinite(number));
    if (row >= 0) {
      throw new FairfrontError(
        'bad-problem',
        `the ${what} of row ${row + 1} must be finite; got ${numbers[row]}`,
      );
    }
  }
}
