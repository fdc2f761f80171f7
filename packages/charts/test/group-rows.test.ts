import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeOf, type GroupRow, groupRows, thinRows } from '../src/report/risks-by-group.js';
import { risksByGroupData } from './report-samples.js';

const row = (naive: number, after: number): GroupRow => ({
  name: 'g',
  share: 0.1,
  risks: { naive, minimax: after },
  naive,
  after,
  intervals: {},
});

test.each([
  [0.4, 0.3, 'gains'],
  [0.3, 0.4, 'pays'],
  [0.4, 0.4, 'same'],
  [0.4, 0.4001, 'same'],
  [0.4, 0.4003, 'pays'],
  [0, 0.1, 'pays'],
  [0.00004, 0.000002, 'same'], // 0.0000 to 0.0000
  [0, 0, 'same'],
  [Number.POSITIVE_INFINITY, 1, 'gains'],
  [1, Number.POSITIVE_INFINITY, 'pays'],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 'same'],
])('from %d to %d a group %s', (naive, minimax, change) => {
  expect(changeOf(row(naive, minimax))).toBe(change);
});

test('a change whose interval holds 0 is none', () => {
  expect(changeOf({ ...row(0.4, 0.3), change: { low: -0.3, high: 0.1 } })).toBe('same');
  expect(changeOf({ ...row(0.4, 0.3), change: { low: -0.2, high: -0.01 } })).toBe('gains');
  const changes = [-1, 0, 1, 2].map((low) => ({ low, high: 3 }));
  const data = risksByGroupData();
  const [top] = groupRows({ ...data, changes: changes.slice(0, data.groups.length) });
  const at = data.groups.findIndex(({ name }) => name === top!.name);
  expect(top!.change).toEqual(changes[at]);
});

test('the data are not put in order themselves', () => {
  const data = risksByGroupData();
  groupRows(data);
  expect(data).toEqual(risksByGroupData());
});

test('of many rows both ends are left, in order, with the worst-off under minimax, and every other is counted', () => {
  const risks = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 80,
  });
  fc.assert(
    fc.property(risks, fc.integer({ min: 3, max: 30 }), (pairs, most) => {
      const rows = pairs.map(([naive, minimax]) => row(naive, minimax)).sort((a, b) => b.naive - a.naive);
      const thin = thinRows(rows, most);
      const kept = thin.filter((one) => typeof one !== 'number');
      const left = thin.filter((one) => typeof one === 'number').reduce((sum, count) => sum + count, 0);
      expect(kept).toHaveLength(Math.min(most, rows.length));
      expect(kept.length + left).toBe(rows.length);
      expect(kept.map((one) => rows.indexOf(one))).toEqual(
        kept.map((one) => rows.indexOf(one)).sort((a, b) => a - b),
      );
      expect([kept[0], kept.at(-1)]).toEqual([rows[0], rows.at(-1)]);
      expect(Math.max(...kept.map(({ after }) => after))).toBe(Math.max(...rows.map(({ after }) => after)));
    }),
  );
});
