// Axes and ranges shared by the plots: plain labels without arrows, ranges that are never empty, and
// logarithmic axes that survive a zero.

import { number3, percentTick } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import type { Range } from './edge-marks.js';
import { powerOfTen, textWidth } from './words.js';

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

/** Values that differ by a smaller share of the greatest have an axis from 0 only where they are all but equal. */
const FROM_ZERO = 0.25;
const ALL_BUT_EQUAL = 0.005;

/**
 * The range of values that are not negative: from 0, unless that would hide how they differ; then from a round number
 * below, which `startsAt` says in the axis's label.
 */
export function honestRange(values: readonly number[], padding = 0.05): [number, number] {
  const finite = values.filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  if (finite.length === 0 || high <= 0) return [0, 1];
  const spread = high - low;
  if (spread >= FROM_ZERO * high || spread < ALL_BUT_EQUAL * high) return [0, high * (1 + padding)];
  const step = 10 ** Math.floor(Math.log10(spread));
  const below = Math.max(0, Math.floor((low - padding * spread) / step) * step);
  return [Number(below.toPrecision(12)), high + padding * spread];
}

/** The label of an axis that does not start at 0 says so. */
export function startsAt(label: string, [low]: Range, unit: 'number' | 'share' = 'number'): string {
  if (low <= 0) return label;
  const words = `axis starts at ${unit === 'share' ? percentTick(Number(low.toPrecision(3))) : Number(low.toPrecision(3))}`;
  return label === '' ? words : `${label} (${words})`;
}

const MOST_TICKS = 6;
/** Ticks of d3 are at least this share of the spacing apart that was asked for. */
const CLOSEST = 0.7;

/** Below this numbers are written with an exponent. */
const TINY = 1e-4;

/** How ticks are written: as d3 does, shares in percent. */
export function tickFormat(
  [low, high]: Range,
  unit: 'number' | 'share',
): Pick<Plot.AxisXOptions, 'tickFormat'> {
  if (unit === 'share') return { tickFormat: percentTick };
  return Math.max(Math.abs(low), Math.abs(high)) < TINY ? { tickFormat: '~e' } : {};
}

/** How far apart ticks are to be asked for, so that their labels do not meet on an axis of `room` pixels. */
export function tickSpacing([low, high]: Range, unit: 'number' | 'share', room: number): number {
  const decimals = Math.max(0, Math.ceil(-Math.log10(((unit === 'share' ? 100 : 1) * (high - low)) / 5)));
  const whole = Math.max(Math.abs(low), Math.abs(high)) * (unit === 'share' ? 100 : 1);
  const isTiny = unit === 'number' && Math.max(Math.abs(low), Math.abs(high)) < TINY;
  const letters = isTiny
    ? '1.5e-10'.length
    : Math.max(1, Math.ceil(Math.log10(whole + 1))) + (decimals > 0 ? 1 + decimals : 0);
  const signs = (low < 0 ? 1 : 0) + (unit === 'share' ? 1 : 0) + (whole >= 1000 ? 1 : 0);
  const label = textWidth('0'.repeat(letters + signs)) + 6;
  return Math.min(Math.max(label / CLOSEST, room / MOST_TICKS), room / (room < 150 ? 2 : 3));
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
