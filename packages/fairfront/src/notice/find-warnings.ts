// What a careful analyst would want to know of a task before training: warnings, and the strongest single
// features. Whatever involves the target or the groups is measured on training and validation rows, never on
// test rows; these are only counted. The thresholds and their reasons: docs/warnings.md.

import {
  assignFolds,
  assignGroups,
  createRandom,
  type GroupExpression,
  type Table,
  type Task,
} from '@fairfront/core';
import { count, effectiveCounts, listed, ownRows, quoted, takeWeights } from '@fairfront/core/internal';
import { optionText } from '../option-kinds.js';
import { completeData, type Data } from '../task/data.js';
import type { TaskOptions } from '../task/data-options.js';
import { UsageError } from '../usage-error.js';
import { findColumnWarnings } from './column-warnings.js';
import { sameLooks, similarClasses, similarGroups } from './similar-levels.js';
import { bestAuc, codesOf, type LabelAuc, type Labels, missingCodes } from './single-features.js';
import type { Warning } from './warning.js';

/** A feature that gives the target away has a greater AUC. */
const GIVES_TARGET_AWAY = 0.95;

/** A feature that gives a group away has at least this AUC. */
const GIVES_GROUP_AWAY = 0.8;

/** A group with fewer rows of a class is told of. */
const FEW_ROWS = 10;

/** Rows looked at; of more, so many are drawn. */
const MOST_ROWS = 50_000;

const FOLDS = 5;
const STRONGEST = 5;

type Asked = Pick<TaskOptions, 'strict' | 'text'>;

/** What is found in a task. */
export interface Findings {
  readonly warnings: readonly Warning[];
  /** The features that predict the target best by themselves, the best first. */
  readonly strongest: readonly StrongFeature[];
}

/** How well one feature predicts the target by itself. */
export interface StrongFeature {
  readonly column: string;
  /** Out of fold; with more than two classes that of the class which is told best from the others. */
  readonly auc: number;
  /** That class; absent where there are two. */
  readonly class?: string;
}

/**
 * Finds what a careful analyst would want to know of a task before training; `strict` refuses warnings.
 * @param data what the task was made of
 */
export function findWarnings(given: Task, data: Table | Data, options: Asked): Findings {
  const task = given.target.values === undefined ? given : { ...given, target: halved(given.target) };
  const { table, target, groups, features, splits, entities } = task;
  const random = createRandom(1); // the same data, the same warnings
  const rows = drawRows(ownRows(task, learningRows(splits[0]!)), random);
  const ofRows = (values: ArrayLike<number>): Int32Array => {
    const own = new Int32Array(rows.length);
    for (let i = 0; i < rows.length; i++) own[i] = values[rows[i]!]!;
    return own;
  };
  const classes: Labels = { names: target.classes, labels: ofRows(target.labels) };
  const folds = assignFolds(
    {
      labels: ofRows(target.labels),
      groups: { names: groups.names, groups: ofRows(groups.groups), counts: [] },
    },
    FOLDS,
    random,
    entities && ofRows(entities),
  );
  const grouped = task.groupExpressions
    .filter(({ column }) => column !== target.column)
    .map((expression) => {
      const assigned = assignGroups(table, [expression], 'own');
      return { expression, assigned, labels: { names: assigned.names, labels: ofRows(assigned.groups) } };
    });
  const isFeature = new Set(features);
  // What is said of levels does not hold of texts: they may all be different, and no model sees them whole.
  const texts = textColumns(data, options);
  const columns = table.columns.filter(({ name }) => isFeature.has(name) && !texts.has(name));

  const strong: StrongFeature[] = [];
  const leaks: Warning[] = [];
  const proxies: Warning[] = [];
  for (const column of columns) {
    const { name } = column;
    const codes = codesOf(column, rows);
    const found = bestAuc(codes, classes, folds, FOLDS);
    if (found !== undefined) {
      const { auc, label } = found;
      if (auc > 0.5) strong.push({ column: name, auc, ...(target.classes.length > 2 && { class: label }) });
      const missing = missingCodes(column, rows);
      const byMissing = missing && bestAuc(missing, classes, folds, FOLDS);
      if (byMissing !== undefined && byMissing.auc > GIVES_TARGET_AWAY) {
        leaks.push(leakWarning(name, target, byMissing, true));
      } else if (auc > GIVES_TARGET_AWAY) leaks.push(leakWarning(name, target, found, false));
    }
    for (const { expression, labels } of grouped) {
      if (expression.column === name) continue; // its own column, which the model was allowed to see
      const told = bestAuc(codes, labels, folds, FOLDS);
      if (told !== undefined && told.auc >= GIVES_GROUP_AWAY) {
        proxies.push(proxyWarning(name, expression, told, labels.names.length));
      }
    }
  }
  const warnings = [
    ...leaks.sort(byAuc),
    ...(target.values === undefined ? [...fewRowsWarnings(task), ...similarClasses(task)] : []),
    ...grouped.flatMap(({ expression, assigned }) => similarGroups(task, expression, assigned)),
    ...sameLooks(
      table.columns.map(({ name }) => name),
      columns.filter(({ name }) => !grouped.some(({ expression }) => expression.column === name)),
    ),
    ...findColumnWarnings(columns, rows, declaredNumbers(data)),
    ...proxies.sort(byAuc),
  ];
  if (options.strict) checkStrict(warnings);
  return { warnings, strongest: strong.sort(byAuc).slice(0, STRONGEST) };
}

/** A number as two classes, its lower and its higher strata: what gives it away tells these apart. */
function halved(target: Task['target']): Task['target'] {
  const middle = target.labels.reduce((highest, label) => Math.max(highest, label), 0) / 2;
  return {
    ...target,
    classes: ['low', 'high'],
    labels: target.labels.map((label) => (label < 0 ? label : label > middle ? 1 : 0)),
  };
}

/** Prepared data with their warnings among the notes; refused where `strict` says so. */
export function withWarnings<Prepared extends { readonly task: Task; readonly notes: readonly string[] }>(
  prepared: Prepared,
  data: Table | Data,
  options: Asked,
): Prepared {
  const { warnings } = findWarnings(prepared.task, data, options);
  return { ...prepared, notes: [...warnings.map(({ message }) => message), ...prepared.notes] };
}

/** Finds what the columns of data say of themselves, before a task is known. */
export function findTableWarnings(data: Table | Data, options: Asked): Warning[] {
  const { table } = completeData(data);
  const texts = textColumns(data, options);
  const columns = table.columns.filter(({ name }) => !texts.has(name));
  const rows = drawRows(
    Uint32Array.from({ length: table.rowCount }, (_, row) => row),
    createRandom(1),
  );
  const warnings = [
    ...sameLooks(
      table.columns.map(({ name }) => name),
      columns,
    ),
    ...findColumnWarnings(columns, rows, declaredNumbers(data)),
  ];
  if (options.strict) checkStrict(warnings);
  return warnings;
}

/** Refuses warnings that say something is wrong: all but groups given away, which are facts of the world. */
function checkStrict(warnings: readonly Warning[]): void {
  const wrong = warnings.filter(({ kind }) => kind !== 'group-given-away');
  if (wrong.length === 0) return;
  throw new UsageError([
    `${optionText('strict')} refuses ${count(wrong.length, 'warning')}; do as each says, or leave ${optionText('strict')} out:`,
    ...wrong.map(({ message }) => `- ${message}`),
  ]);
}

/** Columns of which somebody said that they are numbers: the caller, or the recipe of a dataset. */
function declaredNumbers(data: Table | Data): ReadonlySet<string> {
  const { columns, dataset } = completeData(data);
  return new Set(columns.filter(({ declared }) => declared || dataset !== undefined).map(({ name }) => name));
}

/** Columns of which somebody said that they are texts. */
function textColumns(data: Table | Data, { text = [] }: Asked): ReadonlySet<string> {
  return new Set([...text, ...(completeData(data).encoderOptions.text ?? [])]);
}

const byAuc = (left: { readonly auc?: number }, right: { readonly auc?: number }): number =>
  (right.auc ?? 0) - (left.auc ?? 0);

/** The rows of training and of validation. */
function learningRows({ train, validation }: Task['splits'][number]): Uint32Array {
  const rows = new Uint32Array(train.length + validation.length);
  rows.set(train);
  rows.set(validation, train.length);
  return rows;
}

/** At most `MOST_ROWS` of the rows, every choice equally likely. May put the rows into another order. */
function drawRows(rows: Uint32Array, random: ReturnType<typeof createRandom>): Uint32Array {
  if (rows.length <= MOST_ROWS) return rows;
  for (let i = 0; i < MOST_ROWS; i++) {
    const drawn = i + Math.floor(random.uniform() * (rows.length - i));
    [rows[i], rows[drawn]] = [rows[drawn]!, rows[i]!];
  }
  return rows.slice(0, MOST_ROWS).sort();
}

function leakWarning(
  name: string,
  target: Task['target'],
  { auc, label }: LabelAuc,
  isMissing: boolean,
): Warning {
  const what = isMissing ? `whether ${quoted([name])} is missing` : quoted([name]);
  const whom = target.classes.length > 2 ? `class ${quoted([label])} of the target` : 'the target';
  return {
    kind: isMissing ? 'target-given-away-by-missing' : 'target-given-away',
    columns: [name],
    message: `${what} alone gives ${whom} away, with an AUC of ${auc.toFixed(2)}; if that is not known when a prediction is made, add ${optionText('ignore', [name])}`,
    auc,
    label,
  };
}

function proxyWarning(
  name: string,
  { column }: GroupExpression,
  { auc, label }: LabelAuc,
  groupCount: number,
): Warning {
  const whom = groupCount > 2 ? `${quoted([label])} of ${quoted([column])}` : quoted([column]);
  return {
    kind: 'group-given-away',
    columns: [name, column],
    message: `${quoted([name])} alone gives ${whom} away, with an AUC of ${auc.toFixed(2)}: a model that learns from it can tell the groups apart`,
    auc,
    label,
  };
}

/** Groups with few rows of a class, in the rows to learn from or in the test rows; by what they tell with weights. */
function fewRowsWarnings({ target, groups, groupExpressions, splits, weights }: Task): Warning[] {
  const classCount = target.classes.length;
  const isOfTarget = groupExpressions.some(({ column }) => column === target.column);
  const cellOf = (row: number): number => groups.groups[row]! * classCount + target.labels[row]!;
  const counted = (...parts: readonly Uint32Array[]): ArrayLike<number> => {
    if (weights !== undefined) {
      const rows = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
      parts.reduce((next, part) => {
        rows.set(part, next);
        return next + part.length;
      }, 0);
      const cells = Int32Array.from(rows, cellOf);
      return effectiveCounts(takeWeights(weights, rows), cells, groups.names.length * classCount).map(
        Math.floor,
      );
    }
    const counts = new Uint32Array(groups.names.length * classCount);
    for (const rows of parts) {
      for (let i = 0; i < rows.length; i++) {
        counts[cellOf(rows[i]!)]!++;
      }
    }
    return counts;
  };
  const { train, validation, test } = splits[0]!;
  const [learning, testing] = [counted(train, validation), counted(test)];
  return groups.names.flatMap((group, g): Warning[] => {
    const few = target.classes
      .map((name, c) => ({
        name,
        learning: learning[g * classCount + c]!,
        test: testing[g * classCount + c]!,
      }))
      .filter((rows) => Math.min(rows.learning, rows.test) < FEW_ROWS)
      // A group made of the target lacks the other classes because it was made so.
      .filter((rows) => !isOfTarget || rows.learning + rows.test > 0);
    if (few.length === 0) return [];
    const told = few.map(
      (rows) => `${quoted([rows.name])} (${rows.learning} to learn from, ${rows.test} to test by)`,
    );
    return [
      {
        kind: 'few-rows-of-class',
        columns: [target.name, ...groupExpressions.map(({ column }) => column)],
        message: `group ${quoted([group])} has few rows of class ${listed(told)}, so that little is known of them; get more, or make larger groups with \`groups\``,
        label: group,
        classes: few,
      },
    ];
  });
}
