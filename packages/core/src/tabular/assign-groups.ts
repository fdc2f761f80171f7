// Which group each row belongs to, by the expressions that name the groups.

import { FairfrontError } from '../error.js';
import { MAX_NAMED_NUMBERS, namedValues } from './distinct-values.js';
import type { GroupExpression } from './group-expression.js';
import { findColumn, type NumericColumn, type Table } from './table.js';
import { count, nearestName, quoted } from './words.js';

/** What becomes of rows whose sensitive value is missing. */
export type MissingGroup = 'error' | 'own' | 'drop';

export interface AssignedGroups {
  readonly names: readonly string[];
  /** Row → group; −1: dropped. */
  readonly groups: Int32Array;
}

/** One expression's answer for every row. */
interface Parts {
  readonly column: string;
  readonly names: readonly string[];
  /** Whether the names need their column's to be understood. */
  readonly selfExplaining: boolean;
  /** By row; `names.length` is missing. */
  readonly codes: ArrayLike<number>;
}

export function assignGroups(
  table: Table,
  expressions: readonly GroupExpression[],
  missing: MissingGroup = 'error',
): AssignedGroups {
  const parts = expressions.map((expression) => partsOf(table, expression));
  if (missing === 'error') refuseMissing(parts, table.rowCount);
  return intersect(named(parts), table.rowCount, missing);
}

function partsOf(table: Table, expression: GroupExpression): Parts {
  const column = findColumn(table, expression.column, 'groups');
  if (expression.kind === 'bins') {
    if (column.kind !== 'numeric') {
      throw new FairfrontError(
        'bad-groups',
        `groups: ${column.name} is a category (${quoted(column.levels, 4)}); bins such as ${column.name}<55 need numbers`,
      );
    }
    return binParts(column, expression);
  }
  const values = namedValues(column);
  if (values === undefined) {
    throw new FairfrontError(
      'bad-groups',
      `groups: ${column.name} has more than ${MAX_NAMED_NUMBERS} different numbers; make bins of them, such as ${column.name}<${median(column as NumericColumn)}`,
    );
  }
  if (expression.kind === 'levels') return { column: column.name, ...values, selfExplaining: false };
  return mappingParts(column.name, values, expression);
}

function binParts(
  { name, values }: NumericColumn,
  { edges, edgeAbove }: Extract<GroupExpression, { kind: 'bins' }>,
): Parts {
  const [below, above] = edgeAbove ? ['<', '≥'] : ['≤', '>'];
  const last = edges.length - 1;
  const names = [
    `${name}${below}${edges[0]}`,
    ...edges.slice(1).map((edge, i) => `${edges[i]}≤${name}<${edge}`),
    `${name}${above}${edges[last]}`,
  ];
  const codes = Uint32Array.from(values, (value) => {
    if (Number.isNaN(value)) return names.length;
    let bin = 0;
    while (bin <= last && (edgeAbove ? value >= edges[bin]! : value > edges[bin]!)) bin++;
    return bin;
  });
  return { column: name, names, codes, selfExplaining: true };
}

function mappingParts(
  column: string,
  { names: levels, codes }: { readonly names: readonly string[]; readonly codes: ArrayLike<number> },
  { classes }: Extract<GroupExpression, { kind: 'mapping' }>,
): Parts {
  const toClass = new Int32Array(levels.length + 1).fill(-1);
  toClass[levels.length] = classes.length; // missing
  const rest = classes.findIndex((each) => each.levels === '*');
  for (const [i, each] of classes.entries()) {
    for (const level of each.levels === '*' ? [] : each.levels) {
      const code = levels.indexOf(level);
      if (code < 0) {
        const near = nearestName(level, levels);
        const hint = near === undefined ? `it has ${quoted(levels)}` : `did you mean "${near}"?`;
        throw new FairfrontError('bad-groups', `groups: ${column} has no level "${level}"; ${hint}`);
      }
      toClass[code] = i;
    }
  }
  const unmapped = levels.filter((_, code) => toClass[code]! < 0);
  if (unmapped.length > 0 && rest < 0) {
    throw new FairfrontError(
      'bad-groups',
      `groups: ${quoted(unmapped)} of ${column} are in no class; add them, or |* for all the rest`,
    );
  }
  const result = new Uint32Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const mapped = toClass[codes[row]!]!;
    result[row] = mapped < 0 ? rest : mapped;
  }
  const names = classes.map(
    ({ label, levels }) => label ?? (levels === '*' ? `other ${column}` : levels.join(' or ')),
  );
  return { column, names, codes: result, selfExplaining: false };
}

/** Names that occur under two columns (yes, no) get their column's name with them. */
function named(parts: readonly Parts[]): Parts[] {
  const all = parts.flatMap(({ names }) => names);
  const clash = new Set(all).size < all.length;
  return parts.map((part) =>
    clash && !part.selfExplaining
      ? { ...part, names: part.names.map((name) => `${part.column}=${name}`) }
      : part,
  );
}

function refuseMissing(parts: readonly Parts[], rowCount: number): void {
  const missing = parts.flatMap(({ column, names, codes }) => {
    let rows = 0;
    for (let row = 0; row < rowCount; row++) if (codes[row] === names.length) rows++;
    return rows > 0 ? [`${column} is missing in ${count(rows, 'row')}`] : [];
  });
  if (missing.length > 0) {
    throw new FairfrontError(
      'bad-groups',
      `groups: ${missing.join(', ')}. Make them a group of their own with --missing-group own, or leave them out with --missing-group drop`,
    );
  }
}

/** Every combination that occurs, in the order of the expressions and of their names. */
function intersect(parts: readonly Parts[], rowCount: number, missing: MissingGroup): AssignedGroups {
  const sizes = parts.map(({ names }) => names.length + 1);
  const combinations = sizes.reduce((product, size) => product * size, 1);
  if (combinations > 2 ** 31) {
    throw new FairfrontError('bad-groups', `groups: ${combinations} combinations are too many`);
  }
  const groups = new Int32Array(rowCount);
  for (const [i, { codes, names }] of parts.entries()) {
    for (let row = 0; row < rowCount; row++) {
      const dropped = groups[row]! < 0 || (missing === 'drop' && codes[row] === names.length);
      groups[row] = dropped ? -1 : groups[row]! * sizes[i]! + codes[row]!;
    }
  }
  const met = [...new Set(groups)]
    .filter((combination) => combination >= 0)
    .sort((left, right) => left - right);
  const position = new Map(met.map((combination, group) => [combination, group]));
  for (let row = 0; row < rowCount; row++) groups[row] = position.get(groups[row]!) ?? -1;
  return { names: met.map((combination) => combinationName(combination, parts, sizes)), groups };
}

function combinationName(combination: number, parts: readonly Parts[], sizes: readonly number[]): string {
  const names: string[] = [];
  let rest = combination;
  for (let i = parts.length - 1; i >= 0; i--) {
    const { names: own, column } = parts[i]!;
    names.unshift(own[rest % sizes[i]!] ?? `${column} missing`);
    rest = Math.floor(rest / sizes[i]!);
  }
  return names.join(' · ');
}

function median({ values }: NumericColumn): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
