// Reliability curve by group: in each bin of the confidence, how sure the model was and how often it was
// right [MMPF App. A.7].

import { BIN_COUNT, type CalibrationBins } from './calibration.js';

/** A bin with rows: those with a confidence in (from, to]. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  /** Mean over the rows. */
  readonly confidence: number;
  /** Share of right guesses. */
  readonly accuracy: number;
}

/** For each group its bins from the lowest confidence to the highest; bins without rows are left out. */
export function reliabilityCurves({ rows, hits, confidences }: CalibrationBins): ReliabilityBin[][] {
  return Array.from({ length: rows.length / BIN_COUNT }, (_, group) =>
    Array.from({ length: BIN_COUNT }, (_, bin) => bin).flatMap((bin) => {
      const at = group * BIN_COUNT + bin;
      const count = rows[at]!;
      if (count === 0) return [];
      return [
        {
          from: bin / BIN_COUNT,
          to: (bin + 1) / BIN_COUNT,
          rows: count,
          confidence: confidences[at]! / count,
          accuracy: hits[at]! / count,
        },
      ];
    }),
  );
}
