// Numbers as people read them.

import { percent } from '@fairfront/charts/internal';
import { NOTICEABLE } from '@fairfront/core/internal';

/** Four decimals: risks and weights. */
export function decimal(value: number): string {
  return value.toFixed(4);
}

/** Four decimals with a true minus; what rounds to 0 has no sign. */
export function signed(value: number): string {
  return decimal(Number(decimal(value)) + 0).replace('-', '−');
}

/** One decimal: accuracies, which are compared with each other. */
export function percent1(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** So that 0.3 stays 0.3. */
const ROUNDING = 1e-8;

/** Four decimals, never above the value: lower bounds. */
export function decimalBelow(value: number): string {
  return (Math.floor(1e4 * value + ROUNDING) / 1e4).toFixed(4);
}

/** Four decimals, never below the value: what is compared with lower bounds. */
export function decimalAbove(value: number): string {
  return (Math.ceil(1e4 * value - ROUNDING) / 1e4).toFixed(4);
}

/** A change with its sign: +17%, −0.61%; 0% where nobody would notice it, or there is nothing to compare with. */
export function change(share: number): string {
  if (!(Math.abs(share) >= NOTICEABLE)) return percent(0);
  return share > 0 ? `+${percent(share)}` : percent(share);
}

/** The change from one risk to another; 0% too where both are told by the same four decimals. */
export function riskChange(before: number, after: number): string {
  return change(decimal(before) === decimal(after) ? 0 : after / before - 1);
}

/** Seconds left, or past: 8 s, 3 min. */
export function duration(seconds: number): string {
  return seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

// Made once: making one takes longer than formatting a thousand numbers.
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const FIVE_DIGITS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });

/** Five digits that matter, and whole numbers from 100,000 on: 38.582, 167,484; beyond 1e15 as 1.2346e+20. */
export function compact(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return Number(value.toPrecision(5)).toExponential();
  return (size >= 1e5 ? WHOLE : FIVE_DIGITS).format(value);
}
