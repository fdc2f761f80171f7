import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calibrationBins,
  expectedCalibrationErrors,
  maximumCalibrationErrors,
} from '../../src/metrics/calibration.js';
import { type ReliabilityBin, reliabilityCurves } from '../../src/metrics/reliability.js';
import { rowOutcomes } from '../../src/metrics/row-outcomes.js';
import '../helpers/close.js';
import { binaryRow, predictionsOf, type Row, someRows } from './prediction-rows.js';

function binsOf(rows: readonly Row[]) {
  const { probabilities, labels, groups, classCount } = predictionsOf(rows);
  return { bins: calibrationBins(rowOutcomes(probabilities, labels, classCount), groups), groups };
}

const curvesOf = (rows: readonly Row[]): ReliabilityBin[][] => reliabilityCurves(binsOf(rows).bins);

describe('reliabilityCurves', () => {
  it('has the bins with rows alone, from the lowest confidence to the highest', () => {
    const rows = [
      binaryRow(1, 1),
      binaryRow(0.75, 1),
      binaryRow(0.78125, 0),
      binaryRow(0.25, 0),
      binaryRow(0.625, 0, 'b'),
    ];
    expect(curvesOf(rows)).toEqual([
      [
        { from: 0.7, to: 0.8, rows: 3, confidence: (0.75 + 0.78125 + 0.75) / 3, accuracy: 2 / 3 },
        { from: 0.9, to: 1, rows: 1, confidence: 1, accuracy: 1 },
      ],
      [{ from: 0.6, to: 0.7, rows: 1, confidence: 0.625, accuracy: 0 }],
    ]);
  });

  it('has confidences within the bins, every row in one, and the calibration errors between its columns', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const { bins, groups } = binsOf(rows);
        const curves = reliabilityCurves(bins);
        const errors = curves.map((curve, group) => {
          expect(curve.reduce((sum, bin) => sum + bin.rows, 0)).toBe(groups.counts[group]);
          for (const { from, to, confidence } of curve) {
            expect(confidence).toBeGreaterThan(from - 1e-15);
            expect(confidence).toBeLessThanOrEqual(to + 1e-15);
          }
          const gaps = curve.map(({ accuracy, confidence }) => Math.abs(accuracy - confidence));
          const mean = curve.reduce((sum, bin, m) => sum + bin.rows * gaps[m]!, 0) / groups.counts[group]!;
          return [mean, Math.max(...gaps)];
        });
        const close = { absolute: 1e-13 };
        expect(errors.map(([mean]) => mean!)).toBeAllClose(expectedCalibrationErrors(bins, groups), close);
        expect(errors.map(([, largest]) => largest!)).toBeAllClose(
          maximumCalibrationErrors(bins, groups),
          close,
        );
      }),
    );
  });
});
