// The covariance between being in a group and a row's signed distance to the decision boundary (Zafar et al. 2017): linear in θ.
//
//   cov_a(θ) = (1/n) Σ_i (1[a_i = a] − s_a) ⟨θ, (x_i, 1)⟩ = ⟨θ, direction_a⟩        s_a = n_a / n
//   direction_a = s_a (mean of (x, 1) over group a − mean over all rows)
//
// The intercept has no part in it, and the covariances of all groups sum to 0.

import type { LabelledRows } from '../groups/labelled-rows.js';
import { forEachEntry } from '../numeric/sparse-rows.js';

/** Of the mean of |x|: differences of means below this are rounding, and a bound of 0 must not hold models to them. */
const ROUNDING = 1e-13;

/** direction_a for every group, each of width columnCount + 1. */
export function covarianceDirections({ features, groups }: LabelledRows): Float64Array[] {
  const { rowCount, columnCount } = features;
  const sums = groups.counts.map(() => new Float64Array(columnCount));
  const all = new Float64Array(columnCount);
  const sizes = new Float64Array(columnCount); // Σ |x|
  for (let row = 0; row < rowCount; row++) {
    const own = sums[groups.groups[row]!]!;
    forEachEntry(features, row, (column, value) => {
      own[column]! += value;
      all[column]! += value;
      sizes[column]! += Math.abs(value);
    });
  }
  const directions = sums.map((sum, group) => {
    const share = groups.counts[group]! / rowCount;
    const direction = new Float64Array(columnCount + 1);
    for (let c = 0; c < columnCount; c++) {
      const difference = sum[c]! - share * all[c]!;
      if (Math.abs(difference) > ROUNDING * sizes[c]!) direction[c] = difference / rowCount;
    }
    return direction;
  });
  // The other group's to the last digit: a bound on one is a bound on both.
  if (directions.length === 2) directions[1] = directions[0]!.map((entry) => (entry === 0 ? 0 : -entry));
  return directions;
}
