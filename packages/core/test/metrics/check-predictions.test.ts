import { describe, expect, it } from 'vitest';
import { groupIndex } from '../../src/groups/group-index.js';
import { groupMetrics } from '../../src/metrics/group-metrics.js';
import { expectError } from '../helpers/errors.js';

const GROUPS = groupIndex(['a', 'b', 'b']);
const LABELS = Int32Array.of(0, 1, 1);

const withProbabilities = (...probabilities: number[]) => {
  return () => groupMetrics(Float64Array.from(probabilities), LABELS, GROUPS, 2);
};

describe('predictions that have no metrics', () => {
  it.each([
    ['NaN', [0.5, Number.NaN], '[0.5, NaN]'],
    ['infinite', [Number.POSITIVE_INFINITY, 0], '[Infinity, 0]'],
    ['both infinities', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], '-Infinity]'],
    ['negative', [1.25, -0.25], '[1.25, -0.25], which sums to 1'],
    ['negative by little', [1, -1e-12], '-1e-12]'],
    ['too small a sum', [0.5, 0.499998], 'which sums to 0.999998'],
    ['too large a sum', [0.5, 0.500002], 'which sums to 1.000002'],
    ['no probability', [0, 0], 'which sums to 0'],
  ])('have a row that is no distribution: %s', (_, row, shown) => {
    expectError(
      withProbabilities(0.5, 0.5, ...row, 0.5, 0.5),
      'bad-risks',
      '≥ 0 and sum to 1 within 0.000001',
      '1 row (row 2) of the predictions',
      `row 2 has`,
      shown,
      'softmax',
    );
  });

  it('name every row, and show the first', () => {
    expectError(
      withProbabilities(0.5, 0.5, 3, -1, 2, 2),
      'bad-risks',
      '2 rows (rows 2, 3)',
      'row 2 has [3, -1], which sums to 2',
    );
  });

  it('may be off by what single precision costs', () => {
    expect(withProbabilities(0.5, 0.5000009, 0.5, 0.4999991, 1.0000009, 0)).not.toThrow();
    expect(withProbabilities(...[0.1, 0.9, 0.3, 0.7, 1 / 3, 2 / 3].map(Math.fround))).not.toThrow();
    expect(withProbabilities(-0, 1, 1, 0, 0.5, 0.5)).not.toThrow();
  });

  it('have shapes that do not agree', () => {
    const half = new Float64Array(6).fill(0.5);
    expectError(
      () => groupMetrics(half.subarray(2), LABELS, GROUPS, 2),
      'bad-risks',
      '3 × 2 = 6 numbers',
      'got 4',
    );
    expectError(() => groupMetrics(half, LABELS, GROUPS, 3), 'bad-risks', '3 × 3 = 9 numbers', 'got 6');
    expectError(
      () => groupMetrics(half, Int32Array.of(0, 1), GROUPS, 3),
      'bad-groups',
      '3 rows with a group',
      '2 rows with a label',
    );
    for (const classCount of [1, 0, 2.5, Number.NaN]) {
      expectError(
        () => groupMetrics(half, LABELS, GROUPS, classCount),
        'bad-target',
        'classCount must be a whole number ≥ 2',
        `got ${classCount}`,
      );
    }
  });

  it('have a label that is no class', () => {
    const half = new Float64Array(6).fill(0.5);
    expectError(
      () => groupMetrics(half, Int32Array.of(0, 2, -1), GROUPS, 2),
      'bad-target',
      'from 0 to 1',
      '2 rows (rows 2, 3)',
      'row 2 has 2',
      'Leave rows without a label out',
    );
  });

  it('have a group without rows, a row without a group, or groups counted elsewhere', () => {
    const half = new Float64Array(6).fill(0.5);
    const names = ['a', 'b', 'Female · Other'];
    expectError(
      () => groupMetrics(half, LABELS, groupIndex(['a', 'b', 'b'], names), 2),
      'bad-groups',
      '"Female · Other"',
      'Merge',
    );
    for (const group of [-1, 2]) {
      expectError(
        () => groupMetrics(half, LABELS, { ...GROUPS, groups: Int32Array.of(0, 1, group) }, 2),
        'bad-groups',
        'from 0 to 1',
        `row 3 has ${group}`,
        'Leave rows without a group out',
      );
    }
    expectError(
      () => groupMetrics(half, LABELS, { ...GROUPS, counts: [1, 7] }, 2),
      'bad-groups',
      'got 7 for "b", which has 2 rows',
    );
  });

  it('have no rows', () => {
    const nothing = new Float64Array(0);
    expectError(
      () => groupMetrics(nothing, new Int32Array(0), groupIndex([]), 2),
      'bad-groups',
      'at least one group',
    );
    expectError(
      () => groupMetrics(nothing, new Int32Array(0), groupIndex([], ['a']), 2),
      'bad-groups',
      'no rows in group "a"',
    );
  });
});
