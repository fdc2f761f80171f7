// Which group each row belongs to, by the expressions that name the groups.

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import type { Table } from '../table/table.js';
import { listed, quoted } from '../words.js';
import { codeRows, inQuotes, type RowCodes } from './code-rows.js';
import type { GroupExpression } from './group-expression.js';

/** What becomes of rows whose sensitive value is missing. */
export type MissingGroup = 'error' | 'own' | 'drop';

/** The groups of a table: their names, and the group of every row. */
export interface AssignedGroups {
  readonly names: readonly string[];
  /** Row → group; −1: dropped. */
  readonly groups: Int32Array;
}

/**
 * Finds the group of every row: each combination of the expressions that occurs is a group.
 * @param withColumns whether every name says its column, `sex=Female`, since groups of other columns stand beside it
 */
export function assignGroups(
  table: Table,
  expressions: readonly GroupExpression[],
  missing: MissingGroup = 'error',
  withColumns = false,
): AssignedGroups {
  if (expressions.length === 0) {
    throw new FairfrontError('bad-groups', 'groups: no column is named; name one at least');
  }
  const codings = expressions.map((expression) => codeRows(table, expression, 'groups'));
  if (missing === 'error') checkNoneMissing(codings, table.rowCount);
  return intersect(named(codings, withColumns), table.rowCount, missing);
}

/**
 * Names that occur under two columns (yes, no), or as the name for missing, get their column's name with
 * them.
 * @param always whether all names get it
 */
function named(codings: readonly RowCodes[], always: boolean): readonly RowCodes[] {
  const all = [
    ...codings.flatMap(({ names }) => names),
    ...new Set(codings.map(({ column }) => missingName(column))),
  ];
  const clash = new Set(all).size < all.length;
  if (!clash && !always) return codings;
  return codings.map(({ names, selfExplaining, ...coding }) => ({
    ...coding,
    // A column made of a description has it as its name: there is nothing to add.
    names: names.map((name, i) =>
      selfExplaining[i] || (!clash && (name === coding.column || name === `not (${coding.column})`))
        ? name
        : `${coding.column}=${name}`,
    ),
    selfExplaining: names.map(() => true),
  }));
}

function checkNoneMissing(codings: readonly RowCodes[], rowCount: number): void {
  const missing = codings.flatMap(({ column, names, codes }) => {
    let rows = 0;
    for (let row = 0; row < rowCount; row++) if (codes[row] === names.length) rows++;
    return rows > 0 ? [`${quoted([column])} is missing in ${count(rows, 'row')}`] : [];
  });
  if (missing.length > 0) {
    throw new FairfrontError(
      'bad-groups',
      `groups: ${listed(missing)}. Make them a group of their own with \`missingGroup: 'own'\`, or leave them out with \`missingGroup: 'drop'\``,
    );
  }
}

/** Every combination that occurs, in the order of the expressions and of their names. */
function intersect(codings: readonly RowCodes[], rowCount: number, missing: MissingGroup): AssignedGroups {
  const sizes = codings.map(({ names }) => names.length + 1);
  const combinations = sizes.reduce((product, size) => product * size, 1);
  if (combinations > 2 ** 31) {
    const levels = codings.map(({ column, names }) => `${quoted([column])} ${count(names.length, 'level')}`);
    throw new FairfrontError(
      'bad-groups',
      `groups: there are too many combinations (${listed(levels)}); put levels together, as in race=White|Other:*, or make bins`,
    );
  }
  const groups = new Int32Array(rowCount);
  for (const [i, { codes, names }] of codings.entries()) {
    for (let row = 0; row < rowCount; row++) {
      const dropped = groups[row]! < 0 || (missing === 'drop' && codes[row] === names.length);
      groups[row] = dropped ? -1 : groups[row]! * sizes[i]! + codes[row]!;
    }
  }
  const sorted = [...new Set(groups)].filter((combination) => combination >= 0).sort((a, b) => a - b);
  const places = new Map(sorted.map((combination, group) => [combination, group]));
  for (let row = 0; row < rowCount; row++) if (groups[row]! >= 0) groups[row] = places.get(groups[row]!)!;
  return { names: sorted.map((combination) => combinationName(combination, codings, sizes)), groups };
}

function combinationName(
  combination: number,
  codings: readonly RowCodes[],
  sizes: readonly number[],
): string {
  const names: string[] = [];
  let rest = combination;
  for (let i = codings.length - 1; i >= 0; i--) {
    const { names: own, column } = codings[i]!;
    names.unshift(own[rest % sizes[i]!] ?? missingName(column));
    rest = Math.floor(rest / sizes[i]!);
  }
  return joinedName(names);
}

/**
 * The names joined. One that could be taken for two stands in quotes, so that no two combinations have the
 * same name.
 */
export function joinedName(names: readonly string[]): string {
  return names.map((name) => (names.length > 1 && /^"|·/.test(name) ? inQuotes(name) : name)).join(' · ');
}

/** The name of rows that lack a value of a column. */
export function missingName(column: string): string {
  return `${column} missing`;
}
