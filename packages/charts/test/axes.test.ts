import { expect, test } from 'vitest';
import {
  LOG_FLOOR,
  logAxis,
  logTicks,
  paddedRange,
  tickMargin,
  wholeTicks,
  widen,
} from '../src/marks/axes.js';

test('a range is never empty', () => {
  const [low, high] = paddedRange([2, 2]);
  expect(low).toBeLessThan(2);
  expect(high).toBeGreaterThan(2);
  expect(paddedRange([0, 0])[1]).toBeGreaterThan(0);
  expect(paddedRange([])).toEqual([0, 1]);
  expect(paddedRange([1, Number.POSITIVE_INFINITY, 3], 0.5)).toEqual([0, 4]);
});

test('a logarithmic axis puts 0 at the floor and says so', () => {
  const { place, scale } = logAxis('relative error', [0, 1e-3, 0.1]);
  expect(place(0)).toBe(LOG_FLOOR);
  expect(place(1e-3)).toBe(1e-3);
  expect(scale.label).toBe('relative error (below 10⁻⁹ drawn there)');
  expect(logAxis('relative error', [1e-3, 0.1]).scale.label).toBe('relative error');
});

test('values below the axis are drawn at its end', () => {
  const { place, scale } = logAxis('relative error', [1e-3, 0.1]);
  expect(place(1e-7)).toBe((scale.domain as number[])[0]);
});

test.each([
  { low: 1, high: 100, ticks: [1, 2, 5, 10, 20, 50, 100] },
  { low: 0.009, high: 1.1, ticks: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] },
  { low: 1e-5, high: 1, ticks: [1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1] },
  { low: 1e-9, high: 1, ticks: [1e-8, 1e-6, 1e-4, 1e-2, 1] },
])('ticks from $low to $high', ({ low, high, ticks }) => {
  expect(logTicks(low, high)).toEqual(ticks);
});

test('solves are counted in whole numbers from the first', () => {
  expect(wholeTicks(1, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(wholeTicks(1, 30)).toEqual([1, 5, 10, 15, 20, 25, 30]);
});

test('a range is widened to a share of its end, and never narrowed', () => {
  expect(widen([0.4, 0.4], 0.1)).toEqual([0.38, 0.42000000000000004]);
  expect(widen([0.1, 0.4], 0.1)).toEqual([0.1, 0.4]);
});

test('the labels of ticks have room', () => {
  expect(tickMargin([0.1, 0.5], 46)).toBe(46);
  expect(tickMargin([0.4, 0.400001], 46)).toBeGreaterThan('0.4000002'.length * 6);
});
