// The group and the class of every row of a table.

import { FairfrontError } from '../error.js';
import { effectiveCounts } from '../groups/group-index.js';
import { count } from '../numbers.js';
import type { Table } from '../table/table.js';
import { listed, quoted } from '../words.js';
import { type AssignedGroups, assignGroups, type MissingGroup } from './assign-groups.js';
import { type GroupExpression, groupExpressions } from './group-expression.js';
import { readNumericTarget } from './numeric-target.js';
import { type MissingTarget, readTarget, type Target } from './target.js';
import { readWeights, withoutWeightless } from './weights.js';

/** What is predicted, and for which groups. */
export interface LabelOptions {
  /** A column, or what groups allow of one: a comparison `income>50000`, bins, classes of levels. */
  readonly target: string;
  /** Whether the target is taken as classes, or as the number to predict. Default class. */
  readonly predicts?: 'class' | 'number';
  /** As people write them, `sex,age<55`, or parsed. None: everybody is one group. */
  readonly groups: string | readonly GroupExpression[];
  /** Default 'error'. */
  readonly missingGroup?: MissingGroup;
  /** Default 'error'. */
  readonly missingTarget?: MissingTarget;
  /** A column with what each row counts for: finite numbers ≥ 0. Default: every row counts 1. */
  readonly weight?: string;
  /** Groups that there must be at least, 1 or 2. Default 2: the worst of one group is that group. */
  readonly fewestGroups?: number;
}

/** The class and the group of every row of a table. */
export interface LabelledTable {
  readonly target: Target;
  /** Every group has rows; −1 where a row has no group or no class. */
  readonly groups: AssignedGroups;
  /** Row → what it counts for, where rows have weights; > 0 where a row has a group. */
  readonly weights?: Float64Array;
  /** What a person should know: rows and groups left out. */
  readonly notes: readonly string[];
}

/** The one group where none are named. */
function everybody({ rowCount }: Table): AssignedGroups {
  return { names: rowCount === 0 ? [] : ['everybody'], groups: new Int32Array(rowCount) };
}

/** Finds the class and the group of every row; refuses fewer than two classes, and groups that are only one. */
export function labelTable(table: Table, options: LabelOptions): LabelledTable {
  const { families, ...labelled } = labelFamilies(table, [groupExpressions(options.groups)], options);
  return { ...labelled, groups: families[0]! };
}

/** The class of every row, and its group in each family of groups. */
export interface LabelledFamilies extends Omit<LabelledTable, 'groups'> {
  /** Each has a group for the same rows. */
  readonly families: readonly AssignedGroups[];
}

/** Finds the class of every row and its group in each family; a row that lacks one of them has none. */
export function labelFamilies(
  table: Table,
  families: readonly (readonly GroupExpression[])[],
  options: Omit<LabelOptions, 'groups'>,
): LabelledFamilies {
  const columnsOf = (family: readonly GroupExpression[]): string =>
    quoted(family.map(({ column }) => column));
  const named = families.map((family) => {
    const own =
      family.length === 0
        ? everybody(table)
        : assignGroups(table, family, options.missingGroup, families.length > 1);
    if (own.names.length > 0) return own;
    const reason =
      table.rowCount === 0 ? 'the table has none' : `every row lacks a value of ${columnsOf(family)}`;
    throw new FairfrontError('bad-groups', `groups: there are no rows to group, ${reason}`);
  });
  const assigned = families.length === 1 ? named : named.map((own) => withRowsOfAll(own, named));
  const weights = assigned
    .map((own) => (options.weight === undefined ? undefined : readWeights(table, options.weight, own)))
    .at(-1);
  const weighed = assigned.map((own) => (weights === undefined ? own : withoutWeightless(own, weights)));
  const isUsed = (row: number): boolean => weighed[0]!.groups[row]! >= 0;
  const read = options.predicts === 'number' ? readNumericTarget : readTarget;
  const target = read(table, options.target, isUsed, options.missingTarget);
  if (options.weight === target.column) {
    throw new FairfrontError(
      'bad-weight',
      `weight: ${quoted([target.column])} is the target; name another column`,
    );
  }
  const used = weighed.map((own) => withoutUnused(own, target));
  used.forEach((groups, f) => {
    if (groups.names.length >= (options.fewestGroups ?? 2) || families[f]!.length === 0) return;
    throw new FairfrontError(
      'bad-groups',
      `groups: there is one group only by ${columnsOf(families[f]!)}, ${quoted([groups.names[0]!])} in ${count(usedRowCount(groups), 'row')}; the worst of one group is that group. Name a column with two values or more`,
    );
  });
  return {
    target,
    families: used,
    ...(weights && { weights }),
    notes: [
      ...leftOutNotes(assigned, weighed[0]!, used, target),
      ...used.flatMap((groups) => unevenNotes(groups, weights)),
    ],
  };
}

/** The groups of those rows that have one in every family. */
function withRowsOfAll(
  { names, groups }: AssignedGroups,
  families: readonly AssignedGroups[],
): AssignedGroups {
  const isIn = (row: number): boolean => families.every((family) => family.groups[row]! >= 0);
  return { names, groups: groups.map((group, row) => (isIn(row) ? group : -1)) };
}

/** Groups as they are once rows without a target are gone: some may have lost all of theirs. */
function withoutUnused({ names, groups }: AssignedGroups, { labels }: Target): AssignedGroups {
  const counts = new Uint32Array(names.length);
  const used = groups.map((group, row) => (labels[row]! < 0 ? -1 : group));
  for (const group of used) if (group >= 0) counts[group]!++;
  let next = 0;
  const newGroup = counts.map((rows) => (rows > 0 ? next++ : 0));
  return {
    names: names.filter((_, group) => counts[group]! > 0),
    groups: used.map((group) => (group < 0 ? -1 : newGroup[group]!)),
  };
}

/** How many rows have a group. */
export function usedRowCount({ groups }: AssignedGroups): number {
  let rows = 0;
  for (const group of groups) if (group >= 0) rows++;
  return rows;
}

/** Weights that differ so much that a group's rows tell less than this share of what as many of one weight would. */
const UNEVEN = 0.5;

function unevenNotes({ names, groups }: AssignedGroups, weights: Float64Array | undefined): string[] {
  if (weights === undefined) return [];
  const rows = new Uint32Array(names.length);
  for (const group of groups) if (group >= 0) rows[group]!++;
  const told = effectiveCounts(weights, groups, names.length).flatMap((size, group) =>
    size < UNEVEN * rows[group]!
      ? [
          `${quoted([names[group]!])} ${count(rows[group]!, 'row')} as much as ${Math.round(size).toLocaleString('en-US')}`,
        ]
      : [],
  );
  return told.length === 0
    ? []
    : [`weights differ much, so that rows tell less than as many of one weight would: ${listed(told)}`];
}

/** @param assigned by family; so is `used` */
function leftOutNotes(
  assigned: readonly AssignedGroups[],
  weighed: AssignedGroups,
  used: readonly AssignedGroups[],
  target: Target,
): string[] {
  const [first] = assigned as [AssignedGroups];
  const withoutGroup = first.groups.length - usedRowCount(first);
  const withGroup = usedRowCount(weighed);
  const weightless = usedRowCount(first) - withGroup;
  const withoutTarget = withGroup - usedRowCount(used[0]!);
  const kept = new Set(used.flatMap(({ names }) => names));
  const lost = assigned.flatMap(({ names }) => names).filter((name) => !kept.has(name));
  const notes: string[] = [];
  if (withoutGroup > 0) notes.push(`${count(withoutGroup, 'row')} left out: no group is known`);
  if (weightless > 0) notes.push(`${count(weightless, 'row')} left out: their weight is 0`);
  if (withoutTarget > 0)
    notes.push(`${count(withoutTarget, 'row')} left out: ${quoted([target.column])} is missing`);
  if (lost.length > 0)
    notes.push(`${count(lost.length, 'group')} left without rows by that: ${quoted(lost)}`);
  return notes;
}
