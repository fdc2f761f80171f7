// What several runs come to.

/** The median: between two values, their mean. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The smallest value that at least the share of all do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((left, right) => left - right)[Math.ceil(share * values.length) - 1]!;
}
