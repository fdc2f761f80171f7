import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groupIndex } from '../../src/groups/group-index.js';
import { acrossSplits, type SpreadMetric, spreadOf } from '../../src/metrics/across-splits.js';
import { groupMetric } from '../../src/metrics/group-metric.js';
import type { GroupMetrics } from '../../src/metrics/group-metrics.js';
import '../helpers/close.js';
import { expectError } from '../helpers/errors.js';

const { spreads } = JSON.parse(
  readFileSync(new URL('golden/audit-metrics.json', import.meta.url), 'utf8'),
) as { readonly spreads: { values: number[]; mean: number; deviation: number }[] };

/** A split in which all metrics have the same metrics. @param groups a letter for each row */
function splitOf(byGroup: readonly number[], groups: string): GroupMetrics {
  const index = groupIndex([...groups]);
  const highest = groupMetric(byGroup, index, 'highest');
  const accuracy = groupMetric(byGroup, index, 'lowest');
  return { accuracy, brier: highest, crossEntropy: highest, ece: highest, mce: highest };
}

const means = ({ byGroup, sampleMean, groupMean, worst, disparity }: SpreadMetric): number[] =>
  [...byGroup, sampleMean, groupMean, worst, disparity].map(({ mean }) => mean);

describe('spreadOf', () => {
  it.each(spreads)('agrees with NumPy: $values', ({ values, mean, deviation }) => {
    const found = spreadOf(values);
    expect([found.mean, found.deviation!]).toBeAllClose([mean, deviation], { absolute: 1e-15 });
  });

  it('knows no deviation from one number', () => {
    expect(spreadOf([0.25])).toEqual({ mean: 0.25, deviation: null });
  });
});

describe('acrossSplits', () => {
  it('takes every metric of each split, then the mean: disparity of splits is not that of means', () => {
    const spread = acrossSplits([splitOf([0.25, 0.75], 'abbb'), splitOf([0.75, 0.25], 'abbb')]);
    expect(means(spread.brier)).toEqual([0.5, 0.5, (0.625 + 0.375) / 2, 0.5, 0.75, 0.5]);
    expect(means(spread.accuracy)).toEqual([0.5, 0.5, 0.5, 0.5, 0.25, 0.5]);
    const deviation = Math.sqrt(2 * 0.25 ** 2);
    expect(spread.brier.byGroup.map((own) => own.deviation)).toEqual([deviation, deviation]);
    expect(spread.brier.worst.deviation).toBe(0);
    expect(spread.brier.disparity.deviation).toBe(0);
    expect([spread.brier.sampleMean.deviation!]).toBeAllClose([deviation / 2], { relative: 1e-14 });
  });

  it('keeps the metrics apart', () => {
    const index = groupIndex(['a']);
    const of = (value: number) => groupMetric([value], index, 'highest');
    const split = { accuracy: of(0.1), brier: of(0.2), crossEntropy: of(0.3), ece: of(0.4), mce: of(0.5) };
    const spread = acrossSplits([split]);
    expect(Object.entries(spread).map(([name, own]) => [name, own.worst])).toEqual([
      ['accuracy', { mean: 0.1, deviation: null }],
      ['brier', { mean: 0.2, deviation: null }],
      ['crossEntropy', { mean: 0.3, deviation: null }],
      ['ece', { mean: 0.4, deviation: null }],
      ['mce', { mean: 0.5, deviation: null }],
    ]);
  });

  it('needs a split, and the same groups in all', () => {
    expectError(() => acrossSplits([]), 'bad-split', 'at least one split', 'got none');
    expectError(
      () => acrossSplits([splitOf([0.5, 0.5], 'ab'), splitOf([0.5], 'a')]),
      'bad-groups',
      'split 1 has 2, split 2 has 1',
    );
  });
});
