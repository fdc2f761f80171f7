import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalTick, percentTick, roundTicks, ticksThatFit } from '../src/marks/round-ticks.js';
import { textWidth } from '../src/marks/words.js';

test.each([
  [0, 1, 3, [0, 0.5, 1]],
  [0.5, 1, 3, [0.6, 0.8, 1]],
  [0.71, 0.93, 3, [0.8, 0.9]],
  [0, 0.3, 4, [0, 0.1, 0.2, 0.3]],
  [-3, 14, 3, [0, 5, 10]],
  [0.0999, 0.1001, 3, [0.0999, 0.1, 0.1001]],
])('between %d and %d, at most %d', (low, high, most, ticks) => {
  expect(roundTicks(low, high, most)).toEqual(ticks);
});

test('there is at least one, there are never too many, all within and evenly apart', () => {
  const size = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  const share = fc.double({ min: -2, max: 2, noNaN: true });
  fc.assert(
    fc.property(size, share, fc.integer({ min: 2, max: 8 }), (width, start, most) => {
      const low = start * width;
      const high = low + width;
      const ticks = roundTicks(low, high, most);
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(most);
      for (const tick of ticks) {
        expect(tick).toBeGreaterThanOrEqual(low - 1e-6 * width);
        expect(tick).toBeLessThanOrEqual(high + 1e-6 * width);
      }
      const steps = ticks.slice(1).map((tick, i) => tick - ticks[i]!);
      for (const step of steps) expect(step / steps[0]!).toBeCloseTo(1, 6);
    }),
  );
});

test('percents keep the digits of a round number, and no others', () => {
  expect([0.5, 0.825, 0.07, 0.999, 1].map(percentTick)).toEqual(['50%', '82.5%', '7%', '99.9%', '100%']);
});

test('ticks are fewer where their labels are long', () => {
  expect(ticksThatFit([0, 1], 300, decimalTick)).toHaveLength(6);
  expect(ticksThatFit([0, 1], 90, decimalTick)).toEqual([0, 0.5, 1]);
  expect(ticksThatFit([0, 1], 50, decimalTick)).toEqual([0, 1]);
  expect(ticksThatFit([0, 1e9], 300, decimalTick)).toHaveLength(3);
  expect(ticksThatFit([0, 1e12], 50, decimalTick)).toEqual([0, 1e12]);
});

test('labels are never closer than the gap, unless the two that are always there are', () => {
  const width = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
  const start = fc.double({ min: -2, max: 2, noNaN: true });
  let several = 0;
  fc.assert(
    fc.property(width, start, fc.integer({ min: 40, max: 500 }), (size, from, room) => {
      const [low, high] = [from * size, from * size + size];
      const ticks = ticksThatFit([low, high], room, decimalTick);
      expect(ticks.length).toBeGreaterThan(0);
      if (ticks.length <= 2) return;
      several++;
      const labels = ticks.map((tick) => {
        const middle = (room * (tick - low)) / (high - low);
        const half = textWidth(decimalTick(tick, ticks)) / 2;
        return { left: middle - half, right: middle + half };
      });
      labels.slice(1).forEach(({ left }, i) => {
        expect(left - labels[i]!.right).toBeGreaterThanOrEqual(8 - 1e-6);
      });
    }),
  );
  expect(several).toBeGreaterThan(10);
});

test('all ticks have the decimals of the longest', () => {
  const ticks = [0.1, 0.15, 0.2];
  expect(ticks.map((tick) => decimalTick(tick, ticks))).toEqual(['0.10', '0.15', '0.20']);
  expect(decimalTick(5, [0, 5])).toBe('5');
});
