import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partialMetric } from '../../src/metrics/partial-metric.js';

describe('partialMetric', () => {
  it('is read off the groups that have it', () => {
    expect(partialMetric([0.75, null, 0.25, 0.5, 0.25], 'lowest')).toEqual({
      byGroup: [0.75, null, 0.25, 0.5, 0.25],
      worst: 0.25,
      worstGroup: 2,
      difference: 0.5,
      ratio: 1 / 3,
      leftOut: 1,
    });
    expect(partialMetric([0.25, null, 0.75], 'highest')).toMatchObject({ worst: 0.75, worstGroup: 2 });
  });

  it('has no worst group where neither end is bad', () => {
    expect(partialMetric([0.75, 0.25])).toMatchObject({ worst: null, worstGroup: null, difference: 0.5 });
  });

  it('compares nothing where fewer than two groups have it', () => {
    expect(partialMetric([null, 0.5], 'lowest')).toEqual({
      byGroup: [null, 0.5],
      worst: 0.5,
      worstGroup: 1,
      difference: null,
      ratio: null,
      leftOut: 1,
    });
    expect(partialMetric([null, null], 'highest')).toEqual({
      byGroup: [null, null],
      worst: null,
      worstGroup: null,
      difference: null,
      ratio: null,
      leftOut: 2,
    });
  });

  it('takes rates that are all 0 for the same, and 0 beside another for the farthest apart', () => {
    expect(partialMetric([0, 0, null])).toMatchObject({ difference: 0, ratio: 1 });
    expect(partialMetric([0, 0.001])).toMatchObject({ difference: 0.001, ratio: 0 });
  });

  it('has a ratio of 1 exactly where the difference is 0', () => {
    const rate = fc.option(
      fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4),
      { freq: 5 },
    );
    fc.assert(
      fc.property(fc.array(rate, { minLength: 2, maxLength: 6 }), (byGroup) => {
        const { difference, ratio, leftOut } = partialMetric(byGroup);
        expect(ratio === 1).toBe(difference === 0);
        expect(ratio === null).toBe(byGroup.length - leftOut < 2);
      }),
    );
  });
});
