// How many rows it takes to tell a difference of means, by the normal approximation.
//
//   z      z_{1 − α/2} + z_{power}: two-sided at level α, seen with the given power
//   two groups of shares s, t of N rows     N = z² (σ_s²/s + σ_t²/t) / d²
//   one group, paired differences           n = z² σ_d² / d²
//   an interval's upper end below X         n = z² σ² / (X − r)², r the present estimate; as α/m for α where the
//                                           intervals of m groups must hold at once
//
// σ² is the variance of what is averaged: p (1 − p) of a share p. A paired difference is what a row gains under one model
// over another, and varies far less than either.

import { normalQuantile } from '../numeric/normal.js';

/** How sure one wants to be. */
export interface Sureness {
  /** α: how often no difference is taken for one. */
  readonly level: number;
  /** How often a difference as large as this is seen; at least 0.5. */
  readonly power: number;
}

/** The variance of what is averaged over a group's rows, and the group's share of all rows. */
export interface SampledGroup {
  readonly variance: number;
  readonly share: number;
}

/** z² for so many intervals that must hold at once. */
function squaredReach({ level, power }: Sureness, intervals = 1): number {
  return (normalQuantile(1 - level / (2 * intervals)) + normalQuantile(power)) ** 2;
}

/** Rows of both groups together that it takes to tell their means apart; what is tiny takes infinitely many. */
export function rowsToTellGroups(
  one: SampledGroup,
  other: SampledGroup,
  difference: number,
  sureness: Sureness,
): number {
  const spread = one.variance / one.share + other.variance / other.share;
  return (squaredReach(sureness) * spread) / difference ** 2;
}

/** Rows that it takes to tell a mean from one so far away. @param intervals that must hold at once; default 1 */
export function rowsToTellMean(
  variance: number,
  distance: number,
  sureness: Sureness,
  intervals = 1,
): number {
  return (squaredReach(sureness, intervals) * variance) / distance ** 2;
}
