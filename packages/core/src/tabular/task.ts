// From a table to a task: what is predicted, for which groups, from which columns, on which rows.

import { FairfrontError } from '../error.js';
import type { GroupIndex } from '../groups/group-index.js';
import { createRandom } from '../numeric/random.js';
import { type AssignedGroups, assignGroups, type MissingGroup } from './assign-groups.js';
import { entitySplit } from './entity-split.js';
import { type GroupExpression, parseGroups } from './group-expression.js';
import { chooseFeatures } from './roles.js';
import {
  type MergedGroups,
  mergeSmallGroups,
  type PartCounts,
  partCounts,
  refuseSmallGroups,
} from './small-groups.js';
import { PART_NAMES, type PartName, type Split, stratifiedSplit } from './split.js';
import { splitFromColumn } from './split-column.js';
import { findColumn, isMissing, type Table } from './table.js';
import { type MissingTarget, readTarget, type Target } from './target.js';
import { count, quoted, rowList } from './words.js';

/** How rows are parted. */
export type Splitting =
  | {
      readonly kind: 'drawn';
      /** Shares of train, validation and test. Default 0.6, 0.2, 0.2. */
      readonly fractions?: readonly [train: number, validation: number, test: number];
      /** How many splits. Default 1. */
      readonly repeats?: number;
      /** Default 1. */
      readonly seed?: number;
      /** Rows with the same value in this column stay together. */
      readonly by?: string;
    }
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'given'; readonly splits: readonly Split[] };

export interface TaskOptions {
  readonly target: string;
  /** As people write them, `sex,age<55`, or parsed. */
  readonly groups: string | readonly GroupExpression[];
  /** Default: one split drawn 60/20/20 with seed 1. */
  readonly splitting?: Splitting;
  readonly features?: readonly string[];
  readonly ignore?: readonly string[];
  readonly groupsAsFeatures?: boolean;
  /** Default 'error'. */
  readonly missingGroup?: MissingGroup;
  /** Default 'error'. */
  readonly missingTarget?: MissingTarget;
  /** Rows that every group must have in every part. At least 1. Default 30. */
  readonly minGroup?: number;
  /** Whether groups below that are put together. Default false: they are an error. */
  readonly mergeSmall?: boolean;
}

export interface Task {
  readonly table: Table;
  readonly target: Target;
  readonly groups: MergedGroups;
  /** The columns that the model may see. */
  readonly features: readonly string[];
  readonly splits: readonly Split[];
  /** Row → whose it is, where rows of one stay together. */
  readonly entities?: ArrayLike<number>;
  /** Rows in each part by group, the fewest over all splits. */
  readonly partCounts: PartCounts;
  /** What a person should know: rows left out, groups merged. */
  readonly notes: readonly string[];
}

/** The rows of one part, as a model needs them beside its features. */
export interface TaskPart {
  readonly rows: Uint32Array;
  /** Row of the part → class. */
  readonly labels: Int32Array;
  readonly groups: GroupIndex;
}

const DEFAULT_MIN_GROUP = 30;

export function prepareTask(table: Table, options: TaskOptions): Task {
  const { minGroup = DEFAULT_MIN_GROUP, splitting = { kind: 'drawn' } } = options;
  if (!Number.isInteger(minGroup) || minGroup < 1) {
    throw new FairfrontError('bad-option', `minGroup must be a whole number from 1; got ${minGroup}`);
  }
  const expressions = typeof options.groups === 'string' ? parseGroups(options.groups) : options.groups;
  const features = chooseFeatures(table, {
    ...options,
    groupColumns: expressions.map(({ column }) => column),
    splitColumns: splitColumns(splitting),
  });
  const assigned = assignGroups(table, expressions, options.missingGroup);
  const columns = quoted(expressions.map(({ column }) => column));
  if (assigned.names.length === 0) {
    const reason = table.rowCount === 0 ? 'the table has none' : `every row lacks a value of ${columns}`;
    throw new FairfrontError('bad-groups', `groups: there are no rows to group, ${reason}`);
  }
  const target = readTarget(
    table,
    options.target,
    (row) => assigned.groups[row]! >= 0,
    options.missingTarget,
  );
  const used = withoutUnused(assigned, target);
  if (used.names.length < 2) {
    throw new FairfrontError(
      'bad-groups',
      `groups: there is one group only by ${columns}, "${used.names[0]}" in ${count(usedRowCount(used), 'row')}; the worst of one group is that group. Name a column with two values or more`,
    );
  }
  const notes = leftOutNotes(assigned, used, target);
  const { groups, splits, counts } = splitAndMerge(
    table,
    used,
    target,
    splitting,
    minGroup,
    options.mergeSmall ?? false,
  );
  if (groups.merged.length > 0) {
    notes.push(
      `groups below ${minGroup} rows in a part were merged into "${groups.names.at(-1)}": ${quoted(groups.merged)}`,
    );
  }
  if (splitting.kind === 'given') notes.push(...noPartNotes(groups, splits));
  const entities = entitiesOf(table, groups.groups, splitting);
  return {
    table,
    target,
    groups,
    features,
    splits,
    partCounts: counts,
    notes,
    ...(entities === undefined ? {} : { entities }),
  };
}

/** One part of one split: its rows, their classes and groups. */
export function taskPart({ splits, target, groups }: Task, split: number, part: PartName): TaskPart {
  const rows = splits[split]![part];
  const own = new Int32Array(rows.length);
  const labels = new Int32Array(rows.length);
  const counts = new Array<number>(groups.names.length).fill(0);
  for (let i = 0; i < rows.length; i++) {
    own[i] = groups.groups[rows[i]!]!;
    labels[i] = target.labels[rows[i]!]!;
    counts[own[i]!]!++;
  }
  return { rows, labels, groups: { names: groups.names, groups: own, counts } };
}

function splitColumns(splitting: Splitting): string[] {
  if (splitting.kind === 'column') return [splitting.column];
  return splitting.kind === 'drawn' && splitting.by !== undefined ? [splitting.by] : [];
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

function usedRowCount({ groups }: AssignedGroups): number {
  let rows = 0;
  for (const group of groups) if (group >= 0) rows++;
  return rows;
}

function leftOutNotes(assigned: AssignedGroups, used: AssignedGroups, target: Target): string[] {
  const withGroup = usedRowCount(assigned);
  const withoutGroup = assigned.groups.length - withGroup;
  const withoutTarget = withGroup - usedRowCount(used);
  const kept = new Set(used.names);
  const lost = assigned.names.filter((name) => !kept.has(name));
  const notes: string[] = [];
  if (withoutGroup > 0) notes.push(`${count(withoutGroup, 'row')} left out: no group is known`);
  if (withoutTarget > 0) notes.push(`${count(withoutTarget, 'row')} left out: "${target.name}" is missing`);
  if (lost.length > 0)
    notes.push(`${count(lost.length, 'group')} left without rows by that: ${quoted(lost)}`);
  return notes;
}

function noPartNotes(groups: AssignedGroups, splits: readonly Split[]): string[] {
  const rows = usedRowCount(groups);
  return splits.flatMap((split, i) => {
    const left = PART_NAMES.reduce((rest, part) => rest - split[part].length, rows);
    return left > 0 ? [`${count(left, 'row')} left out: split ${i + 1} has them in no part`] : [];
  });
}

/** Merging changes the cells that a drawn split is stratified by, so both go on until no group is too small. */
function splitAndMerge(
  table: Table,
  assigned: AssignedGroups,
  target: Target,
  splitting: Splitting,
  minGroup: number,
  merge: boolean,
): { groups: MergedGroups; splits: readonly Split[]; counts: PartCounts } {
  for (let groups: MergedGroups = { ...assigned, merged: [] }; ; ) {
    const splits = makeSplits(table, groups, target, splitting);
    const counts = partCounts(groups, splits);
    const merged = merge ? mergeSmallGroups(groups, counts, minGroup) : undefined;
    if (merged === undefined) {
      refuseSmallGroups(groups.names, counts, minGroup);
      return { groups, splits, counts };
    }
    groups = merged;
  }
}

function makeSplits(
  table: Table,
  { groups }: AssignedGroups,
  target: Target,
  splitting: Splitting,
): readonly Split[] {
  if (splitting.kind === 'column') {
    return [usedRows(splitFromColumn(findColumn(table, splitting.column, 'split')), groups)];
  }
  if (splitting.kind === 'given') {
    checkGiven(splitting.splits, table.rowCount);
    return splitting.splits.map((split) => usedRows(split, groups));
  }
  const { repeats = 1, seed = 1, fractions } = splitting;
  if (!Number.isInteger(repeats) || repeats < 1) {
    throw new FairfrontError(
      'bad-option',
      `the number of splits must be a whole number from 1; got ${repeats}`,
    );
  }
  const random = createRandom(seed);
  const options = fractions === undefined ? { random } : { random, fractions };
  const cells = groups.map((group, row) =>
    group < 0 ? -1 : group * target.classes.length + target.labels[row]!,
  );
  const entities = entitiesOf(table, groups, splitting);
  return Array.from({ length: repeats }, () =>
    entities === undefined ? stratifiedSplit(cells, options) : entitySplit(cells, entities, options),
  );
}

function usedRows(split: Split, groups: Int32Array): Split {
  const used = (part: PartName): Uint32Array => split[part].filter((row) => groups[row]! >= 0);
  const [train, validation, test] = PART_NAMES.map(used) as [Uint32Array, Uint32Array, Uint32Array];
  return { train, validation, test };
}

/** Each row once at most: one in train and in test would flatter the test. */
function checkGiven(splits: readonly Split[], rowCount: number): void {
  if (splits.length === 0) throw new FairfrontError('bad-split', 'no split is given; give one at least');
  for (const [i, split] of splits.entries()) {
    const met = new Uint8Array(rowCount);
    const twice: number[] = [];
    for (const part of PART_NAMES) {
      for (const row of split[part]) {
        if (row >= rowCount) {
          throw new FairfrontError(
            'bad-split',
            `split ${i + 1}: ${part} has row ${row + 1}, but the table has ${count(rowCount, 'row')}; was the split made for another table?`,
          );
        }
        if (met[row] === 1) twice.push(row);
        met[row] = 1;
      }
    }
    if (twice.length > 0) {
      throw new FairfrontError(
        'bad-split',
        `split ${i + 1} has ${rowList(twice)} more than once; a row belongs to one part, once`,
      );
    }
  }
}

function entitiesOf(table: Table, groups: Int32Array, splitting: Splitting): ArrayLike<number> | undefined {
  if (splitting.kind !== 'drawn' || splitting.by === undefined) return undefined;
  const column = findColumn(table, splitting.by, 'split by');
  const missing: number[] = [];
  for (let row = 0; row < groups.length; row++) {
    if (groups[row]! >= 0 && isMissing(column, row)) missing.push(row);
  }
  if (missing.length > 0) {
    throw new FairfrontError(
      'bad-split',
      `split by "${column.name}": it is missing in ${rowList(missing)}, so it is not known whose they are; fill it, or split without it`,
    );
  }
  if (column.kind === 'categorical') return column.codes;
  const known = new Map<number, number>();
  return column.values.map((value) => {
    const entity = known.get(value) ?? known.size;
    if (entity === known.size) known.set(value, entity);
    return entity;
  });
}
