// The best split of a node in one column, from the column's histogram:
//
//   gain = G_L² / (H_L + λ) + G_R² / (H_R + λ) − G² / (H + λ)        G = Σ gradients, H = Σ hessians
//
// Numbers are split at the end of a bin. Categories are put in the order of G / H of their bins, or one category is held
// against the others. Missing cells go to the side that gains more by them; where the node has none, to the side with
// more weight.
//
// In the order of G / H the best partition into two sets is one of "those before, those after", whatever λ is: the gain
// is a convex function of (G_L, H_L), so the best set is a corner of the hull of all sets' sums, and each corner is the
// set of categories with a G + b H > 0 for some a and b. The order of G / (H + λ) misses it now and then.
//
// Two sets out of k categories can be chosen so freely that noise alone gains by it. Were the gradients of a node noise,
// of variance φ H_i in category i, then E|G_i| ≤ √(φ H_i), and the sets of those below and above 0 would gain up to
//
//   φ k̃          k̃ = (Σ √H_i)² / Σ H_i ≤ k, the categories counted by their weight;  φ = Σ g² / Σ h of all rows
//
// So a split into sets has to gain more than φ (k̃ − 2): two categories leave nothing to choose. Without it a column of
// some hundred meaningless levels is asked for first, and spoils the model (docs/trees.md).

import type { ColumnBins } from '../bins/fit-bins.js';

/** How categories are split: into two sets of any size, or one against all others. */
export const CATEGORY_SPLITS = ['sets', 'one-hot'] as const;
export type CategorySplits = (typeof CATEGORY_SPLITS)[number];

/** What a split must keep to. */
export interface SplitRules {
  /** λ: added to the hessian of each side. */
  readonly lambda: number;
  /** The least hessian of a side. */
  readonly minChildWeight: number;
  readonly categories: CategorySplits;
  /** How many times what noise gains by the choice of two sets is taken off their gain. */
  readonly setPenalty: number;
}

/** What is next to nothing in a tree. */
export interface Chance {
  /** A hessian up to this is that of no row, but for rounding. */
  readonly empty: number;
  /** φ, the variance of a gradient for each unit of hessian. */
  readonly noise: number;
}

/** The best split that was found so far. */
export interface BestSplit {
  /** 0 where there is none. */
  gain: number;
  column: number;
  leftGradient: number;
  leftHessian: number;
  /** Bin → 1 where it goes left, the bin of missing cells included. */
  readonly goesLeft: Uint8Array;
}

/** A gain below this is rounding. */
export const SMALLEST_GAIN = 1e-6;

/** Makes a place for the best split of a node. */
export function noSplit(): BestSplit {
  return { gain: 0, column: -1, leftGradient: 0, leftHessian: 0, goesLeft: new Uint8Array(256) };
}

const order = new Uint8Array(256);
const scores = new Float64Array(256);

/**
 * Looks for a better split of a node in a column.
 * @param histogram pairs of gradient and hessian; those of the column begin at `start`
 */
export function improveSplit(
  best: BestSplit,
  column: number,
  { kind, count, hasMissing }: ColumnBins,
  histogram: Float64Array,
  start: number,
  gradient: number,
  hessian: number,
  { empty, noise }: Chance,
  { lambda, minChildWeight, categories, setPenalty }: SplitRules,
): void {
  const least = Math.max(minChildWeight, empty);
  const missingGradient = hasMissing ? histogram[start + 2 * count]! : 0;
  const missingHessian = hasMissing ? histogram[start + 2 * count + 1]! : 0;
  const isMissed = missingHessian > empty;
  let gain = Math.max(best.gain, SMALLEST_GAIN);
  let place = -1;
  let missingLeft = false;
  let leftGradient = 0;
  let leftHessian = 0;
  const isOrdered = kind === 'numeric' || categories === 'sets';
  const used = kind === 'numeric' ? count : orderCategories(histogram, start, count, empty);
  const byChance =
    kind === 'numeric' || !isOrdered ? 0 : setPenalty * chanceGain(histogram, start, used, noise);
  const before = (gradient * gradient) / (hessian + lambda);
  // All values on one side are a split where missing cells are on the other.
  const last = isOrdered && !isMissed ? used - 1 : used;
  const sides = isMissed ? 2 : 1;
  let sumG = 0;
  let sumH = 0;
  for (let i = 0; i < last; i++) {
    const k = start + 2 * (kind === 'numeric' ? i : order[i]!);
    sumG = isOrdered ? sumG + histogram[k]! : histogram[k]!;
    sumH = isOrdered ? sumH + histogram[k + 1]! : histogram[k + 1]!;
    for (let side = 0; side < sides; side++) {
      const g = side === 0 ? sumG : sumG + missingGradient;
      const h = side === 0 ? sumH : sumH + missingHessian;
      const rest = hessian - h;
      if (!(h >= least && rest >= least)) continue;
      const own = (g * g) / (h + lambda) + ((gradient - g) * (gradient - g)) / (rest + lambda) - before;
      const isChosen = i < used - 1; // all categories on one side, missing cells on the other, leave nothing to choose
      if (!(own - (isChosen ? byChance : 0) > gain)) continue;
      gain = own - (isChosen ? byChance : 0);
      place = i;
      missingLeft = side === 1;
      leftGradient = g;
      leftHessian = h;
    }
  }
  if (place < 0) return;
  const unseenLeft = isMissed ? missingLeft : 2 * leftHessian >= hessian;
  best.gain = gain;
  best.column = column;
  best.leftGradient = leftGradient;
  best.leftHessian = leftHessian;
  if (kind === 'numeric') {
    best.goesLeft.fill(1, 0, place + 1).fill(0, place + 1, count);
  } else {
    best.goesLeft.fill(unseenLeft ? 1 : 0, 0, count); // levels that no row of the node has
    for (let i = 0; i < used; i++) {
      best.goesLeft[order[i]!] = (isOrdered ? i <= place : i === place) ? 1 : 0;
    }
  }
  best.goesLeft[count] = unseenLeft ? 1 : 0;
}

/** Puts the categories that the node has in order. @returns how many there are */
function orderCategories(histogram: Float64Array, start: number, count: number, empty: number): number {
  let used = 0;
  for (let bin = 0; bin < count; bin++) {
    const h = histogram[start + 2 * bin + 1]!;
    if (!(h > empty)) continue;
    scores[bin] = histogram[start + 2 * bin]! / h;
    order[used++] = bin;
  }
  order.subarray(0, used).sort((a, b) => scores[a]! - scores[b]! || a - b);
  return used;
}

/** What the best two sets of the categories in order would gain were they all alike. */
function chanceGain(histogram: Float64Array, start: number, used: number, noise: number): number {
  let roots = 0;
  let sum = 0;
  for (let i = 0; i < used; i++) {
    const h = histogram[start + 2 * order[i]! + 1]!;
    roots += Math.sqrt(h);
    sum += h;
  }
  return noise * Math.max(0, (roots * roots) / sum - 2);
}
