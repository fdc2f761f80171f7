// What the models of a run said of rows that they were not trained on, read again from predictions.csv.

import { FairfrontError, findColumn, type GroupIndex, type Table } from '@fairfront/core';
import { quoted, rowList, takeGroups } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import type { AnyResult } from '../measure/regression-result.js';
import { MISSING_MARKERS } from '../read/columns/text-values.js';
import type { ReadOptions } from '../read/read-options.js';
import { UsageError } from '../usage-error.js';
import { answerColumn, groupTitles, predictionTitles } from './predictions-csv.js';

/** What the naive and the chosen model said of rows that they were not trained on. */
export interface RunPredictions {
  /** The place of each row in the data, from 0. With several families of groups all rows come once for each family. */
  readonly rows: Uint32Array;
  /** None where a number is predicted. */
  readonly labels: Int32Array;
  /** What was true, where a number is predicted. */
  readonly values?: Float64Array;
  /** The groups of the result, in their order, with the rows' weights where they have any. */
  readonly groups: GroupIndex;
  /** Row → whose it is, where rows of a person stayed together. */
  readonly entities?: Uint32Array;
  /** rows × classes, or a number for each row */
  readonly models: { readonly naive: Float64Array; readonly minimax: Float64Array };
}

/** Refuses a run that predicts a number, for what is of classes. @param what "a watch" */
export function checkClasses(
  { result }: { readonly result: { readonly task: { readonly kind?: string; readonly target: string } } },
  what: string,
): void {
  if (result.task.kind !== 'regression') return;
  throw new UsageError(
    `${what} is for classes only, and this run predicts the number ${quoted([result.task.target])}; take a run that was fitted without \`loss: 'squared'\``,
  );
}

/** Refuses a run with weights of rows, for what counts every row once. @param what "a watch" */
export function checkUnweighted(
  { result }: { readonly result: { readonly task: { readonly weight?: string } } },
  what: string,
): void {
  const { weight } = result.task;
  if (weight === undefined) return;
  throw new UsageError(
    `${what} counts every row once, and this run was fitted with weights of rows (${quoted([weight])}); take a run without \`weight\``,
  );
}

/** Refuses a run whose groups overlap. @param why what cannot be done with such groups */
export function checkOneFamily({ result }: { readonly result: Pick<FitResult, 'task'> }, why: string): void {
  const { families } = result.task;
  if (families === undefined) return;
  throw new UsageError(
    `${why}, and the groups of this run overlap (${quoted(families.map(({ name }) => name))}); take a run with one family of \`groups\``,
  );
}

/** The predictions of every row once, in the order of the data's rows, whatever the families of groups. */
export function eachRowOnce(
  { rows, labels, groups, entities, models }: RunPredictions,
  { families }: Pick<FitResult['task'], 'families'>,
): RunPredictions {
  if (families === undefined) return { rows, labels, groups, ...(entities && { entities }), models };
  const count = rows.length / families.length;
  const first = Array.from({ length: count }, (_, i) => i);
  const said = (all: Float64Array): Float64Array => all.subarray(0, all.length / families.length);
  return {
    rows: rows.subarray(0, count),
    labels: labels.subarray(0, count),
    groups: takeGroups(groups, first),
    ...(entities && { entities: entities.subarray(0, count) }),
    models: { naive: said(models.naive), minimax: said(models.minimax) },
  };
}

/** How predictions.csv is read. */
export function predictionReading(
  result: Pick<AnyResult, 'task'>,
): Pick<ReadOptions, 'categorical' | 'numeric'> {
  const { task } = result;
  const classes = outputsOf(result);
  const titles = predictionTitles(classes);
  const answer = answerColumn(task.target, classes);
  const isNumber = task.kind === 'regression';
  return {
    categorical: ['part', ...groupTitles(task.families), ...(isNumber ? [] : [answer])],
    numeric: [
      ...['row', ...(task.weight === undefined ? [] : ['weight']), ...(isNumber ? [answer] : [])],
      ...[...titles.naive, ...titles.minimax],
    ],
  };
}

/** What the columns of predictions are of: each class, or the number. */
function outputsOf(result: Pick<AnyResult, 'task'>): readonly string[] {
  const { task } = result;
  return task.kind === 'regression' ? [task.target] : task.classes;
}

/** Takes the predictions of a part from the table that predictions.csv is. @param path names it in messages */
export function runPredictions(
  table: Table,
  result: Pick<AnyResult, 'task' | 'groups'>,
  part: 'test' | 'validation',
  path: string,
): RunPredictions {
  const { task, groups } = result;
  const { families } = task;
  const classes = outputsOf(result);
  const titles = predictionTitles(classes);
  const answer = answerColumn(task.target, classes, families);
  const parts = levelsOf(table, 'part');
  const rows: number[] = [];
  for (let row = 0; row < table.rowCount; row++)
    if ((parts(row) === 'test') === (part === 'test')) rows.push(row);
  const codes = (column: string, names: readonly string[]): Int32Array => {
    const level = levelsOf(table, column);
    const places = new Map(names.map((name, i) => [name, i]));
    // The file has no missing cells: what is read as one is the name that is written like it, such as NA.
    const [marker = '', ...others] = names.filter((name) => MISSING_MARKERS.includes(name));
    if (others.length > 0) {
      throw new FairfrontError(
        'bad-file',
        `${path}: ${quoted([marker, ...others])} cannot be told apart; rename all but one`,
      );
    }
    return Int32Array.from(rows, (row) => {
      const place = places.get(level(row) ?? marker);
      if (place !== undefined) return place;
      throw new FairfrontError(
        'bad-file',
        `${path}: ${rowList([row])} has no ${column} of the result, which are ${quoted(names)}`,
      );
    });
  };
  const numbers = (name: string): Float64Array => {
    const column = findColumn(table, name, path);
    if (column.kind !== 'numeric') throw new FairfrontError('bad-file', `${path}: ${name} must be numbers`);
    return Float64Array.from(rows, (row) => column.values[row]!);
  };
  const probabilities = (names: readonly string[]): Float64Array => {
    const all = new Float64Array(rows.length * classes.length);
    const columns = names.map(numbers);
    columns.forEach((values, c) => {
      for (let i = 0; i < rows.length; i++) all[i * classes.length + c] = values[i]!;
    });
    return all;
  };
  const names = groups.map(({ name }) => name);
  const hasEntities = table.columns.some(({ name }) => name === 'entity');
  const copies = families?.length ?? 1;
  /** The values of the rows, once for each family. */
  const stacked = <Values extends Int32Array | Uint32Array | Float64Array>(values: Values): Values => {
    if (copies === 1) return values;
    const all = new (values.constructor as new (length: number) => Values)(values.length * copies);
    for (let copy = 0; copy < copies; copy++) all.set(values, copy * values.length);
    return all;
  };
  const members = (families ?? [{ groups: names }]).flatMap(({ groups: own }, f) => {
    const first = names.indexOf(own[0]!);
    return Array.from(codes(groupTitles(families)[f]!, own), (group) => first + group);
  });
  const weights = task.weight === undefined ? undefined : stacked(numbers('weight'));
  return {
    rows: stacked(Uint32Array.from(numbers('row'), (row) => row - 1)),
    ...(task.kind === 'regression'
      ? { labels: new Int32Array(0), values: stacked(numbers(answer)) }
      : { labels: stacked(codes(answer, classes)) }),
    groups: groupsOf(Int32Array.from(members), names, weights),
    ...(hasEntities && { entities: stacked(Uint32Array.from(numbers('entity'))) }),
    models: {
      naive: stacked(probabilities(titles.naive)),
      minimax: stacked(probabilities(titles.minimax)),
    },
  };
}

function groupsOf(
  groups: Int32Array,
  names: readonly string[],
  weights: Float64Array | undefined,
): GroupIndex {
  const counts = new Array<number>(names.length).fill(0);
  for (const group of groups) counts[group]!++;
  return { names, groups, counts, ...(weights && { weights }) };
}

function levelsOf(table: Table, name: string): (row: number) => string | undefined {
  const column = findColumn(table, name, 'predictions');
  if (column.kind !== 'categorical') throw new FairfrontError('bad-file', `${name} must hold names`);
  return (row) => column.levels[column.codes[row]!];
}
