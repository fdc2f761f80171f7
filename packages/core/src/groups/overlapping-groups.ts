// Groups that overlap: of several families each row is in one group of every family, and every group counts. Rows are
// sorted into cells, the combinations that occur; the risk of a group is then a mean of the risks of its cells,
//
//   r_k = Σ_c V_kc r_c,     V_kc = W_c / W_k where cell c is in group k, else 0

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import { type GroupIndex, groupTotals } from './group-index.js';

/** Groups of several families, by cells that do not overlap. */
export interface OverlappingGroups {
  /** Every group of every family. */
  readonly names: readonly string[];
  /** Which family each is of. */
  readonly families: readonly number[];
  /** Rows in each. */
  readonly counts: readonly number[];
  /** The combinations that occur, in the order of their groups. */
  readonly cells: GroupIndex;
  /** V, groups × cells: each row sums to 1. */
  readonly means: readonly (readonly number[])[];
}

/** Sorts rows into the cells of families of groups; their weights are those of the first family. */
export function overlappingGroups(families: readonly GroupIndex[]): OverlappingGroups {
  const [first] = families;
  if (first === undefined)
    throw new FairfrontError('bad-groups', 'overlapping groups need at least one family');
  const rowCount = first.groups.length;
  const odd = families.find(({ groups }) => groups.length !== rowCount);
  if (odd !== undefined) {
    throw new FairfrontError(
      'bad-groups',
      `families of groups must be of the same rows; got ${count(rowCount, 'row')} and ${odd.groups.length}`,
    );
  }
  const keys = Array.from({ length: rowCount }, (_, row) => families.map(({ groups }) => groups[row]!));
  const byKey = new Map(keys.map((key) => [key.join(), key]));
  const found = [...byKey.values()].sort((one, other) => {
    const at = one.findIndex((group, f) => group !== other[f]);
    return at < 0 ? 0 : one[at]! - other[at]!;
  });
  const places = new Map(found.map((key, cell) => [key.join(), cell]));
  const groups = Int32Array.from(keys, (key) => places.get(key.join())!);
  const counts = found.map(() => 0);
  for (const cell of groups) counts[cell]!++;
  const { weights } = first;
  const cells: GroupIndex = {
    names: found.map((key) => key.map((group, f) => families[f]!.names[group]!).join(' · ')),
    groups,
    counts,
    ...(weights && { weights }),
  };
  const totals = groupTotals(cells);
  const all = families.flatMap(({ names, counts }, f) =>
    names.map((name, group) => ({ name, f, group, rows: counts[group]! })),
  );
  return {
    names: all.map(({ name }) => name),
    families: all.map(({ f }) => f),
    counts: all.map(({ rows }) => rows),
    cells,
    means: all.map(({ f, group }) => {
      const own = found.map((key, cell) => (key[f] === group ? totals[cell]! : 0));
      const sum = own.reduce((total, weight) => total + weight, 0);
      return own.map((weight) => weight / sum);
    }),
  };
}
