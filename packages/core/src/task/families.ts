// Rows that belong to several groups. With several families of groups a row of the table stands in the task once for
// each family: rows 0 … n − 1 are the table's own with their groups of the first family, the next n the same with those
// of the second, and so on. Every family has the same rows, so that in a mean over all of them every row of the table
// counts the same, and ordinary training of a task minimises what ordinary training of its table does. Only what counts
// rows sees the copies: the lambda and the least leaf of boosted trees are of copies, not of people.

import { FairfrontError } from '../error.js';
import type { Split } from '../split/split-parts.js';
import { firstRepeated, type Table, takeRows } from '../table/table.js';
import { quoted } from '../words.js';
import type { AssignedGroups } from './assign-groups.js';
import type { GroupExpression } from './group-expression.js';
import { type MergedGroups, mergeSmallGroups, type PartCounts } from './small-groups.js';

/** Groups of which every row is in one. */
export interface GroupFamily {
  /** As it was written: `sex`, `age<25`. */
  readonly name: string;
  readonly expressions: readonly GroupExpression[];
  /** The names of its groups. */
  readonly groups: readonly string[];
}

/** The values of rows, once for each family. */
export function stackRows<Values extends Int32Array | Float64Array>(
  values: Values,
  familyCount: number,
): Values {
  if (familyCount === 1) return values;
  const stacked = new (values.constructor as new (length: number) => Values)(values.length * familyCount);
  for (let f = 0; f < familyCount; f++) stacked.set(values, f * values.length);
  return stacked;
}

/** A table with its rows once for each family. */
export function stackTable(table: Table, familyCount: number): Table {
  if (familyCount === 1) return table;
  return takeRows(
    table,
    Uint32Array.from({ length: table.rowCount * familyCount }, (_, row) => row % table.rowCount),
  );
}

/** A split of a table's rows as one of their copies. @param rowCount rows of the table */
export function stackSplit(split: Split, rowCount: number, familyCount: number): Split {
  if (familyCount === 1) return split;
  const copies = (rows: Uint32Array): Uint32Array =>
    Uint32Array.from(
      { length: rows.length * familyCount },
      (_, i) => rows[i % rows.length]! + Math.floor(i / rows.length) * rowCount,
    );
  return { train: copies(split.train), validation: copies(split.validation), test: copies(split.test) };
}

/** The groups of all families, one after another; their rows are as many copies. */
export function stackGroups(families: readonly MergedGroups[]): MergedGroups {
  const [first] = families as [MergedGroups];
  if (families.length === 1) return first;
  const names = families.flatMap((family) => family.names);
  const twice = firstRepeated(names);
  if (twice !== undefined) {
    throw new FairfrontError(
      'bad-groups',
      `groups: two families have a group ${quoted([twice])}; name it in one of them only, or give it another label, as in race=Wh:White|Other:*`,
    );
  }
  const rowCount = first.groups.length;
  const groups = new Int32Array(rowCount * families.length);
  let before = 0;
  for (const [f, family] of families.entries()) {
    groups.set(
      family.groups.map((group) => (group < 0 ? -1 : group + before)),
      f * rowCount,
    );
    before += family.names.length;
  }
  return { names, groups, merged: families.flatMap(({ merged }) => merged) };
}

/** Merges the small groups of each family. @returns undefined where no group is too small */
export function mergeSmallInFamilies(
  families: readonly MergedGroups[],
  counts: PartCounts,
  minGroup: number,
): MergedGroups[] | undefined {
  const merged = [...families];
  let before = 0;
  for (const [f, family] of families.entries()) {
    const own = (all: readonly number[]): readonly number[] =>
      all.slice(before, before + family.names.length);
    const ownCounts = {
      train: own(counts.train),
      validation: own(counts.validation),
      test: own(counts.test),
    };
    const taken = merged.flatMap(({ names }, other) => (other === f ? [] : names));
    merged[f] = mergeSmallGroups(family, ownCounts, minGroup, taken) ?? family;
    before += family.names.length;
  }
  return merged.some((own, f) => own !== families[f]) ? merged : undefined;
}

/** Groups as they are before any is merged. */
export function unmerged(groups: AssignedGroups): MergedGroups {
  return { ...groups, merged: [] };
}
