// Which group each row belongs to, by the expressions that name the groups.

import { FairfrontError } from '../error.js';
import { MAX_NAMED_NUMBERS, namedValues } from '../table/named-values.js';
import { findColumn, type NumericColumn, type Table } from '../table/table.js';
import { count, nearestName, quoted } from '../words.js';
import { checkExpression, type GroupExpression, type LevelClass } from './group-expression.js';

/** What becomes of rows whose sensitive value is missing. */
export type MissingGroup = 'error' | 'own' | 'drop';

/** The groups of a table: their names, and the group of every row. */
export interface AssignedGroups {
  readonly names: readonly string[];
  /** Row → group; −1: dropped. */
  readonly groups: Int32Array;
}

/** One expression's answer for every row. */
interface Coding {
  readonly column: string;
  readonly names: readonly string[];
  /** Whether the names hold their column's, and are understood without it. */
  readonly selfExplaining: boolean;
  /** By row; `names.length` is missing. */
  readonly codes: ArrayLike<number>;
}

/** Finds the group of every row: each combination of the expressions that occurs is a group. */
export function assignGroups(
  table: Table,
  expressions: readonly GroupExpression[],
  missing: MissingGroup = 'error',
): AssignedGroups {
  if (expressions.length === 0) {
    throw new FairfrontError('bad-groups', 'groups: no column is named; name one at least');
  }
  const codings = expressions.map((expression) => codingOf(table, expression));
  if (missing === 'error') checkNoneMissing(codings, table.rowCount);
  return intersect(named(codings), table.rowCount, missing);
}

function codingOf(table: Table, expression: GroupExpression): Coding {
  checkExpression(expression);
  const column = findColumn(table, expression.column, 'groups');
  if (expression.kind === 'bins') {
    if (column.kind !== 'numeric') {
      throw new FairfrontError(
        'bad-groups',
        `groups: "${column.name}" is a category (${quoted(column.levels, 4)}), but bins need numbers; name its levels, as in ${asWritten(column.name)}=${asWritten(column.levels[0] ?? 'level')}|*, or declare it with \`numeric\``,
      );
    }
    return binCoding(column, expression);
  }
  const values = namedValues(column);
  if (values === undefined) {
    throw new FairfrontError(
      'bad-groups',
      `groups: "${column.name}" has more than ${MAX_NAMED_NUMBERS} different numbers; make bins of them, such as ${asWritten(column.name)}<${middle(column as NumericColumn)}`,
    );
  }
  if (expression.kind === 'levels') {
    // A number says nothing without its column: died=1.
    const isNumeric = column.kind === 'numeric';
    const names = isNumeric ? values.names.map((value) => `${column.name}=${value}`) : values.names;
    return { column: column.name, names, codes: values.codes, selfExplaining: isNumeric };
  }
  return mappingCoding(column.name, values, expression);
}

function binCoding(
  { name, values }: NumericColumn,
  { edges, edgeAbove }: Extract<GroupExpression, { kind: 'bins' }>,
): Coding {
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
  return { column: name, names, codes, selfExplaining: true };
}

function mappingCoding(
  column: string,
  { names: levels, codes }: { readonly names: readonly string[]; readonly codes: ArrayLike<number> },
  { classes }: Extract<GroupExpression, { kind: 'mapping' }>,
): Coding {
  const toClass = new Int32Array(levels.length + 1).fill(-1);
  toClass[levels.length] = classes.length; // missing
  const rest = classes.findIndex((each) => each.levels === '*');
  for (const [i, each] of classes.entries()) {
    for (const level of each.levels === '*' ? [] : each.levels) {
      const code = levels.indexOf(level);
      if (code < 0) {
        const near = nearestName(level, levels);
        const hint = near === undefined ? `it has ${quoted(levels)}` : `did you mean "${near}"?`;
        throw new FairfrontError('bad-groups', `groups: "${column}" has no level "${level}"; ${hint}`);
      }
      toClass[code] = i;
    }
  }
  if (rest < 0) checkAllMapped(column, levels, codes, toClass);
  const result = new Uint32Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const mapped = toClass[codes[row]!]!;
    result[row] = mapped < 0 ? rest : mapped;
  }
  return { column, names: classNames(column, classes), codes: result, selfExplaining: false };
}

/** A level that no row has need not be in a class. */
function checkAllMapped(
  column: string,
  levels: readonly string[],
  codes: ArrayLike<number>,
  toClass: Int32Array,
): void {
  const rows = new Uint32Array(levels.length + 1);
  for (let row = 0; row < codes.length; row++) rows[codes[row]!]!++;
  const unmapped = levels.filter((_, code) => toClass[code]! < 0 && rows[code]! > 0);
  if (unmapped.length === 0) return;
  const rowCount = rows.reduce((sum, own, code) => sum + (toClass[code]! < 0 ? own : 0), 0);
  throw new FairfrontError(
    'bad-groups',
    `groups: "${column}" has levels in no class, in ${count(rowCount, 'row')}: ${quoted(unmapped)}; add them to a class, or |* for all the rest`,
  );
}

function classNames(column: string, classes: readonly LevelClass[]): string[] {
  const names = classes.map(
    ({ label, levels }) => label ?? (levels === '*' ? `other ${column}` : levels.join(' or ')),
  );
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) {
    throw new FairfrontError(
      'bad-groups',
      `groups: two classes of "${column}" are called "${twice}"; put them together with +, or give one another label, as in Other:*`,
    );
  }
  return names;
}

/**
 * Names that occur under two columns (yes, no), or as the name for missing, get their column's name with
 * them.
 */
function named(codings: readonly Coding[]): Coding[] {
  const all = [
    ...codings.flatMap(({ names }) => names),
    ...new Set(codings.map(({ column }) => missingName(column))),
  ];
  const clash = new Set(all).size < all.length;
  return codings.map((coding) =>
    clash && !coding.selfExplaining
      ? { ...coding, names: coding.names.map((name) => `${coding.column}=${name}`) }
      : coding,
  );
}

function checkNoneMissing(codings: readonly Coding[], rowCount: number): void {
  const missing = codings.flatMap(({ column, names, codes }) => {
    let rows = 0;
    for (let row = 0; row < rowCount; row++) if (codes[row] === names.length) rows++;
    return rows > 0 ? [`"${column}" is missing in ${count(rows, 'row')}`] : [];
  });
  if (missing.length > 0) {
    throw new FairfrontError(
      'bad-groups',
      `groups: ${missing.join(', ')}. Make them a group of their own with \`missingGroup: 'own'\`, or leave them out with \`missingGroup: 'drop'\``,
    );
  }
}

/** Every combination that occurs, in the order of the expressions and of their names. */
function intersect(codings: readonly Coding[], rowCount: number, missing: MissingGroup): AssignedGroups {
  const sizes = codings.map(({ names }) => names.length + 1);
  const combinations = sizes.reduce((product, size) => product * size, 1);
  if (combinations > 2 ** 31) {
    const levels = codings.map(({ column, names }) => `"${column}" ${count(names.length, 'level')}`);
    throw new FairfrontError(
      'bad-groups',
      `groups: there are too many combinations (${levels.join(', ')}); put levels together, as in race=White|Other:*, or make bins`,
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

/**
 * The names joined. One that could be taken for two stands in quotes, so that no two combinations have the
 * same name.
 */
function combinationName(combination: number, codings: readonly Coding[], sizes: readonly number[]): string {
  const names: string[] = [];
  let rest = combination;
  for (let i = codings.length - 1; i >= 0; i--) {
    const { names: own, column } = codings[i]!;
    const name = own[rest % sizes[i]!] ?? missingName(column);
    names.unshift(codings.length > 1 && /^"|·/.test(name) ? inQuotes(name) : name);
    rest = Math.floor(rest / sizes[i]!);
  }
  return names.join(' · ');
}

function missingName(column: string): string {
  return `${column} missing`;
}

/** A name as an expression has it. */
export function asWritten(name: string): string {
  return /^["\s]|[,<>=:|+*]|\s$/.test(name) ? inQuotes(name) : name;
}

function inQuotes(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The middle one of the different numbers: there are some on either side of it. */
function middle({ values }: NumericColumn): number {
  const sorted = [...new Set(values.filter((value) => !Number.isNaN(value)))].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
