// What several runs come to.

import { spreadOf } from '@fairfront/core';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((left, right) => left - right)[Math.ceil(share * values.length) - 1]!;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of the mean of independent values. */
export function standardError(values: readonly number[]): number {
  return spreadOf(values).deviation! / Math.sqrt(values.length);
}
