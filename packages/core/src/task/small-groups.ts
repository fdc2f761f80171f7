// Groups too small to be judged are refused, or merged. A group's size is that of its smallest part: what is
// learned must also be chosen and tested.

import { FairfrontError } from '../error.js';
import { effectiveCounts, takeWeights } from '../groups/group-index.js';
import { count } from '../numbers.js';
import { PART_NAMES, type PartName, type Split } from '../split/split-parts.js';
import { listed, quoted } from '../words.js';
import type { AssignedGroups } from './assign-groups.js';

/** Rows of each group in one part, summed up as the smallest over the splits. */
export type PartCounts = Readonly<Record<PartName, readonly number[]>>;

/** Groups of which the last may be a merged one. */
export interface MergedGroups extends AssignedGroups {
  /** Names of the groups that became the last one; none: nothing was merged. */
  readonly merged: readonly string[];
}

/** Some groups have fewer rows in a part than they must have. */
export class SmallGroupsError extends FairfrontError {
  /** The groups and their rows, in words that name no option. */
  readonly sizes: string;

  /** @param rest what follows the sizes: the limit, and the way out */
  constructor(sizes: string, rest: string) {
    super('bad-groups', `${sizes}${rest}`);
    this.sizes = sizes;
  }
}

/**
 * By part and group, the fewest rows over all splits.
 * @param weights of the rows, where they are to be counted by what they tell: (Σ w)² / Σ w² (Kish 1965)
 */
export function partCounts(
  { names, groups }: AssignedGroups,
  splits: readonly Split[],
  weights?: Float64Array,
): PartCounts {
  const fewest = (part: PartName): number[] => {
    const counts = splits.map((split) => {
      if (weights !== undefined) {
        const cells = Int32Array.from(split[part], (row) => groups[row]!);
        return effectiveCounts(takeWeights(weights, split[part]), cells, names.length);
      }
      const own = new Array<number>(names.length).fill(0);
      for (const row of split[part]) own[groups[row]!]!++;
      return own;
    });
    return names.map((_, group) => Math.min(...counts.map((own) => own[group]!)));
  };
  return { train: fewest('train'), validation: fewest('validation'), test: fewest('test') };
}

/** Throws where a group has fewer than `minGroup` rows in a part. */
export function checkGroupSizes(names: readonly string[], counts: PartCounts, minGroup: number): void {
  if (smallGroups(names, counts, minGroup).length === 0) return;
  const lower = minGroup > 1 ? ' lower `minGroup`,' : '';
  throw new SmallGroupsError(
    describeSizes(names, counts, minGroup),
    `, fewer than \`minGroup: ${minGroup}\`.${describeAlike(names)} Merge groups yourself (race=White|Other:*), let \`mergeSmall: true\` do it,${lower} or, where rows are split at random, change \`seed\` or \`split\``,
  );
}

/**
 * The groups below the limit become one, the last; where there is only one of them, or their group is still
 * below it, the smallest of the others joins. Merged groups stay together, so that this ends: each time there
 * are fewer groups, or none is too small.
 * @param taken names that theirs must not be
 * @returns undefined where no group is too small
 */
export function mergeSmallGroups(
  { names, groups, merged }: MergedGroups,
  counts: PartCounts,
  minGroup: number,
  taken: readonly string[] = [],
): MergedGroups | undefined {
  const small = smallGroups(names, counts, minGroup);
  if (small.length === 0) return undefined;
  const joining = new Set(small);
  if (merged.length > 0) joining.add(names.length - 1);
  if (joining.size < 2 && names.length > 1) joining.add(smallestOther(names, counts, joining));
  if (joining.size >= names.length) {
    const wayOut = minGroup > 1 ? 'Lower `minGroup`, or choose coarser groups' : 'Choose other groups';
    throw new FairfrontError(
      'bad-groups',
      `\`mergeSmall: true\` leaves one group only: ${describeSizes(names, counts, minGroup)}, fewer than \`minGroup: ${minGroup}\`. ${wayOut}`,
    );
  }
  const members = names.flatMap((name, group) =>
    !joining.has(group) ? [] : merged.length > 0 && group === names.length - 1 ? merged : [name],
  );
  const kept = names.filter((_, group) => !joining.has(group));
  let next = 0;
  const newGroup = Int32Array.from(names, (_, group) => (joining.has(group) ? kept.length : next++));
  return {
    names: [...kept, mergedName(members, [...kept, ...taken])],
    groups: groups.map((group) => (group < 0 ? group : newGroup[group]!)),
    merged: members,
  };
}

function groupSize(counts: PartCounts, group: number): number {
  return Math.min(...PART_NAMES.map((part) => counts[part][group]!));
}

function smallGroups(names: readonly string[], counts: PartCounts, minGroup: number): number[] {
  return [...names.keys()].filter((group) => groupSize(counts, group) < minGroup);
}

/** The first of the smallest that are not among those given; there must be one. */
function smallestOther(names: readonly string[], counts: PartCounts, given: ReadonlySet<number>): number {
  return [...names.keys()]
    .filter((group) => !given.has(group))
    .reduce((best, group) => (groupSize(counts, group) < groupSize(counts, best) ? group : best));
}

/** Each small group with its rows in the parts that have too few. */
function describeSizes(names: readonly string[], counts: PartCounts, minGroup: number): string {
  const told = smallGroups(names, counts, minGroup).map((group) => {
    const parts = PART_NAMES.filter((part) => counts[part][group]! < minGroup);
    const rows = parts.map((part) => count(Math.floor(10 * counts[part][group]!) / 10, `${part} row`));
    const isWeighed = parts.some((part) => !Number.isInteger(counts[part][group]!));
    return `group ${quoted([names[group]!])} has ${rows.join(', ')}${isWeighed ? ' counted by weight' : ''}`;
  });
  return listed(told, undefined, '; ');
}

/** Groups that differ by capitals, spaces or how accents are encoded only: one group, most likely, that is written in several ways. */
function describeAlike(names: readonly string[]): string {
  const known = new Map<string, string[]>();
  for (const name of names) {
    const key = name.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
    known.set(key, known.get(key) ?? []);
    known.get(key)!.push(name);
  }
  const alike = [...known.values()].filter((same) => same.length > 1);
  if (alike.length === 0) return '';
  const described = listed(
    alike.map((same) => quoted(same)),
    undefined,
    '; ',
  );
  return ` ${described} look like one group: write them alike in the data first.`;
}

/** @param others names that it must not be */
function mergedName(members: readonly string[], others: readonly string[]): string {
  let name = members.length <= 3 ? members.join(' + ') : `${members.length} small groups`;
  while (others.includes(name)) name = `${name} (merged)`;
  return name;
}
