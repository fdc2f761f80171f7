// Repair of a number, the geometric repair of Feldman et al.: a row keeps its quantile u within its group,
// and its value moves towards the median over the groups of what they have at that quantile.
//
//   u      = F_a(x) − V (F_a(x) − F_a(x−)),  V uniform on [0, 1)     ties are spread, so u is uniform within every group
//   target = median_b F_b⁻¹(u)
//   x      ← (1 − λ) x + λ target
//
// F_a is the distribution function of group a's training rows, F_a⁻¹(u) its least value with F_a ≥ u. Order
// within a group is kept for every λ. A value not met in training has the quantile of the next one below it;
// beyond the ends u is 0 or 1. The paper's program cuts every group into as many buckets as the group with
// the fewest values has, and repairs to a value of the data; here quantiles are exact, and of an even number
// of groups the median is the mean of the middle two, which need not occur in the data.

import { medianOfSorted } from './feldman-levels.js';

/** Plain data: a distribution of training values. */
export interface Quantiles {
  /** Rising, no two the same. */
  readonly values: readonly number[];
  /** Rows up to and including each value. */
  readonly counts: readonly number[];
}

/** The quantiles of some numbers. @param values not missing; sorted in place */
export function quantilesOf(values: Float64Array): Quantiles {
  values.sort();
  const distinct: number[] = [];
  const counts: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (i > 0 && values[i] === values[i - 1]) counts[counts.length - 1] = i + 1;
    else {
      distinct.push(values[i]!);
      counts.push(i + 1);
    }
  }
  return { values: distinct, counts };
}

/** Where a repair moves the numbers of each group. */
export interface NumberMoves {
  /** x repaired. @param spread V */
  move(group: number, value: number, spread: number): number;
  /** A value for a row that has none: a repaired one of its group, drawn. */
  draw(group: number, spread: number): number;
}

/**
 * Moves the quantiles of every group towards their medians.
 * @param byGroup a group that no training row gives a value has none; its rows stay as they are
 */
export function numberMoves(byGroup: readonly Quantiles[], lambda: number): NumberMoves {
  const known = byGroup.filter(({ values }) => values.length > 0);
  const atQuantile = new Float64Array(known.length);
  const targetAt = (u: number): number => {
    for (let i = 0; i < known.length; i++) atQuantile[i] = valueAt(known[i]!, u);
    return medianOfSorted(atQuantile.sort());
  };
  /** Kept between the two ends: rounding must not put a value before one it was behind. */
  const between = (value: number, target: number): number => {
    const mixed = (1 - lambda) * value + lambda * target;
    return Math.min(Math.max(mixed, Math.min(value, target)), Math.max(value, target));
  };
  return {
    move: (group, value, spread) => {
      const own = byGroup[group]!;
      return own.values.length === 0 ? value : between(value, targetAt(quantileOf(own, value, spread)));
    },
    draw: (group, spread) => {
      const target = targetAt(1 - spread);
      const own = byGroup[group]!;
      return own.values.length === 0 ? target : between(valueAt(own, 1 - spread), target);
    },
  };
}

/** u, in (F(x−), F(x)]. */
function quantileOf({ values, counts }: Quantiles, value: number, spread: number): number {
  const rows = counts[counts.length - 1]!;
  let [low, high] = [0, values.length]; // how many values are ≤ x
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return 0;
  const upTo = counts[low - 1]!;
  if (values[low - 1] !== value) return upTo / rows;
  const before = low > 1 ? counts[low - 2]! : 0;
  return (before + (1 - spread) * (upTo - before)) / rows;
}

/** F⁻¹(u). */
function valueAt({ values, counts }: Quantiles, u: number): number {
  const rows = counts[counts.length - 1]!;
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (counts[middle]! / rows >= u) high = middle;
    else low = middle + 1;
  }
  return values[low]!;
}
