import { describe, expect, it } from 'vitest';
import { bestCommonRates } from '../../src/postprocess/common-rates.js';
import type { RocHull } from '../../src/postprocess/roc-hull.js';
import { permute } from '../helpers/arbitraries.js';
import '../helpers/close.js';

/** Corners between (0, 0) and (1, 1). */
const hull = (...corners: readonly (readonly [number, number])[]): RocHull => ({
  fpr: [0, ...corners.map(([fpr]) => fpr), 1],
  tpr: [0, ...corners.map(([, tpr]) => tpr), 1],
  thresholds: ['never', ...corners.map((_, i) => -i), 'always'],
});

describe('bestCommonRates', () => {
  it('of one group is the corner where the slope falls below the price', () => {
    const one = hull([0.1, 0.5], [0.4, 0.9]); // slopes 5, 4/3, 1/6
    expect(bestCommonRates([one], 1, 1)).toEqual({ fpr: 0.4, tpr: 0.9 });
    expect(bestCommonRates([one], 1, 2)).toEqual({ fpr: 0.1, tpr: 0.5 });
    expect(bestCommonRates([one], 1, 6)).toEqual({ fpr: 0, tpr: 0 });
    expect(bestCommonRates([one], 1, 0.1)).toEqual({ fpr: 1, tpr: 1 });
  });

  it('lies where two hulls cross, between their corners', () => {
    // Steep then flat against straight: 0.6 + 0.4 · (f − 0.1) / 0.9 meets 1.5 f at f = 0.529….
    const early = hull([0.1, 0.6]);
    const late = hull([0.6, 0.9]);
    const f = (0.6 - 0.4 / 9) / (1.5 - 4 / 9);
    for (const hulls of [
      [early, late],
      [late, early],
      [late, hull([0.05, 0.95]), early],
    ]) {
      // At a price of 1 the best corner is to the right of the crossing, at 1.4 to the left.
      for (const price of [1, 1.4]) {
        const { fpr, tpr } = bestCommonRates(hulls, 1, price);
        expect([fpr, tpr]).toBeAllClose([f, 1.5 * f], { absolute: 1e-15 });
      }
    }
  });

  it('finds the right one of several crossings between two corners', () => {
    // Between 0 and 0.8 all are straight, and the lowest changes from the first to the second to the third.
    const hulls = [
      hull([0.8, 0.999]), // 1.24875 f
      hull([0, 0.2], [0.8, 0.96]), // 0.2 + 0.95 f
      hull([0, 0.5], [0.8, 0.92]), // 0.5 + 0.525 f
    ];
    const first = 0.2 / (1.24875 - 0.95);
    const second = 0.3 / (0.95 - 0.525);
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
    ]) {
      const ordered = permute(hulls, order);
      const found = [1.3, 1, 0.6, 0.45, 0.3].map((price) => bestCommonRates(ordered, 1, price).fpr);
      expect(found).toBeAllClose([0, first, second, 0.8, 1], { absolute: 1e-15 });
    }
  });

  it('minds the true rate alone, or the false rate alone, and then the other as far as it costs nothing', () => {
    const hulls = [hull([0, 0.3], [0.5, 1]), hull([0, 0.4], [0.7, 1])];
    expect(bestCommonRates(hulls, 1, 0)).toEqual({ fpr: 0.7, tpr: 1 });
    expect(bestCommonRates(hulls, 0, 1)).toEqual({ fpr: 0, tpr: 0.3 });
  });
});
