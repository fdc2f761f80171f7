// Reliability curve by group: in each bin of the confidence, how sure the model was and how often it was
// right [MMPF App. A.7].

import type { GroupIndex } from '../groups/group-index.js';
import { compensatedSum } from '../numeric/sum.js';
import { BIN_COUNT, type CalibrationBins } from './calibration.js';

/** A bin with rows: those with a confidence in (from, to]. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  /** The rows’ share of the group’s weight, where rows have weights. */
  readonly share?: number;
  /** Mean over the rows, by weight. */
  readonly confidence: number;
  /** Share of right guesses. */
  readonly accuracy: number;
}

/** For each group its bins from the lowest confidence to the highest; bins without rows are left out. */
export function reliabilityCurves(
  { rows, totals, hits, confidences }: CalibrationBins,
  { weights }: Pick<GroupIndex, 'weights'> = {},
): ReliabilityBin[][] {
  return Array.from({ length: rows.length / BIN_COUNT }, (_, group) => {
    const all = compensatedSum(totals.subarray(group * BIN_COUNT, (group + 1) * BIN_COUNT));
    return Array.from({ length: BIN_COUNT }, (_, bin) => bin).flatMap((bin) => {
      const at = group * BIN_COUNT + bin;
      const total = totals[at]!;
      if (total === 0) return [];
      return [
        {
          from: bin / BIN_COUNT,
          to: (bin + 1) / BIN_COUNT,
          rows: rows[at]!,
          ...(weights && { share: total / all }),
          confidence: confidences[at]! / total,
          accuracy: hits[at]! / total,
        },
      ];
    });
  });
}
