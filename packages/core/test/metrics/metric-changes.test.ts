import { describe, expect, it } from 'vitest';
import { type MeasureOptions, type Measures, measure } from '../../src/metrics/measure.js';
import { createRandom } from '../../src/numeric/random.js';
import '../helpers/close.js';
import { expectError } from '../helpers/errors.js';
import { calibratedRows } from './interval-rows.js';
import { binaryRow, predictionsOf, type Row } from './prediction-rows.js';

const RESAMPLES = 400;
const close = { absolute: 1e-14 };
const intervals = () => ({ random: createRandom(1), resamples: RESAMPLES });

/** Two models on the same rows. */
function measured(
  rows: readonly Row[],
  other: (row: Row, i: number) => number,
  options: MeasureOptions = { intervals: intervals() },
): Measures<'before' | 'after'> {
  const { probabilities, labels, groups, classCount } = predictionsOf(rows);
  const after = Float64Array.from(
    rows.flatMap((row, i) => {
      const score = other(row, i);
      return [1 - score, score];
    }),
  );
  return measure({ before: probabilities, after }, labels, groups, classCount, options);
}

const score = ({ probabilities }: Row): number => probabilities[1]!;
/** Surer by a factor of the logit. */
const sharpened = (row: Row): number => 1 / (1 + Math.exp(-1.5 * Math.log(score(row) / (1 - score(row)))));

describe('changes between models', () => {
  const rows = calibratedRows([120, 80, 200]);
  const { models, changes } = measured(rows, sharpened);
  const change = changes.after!;

  it('are differences of the metrics, group by group and over all rows', () => {
    const { before, after } = models;
    for (const name of ['accuracy', 'brier', 'crossEntropy'] as const) {
      const expected = before[name].byGroup.map((value, group) => after[name].byGroup[group]! - value);
      expect(change[name].byGroup.map(({ value }) => value)).toEqual(expected);
      expect([change[name].overall.value]).toBeAllClose(
        [after[name].sampleMean - before[name].sampleMean],
        close,
      );
    }
    const { byGroup, overall } = change.crossEntropy;
    const shares = before.crossEntropy.byGroup.map((risk, a) => after.crossEntropy.byGroup[a]! / risk - 1);
    expect(byGroup.map(({ relative }) => relative!.value)).toEqual(shares);
    expect(overall.relative!.value).toBeCloseTo(
      after.crossEntropy.sampleMean / before.crossEntropy.sampleMean - 1,
      12,
    );
    expect(change.auc.byGroup.map((own) => own!.value)).toEqual([0, 0, 0]); // the order is kept
    expect(change.rates[0]!.selectionRate.overall).toEqual({ value: 0, low: 0, high: 0, leftOut: 0 });
  });

  it('of rates and AUC over all rows are those of one group that has them all', () => {
    const { probabilities, labels, classCount } = predictionsOf(rows);
    const shifted = (row: Row, i: number): number => (i % 3 === 0 ? Math.sqrt(score(row)) : score(row));
    const found = measured(rows, shifted).changes.after!;
    const all = { names: ['all'], groups: new Int32Array(rows.length), counts: [rows.length] };
    const after = Float64Array.from(rows.flatMap((row, i) => [1 - shifted(row, i), shifted(row, i)]));
    const one = measure({ before: probabilities, after }, labels, all, classCount, {
      intervals: intervals(),
    }).changes.after!;
    for (const name of ['selectionRate', 'tpr', 'fpr', 'precision', 'meanPrediction'] as const) {
      const { overall } = found.rates[0]![name];
      expect([overall!.value]).toBeAllClose([one.rates[0]![name].byGroup[0]!.value], close);
      // Within groups or from all rows: ends lie alike, up to what so few resamples leave open.
      const width = overall!.high - overall!.low;
      expect(Math.abs(overall!.low - one.rates[0]![name].byGroup[0]!.low)).toBeLessThan(width / 4);
      expect(Math.abs(overall!.high - one.rates[0]![name].byGroup[0]!.high)).toBeLessThan(width / 4);
    }
    expect(found.auc.overall!.value).toBe(one.auc.byGroup[0]!.value);
    expect(found.auc.overall!.low).toBeLessThan(found.auc.overall!.value);
  });

  it('are paired: as wide as the row by row differences make them', () => {
    const { probabilities, labels } = predictionsOf(rows);
    const own = rows.flatMap((row, i) => {
      if (row.group !== 'c') return [];
      const p = labels[i] === 1 ? sharpened(row) : 1 - sharpened(row);
      return [-Math.log(p) + Math.log(probabilities[2 * i + labels[i]!]!)];
    });
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
    const variance = own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / own.length ** 2;
    const { value, low, high } = change.crossEntropy.byGroup[2]!;
    expect(value).toBeCloseTo(mean, 12);
    expect((high - low) / (2 * 1.96 * Math.sqrt(variance))).toBeGreaterThan(0.85);
    expect((high - low) / (2 * 1.96 * Math.sqrt(variance))).toBeLessThan(1.15);
    const apart = models.after.intervals!.crossEntropy.byGroup[2]!;
    expect(high - low).toBeLessThan((apart.high - apart.low) / 2);
  });

  it('of one model to itself are 0, and leave its own intervals as they are alone', () => {
    const same = measured(rows, score);
    for (const { byGroup, overall } of [same.changes.after!.brier, same.changes.after!.crossEntropy]) {
      for (const { value, low, high, relative } of [...byGroup, overall]) {
        expect([value, low, high]).toEqual([0, 0, 0]);
        expect(relative).toEqual({ value: 0, low: 0, high: 0, leftOut: 0 });
      }
    }
    const { probabilities, labels, groups, classCount } = predictionsOf(rows);
    const alone = measure({ only: probabilities }, labels, groups, classCount, { intervals: intervals() });
    expect(same.models.before).toEqual(alone.models.only);
    expect(same.models.after).toEqual(alone.models.only);
    expect(alone.changes).toEqual({});
  });

  it('have no share of a risk that is shown as 0', () => {
    const sure = [...calibratedRows([50]), ...Array.from({ length: 50 }, () => binaryRow(1 - 4e-5, 1, 'b'))];
    const { byGroup } = measured(sure, (row) => (row.group === 'b' ? 1 - 2e-6 : score(row))).changes.after!
      .crossEntropy;
    expect(byGroup[1]!.value).toBeCloseTo(-3.8e-5, 8);
    expect(byGroup[1]!.relative).toBeNull();
    expect(byGroup[0]!.relative).not.toBeNull();
  });

  it('are null where a model does not have the rate', () => {
    const few = Array.from({ length: 60 }, (_, i) => binaryRow(i % 3 === 0 ? 0.75 : 0.25, i % 2));
    const { rates } = measured(few, () => 0.25).changes.after!; // selects nobody
    expect(rates[0]!.precision.byGroup).toEqual([null]);
    expect(rates[0]!.precision.overall).toBeNull();
    expect(rates[0]!.selectionRate.byGroup[0]!.value).toBeCloseTo(-1 / 3, 12);
  });

  it('are from the reference that was asked for', () => {
    const turned = measured(rows, sharpened, { intervals: intervals(), reference: 'after' });
    expect(Object.keys(turned.models)).toEqual(['before', 'after']);
    expect(Object.keys(turned.changes)).toEqual(['before']);
    expect(turned.changes.before!.brier.byGroup.map(({ value }) => -value)).toBeAllClose(
      change.brier.byGroup.map(({ value }) => value),
      close,
    );
    expectError(
      () => measured(rows, sharpened, { reference: 'best' }),
      'bad-option',
      'reference',
      '"before", "after"',
      'got "best"',
    );
    expectError(() => measure({}, new Int32Array(0), predictionsOf(rows).groups, 2), 'bad-option', 'models');
  });

  it('draw entities where these are given', () => {
    const four = calibratedRows([80]).flatMap((row) => [row, row, row, row]);
    const width = (entities?: readonly number[]): number => {
      const options = { intervals: { ...intervals(), entities } };
      const { low, high } = measured(four, sharpened, options).changes.after!.brier.byGroup[0]!;
      return high - low;
    };
    expect(width(four.map((_, row) => row >> 2)) / width()).toBeGreaterThan(1.6); // √4
  });

  it('are none without intervals, and come back from JSON as they were', () => {
    expect(measured(rows, sharpened, {}).changes).toEqual({});
    expect(JSON.parse(JSON.stringify(change))).toEqual(change);
  });
});
