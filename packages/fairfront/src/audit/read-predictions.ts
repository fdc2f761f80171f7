// From a table of predictions to what metrics are computed from: probabilities, classes, groups.

import {
  FairfrontError,
  findColumn,
  type GroupIndex,
  labelTable,
  parseGroups,
  type Table,
} from '@fairfront/core';
import {
  cellsOf,
  count,
  describeNearest,
  entitiesOf,
  hasColumn,
  quoted,
  rowList,
  rowsWhere,
  takeGroups,
} from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import type { LoadedData } from '../task/data.js';
import { checkAreRead, targetColumnOf } from '../task/make-task.js';
import { UsageError } from '../usage-error.js';
import type { AuditOptions } from './audit-options.js';

export interface Predictions {
  readonly target: string;
  readonly classes: readonly string[];
  /** For each class the column that its probabilities were read from; null: what the other one leaves. */
  readonly columns: readonly (string | null)[];
  /** Which of the classes rates are of; left out: every class against the rest. */
  readonly positive?: number;
  /** The rows of the table that are judged. */
  readonly rows: Uint32Array;
  /** rows × classes */
  readonly probabilities: Float64Array;
  readonly labels: Int32Array;
  readonly groups: GroupIndex;
  /** Row → whose it is. */
  readonly entities?: ArrayLike<number>;
  readonly notes: readonly string[];
}

/**
 * How far from 1 the probabilities of a row may sum: figures rounded to two decimals are welcome, and are divided by
 * their sum.
 */
const ROUNDED = 0.02;
/** As far as this, nothing need be said. */
const EXACT = 1e-6;
const OF_A_CLASS = 'name the column with the probability of a class';

export function readPredictions(data: LoadedData, options: AuditOptions): Predictions {
  const { table } = data;
  const { target, groups, probabilities: named, entities: by } = options;
  if (target === undefined) throw new UsageError('`target`: name the column that says what was true');
  if (groups === undefined) throw new UsageError("`groups`: name the groups, such as `groups: 'sex,age<55'`");
  if (named === undefined) {
    throw new UsageError('`probabilities`: name the columns that hold what the model said');
  }
  const expressions = parseGroups(groups);
  checkAreRead(data, {
    target: [targetColumnOf(data, target)],
    groups: expressions.map(({ column }) => column),
    '`entities`': by === undefined ? [] : [by],
    weight: options.weight === undefined ? [] : [options.weight],
  });
  const labelled = labelTable(table, {
    target,
    groups: expressions,
    ...definedOnly({
      missingGroup: options.missingGroup,
      missingTarget: options.missingTarget,
      weight: options.weight,
    }),
  });
  const { classes } = labelled.target;
  const positive = positiveClass(classes, options.positive);
  const own = labelled.groups.groups;
  const rows = rowsWhere(own.length, (row) => own[row]! >= 0);
  refuseTexts(data, named);
  const columns = columnsOf(
    table,
    named,
    classes,
    positive ?? classes.length - 1,
    options.positive !== undefined,
  );
  const { probabilities, notes } = probabilitiesOf(table, columns, rows);
  const owners = by === undefined ? undefined : entitiesOf(table, by, own, '`entities`');
  return {
    target,
    classes,
    columns: columns.map((name) => name ?? null),
    ...(positive === undefined ? {} : { positive }),
    rows,
    probabilities,
    labels: take(labelled.target.labels, rows),
    groups: takeGroups({ ...labelled.groups, counts: [], weights: labelled.weights }, rows),
    ...(owners === undefined ? {} : { entities: take(owners, rows) }),
    notes: [...data.notes, ...labelled.notes, ...notes],
  };
}

/** The positive class: the second of two unless another is asked for; none where there are more. */
function positiveClass(classes: readonly string[], asked: string | undefined): number | undefined {
  if (asked === undefined) return classes.length === 2 ? 1 : undefined;
  const found = classes.indexOf(asked);
  if (found < 0)
    throw new UsageError(`\`positive\`: there is no class "${asked}"; ${describeNearest(asked, classes)}`);
  return found;
}

/** Columns of very many texts are not in the table; that they do not exist would be untrue. */
function refuseTexts({ columns, table }: LoadedData, named: readonly string[]): void {
  const unread = named.filter((text) => !hasColumn(table, text));
  for (const { name, kind } of columns) {
    if (kind !== 'text' || !unread.some((text) => text === name || text.endsWith(`=${name}`))) continue;
    throw new UsageError(
      `\`probabilities\`: column ${quoted([name])} holds texts, not numbers; ${OF_A_CLASS}`,
    );
  }
}

/** For each class the column of its probabilities; `undefined`: what the other one leaves. */
function columnsOf(
  table: Table,
  named: readonly string[],
  classes: readonly string[],
  positive: number,
  isAsked: boolean,
): (string | undefined)[] {
  const pairs = named.map((text) => asPair(table, text, classes));
  const isPaired = pairs.some(({ label }) => label !== undefined);
  if (isPaired && pairs.some(({ label }) => label === undefined)) {
    throw new UsageError(
      `\`probabilities\`: name the class of every column, as in ${quoted([`${classes[0]}=column`])}, or of none`,
    );
  }
  if (!isPaired && !(named.length === 1 && classes.length === 2)) {
    throw new UsageError(
      `\`probabilities\`: say which column is of which class, as in ${classes.map((label) => `${label}=column`).join(',')}`,
    );
  }
  const columns = new Array<string | undefined>(classes.length).fill(undefined);
  for (const { label, column } of pairs) {
    const at = label ?? (isAsked ? undefined : classInName(column, classes)) ?? positive;
    if (columns[at] !== undefined) {
      throw new UsageError(`\`probabilities\`: class ${quoted([classes[at]!])} has two columns; name one`);
    }
    columns[at] = column;
  }
  const without = classes.filter((_, i) => columns[i] === undefined);
  if (without.length > (classes.length === 2 ? 1 : 0)) {
    throw new UsageError(`\`probabilities\`: no column for ${quoted(without)}; name one for each class`);
  }
  return columns;
}

/** The class that a column's name ends with, as those of predictions.csv do, if it is one only. */
function classInName(column: string, classes: readonly string[]): number | undefined {
  const met = [...classes.keys()].filter((i) => column.endsWith(` ${classes[i]}`));
  return met.length === 1 ? met[0] : undefined;
}

/** `column`, or `class=column`; a column by that very name comes first, and any of the signs may be the one between. */
function asPair(
  table: Table,
  text: string,
  classes: readonly string[],
): { readonly label?: number; readonly column: string } {
  if (hasColumn(table, text)) return { column: text };
  let unknown: string | undefined;
  let meant = text;
  for (let at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
    const [own, column] = [text.slice(0, at), text.slice(at + 1)];
    const label = classes.indexOf(own);
    const isThere = hasColumn(table, column);
    if (label >= 0 && isThere) return { label, column };
    if (isThere) unknown = own;
    if (label >= 0) meant = column;
  }
  if (unknown !== undefined) {
    throw new UsageError(
      `\`probabilities\`: there is no class "${unknown}"; ${describeNearest(unknown, classes)}`,
    );
  }
  return { column: findColumn(table, meant, '`probabilities`').name };
}

function probabilitiesOf(
  table: Table,
  columns: readonly (string | undefined)[],
  rows: Uint32Array,
): { readonly probabilities: Float64Array; readonly notes: readonly string[] } {
  const classCount = columns.length;
  const probabilities = new Float64Array(rows.length * classCount);
  columns.forEach((name, c) => {
    if (name !== undefined)
      putNumbers(table, name, rows, (i, value) => {
        probabilities[i * classCount + c] = value;
      });
  });
  const left = columns.indexOf(undefined);
  if (left >= 0) {
    for (let i = 0; i < rows.length; i++) probabilities[2 * i + left] = 1 - probabilities[2 * i + 1 - left]!;
    return { probabilities, notes: [] };
  }
  return { probabilities, notes: divideBySums(probabilities, classCount, rows) };
}

/** Rows of a column that are read at a time. */
const RANGE_ROWS = 1 << 16;

/** Hands over the numbers of some ascending rows, by their place among these; all are in [0, 1], none missing. */
function putNumbers(
  table: Table,
  name: string,
  rows: Uint32Array,
  put: (i: number, value: number) => void,
): void {
  const column = findColumn(table, name, '`probabilities`');
  if (column.kind !== 'numeric') {
    throw new UsageError(
      `\`probabilities\`: column "${name}" holds texts (${quoted(column.levels, 4)}), not numbers; ${OF_A_CLASS}`,
    );
  }
  let isInside = true;
  for (let i = 0, from = 0; from < table.rowCount; from += RANGE_ROWS) {
    const to = Math.min(table.rowCount, from + RANGE_ROWS);
    const values = cellsOf(column, from, to);
    for (; i < rows.length && rows[i]! < to; i++) {
      const value = values[rows[i]! - from]!;
      isInside &&= value >= 0 && value <= 1;
      put(i, value);
    }
  }
  if (isInside) return;
  const { values } = column;
  const outside = rows.filter((row) => !(values[row]! >= 0 && values[row]! <= 1));
  const found = values[outside[0]!]!;
  const wayOut = Number.isNaN(found)
    ? 'a prediction is missing there; fill it, or leave the rows out'
    : found > 1 && found <= 100
      ? 'divide percentages by 100, turn scores into probabilities first'
      : 'scores need a sigmoid or softmax first';
  throw new FairfrontError(
    'bad-column',
    `\`probabilities\`: column "${name}" must be from 0 to 1; broken in ${rowList(outside)}: row ${outside[0]! + 1} has ${Number.isNaN(found) ? 'no value' : found}; ${wayOut}`,
  );
}

/** Rounded figures are made to sum to 1; what is further off is no rounding. */
function divideBySums(probabilities: Float64Array, classCount: number, rows: Uint32Array): string[] {
  const sumOf = (i: number): number => {
    let sum = 0;
    for (let k = i * classCount; k < (i + 1) * classCount; k++) sum += probabilities[k]!;
    return sum;
  };
  const off = rowsWhere(rows.length, (i) => Math.abs(sumOf(i) - 1) > ROUNDED);
  if (off.length > 0) {
    throw new FairfrontError(
      'bad-column',
      `\`probabilities\`: the columns of a row must sum to 1 (within ${ROUNDED}, for rounding); they do not in ${rowList(off.map((i) => rows[i]!))}; name one column for each class`,
    );
  }
  let rounded = 0;
  for (let i = 0; i < rows.length; i++) {
    const sum = sumOf(i);
    if (Math.abs(sum - 1) > EXACT) rounded++;
    for (let k = i * classCount; k < (i + 1) * classCount; k++) probabilities[k]! /= sum;
  }
  return rounded === 0
    ? []
    : [`probabilities of ${count(rounded, 'row')} do not sum to 1, by rounding: each was divided by the sum`];
}

function take(values: ArrayLike<number>, rows: Uint32Array): Int32Array {
  const own = new Int32Array(rows.length);
  for (let i = 0; i < own.length; i++) own[i] = values[rows[i]!]!;
  return own;
}
