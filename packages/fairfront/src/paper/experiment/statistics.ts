// How far numbers are from what they should be, and from each other.

import type { MeanAndDeviation } from '@fairfront/charts';

export function meanAndDeviation(values: readonly number[]): MeanAndDeviation {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sd: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0 };
}

/** |value − truth| / |truth|, Euclidean. */
export function relativeError(value: readonly number[], truth: readonly number[]): number {
  return Math.hypot(...value.map((entry, a) => entry - truth[a]!)) / Math.hypot(...truth);
}
