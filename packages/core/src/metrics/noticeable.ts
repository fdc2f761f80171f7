// What a change must be to be told as a gain or a loss: apart from 0 by its interval, where it has one, and
// large enough for the digits that are shown to show it.

import { NOTICEABLE, SHOWN_RISK } from '../numbers.js';
import type { Interval } from '../numeric/bootstrap.js';

/** A gain or a price below this share of a risk is not worth acting on, however sure one can be of it. */
export const WORTHWHILE = 0.01;

/**
 * Whether a change of a risk is told as a gain or a loss.
 * @param change with its paired interval, where there is one
 * @param before the risk that it is a change of
 * @param shown what is smaller is shown as 0; of errors in some unit there is nothing so small
 */
export function isNoticeable(
  { value, ...ends }: { readonly value: number } & Partial<Interval>,
  before: number,
  shown = SHOWN_RISK,
): boolean {
  const { low = value, high = value } = ends;
  return (low > 0 || high < 0) && Math.abs(value) >= Math.max(shown, NOTICEABLE * before);
}

/** A calibration error below so many times what chance alone makes of it says nothing against a model. */
const ABOVE_CHANCE = 2;

/** Whether a calibration error (ECE) is clearly more than chance alone makes on as many rows. */
export function isAboveChance(ece: number, byChance: number): boolean {
  return ece >= ABOVE_CHANCE * byChance;
}
