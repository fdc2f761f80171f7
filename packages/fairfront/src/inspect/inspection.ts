// What fairfront makes of data, before anything is trained: every column and its role, the groups in each part, the
// features.

import {
  type Column,
  type Encoder,
  findSurprises,
  PART_NAMES,
  type PartName,
  type Surprise,
  type Table,
  type Task,
} from '@fairfront/core';
import { columnNamed, count, effectiveCounts, listed, ownRows, quoted } from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import { findTableWarnings, findWarnings, type StrongFeature } from '../notice/find-warnings.js';
import type { Warning } from '../notice/warning.js';
import { checkOptions } from '../option-kinds.js';
import { completeData, type Data } from '../task/data.js';
import { TASK_KINDS, type TaskOptions } from '../task/data-options.js';
import { makeTask, seesPictures, splitColumnOf } from '../task/make-task.js';
import { encoderOf, encoderOptions, prepareFit } from '../task/prepare-fit.js';
import { type AtMost, boundOfRows, isCheapBound } from '../training/select/at-most.js';

export interface Inspection {
  readonly data: string;
  readonly rows: number;
  readonly columns: readonly ColumnInspection[];
  /** Where a target and groups were named. */
  readonly task?: TaskInspection;
  /** What a careful analyst would want to know before training. */
  readonly warnings: readonly Warning[];
  readonly notes: readonly string[];
}

export interface ColumnInspection {
  readonly name: string;
  readonly kind: 'numeric' | 'categorical' | 'text' | 'picture' | 'ignored';
  readonly role?: Role;
  readonly missing?: number;
  readonly range?: { readonly min: number; readonly max: number; readonly mean: number };
  /** How many different numbers there are; null: more than 10,000. */
  readonly distinct?: number | null;
  /** How many rows of a numeric column are in each of at most 20 bins of equal width, from one number to the other. */
  readonly histogram?: { readonly from: number; readonly to: number; readonly counts: readonly number[] };
  /** How many different texts a column has whose words are features. */
  readonly texts?: number;
  /** The most frequent first. */
  readonly levels?: readonly { readonly level: string; readonly rows: number }[];
}

export type Role =
  | 'target'
  | 'group'
  | 'target and group'
  | 'feature'
  | 'feature and group'
  /** Says which part a row is in, or whose it is. */
  | 'split'
  /** Says what a row counts for. */
  | 'weight'
  | 'not used';

/** What columns are used for. */
interface UsedColumns {
  readonly groups: ReadonlySet<string>;
  readonly features: ReadonlySet<string>;
  readonly split?: string | undefined;
  readonly weight?: string | undefined;
}

export interface TaskInspection {
  readonly target: string;
  readonly classes: readonly { readonly name: string; readonly rows: number }[];
  readonly groups: readonly {
    readonly name: string;
    readonly rows: number;
    /** How many rows of one weight tell as much; absent without weights. */
    readonly effectiveRows?: number;
    /** By weight, where rows have weights; so are the shares of classes. */
    readonly share: number;
    /** By part; the fewest over all splits. */
    readonly parts: Readonly<Record<PartName, number>>;
    readonly classShares: readonly number[];
  }[];
  readonly splits: readonly Readonly<Record<PartName, number>>[];
  /** The features of the first split, but for words. */
  readonly features: Encoder['features'];
  /** How many words of each text column are features; absent where there is none. */
  readonly words?: readonly { readonly column: string; readonly words: number }[];
  readonly dropped: Encoder['dropped'];
  /** The features that predict the target best by themselves, the best first. */
  readonly strongest: readonly StrongFeature[];
  /** How much a linear model can gain at most; absent where that takes more than a second or two to prove. */
  readonly atMost?: AtMost;
}

/** Says what is made of data before anything is trained; with a target or groups also of the task. */
export function inspect(data: Table | Data, options: TaskOptions = {}): Inspection {
  checkOptions(options, TASK_KINDS);
  const loaded = completeData(data, options.ignore);
  const { table, label, columns, notes } = loaded;
  const groups = options.groups ?? loaded.defaults.groups;
  const isAsked = options.target !== undefined || groups !== undefined;
  const task = isAsked ? makeTask(loaded, options) : undefined;
  const pictures = seesPictures(loaded) ? loaded.pictures : undefined;
  const used: UsedColumns = {
    groups: new Set(task?.groupExpressions.map(({ column }) => column)),
    features: new Set(pictures === undefined ? task?.features : [pictures.column]),
    split: splitColumnOf(loaded, options),
    weight: options.weight,
  };
  const texts = new Set(encoderOptions(loaded, options).text);
  const { warnings, strongest } =
    task === undefined
      ? { warnings: findTableWarnings(loaded, options), strongest: [] }
      : findWarnings(task, loaded, options);
  const inspection: Inspection = {
    data: label,
    rows: table.rowCount,
    columns: columns.map(({ name, kind }) => {
      const column = columnNamed(table, name);
      const role = task === undefined ? undefined : roleOf(name, task, used);
      if (name === pictures?.column) return { name, kind: 'picture', ...(role && { role }) };
      return {
        name,
        kind: column !== undefined && texts.has(name) ? 'text' : kind,
        ...(role === undefined ? {} : { role }),
        ...(column === undefined ? {} : summarise(column, texts.has(name))),
      };
    }),
    warnings,
    notes,
  };
  if (task === undefined) return inspection;
  const encoder = encoderOf(loaded, task, options, pictures);
  const classCount = task.target.classes.length;
  const isCheap = texts.size === 0 && isCheapBound(table.rowCount, task.features.length, classCount);
  const atMost =
    isCheap && encoder.features.length > 0 && pictures === undefined
      ? boundOfRows(prepareFit(loaded, options, { byFolds: true }).parts.train, classCount)
      : undefined;
  return {
    ...inspection,
    task: { ...inspectTask(task, encoder), strongest, ...definedOnly({ atMost }) },
    notes: [
      ...inspection.notes,
      ...task.notes,
      ...numberNotes(task),
      ...(pictures === undefined ? surpriseNotes(encoder, task) : []),
    ],
  };
}

/** From so many different numbers on, a target may be meant as a number. */
const MANY_NUMBERS = 6;

/** Says that a target of many numbers, each taken for a class, may be meant as a number. */
function numberNotes({ table, target }: Task): string[] {
  const isNumeric = columnNamed(table, target.column)?.kind === 'numeric' && target.name === target.column;
  if (!isNumeric || target.classes.length < MANY_NUMBERS) return [];
  return [
    `target ${quoted([target.name])}: ${target.classes.length} different numbers are taken for as many classes; if the number itself is meant, fit with \`loss: 'squared'\``,
  ];
}

function roleOf(name: string, { target }: Task, { groups, features, split, weight }: UsedColumns): Role {
  const isGroup = groups.has(name);
  if (name === target.column) return isGroup ? 'target and group' : 'target';
  if (features.has(name)) return isGroup ? 'feature and group' : 'feature';
  if (isGroup) return 'group';
  if (name === weight) return 'weight';
  return name === split ? 'split' : 'not used';
}

/** Different numbers are counted up to so many. */
const DISTINCT_COUNTED = 10_000;

function summarise(column: Column, isText: boolean): Omit<ColumnInspection, 'name' | 'kind' | 'role'> {
  if (column.kind === 'numeric') {
    let [known, sum, min, max, isWhole] = [0, 0, Infinity, -Infinity, true];
    const met = new Set<number>();
    for (const value of column.values) {
      if (Number.isNaN(value)) continue;
      if (met.size <= DISTINCT_COUNTED) met.add(value);
      known++;
      sum += value;
      if (value < min) min = value;
      if (value > max) max = value;
      if (isWhole && !Number.isInteger(value)) isWhole = false;
    }
    const missing = column.values.length - known;
    if (known === 0) return { missing };
    const distinct = met.size > DISTINCT_COUNTED ? null : met.size;
    const histogram = histogramOf(column.values, min, max, isWhole);
    return { missing, range: { min, max, mean: sum / known }, distinct, ...definedOnly({ histogram }) };
  }
  const counts = new Uint32Array(column.levels.length + 1);
  for (const code of column.codes) counts[code]!++;
  const missing = counts[column.levels.length]!;
  if (isText) return { missing, texts: counts.slice(0, -1).filter((rows) => rows > 0).length };
  return {
    missing,
    levels: column.levels
      .map((level, code) => ({ level, rows: counts[code]! }))
      .filter(({ rows }) => rows > 0)
      .sort((left, right) => right.rows - left.rows),
  };
}

const MOST_BINS = 20;

/** Counts numbers in bins; whole numbers in bins of whole width, whose edges lie between them. */
function histogramOf(
  values: Float64Array,
  min: number,
  max: number,
  isWhole: boolean,
): ColumnInspection['histogram'] {
  if (!Number.isFinite(max - min)) return undefined;
  const numbers = max - min + 1;
  const width = isWhole ? Math.ceil(numbers / MOST_BINS) : (max - min) / MOST_BINS;
  const bins = isWhole ? Math.ceil(numbers / width) : MOST_BINS;
  const from = isWhole ? min - 0.5 : min;
  if (!(width > 0) || !(from + width > from)) return undefined; // numbers so large that their halves are lost
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    if (!Number.isNaN(value)) counts[Math.min(bins - 1, Math.floor((value - from) / width))]!++;
  }
  return { from, to: isWhole ? from + bins * width : max, counts };
}

function inspectTask(
  { table, target, groups, splits, partCounts, weights, families }: Task,
  encoder: Encoder,
): Omit<TaskInspection, 'strongest' | 'atMost'> {
  const counts = groups.names.map(() => new Array<number>(target.classes.length).fill(0));
  const totals = groups.names.map(() => new Array<number>(target.classes.length).fill(0));
  for (let row = 0; row < table.rowCount; row++) {
    const group = groups.groups[row]!;
    if (group < 0) continue;
    counts[group]![target.labels[row]!]!++;
    totals[group]![target.labels[row]!]! += weights?.[row] ?? 1;
  }
  const effective = weights && effectiveCounts(weights, groups.groups, groups.names.length);
  const words = encoder.columns
    .filter(({ kind }) => kind === 'text')
    .map(({ name }) => ({
      column: name,
      words: encoder.features.filter(({ kind, column }) => kind === 'word' && column === name).length,
    }));
  const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  const sizes = totals.map(sumOf);
  const copies = families?.length ?? 1;
  const used = sumOf(sizes) / copies;
  return {
    target: target.name,
    classes: target.classes.map((name, i) => ({
      name,
      rows: counts.reduce((sum, byClass) => sum + byClass[i]!, 0) / copies,
    })),
    groups: groups.names.map((name, group) => ({
      name,
      rows: sumOf(counts[group]!),
      ...(effective && { effectiveRows: effective[group]! }),
      share: sizes[group]! / used,
      parts: {
        train: partCounts.train[group]!,
        validation: partCounts.validation[group]!,
        test: partCounts.test[group]!,
      },
      classShares: totals[group]!.map((total) => total / sizes[group]!),
    })),
    splits: splits.map(
      (split) =>
        Object.fromEntries(PART_NAMES.map((part) => [part, split[part].length / copies])) as Record<
          PartName,
          number
        >,
    ),
    features: encoder.features.filter(({ kind }) => kind !== 'word'),
    ...(words.length > 0 && { words }),
    dropped: encoder.dropped,
  };
}

/** Columns told of a part, levels of a column. */
const COLUMNS_SHOWN = 3;
const LEVELS_SHOWN = 3;

const JUDGED: readonly PartName[] = ['validation', 'test'];

/** What validation and test rows of the first split hold that training did not prepare for. */
function surpriseNotes(encoder: Encoder, task: Task): string[] {
  const { table, splits } = task;
  return JUDGED.flatMap((part) => {
    const where = splits.length > 1 ? `${part} of split 1` : part;
    const surprises = findSurprises(encoder, table, ownRows(task, splits[0]![part]));
    const notes = surprises
      .slice(0, COLUMNS_SHOWN)
      .flatMap((surprise) =>
        told(surprise, encoder).map((what) => `${where}: ${quoted([surprise.column])} ${what}`),
      );
    const more = surprises.length - COLUMNS_SHOWN;
    return more > 0
      ? [...notes, `${where}: and ${count(more, 'more column')} with values that training has not`]
      : notes;
  });
}

function told({ column, levels, missingRows }: Surprise, { columns, features }: Encoder): string[] {
  const notes: string[] = [];
  if (levels.length > 0) {
    const hasOther = features.some((feature) => feature.column === column && feature.kind === 'other');
    const frequentFirst = [...levels].sort((left, right) => right.rows - left.rows);
    const shown = frequentFirst.map(({ level, rows }) => `${quoted([level])} (${count(rows, 'row')})`);
    notes.push(
      `has levels that training has not: ${listed(shown, LEVELS_SHOWN)}; encoded as ${hasOther ? 'other' : 'no level'}`,
    );
  }
  if (missingRows > 0) {
    const is = (wanted: string): boolean =>
      columns.some(({ name, kind }) => name === column && kind === wanted);
    const [isNumeric, isText] = [is('numeric'), is('text')];
    notes.push(
      `is missing in ${count(missingRows, 'row')}, in training in none; encoded as ${isNumeric ? 'the mean' : isText ? 'no word' : 'no level'}`,
    );
  }
  return notes;
}
