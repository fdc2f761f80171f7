// Bands that hold the true values of all groups at once, with a given probability, and what follows from them
// for the worst group, the difference and the ratio: where all bands hold, so do these.
//
//   sup-t     c = the `level` quantile over resamples b of max_a |θ*_ab − θ_a| / se_a,   se_a = sd_b θ*_ab,
//             at least what it is for normal groups, Φ⁻¹((1 + level^(1/A)) / 2): groups are drawn independently
//   c_a       c (1 + (c² + 3) / (4 (n_a − 1))): what Student's t adds to it where rows are few, with n − 1 for n
//   plain     θ ± c_a se
//   risk      θ exp(± c_a se / θ): the mean of losses ≥ 0 is skewed to the right, and so is this
//   share     Wilson's: all p with |θ − p| ≤ c √(p (1 − p) / n),   n = θ (1 − θ) / se²
//   worst     from max_a low_a to max_a high_a where the highest is worst; min where the lowest is
//
// The worst of several measured values is on average worse than the worst of the true ones, so percentiles of
// the resampled worst do not hold it: with eight groups that are alike, hardly ever. These do (docs/metrics.md).
// Wilson's bands and those of risks are there for small groups: θ ± c_a se misses a risk that rests on few bad
// rows, and has no width where all rows are right.

import type { Interval } from '../numeric/bootstrap.js';
import { upperQuantile } from '../numeric/bootstrap.js';
import { normalQuantile } from '../numeric/normal.js';
import type { WorstIs } from './group-metric.js';

/** The shape of a band: symmetric, of a mean of losses, or of a share of rows. */
export type BandShape = 'plain' | 'risk' | 'share';

/** One group's metric and its resamples. */
export interface ResampledValue {
  readonly value: number;
  /** By resample; NaN where it has none. */
  readonly samples: Float64Array;
  /** How many rows or entities it rests on. */
  readonly size: number;
}

/** Bands of all groups, and how many resamples they do without since one of the groups has no value there. */
export interface Bands {
  readonly intervals: readonly Interval[];
  readonly leftOut: number;
}

/**
 * Finds bands that hold all groups' true values at once.
 * @param highest the largest value possible, and `lowest` the smallest
 * @returns undefined where no resample has the values of all groups
 */
export function simultaneousBands(
  groups: readonly ResampledValue[],
  level: number,
  shape: BandShape,
  highest = 1,
  lowest = 0,
): Bands | undefined {
  const errors = groups.map(({ samples }) => standardDeviation(samples));
  const largest: number[] = [];
  const resamples = groups[0]?.samples.length ?? 0;
  for (let resample = 0; resample < resamples; resample++) {
    let most = 0;
    for (let group = 0; group < groups.length; group++) {
      const { value, samples } = groups[group]!;
      const error = errors[group]!;
      const distance = Math.abs(samples[resample]! - value);
      if (error > 0) most = Math.max(most, distance / error);
      else if (Number.isNaN(distance)) most = Number.NaN;
    }
    if (!Number.isNaN(most)) largest.push(most); // Math.max keeps a NaN
  }
  if (largest.length === 0) return undefined;
  const ofNormals = normalQuantile((1 + level ** (1 / groups.length)) / 2);
  const critical = Math.max(ofNormals, upperQuantile(largest, level));
  return {
    intervals: groups.map(({ value, size }, group) => {
      const { low, high } = bandOf(shape, value, errors[group]!, critical, size);
      return { low: Math.max(lowest, Math.min(value, low)), high: Math.min(highest, Math.max(value, high)) };
    }),
    leftOut: resamples - largest.length,
  };
}

function bandOf(shape: BandShape, value: number, error: number, critical: number, size: number): Interval {
  if (shape === 'share') {
    const variance = Math.max(0, value * (1 - value));
    const rows = error > 0 && variance > 0 ? variance / error ** 2 : size;
    const excess = critical ** 2 / rows;
    const middle = (value + excess / 2) / (1 + excess);
    const half = (critical * Math.sqrt(variance / rows + excess / (4 * rows))) / (1 + excess);
    return { low: middle - half, high: middle + half };
  }
  const reach = critical * (1 + (critical ** 2 + 3) / (4 * Math.max(1, size - 1))) * error;
  if (shape === 'risk' && value > 0) {
    const factor = Math.exp(reach / value);
    return { low: value / factor, high: value * factor };
  }
  return { low: value - reach, high: value + reach };
}

/** The interval of the worst group's true value, whichever group that is. */
export function worstInterval(bands: readonly Interval[], worstIs: WorstIs): Interval {
  const worst = worstIs === 'highest' ? Math.max : Math.min;
  return { low: worst(...lows(bands)), high: worst(...highs(bands)) };
}

/** The interval of the largest difference between two groups. */
export function differenceInterval(bands: readonly Interval[]): Interval {
  return {
    low: Math.max(0, Math.max(...lows(bands)) - Math.min(...highs(bands))),
    high: Math.max(...highs(bands)) - Math.min(...lows(bands)),
  };
}

/** The interval of the smallest ratio between two groups. */
export function ratioInterval(bands: readonly Interval[]): Interval {
  const [highestLow, highestHigh] = [Math.max(...lows(bands)), Math.max(...highs(bands))];
  return {
    low: highestHigh > 0 ? Math.min(...lows(bands)) / highestHigh : 1,
    high: highestLow > 0 ? Math.min(1, Math.min(...highs(bands)) / highestLow) : 1,
  };
}

const lows = (bands: readonly Interval[]): number[] => bands.map(({ low }) => low);
const highs = (bands: readonly Interval[]): number[] => bands.map(({ high }) => high);

/** A spread below this share of the mean is rounding: the samples are all the same. */
const ROUNDING = 1e-12;

/** Over the samples that are there; 0 where there is none. */
function standardDeviation(samples: Float64Array): number {
  let count = 0;
  let mean = 0;
  let squares = 0; // Σ (sample − mean)², updated as samples come (Welford 1962)
  for (const sample of samples) {
    if (Number.isNaN(sample)) continue;
    count++;
    const before = sample - mean;
    mean += before / count;
    squares += before * (sample - mean);
  }
  const deviation = count === 0 ? 0 : Math.sqrt(squares / count);
  return deviation > ROUNDING * Math.abs(mean) ? deviation : 0;
}
