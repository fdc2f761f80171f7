import { expect, it } from 'vitest';
import { cost, fileSize, inLabels, moment } from '../src/app/words.js';

it('costs have the decimals that their size needs', () => {
  expect(cost(0.3226, 1)).toBe('0.323');
  expect(cost(16.13, 50)).toBe('16.13');
  expect(cost(161_290.3, 500_000)).toBe('161290');
});

it('messages call options as the set-up does', () => {
  expect(inLabels('make larger groups with `groups`, or `mergeSmall: true`')).toBe(
    'make larger groups with “Group by”, or “Merge small groups”',
  );
  expect(inLabels("use `missingGroup: 'own'` or `maxBytes: 5`")).toBe(
    'use “Rows without a group: are a group” or --max-bytes 5',
  );
});

it('sizes and times are short', () => {
  expect([fileSize(1), fileSize(837), fileSize(9581), fileSize(3_445_943), fileSize(5.6e10)]).toEqual([
    '1 byte',
    '837 bytes',
    '9.6 kB',
    '3.4 MB',
    '56 GB',
  ]);
});

it('a moment of today has no date', () => {
  const noon = new Date(2026, 2, 3, 12, 5).getTime();
  expect(moment(noon, noon + 1000)).toBe('Today, 12:05');
  expect(moment(noon, noon + 48 * 3_600_000)).toBe('3 Mar 2026, 12:05');
});
