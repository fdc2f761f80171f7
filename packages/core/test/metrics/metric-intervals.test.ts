// Golden intervals are in golden/, with the NumPy script that made them.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RATE_NAMES } from '../../src/metrics/decision-rates.js';
import { measure } from '../../src/metrics/measure.js';
import { METRIC_NAMES } from '../../src/metrics/resampled-metrics.js';
import { createRandom } from '../../src/numeric/random.js';
import '../helpers/close.js';
import { expectError } from '../helpers/errors.js';
import { audit, calibratedRows, intervalsOf } from './interval-rows.js';
import { binaryRow } from './prediction-rows.js';

interface Ends {
  readonly low: number;
  readonly high: number;
}

interface GoldenEnds extends Ends {
  readonly slopes: [number, number];
}

interface GoldenFigure {
  readonly byGroup: GoldenEnds[];
  readonly lowest: Ends;
  readonly highest: Ends;
  readonly difference: Ends;
  readonly ratio: Ends;
}

interface GoldenCase {
  readonly name: string;
  readonly probabilities: number[];
  readonly labels: number[];
  readonly groups: number[];
  readonly entities: number[] | null;
  readonly figures: Record<string, GoldenFigure>;
  readonly equalisedOdds: { readonly difference: Ends; readonly ratio: Ends };
}

const golden = JSON.parse(readFileSync(new URL('golden/metric-intervals.json', import.meta.url), 'utf8')) as {
  readonly resamples: number;
  readonly level: number;
  readonly cases: GoldenCase[];
};

describe('metricIntervals', () => {
  const RESAMPLES = 10_000;

  /** Both ends are quantiles of finitely many resamples, ours and NumPy's; four standard errors of their difference. */
  function expectSameEnds(name: string, found: Ends | null, expected: GoldenEnds, step: number): void {
    const tail = (1 - golden.level) / 2;
    const noise = Math.sqrt(tail * (1 - tail) * (1 / RESAMPLES + 1 / golden.resamples));
    const [low, high] = expected.slopes.map((slope) => 4 * noise * slope + step) as [number, number];
    expect(Math.abs(found!.low - expected.low), name).toBeLessThan(low);
    expect(Math.abs(found!.high - expected.high), name).toBeLessThan(high);
    // So small that the test can fail: a sixth of the interval.
    expect(Math.max(low, high), name).toBeLessThan((expected.high - expected.low) / 6);
  }

  /** The critical value and the standard errors behind a band are each known to about 1% from so many resamples. */
  function expectSameBands(name: string, found: Ends | null, expected: Ends): void {
    const tolerance = 0.05 * (expected.high - expected.low);
    expect(Math.abs(found!.low - expected.low), name).toBeLessThan(tolerance);
    expect(Math.abs(found!.high - expected.high), name).toBeLessThan(tolerance);
  }

  it.each(golden.cases)('agree with NumPy: $name', ({ figures, equalisedOdds, ...data }) => {
    const groupCount = Math.max(...data.groups) + 1;
    const counts = Array.from({ length: groupCount }, (_, a) => data.groups.filter((g) => g === a).length);
    const { intervals } = measure(
      { model: Float64Array.from(data.probabilities) },
      Int32Array.from(data.labels),
      { names: counts.map(String), groups: Int32Array.from(data.groups), counts },
      2,
      {
        intervals: {
          random: createRandom(1),
          resamples: RESAMPLES,
          level: golden.level,
          entities: data.entities ?? undefined,
        },
      },
    ).models.model;
    const found = intervals!;
    for (const name of METRIC_NAMES) {
      const step = name === 'accuracy' ? 1.01 / Math.min(...counts) : 0; // a row, where metrics come in steps
      const expected = figures[name]!;
      expected.byGroup.forEach((ends, group) => {
        expectSameEnds(`${name} of group ${group}`, found[name].byGroup[group]!, ends, step);
      });
      const worst = name === 'accuracy' ? expected.lowest : expected.highest;
      expectSameBands(`worst ${name}`, found[name].worst, worst);
      expectSameBands(`disparity of ${name}`, found[name].disparity, expected.difference);
    }
    const rates = found.rates[0]!;
    for (const name of [...RATE_NAMES, 'auc'] as const) {
      const own = name === 'auc' ? found.auc : rates[name];
      const step = name === 'auc' || name === 'meanPrediction' ? 0 : 1.01 / Math.min(...counts);
      const expected = figures[name]!;
      expected.byGroup.forEach((ends, group) => {
        expectSameEnds(`${name} of group ${group}`, own.byGroup[group]!, ends, step);
      });
      expectSameBands(`difference of ${name}`, own.difference, expected.difference);
      expectSameBands(`ratio of ${name}`, own.ratio, expected.ratio);
      if (own.worst === null) expect(['selectionRate', 'baseRate', 'meanPrediction']).toContain(name);
      else expectSameBands(`worst ${name}`, own.worst, name === 'fpr' ? expected.highest : expected.lowest);
    }
    const { demographicParity, equalOpportunity, equalisedOdds: odds } = rates.parity;
    expectSameBands('difference of odds', odds.difference, equalisedOdds.difference);
    expectSameBands('ratio of odds', odds.ratio, equalisedOdds.ratio);
    expect(demographicParity).toEqual({
      difference: rates.selectionRate.difference,
      ratio: rates.selectionRate.ratio,
    });
    expect(equalOpportunity).toEqual({ difference: rates.tpr.difference, ratio: rates.tpr.ratio });
  });

  it('are of the metrics of the audit, in the same places', () => {
    const rows = calibratedRows([60, 80, 50]);
    const { intervals, ...metrics } = audit(rows);
    for (const name of METRIC_NAMES) {
      expect(intervals![name].byGroup.map(({ value }) => value)).toEqual(metrics[name].byGroup);
      expect(intervals![name].worst.value).toBe(metrics[name].worst);
      expect(intervals![name].disparity.value).toBe(metrics[name].disparity);
    }
    const [rates, own] = [intervals!.rates[0]!, metrics.rates[0]!];
    for (const name of RATE_NAMES) {
      expect(rates[name].byGroup.map((estimate) => estimate!.value)).toEqual(own[name].byGroup);
      expect(rates[name].ratio!.value).toBe(own[name].ratio);
    }
    expect(rates.parity.equalisedOdds.difference!.value).toBe(own.parity.equalisedOdds.difference);
    expect(rates.parity.equalisedOdds.ratio!.value).toBe(own.parity.equalisedOdds.ratio);
    expect(intervals!.auc.byGroup.map((estimate) => estimate!.value)).toEqual(metrics.auc.byGroup);
    expect([intervals!.level, intervals!.resamples]).toEqual([0.95, 200]);
    expect(JSON.parse(JSON.stringify(intervals))).toEqual(intervals);
  });

  it('hold the true accuracy and AUC about as often as they say', () => {
    // Scores uniform on [0, 1] and labels drawn from them: accuracy ¾; AUC 5/6.
    const trials = 60;
    const held = { accuracy: 0, auc: 0 };
    for (let seed = 0; seed < trials; seed++) {
      const { accuracy, auc } = intervalsOf(calibratedRows([300], seed), {
        level: 0.9,
        random: createRandom(seed),
      });
      const [ofAccuracy, ofAuc] = [accuracy.byGroup[0]!, auc.byGroup[0]!];
      if (ofAccuracy.low <= 0.75 && 0.75 <= ofAccuracy.high) held.accuracy++;
      if (ofAuc.low <= 5 / 6 && 5 / 6 <= ofAuc.high) held.auc++;
    }
    // 54 of 60 expected, with a standard deviation of 2.3.
    for (const count of Object.values(held)) {
      expect(count).toBeGreaterThanOrEqual(54 - 8);
      expect(count).toBeLessThan(60);
    }
  });

  it('of the worst group hold what all groups share, where groups are alike', () => {
    const one = calibratedRows([200]);
    const rows = ['a', 'b', 'c', 'd'].flatMap((group) => one.map((row) => ({ ...row, group })));
    const { brier, accuracy } = intervalsOf(rows, { resamples: 1000 });
    for (const { worst, disparity, byGroup } of [brier, accuracy]) {
      expect(worst.value).toBe(byGroup[0]!.value);
      expect(worst.low).toBeLessThan(byGroup[0]!.low); // all four at once take more room than one
      expect(worst.high).toBeGreaterThan(byGroup[0]!.high);
      expect([disparity.value, disparity.low]).toEqual([0, 0]);
      expect(disparity.high).toBeGreaterThan(0);
    }
  });

  it('of the mean over rows are narrower than those of the groups', () => {
    const { brier, accuracy } = intervalsOf(calibratedRows([100, 100, 100]));
    for (const { sampleMean, byGroup } of [brier, accuracy]) {
      expect(sampleMean.value).toBeCloseTo(byGroup.reduce((sum, { value }) => sum + value, 0) / 3, 12);
      expect(sampleMean.high - sampleMean.low).toBeLessThan(
        Math.min(...byGroup.map(({ low, high }) => high - low)),
      );
    }
  });

  it('draw within the groups: a group of one row never changes', () => {
    const rows = [...calibratedRows([50]), binaryRow(0.75, 1, 'b')];
    const { brier, rates } = intervalsOf(rows);
    expect(brier.byGroup[1]).toEqual({ value: 0.125, low: 0.125, high: 0.125 });
    expect(rates[0]!.tpr.byGroup[1]).toEqual({ value: 1, low: 1, high: 1, leftOut: 0 });
    expect(rates[0]!.fpr.byGroup[1]).toBeNull();
  });

  it('are wider where rows belong together, and the same where every entity has one', () => {
    const rows = calibratedRows([100]).flatMap((row) => [row, row, row, row]);
    const width = (entities?: readonly number[]): number => {
      const { low, high } = intervalsOf(rows, { entities, resamples: 2000 }).brier.byGroup[0]!;
      return high - low;
    };
    const alone = width();
    expect(width(rows.map((_, row) => row >> 2))).toBeGreaterThan(1.8 * alone); // √4 of it
    expect(width(rows.map((_, row) => row >> 2))).toBeLessThan(2.2 * alone);
    const each = rows.map((_, row) => 7 * row);
    expect(intervalsOf(rows, { entities: each })).toEqual(intervalsOf(rows));
  });

  it('are the same from the same seed, and others from another', () => {
    const rows = calibratedRows([40, 40]);
    expect(intervalsOf(rows)).toEqual(intervalsOf(rows));
    expect(intervalsOf(rows, { random: createRandom(2) }).brier).not.toEqual(intervalsOf(rows).brier);
  });

  it('are narrower at a lower level', () => {
    const rows = calibratedRows([80]);
    const [half, most] = [0.5, 0.99].map((level) => intervalsOf(rows, { level }).brier.byGroup[0]!);
    expect(half!.high - half!.low).toBeLessThan((most!.high - most!.low) / 2);
  });
});

describe('options of intervals', () => {
  const rows = calibratedRows([10]);

  it('are refused where they are wrong', () => {
    expectError(() => intervalsOf(rows, { resamples: 0 }), 'bad-option', 'resamples', 'got 0');
    expectError(() => intervalsOf(rows, { resamples: 1.5 }), 'bad-option', 'resamples', 'got 1.5');
    expectError(() => intervalsOf(rows, { level: 1 }), 'bad-option', 'level', '(0, 1)', 'got 1');
    expectError(() => intervalsOf(rows, { entities: [0, 1] }), 'bad-split', 'entities', '10 rows', 'got 2');
  });
});
