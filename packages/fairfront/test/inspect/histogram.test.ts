// The numbers of a column in bins.

import { createTable } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/inspect/inspection.js';

const histogramOf = (values: readonly number[]) =>
  inspect(createTable([{ kind: 'numeric', name: 'x', values: Float64Array.from(values) }])).columns[0]!
    .histogram;

describe('a histogram', () => {
  it('of few whole numbers has a bin for each, with edges between them', () => {
    expect(histogramOf([1, 3, 3, 5, Number.NaN])).toEqual({ from: 0.5, to: 5.5, counts: [1, 0, 2, 0, 1] });
    expect(histogramOf([7, 7])).toEqual({ from: 6.5, to: 7.5, counts: [2] });
  });

  it('of many whole numbers has bins of whole width, at most 20', () => {
    const ages = Array.from({ length: 74 }, (_, i) => 17 + i);
    const { from, to, counts } = histogramOf(ages)!;
    expect([from, to, counts.length]).toEqual([16.5, 92.5, 19]);
    expect(counts).toEqual([...new Array(18).fill(4), 2]);
  });

  it('of other numbers has 20 bins from the least to the largest, which is in the last', () => {
    const values = Array.from({ length: 201 }, (_, i) => i / 200);
    const { from, to, counts } = histogramOf(values)!;
    expect([from, to, counts.length]).toEqual([0, 1, 20]);
    expect(counts.reduce((sum, own) => sum + own, 0)).toBe(201);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(9);
    expect(Math.max(...counts)).toBeLessThanOrEqual(11);
  });

  it('counts every number that is there, whatever its size', () => {
    for (const scale of [1e-300, 1e-9, 1, 1e9, 1e300]) {
      const values = Array.from({ length: 500 }, (_, i) => Math.sin(i) * scale);
      expect(histogramOf(values)!.counts.reduce((sum, own) => sum + own, 0)).toBe(500);
    }
  });

  it('is left out where there is none to draw', () => {
    expect(histogramOf([Number.NaN, Number.NaN])).toBeUndefined();
    expect(histogramOf([-1.7e308, 1.7e308])).toBeUndefined();
    expect(histogramOf([0.5, 0.5])).toBeUndefined();
  });
});
