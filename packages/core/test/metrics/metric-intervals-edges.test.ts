// Intervals where metrics are missing, and of extreme predictions.

import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/numeric/random.js';
import '../helpers/close.js';
import { audit, calibratedRows, intervalsOf } from './interval-rows.js';
import { binaryRow, type Row } from './prediction-rows.js';

describe('metrics that resamples do not have', () => {
  /** One positive among ten in group a, which is missed by 0.9¹⁰ = 35% of resamples; no positive in b; c has all. */
  const rows = [
    ...Array.from({ length: 10 }, (_, i) => binaryRow(0.25, i === 0 ? 1 : 0)),
    ...Array.from({ length: 10 }, () => binaryRow(0.25, 0, 'b')),
    ...Array.from({ length: 40 }, (_, i) => binaryRow(i % 4 < 2 ? 0.75 : 0.25, i % 2, 'c')),
  ];
  const found = audit(rows, { resamples: 2000 });
  const { rates, auc } = found.intervals!;
  const { tpr, fpr, precision, parity } = rates[0]!;

  it('are left out of them and counted', () => {
    const missed = tpr.byGroup[0]!.leftOut / 2000;
    expect(Math.abs(missed - 0.9 ** 10)).toBeLessThan(4 * Math.sqrt((0.35 * 0.65) / 2000));
    expect(tpr.byGroup[0]).toMatchObject({ value: 0, low: 0, high: 0 });
    expect(auc.byGroup[0]!.leftOut).toBe(tpr.byGroup[0]!.leftOut);
    expect(fpr.byGroup[0]!.leftOut).toBe(0);
  });

  it('leave a resample out of what is over groups where one that has the metric lacks it', () => {
    for (const over of [tpr.difference!, tpr.ratio!, tpr.worst!, parity.equalisedOdds.difference!]) {
      expect(over.leftOut).toBe(tpr.byGroup[0]!.leftOut);
    }
    expect(tpr.difference!.low).toBe(0); // one positive of a says next to nothing
    expect(parity.demographicParity.difference!.leftOut).toBe(0);
  });

  it('have no interval where the data do not have them either', () => {
    expect([tpr.byGroup[1], precision.byGroup[0], auc.byGroup[1]]).toEqual([null, null, null]);
    expect(precision.difference).toBeNull(); // c alone has it
    expect(precision.worst!.value).toBe(0.5);
  });

  it('have no interval where no resample has them', () => {
    const few = Array.from({ length: 400 }, (_, i) => binaryRow(0.25, i === 0 ? 1 : 0));
    const seeds = Array.from({ length: 20 }, (_, seed) => createRandom(seed));
    const ofOne = seeds.map((random) => intervalsOf(few, { random, resamples: 1 }).rates[0]!.tpr.byGroup[0]);
    expect(ofOne).toContain(null);
    expect(ofOne).toContainEqual({ value: 0, low: 0, high: 0, leftOut: 0 });
  });

  it('survive JSON', () => {
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });
});

describe('extreme predictions', () => {
  it('have finite intervals where probabilities are 0 and 1', () => {
    // All guesses are right in a, half of them in b.
    const rows = Array.from({ length: 80 }, (_, i) => binaryRow(i % 4 < 3 ? i % 2 : 0, i % 2, 'ab'[i % 2]!));
    const { crossEntropy, ece, mce } = intervalsOf(rows);
    expect(crossEntropy.byGroup[0]).toEqual({ value: 0, low: 0, high: 0 });
    const { value, low, high } = crossEntropy.byGroup[1]!;
    expect([value]).toBeAllClose([(1074 * Math.LN2) / 2], { relative: 1e-14 });
    expect(low).toBeGreaterThan(value / 2);
    expect(high).toBeLessThan(value * 1.5);
    expect(crossEntropy.worst.value).toBe(value);
    expect(crossEntropy.worst.low).toBeGreaterThan(value / 2);
    expect(crossEntropy.worst.high).toBeLessThan(value * 1.6);
    expect(ece.byGroup[1]!.value).toBe(0.5);
    expect(mce.byGroup[1]).toEqual(ece.byGroup[1]); // one bin
  });

  it('of one class have no AUC and no equalised odds, and still all else', () => {
    const { auc, rates, brier } = intervalsOf(calibratedRows([40, 40]).map((row) => ({ ...row, label: 1 })));
    expect(auc).toEqual({ byGroup: [null, null], worst: null, difference: null, ratio: null });
    expect(rates[0]!.parity.equalisedOdds).toEqual({ difference: null, ratio: null });
    expect(rates[0]!.parity.equalOpportunity.difference!.leftOut).toBe(0);
    expect(brier.worst.high).toBeGreaterThan(brier.worst.low);
  });

  it('of many classes have rates of each', () => {
    const { uniform } = createRandom(3);
    const rows = Array.from({ length: 90 }, (_, i): Row => {
      const shares = [uniform(), uniform(), uniform()];
      const sum = shares.reduce((total, share) => total + share, 0);
      return { probabilities: shares.map((s) => s / sum), label: i % 3, group: 'ab'[i % 2]! };
    });
    const found = audit(rows);
    expect(found.intervals!.rates.map(({ positive }) => positive)).toEqual([0, 1, 2]);
    found.rates.forEach((own, c) => {
      const { byGroup } = found.intervals!.rates[c]!.tpr;
      byGroup.forEach((estimate, group) => {
        expect(estimate!.value).toBe(own.tpr.byGroup[group]);
        expect(estimate!.low).toBeLessThanOrEqual(estimate!.value);
        expect(estimate!.high).toBeGreaterThanOrEqual(estimate!.value);
      });
    });
  });
});
