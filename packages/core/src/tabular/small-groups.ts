// Groups too small to be judged: said, or merged. A group's size is its smallest part's: what is learned must also be chosen and tested.

import { FairfrontError } from '../error.js';
import type { AssignedGroups } from './assign-groups.js';
import { PART_NAMES, type PartName, type Split } from './split.js';
import { count } from './words.js';

/** Rows of each group in one part, summed up as the smallest over the splits. */
export type PartCounts = Readonly<Record<PartName, readonly number[]>>;

/** By part and group, the fewest rows over all splits. */
export function partCounts({ names, groups }: AssignedGroups, splits: readonly Split[]): PartCounts {
  const fewest = (part: PartName): number[] => {
    const counts = splits.map((split) => {
      const own = new Array<number>(names.length).fill(0);
      for (const row of split[part]) own[groups[row]!]!++;
      return own;
    });
    return names.map((_, group) => Math.min(...counts.map((own) => own[group]!)));
  };
  return { train: fewest('train'), validation: fewest('validation'), test: fewest('test') };
}

export function refuseSmallGroups(names: readonly string[], counts: PartCounts, minGroup: number): void {
  const empty = list(names, counts, (rows) => rows === 0);
  const small = list(names, counts, (rows) => rows < minGroup);
  if (small.length === 0) return;
  const rule = empty.length > 0 ? '' : `, fewer than --min-group ${minGroup}`;
  throw new FairfrontError(
    'bad-groups',
    `${(empty.length > 0 ? empty : small).join('; ')}${rule}. Merge groups yourself (race=White|Other:*), let --merge-small do it, or change --seed or --split`,
  );
}

function list(names: readonly string[], counts: PartCounts, isTold: (rows: number) => boolean): string[] {
  return names.flatMap((name, group) => {
    const parts = PART_NAMES.filter((part) => isTold(counts[part][group]!));
    const rows = parts.map((part) => count(counts[part][group]!, `${part} row`)).join(', ');
    return parts.length > 0 ? [`group "${name}" has ${rows}`] : [];
  });
}

/**
 * The groups below the limit become one; while that is too small itself, the smallest of the others joins it.
 * @returns undefined where no group is too small
 */
export function mergeSmallGroups(
  assigned: AssignedGroups,
  counts: PartCounts,
  minGroup: number,
): AssignedGroups | undefined {
  const { names, groups } = assigned;
  const size = (group: number): number => Math.min(...PART_NAMES.map((part) => counts[part][group]!));
  const order = names
    .map((_, group) => group)
    .sort((left, right) => size(left) - size(right) || left - right);
  const small = order.filter((group) => size(group) < minGroup);
  if (small.length === 0) return undefined;
  const merged = order.slice(0, Math.max(small.length, 2));
  for (const part of PART_NAMES) {
    const rows = (): number => merged.reduce((sum, group) => sum + counts[part][group]!, 0);
    while (rows() < minGroup && merged.length < order.length) merged.push(order[merged.length]!);
  }
  const kept = names.map((_, group) => group).filter((group) => !merged.includes(group));
  if (kept.length === 0) {
    throw new FairfrontError(
      'bad-groups',
      `--merge-small: merging groups below ${minGroup} rows in a part leaves only one. Lower --min-group, or choose coarser groups`,
    );
  }
  const newGroup = Int32Array.from(names, (_, group) =>
    kept.includes(group) ? kept.indexOf(group) : kept.length,
  );
  return {
    names: [
      ...kept.map((group) => names[group]!),
      mergedName(merged.sort((a, b) => a - b).map((group) => names[group]!)),
    ],
    groups: groups.map((group) => (group < 0 ? group : newGroup[group]!)),
  };
}

function mergedName(names: readonly string[]): string {
  return names.length <= 3 ? names.join(' + ') : `${names.length} small groups`;
}
