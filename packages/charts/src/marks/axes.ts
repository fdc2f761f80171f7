// Axes and ranges shared by the plots: plain labels without arrows, ranges that are never empty, and
// logarithmic axes that survive a zero.

import * as Plot from '@observablehq/plot';
import { number3, powerOfTen, textWidth } from './words.js';

/** Errors below this are drawn at it: 0 has no place on a logarithmic axis. */
export const LOG_FLOOR = 1e-9;

/** Options of an axis: a plain label without an arrow, and short ticks. */
export function axis(label: string | null, options: Plot.ScaleOptions = {}): Plot.ScaleOptions {
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

/** At least as wide as `share` of its greater end, so that noise is not blown up to a difference. */
export function widen([low, high]: readonly [number, number], share: number): [number, number] {
  const missing = Math.max(0, share * Math.max(Math.abs(low), Math.abs(high)) - (high - low)) / 2;
  return [low - missing, high + missing];
}

/** The left margin that the labels of about six ticks need, and at least `least`. */
export function tickMargin([low, high]: readonly [number, number], least: number): number {
  const decimals = Math.max(0, Math.ceil(-Math.log10((high - low) / 6)));
  const whole = Math.max(1, Math.ceil(Math.log10(Math.max(Math.abs(low), Math.abs(high)) + 1)));
  return Math.max(least, Math.ceil(textWidth('0'.repeat(whole + 1 + decimals))) + TICK_ROOM);
}

const TICK_ROOM = 12;

export interface LogAxis {
  readonly scale: Plot.ScaleOptions;
  /** The vertical axis with every tick labelled; see `labelEveryTick`. */
  readonly mark: Plot.Markish;
  readonly ticks: readonly number[];
  /** Where a value is drawn. */
  readonly place: (value: number) => number;
}

/** Around the values; those below LOG_FLOOR are drawn at it, and the label says so. */
export function logAxis(label: string, values: readonly number[]): LogAxis {
  const clipped = values.some((value) => value < LOG_FLOOR);
  const exponents = values.filter(Number.isFinite).map((value) => Math.log10(Math.max(value, LOG_FLOOR)));
  const [low, high] = paddedRange(exponents, 0.04).map((exponent) => 10 ** exponent) as [number, number];
  const ticks = logTicks(low, high);
  const plain = low >= 1e-4;
  const words = clipped ? `${label} (below ${powerOfTen(Math.log10(LOG_FLOOR))} drawn there)` : label;
  const tickFormat = (value: number): string =>
    plain ? number3(value) : powerOfTen(Math.round(Math.log10(value)));
  return {
    ticks,
    mark: labelEveryTick('y', words, ticks, tickFormat),
    place: (value) => Math.min(Math.max(value, LOG_FLOOR, low), high),
    scale: axis(words, { type: 'log', domain: [low, high], ticks, tickFormat }),
  };
}

/** An axis as a mark: given as a scale's option, Plot leaves the labels of some ticks of a logarithm out. */
export function labelEveryTick(
  side: 'x' | 'y',
  label: string,
  ticks: readonly number[],
  tickFormat: (value: number) => string,
): Plot.Markish {
  const options = { label, labelArrow: 'none', tickSize: 4, text: tickFormat } as const;
  return side === 'x'
    ? Plot.axisX([...ticks], { ...options, labelAnchor: 'center' })
    : Plot.axisY([...ticks], options);
}

/** 1, 2, 5, 10, … within [low, high]; over more than three decades powers of ten alone, at most seven. */
export function logTicks(low: number, high: number): number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const span = Math.log10(high) - Math.log10(low);
  const step = Math.ceil(span / 7);
  const ticks: number[] = [];
  for (let exponent = first; exponent <= last; exponent++) {
    if (exponent % step !== 0) continue;
    for (const digit of span > 3 ? [1] : [1, 2, 5]) ticks.push(Number(`${digit}e${exponent}`));
  }
  // A limit that is a tick itself may come a rounding error short of it.
  return ticks.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
}

/** Whole numbers from the first to the last, about `count` of them. */
export function wholeTicks(first: number, last: number, count = 6): number[] {
  const step =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((size) => (last - first) / size <= count) ?? 10_000;
  const ticks: number[] = [];
  for (let tick = Math.ceil(first / step) * step; tick <= last; tick += step) ticks.push(tick);
  return ticks[0] === first ? ticks : [first, ...ticks];
}
