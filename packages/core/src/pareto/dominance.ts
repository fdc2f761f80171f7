// Dominance between risk vectors, and the vectors that none dominates. Classifiers are compared through their
// risks [MMPF Def. 3.2].

import { FairfrontError } from '../error.js';

/** left ≺ right: no group fares worse under left, and one fares strictly better [MMPF Def. 3.1]. */
export function dominates(left: readonly number[], right: readonly number[]): boolean {
  if (left.length !== right.length) {
    throw new FairfrontError(
      'bad-risks',
      `risk vectors to compare must have the same groups; got ${left.length} and ${right.length}`,
    );
  }
  let strictly = false;
  for (let group = 0; group < left.length; group++) {
    if (left[group]! > right[group]!) return false;
    if (left[group]! < right[group]!) strictly = true;
  }
  return strictly;
}

/**
 * left ⪯ right: right does not dominate left [MMPF Def. 3.1]. Not an order: two vectors can each precede the
 * other.
 */
export function precedes(left: readonly number[], right: readonly number[]): boolean {
  return !dominates(right, left);
}

/**
 * The items whose risks no other item dominates [MMPF Def. 3.3], in their given order. Equal vectors are all
 * kept.
 */
export function nonDominated<Item extends { readonly risks: readonly number[] }>(
  items: readonly Item[],
): Item[] {
  // A vector can only be dominated by one with a smaller sum, or, where rounding hides the difference, by one
  // that comes first in lexicographic order. So only those before it are looked at, and of them only
  // survivors: dominance is transitive.
  const total = ({ risks }: Item): number => risks.reduce((sum, risk) => sum + risk, 0);
  const survivors: Item[] = [];
  const kept = new Set<Item>();
  const rising = items
    .map((item) => ({ item, sum: total(item) }))
    .sort((left, right) =>
      left.sum === right.sum
        ? compareLexicographically(left.item.risks, right.item.risks)
        : left.sum - right.sum,
    );
  for (const { item } of rising) {
    if (survivors.some((survivor) => dominates(survivor.risks, item.risks))) continue;
    survivors.push(item);
    kept.add(item);
  }
  return items.filter((item) => kept.has(item));
}

function compareLexicographically(left: readonly number[], right: readonly number[]): number {
  const group = left.findIndex((risk, i) => risk !== right[i]);
  return group < 0 ? 0 : left[group]! < right[group]! ? -1 : 1;
}
