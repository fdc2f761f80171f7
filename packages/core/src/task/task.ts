// From a table to a task: what is predicted, for which groups, from which columns, on which rows.

import { FairfrontError } from '../error.js';
import { type GroupIndex, takeGroups, takeWeights } from '../groups/group-index.js';
import { count } from '../numbers.js';
import { createRandom } from '../numeric/random.js';
import { entitiesOf, entitySplit } from '../split/entity-split.js';
import { splitFromColumn } from '../split/split-column.js';
import { PART_NAMES, type PartName, type Split } from '../split/split-parts.js';
import { stratifiedSplit } from '../split/stratified-split.js';
import { findColumn, type Table, takeRows } from '../table/table.js';
import { quoted, rowList } from '../words.js';
import type { AssignedGroups } from './assign-groups.js';
import {
  type GroupFamily,
  mergeSmallInFamilies,
  stackGroups,
  stackRows,
  stackSplit,
  stackTable,
  unmerged,
} from './families.js';
import { type GroupExpression, groupFamilies } from './group-expression.js';
import { type LabelOptions, labelFamilies, usedRowCount } from './label-table.js';
import { STRATA } from './numeric-target.js';
import { chooseFeatures } from './roles.js';
import { checkGroupSizes, type MergedGroups, type PartCounts, partCounts } from './small-groups.js';
import { type Target, targetExpression } from './target.js';

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
  | {
      readonly kind: 'given';
      readonly splits: readonly Split[];
      /** Rows with the same value in this column belong to one; the splits must have them together. */
      readonly by?: string;
    };

/** Options of `prepareTask`. */
export interface TaskOptions extends Omit<LabelOptions, 'groups'> {
  /** As people write them, `sex,age<55`, or parsed; a list of texts makes a family of groups of each, which overlap. */
  readonly groups: LabelOptions['groups'] | readonly string[];
  /** Default: one split drawn 60/20/20 with seed 1. */
  readonly splitting?: Splitting;
  readonly features?: readonly string[];
  readonly ignore?: readonly string[];
  readonly groupsAsFeatures?: boolean;
  /** Rows that every group must have in every part; those with weights as many as tell as much. At least 1. Default 30. */
  readonly minGroup?: number;
  /** Whether groups below that are put together. Default false: they are an error. */
  readonly mergeSmall?: boolean;
}

/** What is to be learned from a table: target, groups, features and splits. */
export interface Task {
  /** With families of groups every row stands in it once for each: see `families.ts`. */
  readonly table: Table;
  readonly target: Target;
  readonly groups: MergedGroups;
  /** What makes the groups, of all families. */
  readonly groupExpressions: readonly GroupExpression[];
  /** The families of groups, where there are several, so that groups overlap. */
  readonly families?: readonly GroupFamily[];
  /** The columns that the model may see. */
  readonly features: readonly string[];
  readonly splits: readonly Split[];
  /** Row → whose it is, where rows of one stay together. */
  readonly entities?: ArrayLike<number>;
  /** Rows in each part by group, the fewest over all splits. */
  readonly partCounts: PartCounts;
  /** Row → what it counts for, and the column that says so, where rows have weights. */
  readonly weights?: Float64Array;
  readonly weightColumn?: string;
  /** What a person should know: rows left out, groups merged. */
  readonly notes: readonly string[];
}

/** The rows of one part, as a model needs them beside its features. */
export interface TaskPart {
  readonly rows: Uint32Array;
  /** Row of the part → class, or stratum. */
  readonly labels: Int32Array;
  /** Row of the part → the number to predict, where one is. */
  readonly values?: Float64Array;
  readonly groups: GroupIndex;
}

const DEFAULT_MIN_GROUP = 30;

/** Makes a task of a table: labels its rows, splits them, and checks that every group has enough of them. */
export function prepareTask(table: Table, options: TaskOptions): Task {
  const { minGroup = DEFAULT_MIN_GROUP, splitting = { kind: 'drawn' } } = options;
  if (!Number.isInteger(minGroup) || minGroup < 1) {
    throw new FairfrontError('bad-option', `minGroup must be a whole number from 1; got ${minGroup}`);
  }
  const families = groupFamilies(options.groups);
  const expressions = families.flat();
  const features = chooseFeatures(table, {
    ...options,
    target: targetExpression(
      options.target,
      table.columns.map(({ name }) => name),
    ).column,
    groupColumns: expressions.map(({ column }) => column),
    splitColumns: splitColumns(splitting),
  });
  const labelled = labelFamilies(table, families, options);
  const copies = families.length;
  const stacked = stackTable(table, copies);
  const { labels, values } = labelled.target;
  const target = {
    ...labelled.target,
    labels: stackRows(labels, copies),
    ...(values && { values: stackRows(values, copies) }),
  };
  const weights = labelled.weights && stackRows(labelled.weights, copies);
  const notes = [...labelled.notes];
  const { merged, groups, splits, counts } = splitAndMerge(
    stacked,
    labelled.families,
    target,
    splitting,
    minGroup,
    options.mergeSmall ?? false,
    weights,
  );
  for (const own of merged) {
    if (own.merged.length === 0) continue;
    notes.push(
      `groups below ${minGroup} rows in a part were merged into ${quoted([own.names.at(-1)!])}: ${quoted(own.merged)}`,
    );
  }
  if (splitting.kind === 'given') notes.push(...noPartNotes(groups, splits, copies));
  const entities = splitEntities(stacked, groups.groups, splitting, copies);
  return {
    table: stacked,
    target,
    groups,
    groupExpressions: expressions,
    ...(copies > 1 && {
      families: families.map((expressions, f) => ({
        name: familyName(expressions, options.groups[f] as string),
        expressions,
        groups: merged[f]!.names,
      })),
    }),
    features,
    splits,
    partCounts: counts,
    notes,
    ...(entities === undefined ? {} : { entities }),
    ...(weights && { weights, weightColumn: options.weight! }),
  };
}

/** A family as it was written; of one column, the column. */
function familyName([first, ...others]: readonly GroupExpression[], text: string): string {
  return first?.kind === 'levels' && others.length === 0 ? first.column : text;
}

/** Those rows of a task that are its table's own: each person once, where families of groups make copies. */
export function ownRows(
  { table, families }: Pick<Task, 'table' | 'families'>,
  rows: Uint32Array,
): Uint32Array {
  if (families === undefined) return rows;
  const rowCount = table.rowCount / families.length;
  return rows.filter((row) => row < rowCount);
}

/** One part of one split: its rows, their classes and groups. */
export function taskPart({ splits, target, groups, weights }: Task, split: number, part: PartName): TaskPart {
  const rows = splits[split]![part];
  const labels = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) labels[i] = target.labels[rows[i]!]!;
  const values = target.values && takeWeights(target.values, rows);
  return {
    rows,
    labels,
    ...(values && { values }),
    groups: takeGroups({ ...groups, counts: [], weights }, rows),
  };
}

function splitColumns(splitting: Splitting): string[] {
  if (splitting.kind === 'column') return [splitting.column];
  return splitting.by === undefined ? [] : [splitting.by];
}

function noPartNotes(groups: AssignedGroups, splits: readonly Split[], copies: number): string[] {
  const rows = usedRowCount(groups);
  return splits.flatMap((split, i) => {
    const left = PART_NAMES.reduce((rest, part) => rest - split[part].length, rows) / copies;
    return left > 0 ? [`${count(left, 'row')} left out: split ${i + 1} has them in no part`] : [];
  });
}

/**
 * Merging changes the cells that a drawn split is stratified by, so both go on until no group is too small.
 */
function splitAndMerge(
  table: Table,
  families: readonly AssignedGroups[],
  target: Target,
  splitting: Splitting,
  minGroup: number,
  merge: boolean,
  weights: Float64Array | undefined,
): { merged: readonly MergedGroups[]; groups: MergedGroups; splits: readonly Split[]; counts: PartCounts } {
  for (let merged = families.map(unmerged); ; ) {
    const groups = stackGroups(merged);
    const splits = makeSplits(table, groups, target, splitting, families.length);
    const counts = partCounts(groups, splits);
    const sizes = weights === undefined ? counts : partCounts(groups, splits, weights);
    const fewer = merge ? mergeSmallInFamilies(merged, sizes, minGroup) : undefined;
    if (fewer === undefined) {
      checkGroupSizes(groups.names, sizes, minGroup);
      return { merged, groups, splits, counts };
    }
    merged = fewer;
  }
}

function makeSplits(
  table: Table,
  { groups }: AssignedGroups,
  target: Target,
  splitting: Splitting,
  copies: number,
): readonly Split[] {
  if (splitting.kind === 'column') {
    const split = splitFromColumn(findColumn(ownTable(table, copies), splitting.column, 'split'));
    return [usedRows(stackSplit(split, table.rowCount / copies, copies), groups)];
  }
  if (splitting.kind === 'given') {
    const rowCount = table.rowCount / copies;
    checkGiven(splitting.splits, rowCount);
    return splitting.splits.map((split) => usedRows(stackSplit(split, rowCount, copies), groups));
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
  const strata = target.values === undefined ? target.classes.length : STRATA;
  const cells = groups.map((group, row) => (group < 0 ? -1 : group * strata + target.labels[row]!));
  const entities = splitEntities(table, groups, splitting, copies);
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

/** The table without its copies: messages count its own rows. */
function ownTable(table: Table, copies: number): Table {
  if (copies === 1) return table;
  return takeRows(
    table,
    Uint32Array.from({ length: table.rowCount / copies }, (_, row) => row),
  );
}

/** Whose the rows are: by a column, or those of one row of the table. */
function splitEntities(
  table: Table,
  groups: Int32Array,
  splitting: Splitting,
  copies: number,
): ArrayLike<number> | undefined {
  const rowCount = table.rowCount / copies;
  if (splitting.kind !== 'column' && splitting.by !== undefined) {
    const own = entitiesOf(ownTable(table, copies), splitting.by, groups.subarray(0, rowCount), 'split by');
    return copies === 1 ? own : stackRows(Int32Array.from(own), copies);
  }
  return copies === 1 ? undefined : Uint32Array.from(groups, (_, row) => row % rowCount);
}
