import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroupMetricsData, MetricByGroup } from '../src/report/data.js';
import { isWorst, metricRows, thinMetricRows, worstValue } from '../src/report/group-metric-rows.js';
import { groupMetricsData } from './audit-samples.js';

const metric = (better: MetricByGroup['better'], values: readonly (number | null)[]): MetricByGroup => ({
  name: 'accuracy',
  unit: 'share',
  better,
  overall: 0.5,
  byGroup: values.map((value) => (value === null ? null : { value })),
});
/** Named by their place, from A; small letters are too small. */
const dataOf = (names: string, ...metrics: MetricByGroup[]): GroupMetricsData => ({
  level: null,
  groups: [...names].map((name) => ({ name, share: 0.1, rows: 10, tooSmall: name !== name.toUpperCase() })),
  metrics,
});
const order = (data: GroupMetricsData): string =>
  metricRows(data)
    .map(({ name }) => name)
    .join('');

describe('the order', () => {
  test.each([
    ['higher', 'CABD'],
    ['lower', 'DBAC'],
    ['neither', 'DBAC'],
  ] as const)('where %s is better is %s', (better, expected) => {
    expect(order(dataOf('ABCD', metric(better, [0.2, 0.3, 0.1, 0.4])))).toBe(expected);
  });

  test('has groups that cannot be judged at the bottom, and what cannot be told below what can', () => {
    expect(order(dataOf('ABcDef', metric('higher', [null, 0.3, 0.1, 0.2, null, 0.05])))).toBe('DBAfce');
  });

  test('of equals is that given, also of infinite ones', () => {
    const infinite = Number.POSITIVE_INFINITY;
    expect(order(dataOf('ABCD', metric('lower', [infinite, 1, infinite, 1])))).toBe('ACBD');
  });

  test('does not touch the data', () => {
    const data = groupMetricsData();
    metricRows(data);
    expect(data).toEqual(groupMetricsData());
  });
});

describe('the worst', () => {
  const worstOf = (names: string, one: MetricByGroup): number | null =>
    worstValue(metricRows(dataOf(names, one)), one, 0);

  test('is the lowest or the highest of the groups that can be judged', () => {
    expect(worstOf('ABc', metric('higher', [0.3, 0.2, 0.1]))).toBe(0.2);
    expect(worstOf('ABc', metric('lower', [0.3, 0.2, 0.9]))).toBe(0.3);
  });

  test('is nobody where neither is better, where all are equal, and where there is one', () => {
    expect(worstOf('AB', metric('neither', [0.3, 0.2]))).toBeNull();
    expect(worstOf('AB', metric('lower', [0.2, 0.2]))).toBeNull();
    expect(worstOf('ABc', metric('lower', [0.2, null, 0.9]))).toBeNull();
  });
});

test('of many rows the first are kept, with the worst of every metric, and every other is counted in its place', () => {
  const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 })), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(values, fc.integer({ min: 3, max: 30 }), (pairs, most) => {
      const metrics = [
        metric(
          'higher',
          pairs.map(([one]) => one),
        ),
        metric(
          'lower',
          pairs.map(([, other]) => other),
        ),
      ];
      const data = dataOf('A'.repeat(pairs.length), ...metrics);
      const rows = metricRows(data);
      const shown = thinMetricRows(rows, metrics, most);
      const kept = shown.filter((row) => typeof row !== 'number');
      expect(kept).toHaveLength(Math.min(most, rows.length));
      // Counted by the gaps, every row stands where it stood.
      let at = 0;
      for (const row of shown) {
        if (typeof row === 'number') at += row;
        else expect(rows[at++]).toBe(row);
      }
      expect(at).toBe(rows.length);
      metrics.forEach((one, m) => {
        const worst = worstValue(rows, one, m);
        if (worst !== null) expect(kept.some((row) => isWorst(row, m, worst))).toBe(true);
      });
      expect(kept[0]).toBe(rows[0]);
    }),
  );
});

test('what is no value is refused', () => {
  const refused = (data: GroupMetricsData) => expect(() => metricRows(data));
  refused(dataOf('', metric('higher', []))).toThrow('groups: metrics by group need at least one; got none');
  refused(dataOf('AB')).toThrow('metrics: a model has at least one; got none');
  refused(dataOf('AB', metric('higher', [0.1]))).toThrow(
    'metrics: "accuracy" needs one value, or null, for each of 2 groups; got 1',
  );
  refused(dataOf('AB', metric('higher', [0.1, Number.NaN]))).toThrow(
    'metrics: "accuracy" has a value that is no number (NaN); give null where a value cannot be told',
  );
});
