// From a table to a task: what is predicted, for which groups, from which columns, on which rows.

import { FairfrontError } from '../error.js';
import type { GroupIndex } from '../groups/group-index.js';
import { createRandom } from '../numeric/random.js';
import { type AssignedGroups, assignGroups, type MissingGroup } from './assign-groups.js';
import { entitySplit } from './entity-split.js';
import { type GroupExpression, parseGroups } from './group-expression.js';
import { chooseFeatures } from './roles.js';
import { mergeSmallGroups, type PartCounts, partCounts, refuseSmallGroups } from './small-groups.js';
import { PART_NAMES, type PartName, type Split, stratifiedSplit } from './split.js';
import { splitFromColumn } from './split-column.js';
import { type Column, findColumn, type Table } from './table.js';
import { type MissingTarget, readTarget, type Target } from './target.js';
import { count } from './words.js';

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
  readonly groups: AssignedGroups;
  /** The columns that the model may see. */
  readonly features: readonly string[];
  readonly splits: readonly Split[];
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
      `there is one group only, "${used.names[0]}"; the worst of one group is that group. Name a column with two values or more`,
    );
  }
  const notes = leftOutNotes(assigned, target);
  const { groups, splits, counts } = splitAndMerge(
    table,
    used,
    target,
    splitting,
    minGroup,
    options.mergeSmall ?? false,
  );
  if (groups.names.length < used.names.length) {
    notes.push(`groups below ${minGroup} rows in a part were merged: "${groups.names.at(-1)}"`);
  }
  return { table, target, groups, features, splits, partCounts: counts, notes };
}

/** One part of one split: its rows, their classes and groups. */
export function taskPart({ splits, target, groups }: Task, split: number, part: PartName): TaskPart {
  const rows = splits[split]![part];
  const own = Int32Array.from(rows, (row) => groups.groups[row]!);
  const counts = new Array<number>(groups.names.length).fill(0);
  for (const group of own) counts[group]!++;
  return {
    rows,
    labels: Int32Array.from(rows, (row) => target.labels[row]!),
    groups: { names: groups.names, groups: own, counts },
  };
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
  const kept = names.filter((_, group) => counts[group]! > 0);
  const newGroup = Int32Array.from(names, (name) => kept.indexOf(name));
  return { names: kept, groups: used.map((group) => (group < 0 ? -1 : newGroup[group]!)) };
}

function leftOutNotes({ groups }: AssignedGroups, { labels, name }: Target): string[] {
  let withoutGroup = 0;
  let withoutTarget = 0;
  for (let row = 0; row < groups.length; row++) {
    if (groups[row]! < 0) withoutGroup++;
    else if (labels[row]! < 0) withoutTarget++;
  }
  return [
    ...(withoutGroup > 0 ? [`${count(withoutGroup, 'row')} left out: no group is known`] : []),
    ...(withoutTarget > 0 ? [`${count(withoutTarget, 'row')} left out: "${name}" is missing`] : []),
  ];
}

/** Merging changes the cells that a drawn split is stratified by, so both go on until no group is too small. */
function splitAndMerge(
  table: Table,
  assigned: AssignedGroups,
  target: Target,
  splitting: Splitting,
  minGroup: number,
  merge: boolean,
): { groups: AssignedGroups; splits: readonly Split[]; counts: PartCounts } {
  for (let groups = assigned; ; ) {
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
  if (splitting.kind !== 'drawn') {
    const splits =
      splitting.kind === 'given'
        ? splitting.splits
        : [splitFromColumn(findColumn(table, splitting.column, 'split'))];
    return splits.map((split) => usedRows(split, groups));
  }
  const { repeats = 1, seed = 1, by, fractions } = splitting;
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
  const entities = by === undefined ? undefined : entitiesOf(findColumn(table, by, 'split by'));
  return Array.from({ length: repeats }, () =>
    entities === undefined ? stratifiedSplit(cells, options) : entitySplit(cells, entities, options),
  );
}

function usedRows(split: Split, groups: Int32Array): Split {
  const used = (part: PartName): Uint32Array => split[part].filter((row) => groups[row]! >= 0);
  const [train, validation, test] = PART_NAMES.map(used) as [Uint32Array, Uint32Array, Uint32Array];
  return { train, validation, test };
}

function entitiesOf(column: Column): ArrayLike<number> {
  if (column.kind === 'categorical') {
    const row = column.codes.indexOf(column.levels.length);
    if (row >= 0) throw noEntity(column.name, row);
    return column.codes;
  }
  const row = column.values.findIndex(Number.isNaN);
  if (row >= 0) throw noEntity(column.name, row);
  const known = new Map<number, number>();
  return Uint32Array.from(column.values, (value) => {
    if (!known.has(value)) known.set(value, known.size);
    return known.get(value)!;
  });
}

function noEntity(name: string, row: number): FairfrontError {
  return new FairfrontError(
    'bad-split',
    `split by "${name}": row ${row + 1} has no value, so it is not known whose it is; fill it, or ignore the column`,
  );
}
