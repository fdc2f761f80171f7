// Numbers as people read them.

import { percent } from '@fairfront/charts';

/** Four decimals: risks and weights. */
export function decimal(value: number): string {
  return value.toFixed(4);
}

/** One decimal: accuracies, which are compared with each other. */
export function percent1(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** A change with its sign, to a hundredth of a percent: +17%, −0.61%. */
export function change(share: number): string {
  const rounded = Math.round(1e4 * share) / 1e4;
  return rounded > 0 ? `+${percent(rounded)}` : percent(rounded);
}

/** Seconds left, or past: 8 s, 3 min. */
export function duration(seconds: number): string {
  return seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** Up to five digits that matter: 38.582, 1,484,705. */
export function compact(value: number): string {
  return value.toLocaleString('en-US', {
    maximumSignificantDigits: Math.abs(value) >= 1e5 ? 21 : 5,
    maximumFractionDigits: 5,
  });
}
