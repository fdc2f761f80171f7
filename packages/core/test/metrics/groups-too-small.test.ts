import { describe, expect, it } from 'vitest';
import { type GroupIndex, groupIndex } from '../../src/groups/group-index.js';
import { groupsTooSmall } from '../../src/metrics/groups-too-small.js';

/** Rows of each class in each group. */
function rowsOf(classRows: Readonly<Record<string, readonly number[]>>): {
  labels: Int32Array;
  index: GroupIndex;
} {
  const rows = Object.entries(classRows).flatMap(([group, counts]) =>
    counts.flatMap((count, label) => Array.from({ length: count }, () => ({ group, label }))),
  );
  return {
    labels: Int32Array.from(rows, ({ label }) => label),
    index: groupIndex(rows.map(({ group }) => group)),
  };
}

const estimate = (low: number, high: number) => ({ value: (low + high) / 2, low, high });

describe('groupsTooSmall', () => {
  it('finds nothing against 30 rows with 10 of each class', () => {
    const { labels, index } = rowsOf({ a: [10, 20], b: [1000, 1000] });
    expect(groupsTooSmall(labels, index, 2)).toEqual([]);
  });

  it('names the rows where there are too few of them, and no other reason', () => {
    const { labels, index } = rowsOf({ a: [29, 0], b: [50, 50] });
    expect(groupsTooSmall(labels, index, 2)).toEqual([
      { group: 0, rows: 29, reason: 'few-rows', found: 29, limit: 30 },
    ]);
  });

  it('names the rarest class where it has too few rows', () => {
    const { labels, index } = rowsOf({ a: [50, 9, 8], b: [50, 50, 0], c: [10, 10, 10] });
    expect(groupsTooSmall(labels, index, 3)).toEqual([
      { group: 0, rows: 67, reason: 'few-rows-of-class', found: 8, limit: 10, rarestClass: 2 },
      { group: 1, rows: 100, reason: 'few-rows-of-class', found: 0, limit: 10, rarestClass: 2 },
    ]);
  });

  it('counts entities where they are given', () => {
    const { labels, index } = rowsOf({ a: [50, 50], b: [50, 50] });
    expect(groupsTooSmall(labels, index, 2, { entityCounts: [29, 30] })).toEqual([
      { group: 0, rows: 100, reason: 'few-entities', found: 29, limit: 30 },
    ]);
  });

  it('looks at the width of the interval of accuracy, and last at the rows of a class', () => {
    const { labels, index } = rowsOf({ a: [20, 20], b: [20, 20], c: [20, 9], d: [91, 9], e: [91, 9] });
    const accuracies = [
      ...[estimate(0.5, 0.75), estimate(0.5, 0.625), estimate(0, 1)],
      ...[estimate(0.5, 0.75), estimate(0.5, 0.625)],
    ];
    const found = groupsTooSmall(labels, index, 2, { accuracies });
    expect(found).toEqual([
      { group: 0, rows: 40, reason: 'wide-interval', found: 0.25, limit: 0.2 },
      { group: 2, rows: 29, reason: 'few-rows', found: 29, limit: 30 },
      { group: 3, rows: 100, reason: 'wide-interval', found: 0.25, limit: 0.2 },
      { group: 4, rows: 100, reason: 'few-rows-of-class', found: 9, limit: 10, rarestClass: 1 },
    ]);
  });

  it('takes other limits', () => {
    const { labels, index } = rowsOf({ a: [3, 2], b: [4, 2] });
    const limits = { minRows: 6, minClassRows: 2, maxWidth: 1 };
    expect(groupsTooSmall(labels, index, 2, {}, limits)).toEqual([
      { group: 0, rows: 5, reason: 'few-rows', found: 5, limit: 6 },
    ]);
  });
});
