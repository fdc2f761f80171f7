// Calibration by group: in bins of the confidence, how far the share of right guesses is from the confidence
// [MMPF App. A.7].
//
//   B_m = rows of the group with confidence in ((m − 1)/10, m/10],   gap_m = Σ_{B_m} (hit − confidence)
//   with weights gap_m = Σ_{B_m} w (hit − confidence), and sums of weights in the place of n_a and |B_m|
//   ECE = Σ_m |gap_m| / n_a          MCE = max_m |gap_m| / |B_m| over the bins with rows
//
// Chance alone makes both larger than 0. In a bin of a perfectly calibrated model the gap is about normal with
// variance v_m = Σ_{B_m} w² confidence (1 − confidence), so that its ECE is Σ_m √(2 v_m / π) / n_a on average.

import { type GroupIndex, groupTotals } from '../groups/group-index.js';
import { CompensatedSum, compensatedSum } from '../numeric/sum.js';
import type { RowOutcomes } from './row-outcomes.js';

/** Bins of the confidence, equally wide. */
export const BIN_COUNT = 10;

/** groups × bins, row by row. */
export interface CalibrationBins {
  readonly rows: Uint32Array;
  /** Σ of the rows' weights; without weights the rows. */
  readonly totals: Float64Array;
  /** Σ of the hits, of the confidences: by weight. */
  readonly hits: Float64Array;
  readonly confidences: Float64Array;
  /** Σ w² confidence (1 − confidence): the variance of the hits, were the confidences right. */
  readonly variances: Float64Array;
}

/**
 * The bin of a confidence in (0, 1], counted from 0. An upper edge is the double nearest to m/10, so 0.3 as
 * it is written lies in (0.2, 0.3]; steps of 0.1 added up would put it elsewhere.
 */
export function confidenceBin(confidence: number): number {
  // Rounding keeps the order of the products, and the doubles on and next to an edge come out right: so do
  // all.
  return Math.ceil(confidence * BIN_COUNT) - 1;
}

/** Counts rows and hits, and sums confidences, in each bin of each group. */
export function calibrationBins(
  outcomes: Pick<RowOutcomes, 'hits' | 'confidences'>,
  groups: GroupIndex,
): CalibrationBins {
  const sums = new CalibrationSums(groups);
  sums.add(outcomes);
  return sums.bins();
}

/** The same of rows that come block by block, in their order. */
export class CalibrationSums {
  readonly #index: GroupIndex;
  readonly #bins: CalibrationBins;
  readonly #sums: readonly CompensatedSum[];

  constructor(index: GroupIndex) {
    const size = index.counts.length * BIN_COUNT;
    this.#index = index;
    this.#bins = {
      rows: new Uint32Array(size),
      totals: new Float64Array(size),
      hits: new Float64Array(size),
      confidences: new Float64Array(size),
      variances: new Float64Array(size),
    };
    this.#sums = Array.from({ length: size }, () => new CompensatedSum());
  }

  /** @param start the row that the first of the outcomes is of */
  add({ hits, confidences }: Pick<RowOutcomes, 'hits' | 'confidences'>, start = 0): void {
    const { groups, weights } = this.#index;
    const bins = this.#bins;
    const sums = this.#sums;
    for (let i = 0; i < hits.length; i++) {
      const bin = groups[start + i]! * BIN_COUNT + confidenceBin(confidences[i]!);
      const weight = weights === undefined ? 1 : weights[start + i]!;
      bins.rows[bin]!++;
      bins.totals[bin]! += weight;
      bins.hits[bin]! += weight * hits[i]!;
      sums[bin]!.add(weight * confidences[i]!);
      bins.variances[bin]! += weight ** 2 * (confidences[i]! * (1 - confidences[i]!));
    }
  }

  bins(): CalibrationBins {
    return { ...this.#bins, confidences: Float64Array.from(this.#sums, (sum) => sum.value) };
  }
}

/** ECE of each group. Every group has rows. */
export function expectedCalibrationErrors(bins: CalibrationBins, groups: GroupIndex): number[] {
  return groupTotals(groups).map((total, group) => compensatedSum(absoluteGaps(bins, group)) / total);
}

/** The ECE that chance alone would make of a perfectly calibrated model with these confidences, by group. */
export function chanceCalibrationErrors({ variances }: CalibrationBins, groups: GroupIndex): number[] {
  return groupTotals(groups).map((total, group) => {
    const own = variances.subarray(group * BIN_COUNT, (group + 1) * BIN_COUNT);
    return own.reduce((sum, variance) => sum + Math.sqrt((2 * variance) / Math.PI), 0) / total;
  });
}

/** MCE of each group. Every group has rows; bins without any say nothing. */
export function maximumCalibrationErrors(bins: CalibrationBins, { counts }: GroupIndex): number[] {
  return counts.map((_, group) =>
    Math.max(
      ...absoluteGaps(bins, group).map((gap, bin) =>
        gap === 0 ? 0 : gap / bins.totals[group * BIN_COUNT + bin]!,
      ),
    ),
  );
}

/** |gap_m| of each bin of a group; 0 for a bin without rows. */
function absoluteGaps({ hits, confidences }: CalibrationBins, group: number): number[] {
  return Array.from({ length: BIN_COUNT }, (_, bin) => {
    const at = group * BIN_COUNT + bin;
    return Math.abs(hits[at]! - confidences[at]!);
  });
}
