// Selection rates of categories, and the impact ratio of each: its rate over the highest one.
//
//   rate   p = s / n           Wilson's interval (l, u): all q with |p − q| ≤ z √(q (1 − q) / n)
//   ratio  R = p / p′          p′ the highest rate; its interval from those of both rates (MOVER, Donner & Zou 2012):
//            low   (p − L p′)² = (p − l)² + L² (u′ − p′)²      the smaller root above 0
//            high  (p − H p′)² = (p − u)² + H² (l′ − p′)²      the larger root
//
// Wilson's interval has a width where nobody is selected, or everybody, and so has the ratio's: those of logarithms
// (Katz) and of resamples have none there. It takes the category with the highest rate as given.

import { FairfrontError } from '../error.js';
import type { Estimate } from '../numeric/bootstrap.js';
import { normalQuantile } from '../numeric/normal.js';

/** How many of a category there are, and how many of them are selected. */
export interface CategoryCount {
  readonly rows: number;
  readonly selected: number;
  /** Whether it has a rate, but no part in ratios. Default false. */
  readonly leftOut?: boolean;
}

/** The rate of a category, and its ratio to the highest. Plain data, safe in JSON. */
export interface ImpactRatio {
  readonly rate: Estimate;
  /** null where it is left out, and where nobody is selected; of the highest rate itself 1, without a doubt. */
  readonly ratio: Estimate | null;
  /** Whether ratios are to this category: the first of those with the highest rate. */
  readonly isHighest: boolean;
}

/** Compares the selection rates of categories. @param counts each with rows @param level of the intervals */
export function impactRatios(counts: readonly CategoryCount[], level: number): ImpactRatio[] {
  const wrong = counts.findIndex(({ rows, selected }) => !(rows > 0 && selected >= 0 && selected <= rows));
  if (wrong >= 0) {
    const { rows, selected } = counts[wrong]!;
    throw new FairfrontError(
      'bad-groups',
      `category ${wrong}: of one row or more none to all must be selected; got ${selected} of ${rows}`,
    );
  }
  const z = normalQuantile((1 + level) / 2);
  const rates = counts.map((count) => wilson(count, z));
  const compared = counts.flatMap(({ leftOut = false, selected }, i) =>
    leftOut || selected === 0 ? [] : [i],
  );
  const highest = compared.reduce(
    (best, i) => (best < 0 || isBelow(counts[best]!, counts[i]!) ? i : best),
    -1,
  );
  return rates.map((rate, i) => {
    const isHighest = i === highest;
    if (highest < 0 || counts[i]!.leftOut) return { rate, ratio: null, isHighest };
    // Of whole numbers, with one rounding: 12 of 100 are four fifths of 15 of 100, no less.
    const value =
      (counts[i]!.selected * counts[highest]!.rows) / (counts[highest]!.selected * counts[i]!.rows);
    const interval = isHighest ? { low: 1, high: 1 } : ratioEnds(rate, rates[highest]!);
    return { rate, ratio: { value, ...interval }, isHighest };
  });
}

function isBelow(one: CategoryCount, other: CategoryCount): boolean {
  return one.selected * other.rows < other.selected * one.rows;
}

function wilson({ rows, selected }: CategoryCount, z: number): Estimate {
  const value = selected / rows;
  const spread = (z * z) / rows;
  const middle = (value + spread / 2) / (1 + spread);
  const half = Math.sqrt(spread * value * (1 - value) + (spread * spread) / 4) / (1 + spread);
  return {
    value,
    low: selected === 0 ? 0 : middle - half,
    high: selected === rows ? 1 : middle + half,
  };
}

/** The ends of the interval of a ratio of two rates; that below is above 0. */
function ratioEnds(above: Estimate, below: Estimate): { readonly low: number; readonly high: number } {
  const product = above.value * below.value;
  const [lowSquare, highSquare] = [above.low, above.high].map((end) => end * (2 * above.value - end));
  const [smallSquare, largeSquare] = [below.low, below.high].map((end) => end * (2 * below.value - end));
  const root = (a: number, c: number): number => Math.sqrt(Math.max(0, product * product - a * c));
  return {
    // As c / (b + √…): the factor of L² may be 0 or below.
    low: above.value === 0 ? 0 : lowSquare! / (product + root(largeSquare!, lowSquare!)),
    high: (product + root(smallSquare!, highSquare!)) / smallSquare!,
  };
}
