// Audits with intervals, for tests.

import { type AuditMetrics, measure } from '../../src/metrics/measure.js';
import type { MetricIntervals } from '../../src/metrics/metric-intervals.js';
import type { IntervalOptions } from '../../src/metrics/resample-models.js';
import { createRandom } from '../../src/numeric/random.js';
import { binaryRow, predictionsOf, type Row } from './prediction-rows.js';

export function audit(rows: readonly Row[], intervals: Partial<IntervalOptions> = {}): AuditMetrics {
  const { probabilities, labels, groups, classCount } = predictionsOf(rows);
  return measure({ model: probabilities }, labels, groups, classCount, {
    intervals: { random: createRandom(1), resamples: 200, ...intervals },
  }).models.model;
}

export const intervalsOf = (rows: readonly Row[], options?: Partial<IntervalOptions>): MetricIntervals =>
  audit(rows, options).intervals!;

/** Scores uniform about ½ with labels drawn from them, so that a model with these scores is calibrated; each group is less sure than the one before. */
export function calibratedRows(sizes: readonly number[], seed = 5): Row[] {
  const { uniform } = createRandom(seed);
  return sizes.flatMap((size, g) =>
    Array.from({ length: size }, () => {
      const score = 0.5 + (uniform() - 0.5) / (1 + g);
      return binaryRow(score, uniform() < score ? 1 : 0, 'abcdef'[g]!);
    }),
  );
}
