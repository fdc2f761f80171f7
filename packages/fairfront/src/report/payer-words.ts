// Who gains and who pays when one model takes the place of another.

import type { Interval } from '@fairfront/core';
import { change, decimal, isNoticeable, listed, SHOWN_RISK } from '@fairfront/core/internal';

/** How a group's risk changes, with a paired interval where there is one. */
export interface GroupChange extends Partial<Interval> {
  readonly value: number;
  /** As a share of the risk before; null where that is next to nothing. */
  readonly relative: { readonly value: number } | null;
}

/**
 * Says whose risk changes noticeably.
 * @param before the risks that they are changes of
 * @param most groups that are named on a side. Default 12
 */
export function payerWords(
  names: readonly string[],
  changes: readonly GroupChange[],
  before: readonly number[],
  most?: number,
): string {
  const all = names.map((name, group) => ({ name, group, ...changes[group]! }));
  const told = all
    .filter((own) => isNoticeable(own, before[own.group]!))
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  if (told.length === 0) {
    const isVisible = all.some(({ value, group }) => isNoticeable({ value }, before[group]!));
    return isVisible
      ? 'Who gains and who pays cannot be told: every change of a group’s risk may be chance.'
      : 'Who pays: nobody; no group’s risk changes noticeably.';
  }
  const words = (of: typeof told): string =>
    of.length === 0
      ? 'nobody'
      : listed(
          of.map((own) => `${own.name} ${shareOf(own)}`),
          most,
        );
  return `Who gains: ${words(told.filter(({ value }) => value < 0))}. Who pays: ${words(told.filter(({ value }) => value > 0))}.`;
}

/** Changes of risks that are known without intervals. */
export function plainChanges(before: readonly number[], after: readonly number[]): GroupChange[] {
  return before.map((risk, group) => ({
    value: after[group]! - risk,
    relative: risk < SHOWN_RISK ? null : { value: after[group]! / risk - 1 },
  }));
}

/** As a share where that means something. */
function shareOf({ value, relative }: GroupChange): string {
  if (relative !== null) return change(relative.value);
  return value > 0 ? `+${decimal(value)}` : `−${decimal(-value)}`;
}
