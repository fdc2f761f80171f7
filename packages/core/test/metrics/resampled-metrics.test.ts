// Figures from counts are the metrics of the rows drawn, written out.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RATE_NAMES } from '../../src/metrics/decision-rates.js';
import { measure } from '../../src/metrics/measure.js';
import { METRIC_NAMES, resampledMetrics } from '../../src/metrics/resampled-metrics.js';
import '../helpers/close.js';
import { binaryRow, predictionsOf, type Row, someRows } from './prediction-rows.js';

/** @param rows of one group */
function figuresFromCounts(
  rows: readonly Row[],
  counts: readonly number[],
  order = [...rows.keys()],
): number[] {
  const { probabilities, labels, classCount } = predictionsOf(rows);
  const classes = classCount === 2 ? [1] : Array.from({ length: classCount }, (_, c) => c);
  const evaluate = resampledMetrics({ probabilities, labels, classCount }, Uint32Array.from(order), classes);
  const metrics = new Float64Array(METRIC_NAMES.length + classes.length * RATE_NAMES.length + 2);
  // Twice, and with other counts before: nothing may be left from one resample to the next.
  evaluate(
    Uint32Array.from(order, (row) => row + 1),
    metrics,
  );
  evaluate(
    Uint32Array.from(order, (row) => counts[row]!),
    metrics,
  );
  expect(metrics.at(-1)).toBe(rows.reduce((sum, _, row) => sum + counts[row]!, 0));
  return [...metrics.subarray(0, -1)];
}

/** By way of the metrics; NaN for null. */
function figuresFromRows(rows: readonly Row[]): number[] {
  const { probabilities, labels, groups, classCount } = predictionsOf(rows);
  const metrics = measure({ model: probabilities }, labels, groups, classCount).models.model;
  return [
    ...METRIC_NAMES.map((name) => metrics[name].byGroup[0]!),
    ...metrics.rates.flatMap((rates) => RATE_NAMES.map((name) => rates[name].byGroup[0] ?? Number.NaN)),
    metrics.auc.byGroup[0] ?? Number.NaN,
  ];
}

const oneGroup = someRows.map((rows) => rows.map((row) => ({ ...row, group: 'a' })));
const close = { absolute: 1e-12, relative: 1e-12 };

function expectSame(found: readonly number[], expected: readonly number[]): void {
  expect(found.map(Number.isNaN)).toEqual(expected.map(Number.isNaN));
  expect(found.filter((value) => !Number.isNaN(value))).toBeAllClose(
    expected.filter((value) => !Number.isNaN(value)),
    close,
  );
}

describe('resampledMetrics', () => {
  it('of every row once are the metrics', () => {
    fc.assert(
      fc.property(oneGroup, (rows) => {
        expectSame(
          figuresFromCounts(
            rows,
            rows.map(() => 1),
          ),
          figuresFromRows(rows),
        );
      }),
    );
  });

  it('of any counts are the metrics of so many copies, in any order of the rows', () => {
    fc.assert(
      fc.property(oneGroup, fc.infiniteStream(fc.integer({ min: 0, max: 3 })), fc.nat(), (rows, some, k) => {
        const counts = rows.map((_, row) => (row === k % rows.length ? 2 : some.next().value));
        const copies = rows.flatMap((row, i) => Array.from({ length: counts[i]! }, () => row));
        const [found, expected] = [figuresFromCounts(rows, counts), figuresFromRows(copies)];
        const classCount = rows[0]!.probabilities.length;
        // The mean of AUCs is over the classes that the data have; copies may have fewer of them.
        const last = classCount === 2 || !Number.isNaN(found.at(-1)) ? found.length : found.length - 1;
        expectSame(found.slice(0, last), expected.slice(0, last));
        const turned = [...rows.keys()].reverse();
        expectSame(figuresFromCounts(rows, counts, turned), found);
      }),
    );
  });

  it('have no mean AUC where a class that the data have was not drawn', () => {
    const rows = [0, 1, 2].map((label) => ({
      probabilities: [0.5, 0.25, 0.25],
      label,
      group: 'a',
    }));
    expect(figuresFromCounts(rows, [1, 1, 1]).at(-1)).toBe(0.5);
    expect(figuresFromCounts(rows, [2, 1, 0]).at(-1)).toBeNaN();
  });

  it('do not vary where the rows do not', () => {
    const rows = Array.from({ length: 7 }, () => binaryRow(0.1, 0));
    const once = figuresFromCounts(
      rows,
      rows.map(() => 1),
    );
    expect(figuresFromCounts(rows, [3, 0, 1, 0, 2, 1, 0]).slice(0, 3)).toEqual(once.slice(0, 3));
  });
});
