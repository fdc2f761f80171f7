// Mean and standard deviation of a column over some of its rows, the same to the last bit in whatever order
// the rows come.
//
//   y = (x − origin) / 2^k, about −1 to 1, with 2^k the power of two at or above max − min: nothing overflows or vanishes
//   mean = origin + 2^k · Σ y / n,   scale = 2^k · √(Σ (y − Σ y / n)² / n)
//
// The origin is the number from min to max that is nearest to 0: a small spread far from 0 is not lost, and
// nothing cancels in the mean.
//
// Plain sums round differently in every order; compensated ones do too, if less. Here each term is cut at two
// fixed binary places: a high part, a low part, and a rest that is let go (the idea of Demmel & Nguyen 2013).
// The places depend on the number of terms only, and are such that high parts add up without any rounding,
// and low parts too, so their order cannot matter. Of a million terms the rest is below 2^-61 of the range
// each.

/**
 * A range within this share of the largest value is what rounding alone can make: 64 units in the last place.
 */
const ROUNDING_NOISE = 2 ** -46;

/** Mean and standard deviation of the values that are not missing. */
export interface Moments {
  /** Rows that have a value. Where none has, all numbers below are 0. */
  readonly valueRows: number;
  readonly missingRows: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Population standard deviation; 0 where the values differ by rounding at most. */
  readonly scale: number;
}

/** Mean and standard deviation of a column over some rows, without loss by large offsets. */
export function momentsOf(values: Float64Array, rows: Uint32Array): Moments {
  let min = Infinity;
  let max = -Infinity;
  let missingRows = 0;
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]!]!;
    if (value >= min && value <= max) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    if (Number.isNaN(value)) missingRows++;
  }
  // Of 0 and −0 the first met would stay; adding 0 makes 0 of both.
  min += 0;
  max += 0;
  const valueRows = rows.length - missingRows;
  if (valueRows === 0) return { valueRows, missingRows, min: 0, max: 0, mean: 0, scale: 0 };
  if (min === max) return { valueRows, missingRows, min, max, mean: min, scale: 0 };

  const origin = min > 0 ? min : Math.min(max, 0);
  const exponent = Math.ceil(Math.log2(Math.min(max - min, Number.MAX_VALUE)));
  // Two factors: 2^-exponent alone may be too large for a number.
  const first = 2 ** -Math.floor(exponent / 2);
  const second = 2 ** -Math.ceil(exponent / 2);
  const unit = { first, second, shift: origin * first * second };
  const centre = orderFreeSum(values, rows, unit, 0, false) / valueRows;
  const variance = orderFreeSum(values, rows, unit, centre, true) / valueRows;
  const isNoise = max - min <= ROUNDING_NOISE * Math.max(-min, max);
  return {
    valueRows,
    missingRows,
    min,
    max,
    mean: (unit.shift + centre) / first / second,
    scale: isNoise ? 0 : Math.sqrt(variance) / first / second,
  };
}

/** y = x · first · second − shift */
interface Unit {
  readonly first: number;
  readonly second: number;
  readonly shift: number;
}

/** Σ (y − centre), or Σ (y − centre)². No term may be larger than 4. */
function orderFreeSum(
  values: Float64Array,
  rows: Uint32Array,
  { first, second, shift }: Unit,
  centre: number,
  squared: boolean,
): number {
  // Adding a large power of two and taking it away rounds a term to a multiple of 2^-53 of the power. Sums of
  // such multiples are exact up to the power itself, and no sum of terms is larger.
  const highCut = 2 ** (Math.ceil(Math.log2(rows.length)) + 2);
  // What is left of a term is at most 2^-53 of that power: no sum of it is larger than this one.
  const lowCut = highCut * 2 ** -53 * highCut;
  let high = 0;
  let low = 0;
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]!]!;
    if (Number.isNaN(value)) continue;
    const deviation = value * first * second - shift - centre;
    const term = squared ? deviation * deviation : deviation;
    const highPart = term + highCut - highCut;
    high += highPart;
    low += term - highPart + lowCut - lowCut;
  }
  return high + low;
}
