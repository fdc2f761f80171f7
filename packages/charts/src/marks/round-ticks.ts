// Few ticks for a narrow axis: Plot takes a number of ticks as a hint, and may draw twice as many.

import type { Range } from './edge-marks.js';
import { textWidth } from './words.js';

/** 50%, 82.5%: every digit of a round number, unlike `percent`. */
export const percentTick = (share: number): string => `${Number((100 * share).toPrecision(6))}%`;

const STEPS = [1, 2, 5, 10];

/**
 * Round numbers in [low, high], which is not empty: as many as there can be up to `most` (2 or more), and at
 * least one.
 */
export function roundTicks(low: number, high: number, most: number): number[] {
  let power = 10 ** Math.floor(Math.log10((high - low) / most));
  for (;;) {
    for (const digit of STEPS) {
      const ticks = multiplesWithin(digit * power, low, high);
      if (ticks.length <= most) return ticks;
    }
    power *= 10;
  }
}

function multiplesWithin(step: number, low: number, high: number): number[] {
  // A limit that is a tick itself may come a rounding error short of it.
  const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

/** Between the labels of two ticks, at least, in pixels. */
const LABEL_GAP = 8;
const MOST_TICKS = 6;

/**
 * As many round ticks as have room for their labels on an axis of `room` pixels.
 * @param label of a tick among others
 */
export function ticksThatFit(
  [low, high]: Range,
  room: number,
  label: (tick: number, ticks: readonly number[]) => string,
): number[] {
  const fit = (ticks: readonly number[]): boolean => {
    const apart = (room * (ticks.at(-1)! - ticks[0]!)) / (ticks.length - 1) / (high - low);
    return apart >= Math.max(...ticks.map((tick) => textWidth(label(tick, ticks)))) + LABEL_GAP;
  };
  for (let most = MOST_TICKS; most > 2; most--) {
    const ticks = roundTicks(low, high, most);
    if (ticks.length > 1 && fit(ticks)) return ticks;
  }
  return roundTicks(low, high, 2);
}

/** With as many decimals as the longest of the ticks: 0.15, 0.20. */
export function decimalTick(tick: number, ticks: readonly number[]): string {
  const places = Math.max(...ticks.map((other) => (String(other).split('.')[1] ?? '').length));
  return tick.toFixed(places);
}
