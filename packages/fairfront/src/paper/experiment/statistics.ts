// Small sums over runs: their spread, and how far numbers are from what they should be.

import type { MeanAndDeviation } from '@fairfront/charts';

/** The mean and the standard deviation of a sample; 0 for one value. */
export function meanAndDeviation(values: readonly number[]): MeanAndDeviation {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sd: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0 };
}

/** The Euclidean |value − truth| / |truth|. */
export function relativeError(value: readonly number[], truth: readonly number[]): number {
  return Math.hypot(...value.map((entry, a) => entry - truth[a]!)) / Math.hypot(...truth);
}

/** The different values, smallest first. */
export function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((left, right) => left - right);
}
