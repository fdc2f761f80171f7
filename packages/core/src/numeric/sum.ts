// Sums of many terms, compensated: the error does not grow with the number of terms (Neumaier 1974).

/** Σ values, with the rounding errors of the additions added back at the end. */
export function compensatedSum(values: ArrayLike<number>): number {
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  // An infinite total has nothing to mend: Infinity − Infinity would make it NaN.
  return Number.isFinite(lost) ? sum + lost : sum;
}

/** Σ_a left_a · right_a, compensated. Both have the same length; a factor 0 silences an infinite partner. */
export function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < left.length; i++) {
    const value = left[i] === 0 || right[i] === 0 ? 0 : left[i]! * right[i]!;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return Number.isFinite(lost) ? sum + lost : sum;
}
