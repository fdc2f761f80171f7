// What several splits come to.

import { spreadOf } from '@fairfront/core';

/** The mean. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard error of the mean of independent values. */
export function standardError(values: readonly number[]): number {
  return spreadOf(values).deviation! / Math.sqrt(values.length);
}
