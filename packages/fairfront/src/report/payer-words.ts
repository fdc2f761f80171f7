// Who gains and who pays when one model takes the place of another.

import type { RiskChange } from '@fairfront/core';
import { isNoticeable, listed } from '@fairfront/core/internal';
import { change, decimal } from './numbers.js';

/**
 * Says whose risk changes more than chance explains.
 * @param changes of every group's risk, paired
 * @param before the risks that they are changes of
 */
export function payerWords(
  names: readonly string[],
  changes: readonly RiskChange[],
  before: readonly number[],
): string {
  const told = names
    .map((name, group) => ({ name, ...changes[group]! }))
    .filter((own, group) => isNoticeable(own, before[group]!))
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  if (told.length === 0) return 'On test rows no group’s risk changes by more than chance explains.';
  const words = (of: typeof told): string =>
    of.length === 0 ? 'nobody' : listed(of.map(({ name, ...own }) => `${name} ${shareOf(own)}`));
  const rest = told.length < names.length ? ' For the others no change is beyond chance.' : '';
  return `Who gains: ${words(told.filter(({ value }) => value < 0))}. Who pays: ${words(told.filter(({ value }) => value > 0))}.${rest}`;
}

/** As a share where that means something. */
function shareOf({ value, relative }: RiskChange): string {
  if (relative !== null) return change(relative.value);
  return value > 0 ? `+${decimal(value)}` : `−${decimal(-value)}`;
}
