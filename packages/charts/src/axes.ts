// Axes and ranges shared by the plots: plain labels without arrows, ranges that are never empty, and logarithmic axes
// that survive a zero.

import type { ScaleOptions } from '@observablehq/plot';
import { powerOfTen } from './words.js';

/** Errors below this are drawn at it: 0 has no place on a logarithmic axis. */
export const LOG_FLOOR = 1e-9;

export function axis(label: string | null, options: ScaleOptions = {}): ScaleOptions {
  return { label, labelArrow: 'none', tickSize: 4, ...options };
}

/** From the least to the greatest of the finite values, and `padding` (a fraction) beyond. */
export function paddedRange(values: readonly number[], padding = 0.06): [number, number] {
  const finite = values.filter(Number.isFinite);
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  if (finite.length === 0) return [0, 1];
  const extra = high > low ? (high - low) * padding : Math.max(Math.abs(high) * padding, 1e-6);
  return [low - extra, high + extra];
}

export interface LogAxis {
  readonly scale: ScaleOptions;
  readonly domain: readonly [number, number];
  /** Whether a value lies below LOG_FLOOR; the label then says so. */
  readonly clipped: boolean;
  /** Where a value is drawn. */
  readonly place: (value: number) => number;
}

/** Whole decades around the values. */
export function logAxis(label: string, values: readonly number[]): LogAxis {
  const clipped = values.some((value) => value < LOG_FLOOR);
  const exponents = values.map((value) => Math.log10(Math.max(value, LOG_FLOOR))).filter(Number.isFinite);
  const lowest = exponents.length === 0 ? -1 : Math.floor(Math.min(...exponents));
  const highest = exponents.length === 0 ? 0 : Math.max(lowest + 1, Math.ceil(Math.max(...exponents)));
  const domain = [10 ** lowest, 10 ** highest] as const;
  const step = Math.ceil((highest - lowest) / 6);
  const ticks = decades(lowest, highest).filter((_, i) => i % step === 0);
  return {
    domain,
    clipped,
    place: (value) => Math.min(Math.max(value, domain[0]), domain[1]),
    scale: axis(clipped ? `${label}; below ${powerOfTen(Math.log10(LOG_FLOOR))} drawn there` : label, {
      type: 'log',
      domain: [...domain],
      ticks,
      tickFormat: (value: number) => powerOfTen(Math.round(Math.log10(value))),
    }),
  };
}

function decades(lowest: number, highest: number): number[] {
  return Array.from({ length: highest - lowest + 1 }, (_, i) => 10 ** (lowest + i));
}

/** Whole numbers from the first to the last, about `count` of them. */
export function wholeTicks(first: number, last: number, count = 6): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((size) => (last - first) / size <= count) ?? 10_000;
  const ticks: number[] = [];
  for (let tick = Math.ceil(first / step) * step; tick <= last; tick += step) ticks.push(tick);
  return ticks[0] === first ? ticks : [first, ...ticks];
}
