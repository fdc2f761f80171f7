/** ln Σ exp(values), without overflow; −Infinity for no values or for all −Infinity. */
export function logSumExp(values: ArrayLike<number>): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, values[i]!);
  if (!Number.isFinite(largest)) return largest;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.exp(values[i]! - largest);
  return largest + Math.log(sum);
}
