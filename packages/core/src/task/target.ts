// The target: two or more classes, and the class of each row. Where a number is predicted, numeric-target.ts reads it.

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import { rowsWhere } from '../numeric/row-numbers.js';
import { type Column, findColumn, isMissing, type Table } from '../table/table.js';
import { nearestName, quoted, rowList } from '../words.js';
import { codeRows, type RowCodes } from './code-rows.js';
import { type GroupExpression, parseExpressions } from './group-expression.js';

/** What becomes of rows whose target is missing. */
export type MissingTarget = 'error' | 'drop';

/** What is predicted: the classes, and the class of every row. */
export interface Target {
  /** As it was asked for: a column, or a comparison such as `income>50000`. */
  readonly name: string;
  /** The column that it is read from: no model may see it. */
  readonly column: string;
  /** Where a number is predicted, one: the target's name. */
  readonly classes: readonly string[];
  /** Row → class, or stratum of the numbers; −1: left out. */
  readonly labels: Int32Array;
  /** Row → the number to predict, where one is. */
  readonly values?: Float64Array;
}

/**
 * The column and what is made of it: a column of this very name as it is, otherwise a comparison, bins or
 * classes of levels, written as for groups: `income>50000`.
 * @param columns the names of all columns
 */
export function targetExpression(target: string, columns: readonly string[]): GroupExpression {
  const asColumn: GroupExpression = { kind: 'levels', column: target };
  if (columns.includes(target) || !/[<>=:,]/.test(target)) return asColumn;
  let failed: unknown;
  let expressions: readonly GroupExpression[] = [];
  try {
    expressions = parseExpressions(target, 'target');
  } catch (error) {
    failed = error;
  }
  const [expression, ...others] = expressions;
  const isKnown = expressions.every(({ column }) => columns.includes(column));
  if ((!isKnown || failed !== undefined) && nearestName(target, columns) !== undefined) return asColumn;
  if (failed !== undefined) throw failed;
  if (others.length > 0) {
    const named = quoted(expressions.map(({ column }) => column));
    throw new FairfrontError(
      'bad-target',
      `target ${quoted([target])}: classes are made of one column; got ${named}`,
    );
  }
  return expression!;
}

/**
 * Reads the classes, in the order of the column's levels or numbers; of a comparison, what it asks for comes
 * last, as the positive class does.
 * @param name a column, or an expression as `targetExpression` takes it
 * @param used rows that count; a class with none of them is no class
 */
export function readTarget(
  table: Table,
  name: string,
  used: (row: number) => boolean,
  missing: MissingTarget = 'error',
): Target {
  const expression = targetExpression(
    name,
    table.columns.map((column) => column.name),
  );
  const column = findColumn(table, expression.column, 'target');
  const values = inOrderAsked(codeRows(table, expression, 'target'), expression, name);
  if (missing === 'error') refuseMissing(table, column, name, used);
  const labels = new Int32Array(table.rowCount);
  const counts = new Uint32Array(values.names.length);
  for (let row = 0; row < table.rowCount; row++) {
    const code = values.codes[row]!;
    labels[row] = used(row) && code < counts.length ? code : -1;
    if (labels[row]! >= 0) counts[code]!++;
  }
  const classes = values.names.filter((_, code) => counts[code]! > 0);
  if (classes.length < 2) {
    const rows = counts.reduce((sum, own) => sum + own, 0);
    const found =
      rows === 0
        ? 'is missing in every row'
        : `has one class only, ${quoted(classes)} in ${count(rows, 'row')}`;
    throw new FairfrontError(
      'bad-target',
      `target ${quoted([name])} ${found}; a target has two classes or more`,
    );
  }
  let next = 0;
  const newCode = counts.map((own) => (own > 0 ? next++ : 0));
  for (let row = 0; row < labels.length; row++) if (labels[row]! >= 0) labels[row] = newCode[labels[row]!]!;
  return { name, column: column.name, classes, labels };
}

/** Refuses a target that is missing in rows that count. */
export function refuseMissing(
  table: Table,
  column: Column,
  name: string,
  used: (row: number) => boolean,
): void {
  const rows = rowsWhere(table.rowCount, (row) => used(row) && isMissing(column, row));
  if (rows.length === 0) return;
  throw new FairfrontError(
    'bad-target',
    `target ${quoted([name])} is missing in ${rowList(rows)}; leave them out with \`missingTarget: 'drop'\``,
  );
}

/** Puts the side that x<55 asks for last. */
function inOrderAsked(
  { names, codes }: RowCodes,
  { kind }: GroupExpression,
  text: string,
): Pick<RowCodes, 'names' | 'codes'> {
  const isBelow = kind === 'bins' && names.length === 2 && /<=?[^<>:"]*$/.test(text);
  if (!isBelow) return { names, codes };
  return {
    names: [...names].reverse(),
    codes: Uint32Array.from(codes, (code) => (code < 2 ? 1 - code : code)),
  };
}
