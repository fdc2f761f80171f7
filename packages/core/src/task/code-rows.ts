// Codes every row by one expression, for the groups or for the target: by the levels of a column, by bins, or
// by classes of levels.

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import { MAX_NAMED_NUMBERS, namedValues } from '../table/named-values.js';
import { findColumn, firstRepeated, type NumericColumn, type Table } from '../table/table.js';
import { describeNearest, quoted, shortened } from '../words.js';
import { checkExpression, type ExpressionRole, type GroupExpression } from './group-expression.js';

/** One expression's answer for every row. */
export interface RowCodes {
  readonly column: string;
  readonly names: readonly string[];
  /** By name: whether it holds the column's, and is understood without it. */
  readonly selfExplaining: readonly boolean[];
  /** By row; `names.length` is missing. */
  readonly codes: ArrayLike<number>;
}

/**
 * Finds what an expression says about every row.
 * @param role what the expression makes, for errors
 * @param isPartial whether the table is a part of the data: it need not have every level that the expression names,
 *   and levels in no class count as missing
 */
export function codeRows(
  table: Table,
  expression: GroupExpression,
  role: ExpressionRole,
  isPartial = false,
): RowCodes {
  checkExpression(expression, role);
  const column = findColumn(table, expression.column, role);
  if (expression.kind === 'bins') {
    if (column.kind !== 'numeric') {
      throw new FairfrontError(
        `bad-${role}`,
        `${role}: ${quoted([column.name])} is a category (${quoted(column.levels, 4)}), but bins need numbers; name its levels, as in ${shown(column.name)}=${shown(column.levels[0] ?? 'level')}|*, or declare it with \`numeric\``,
      );
    }
    return binCodes(column, expression);
  }
  const values = namedValues(column);
  if (values === undefined)
    throw new FairfrontError(`bad-${role}`, tooManyNumbers(column as NumericColumn, role));
  if (expression.kind === 'mapping') return classCodes(column.name, values, expression, role, isPartial);
  const carries = role === 'groups' && sayLittle(values.names);
  const names = carries ? values.names.map((value) => `${column.name}=${value}`) : values.names;
  return { column: column.name, names, codes: values.codes, selfExplaining: names.map(() => carries) };
}

function tooManyNumbers(column: NumericColumn, role: ExpressionRole): string {
  const [name, edge] = [shown(column.name), middleNumber(column)];
  return role === 'groups'
    ? `groups: ${quoted([column.name])} has more than ${MAX_NAMED_NUMBERS} different numbers; make bins of them, such as ${name}<${edge}`
    : `target ${quoted([column.name])} has more than ${MAX_NAMED_NUMBERS} different numbers: it is measured, not a class. Cut it into classes, such as ${name}>=${edge}, or choose another target; to predict the number itself, fit with \`loss: 'squared'\``;
}

function binCodes(
  { name, values }: NumericColumn,
  { edges, edgeAbove }: Extract<GroupExpression, { kind: 'bins' }>,
): RowCodes {
  const [from, below, above] = edgeAbove ? ['≤', '<', '≥'] : ['<', '≤', '>'];
  const last = edges.length - 1;
  const names = [
    `${name}${below}${edges[0]}`,
    ...edges.slice(1).map((edge, i) => `${edges[i]}${from}${name}${below}${edge}`),
    `${name}${above}${edges[last]}`,
  ];
  const codes = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    let bin = 0;
    while (bin <= last && (edgeAbove ? value >= edges[bin]! : value > edges[bin]!)) bin++;
    codes[row] = Number.isNaN(value) ? names.length : bin;
  }
  return { column: name, names, codes, selfExplaining: names.map(() => true) };
}

function classCodes(
  column: string,
  { names: levels, codes }: { readonly names: readonly string[]; readonly codes: ArrayLike<number> },
  expression: Extract<GroupExpression, { kind: 'mapping' }>,
  role: ExpressionRole,
  isPartial: boolean,
): RowCodes {
  const { classes } = expression;
  const toClass = new Int32Array(levels.length + 1).fill(-1);
  toClass[levels.length] = classes.length; // missing
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  const rest = classes.findIndex((each) => each.levels === '*');
  for (const [i, each] of classes.entries()) {
    for (const level of each.levels === '*' ? [] : each.levels) {
      const code = codeOf.get(level);
      if (code === undefined) {
        if (isPartial) continue;
        const hint = describeNearest(level, levels, `it has ${quoted(levels)}`);
        throw new FairfrontError(
          `bad-${role}`,
          `${role}: ${quoted([column])} has no level ${quoted([level])}; ${hint}`,
        );
      }
      toClass[code] = i;
    }
  }
  if (rest < 0 && !isPartial) checkAllMapped(column, levels, codes, toClass, role);
  const unmapped = rest < 0 ? classes.length : rest;
  const result = new Uint32Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const mapped = toClass[codes[row]!]!;
    result[row] = mapped < 0 ? unmapped : mapped;
  }
  return { column, codes: result, ...classNames(expression, sayLittle(levels), role) };
}

/** A level that no row has need not be in a class. */
function checkAllMapped(
  column: string,
  levels: readonly string[],
  codes: ArrayLike<number>,
  toClass: Int32Array,
  role: ExpressionRole,
): void {
  const rows = new Uint32Array(levels.length + 1);
  for (let row = 0; row < codes.length; row++) rows[codes[row]!]!++;
  const unmapped = levels.filter((_, code) => toClass[code]! < 0 && rows[code]! > 0);
  if (unmapped.length === 0) return;
  const rowCount = rows.reduce((sum, own, code) => sum + (toClass[code]! < 0 ? own : 0), 0);
  throw new FairfrontError(
    `bad-${role}`,
    `${role}: ${quoted([column])} has levels in no class, in ${count(rowCount, 'row')}: ${quoted(unmapped)}; add them to a class, or |* for all the rest`,
  );
}

function classNames(
  { column, classes }: Extract<GroupExpression, { kind: 'mapping' }>,
  withColumn: boolean,
  role: ExpressionRole,
): Pick<RowCodes, 'names' | 'selfExplaining'> {
  const bare = classes.map(
    ({ label, levels }) => label ?? (levels === '*' ? `other ${column}` : levels.join(' or ')),
  );
  const selfExplaining = classes.map(
    ({ label, levels }) => withColumn && label === undefined && levels !== '*',
  );
  const names = bare.map((name, i) => (selfExplaining[i] ? `${column}=${name}` : name));
  const twice = firstRepeated(bare) ?? firstRepeated(names);
  if (twice !== undefined) {
    throw new FairfrontError(
      `bad-${role}`,
      `${role}: two classes of ${quoted([column])} are called ${quoted([twice])}; put them together with +, or give one another label, as in Other:*`,
    );
  }
  return { names, selfExplaining };
}

const NUMBER_OR_ANSWER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|true|false|yes|no|on|off)$/i;
const ANSWER_LETTERS = [/^[tf]$/i, /^[yn]$/i];

/** Whether levels mean nothing without their column: 1, true, no; also T and F where there are no others. */
function sayLittle(levels: readonly string[]): boolean {
  return (
    levels.some((level) => NUMBER_OR_ANSWER.test(level)) ||
    (levels.length > 1 && ANSWER_LETTERS.some((pair) => levels.every((level) => pair.test(level))))
  );
}

/** A name as an expression has it. */
export function asWritten(name: string): string {
  return /^["\s]|[,<>=:|+*]|\s$/.test(name) ? inQuotes(name) : name;
}

/** A name as a message shows it in an expression. */
const shown = (name: string): string => asWritten(shortened(name));

/** A name in quotes, as expressions and names of combinations have it. */
export function inQuotes(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The middle one of the different numbers: there are some on either side of it. */
function middleNumber({ values }: NumericColumn): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  let different = 0;
  for (const value of sorted) {
    if (different === 0 || value !== sorted[different - 1]) sorted[different++] = value;
  }
  return sorted[Math.floor(different / 2)]!;
}
