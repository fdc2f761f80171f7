// Who gains and who pays when one model takes the place of another.

import { percent } from '@fairfront/charts/internal';
import { listed, NOTICEABLE } from '@fairfront/core/internal';
import { change } from './numbers.js';

export function payerWords(
  names: readonly string[],
  before: readonly number[],
  after: readonly number[],
): string {
  const changes = names
    .map((name, group) => ({ name, share: after[group]! / before[group]! - 1 }))
    .sort((one, other) => Math.abs(other.share) - Math.abs(one.share));
  const words = (of: typeof changes): string =>
    of.length === 0 ? 'nobody' : listed(of.map(({ name, share }) => `${name} ${change(share)}`));
  const gains = changes.filter(({ share }) => share <= -NOTICEABLE);
  const pays = changes.filter(({ share }) => share >= NOTICEABLE);
  if (gains.length + pays.length === 0)
    return `Who pays: nobody; no group’s risk changes by more than ${percent(NOTICEABLE)}.`;
  return `Who gains: ${words(gains)}. Who pays: ${words(pays)}.`;
}
