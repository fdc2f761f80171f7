import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupIndex } from '../../src/groups/group-index.js';
import {
  BIN_COUNT,
  calibrationBins,
  chanceCalibrationErrors,
  confidenceBin,
  expectedCalibrationErrors,
  maximumCalibrationErrors,
} from '../../src/metrics/calibration.js';
import { createRandom } from '../../src/numeric/random.js';
import '../helpers/close.js';

/** The next double above, or below, a number > 0. */
function neighbour(value: number, step: 1n | -1n): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) + step);
  return view.getFloat64(0);
}

describe('confidenceBin', () => {
  it.each([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])('has %d in the bin that ends there', (edge) => {
    const bin = Math.round(edge * 10) - 1;
    expect(confidenceBin(edge)).toBe(bin);
    expect(confidenceBin(neighbour(edge, -1n))).toBe(bin);
    expect(confidenceBin(neighbour(edge, 1n))).toBe(bin + 1);
  });

  it('has 1 in the last bin, and the smallest confidence in the first', () => {
    expect(confidenceBin(1)).toBe(9);
    expect(confidenceBin(neighbour(1, -1n))).toBe(9);
    expect(confidenceBin(Number.MIN_VALUE)).toBe(0);
  });

  it('lies between its edges', () => {
    fc.assert(
      fc.property(fc.double({ min: Number.MIN_VALUE, max: 1, noNaN: true }), (confidence) => {
        const bin = confidenceBin(confidence);
        expect(bin / BIN_COUNT).toBeLessThan(confidence);
        expect((bin + 1) / BIN_COUNT).toBeGreaterThanOrEqual(confidence);
      }),
    );
  });
});

describe('calibration errors', () => {
  const index = groupIndex(['a', 'a', 'a', 'a', 'b']);
  const bins = calibrationBins(
    { hits: Uint8Array.of(1, 0, 1, 1, 0), confidences: Float64Array.of(0.75, 0.75, 0.5, 1, 0.625) },
    index,
  );

  it('come from rows, hits and confidences of each group and bin', () => {
    const at = (group: number, bin: number) => {
      const k = group * BIN_COUNT + bin;
      return [bins.rows[k], bins.hits[k], bins.confidences[k]];
    };
    expect(at(0, 7)).toEqual([2, 1, 1.5]);
    expect(at(0, 4)).toEqual([1, 1, 0.5]);
    expect(at(0, 9)).toEqual([1, 1, 1]);
    expect(at(1, 6)).toEqual([1, 0, 0.625]);
    expect(at(1, 7)).toEqual([0, 0, 0]);
    expect(bins.rows.reduce((sum, rows) => sum + rows, 0)).toBe(5);
  });

  it('are the mean gap over rows, and the largest over bins', () => {
    expect(expectedCalibrationErrors(bins, index)).toEqual([(0.5 + 0.5 + 0) / 4, 0.625]);
    expect(maximumCalibrationErrors(bins, index)).toEqual([0.5, 0.625]);
  });

  it('cancel within a bin and not across bins', () => {
    const one = groupIndex(['a', 'a']);
    const errors = (first: number, second: number) => {
      const own = calibrationBins(
        { hits: Uint8Array.of(1, 0), confidences: Float64Array.of(first, second) },
        one,
      );
      return [expectedCalibrationErrors(own, one)[0], maximumCalibrationErrors(own, one)[0]];
    };
    expect(errors(0.5, 0.5)).toEqual([0, 0]);
    expect(errors(0.5, 0.5078125)).toEqual([0.50390625, 0.5078125]);
  });
});

describe('chanceCalibrationErrors', () => {
  it('are what perfectly calibrated models have on average', () => {
    const random = createRandom(4);
    const rows = 200;
    const index = groupIndex(Array.from({ length: rows }, () => 'a'));
    const trials = 400;
    let [found, told] = [0, 0];
    for (let trial = 0; trial < trials; trial++) {
      const confidences = Float64Array.from({ length: rows }, () => 0.5 + random.uniform() / 2);
      const hits = Uint8Array.from(confidences, (own) => (random.uniform() < own ? 1 : 0));
      const bins = calibrationBins({ hits, confidences }, index);
      found += expectedCalibrationErrors(bins, index)[0]! / trials;
      told += chanceCalibrationErrors(bins, index)[0]! / trials;
    }
    expect(found).toBeGreaterThan(0.04); // far from 0
    expect(told / found).toBeGreaterThan(0.95);
    expect(told / found).toBeLessThan(1.05);
  });

  it('are 0 where the model is sure of everything', () => {
    const sure = { hits: Uint8Array.of(1, 0, 1, 1, 0), confidences: new Float64Array(5).fill(1) };
    const index = groupIndex(['a', 'a', 'a', 'a', 'b']);
    expect(chanceCalibrationErrors(calibrationBins(sure, index), index)).toEqual([0, 0]);
  });
});
