import { describe, expect, it } from 'vitest';
import { groupIndex } from '../../src/groups/group-index.js';
import { groupMetric } from '../../src/metrics/group-metric.js';

const index = groupIndex(['a', 'b', 'b', 'c', 'c', 'c', 'c', 'c']);

describe('groupMetric', () => {
  it('reads means, the worst group and the disparity off a loss', () => {
    expect(groupMetric([0.5, 0.25, 0.125], index, 'highest')).toEqual({
      byGroup: [0.5, 0.25, 0.125],
      sampleMean: (0.5 + 0.5 + 0.625) / 8,
      groupMean: 0.875 / 3,
      worst: 0.5,
      worstGroup: 0,
      disparity: 0.375,
    });
  });

  it('has the lowest accuracy for the worst, and a disparity that is not negative', () => {
    const { worst, worstGroup, disparity } = groupMetric([0.5, 0.25, 0.125], index, 'lowest');
    expect([worst, worstGroup, disparity]).toEqual([0.125, 2, 0.375]);
  });

  it('names the first of several worst groups', () => {
    expect(groupMetric([0.25, 0.5, 0.5], index, 'highest').worstGroup).toBe(1);
    expect(groupMetric([0.5, 0.25, 0.25], index, 'lowest').worstGroup).toBe(1);
  });

  it('is the metric itself where there is one group or all are equal', () => {
    const one = groupIndex(['x', 'x']);
    expect(groupMetric([0.7], one, 'highest')).toEqual({
      byGroup: [0.7],
      sampleMean: 0.7,
      groupMean: 0.7,
      worst: 0.7,
      worstGroup: 0,
      disparity: 0,
    });
    expect(groupMetric([0, 0, 0], index, 'lowest')).toEqual({
      byGroup: [0, 0, 0],
      sampleMean: 0,
      groupMean: 0,
      worst: 0,
      worstGroup: 0,
      disparity: 0,
    });
  });
});
