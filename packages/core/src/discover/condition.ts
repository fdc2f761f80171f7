// What can be said of a row by one column: it has a level, it has another one, its number lies in an interval, it has no
// value. Sub-populations are conjunctions of such conditions.

import { compact } from '../numbers.js';
import { type CategoricalColumn, type Column, columnNamed, findColumn, type Table } from '../table/table.js';
import { shown, withAnd } from '../words.js';

/** One condition on one column. A row without a value meets `missing` alone. */
export type Condition =
  | { readonly column: string; readonly kind: 'is' | 'is-not'; readonly level: string }
  | {
      readonly column: string;
      readonly kind: 'between';
      /** from ≤ value < below; null: no bound on that side. */
      readonly from: number | null;
      readonly below: number | null;
      /** Whether all numbers of the column are whole, so that words can name the last one. */
      readonly whole: boolean;
    }
  | { readonly column: string; readonly kind: 'missing' };

/**
 * Finds the rows that meet all conditions.
 * @param rows of the table; by default all
 * @returns for each of these rows 1 where it does, else 0
 */
export function membersOf(
  table: Table,
  conditions: readonly Condition[],
  rows?: ArrayLike<number>,
): Uint8Array {
  const members = new Uint8Array(rows?.length ?? table.rowCount).fill(1);
  for (const condition of conditions) {
    const meets = predicateOf(findColumn(table, condition.column, 'conditions'), condition);
    for (let i = 0; i < members.length; i++) {
      if (members[i] === 1 && !meets(rows === undefined ? i : rows[i]!)) members[i] = 0;
    }
  }
  return members;
}

function predicateOf(column: Column, condition: Condition): (row: number) => boolean {
  if (column.kind === 'numeric') {
    const { values } = column;
    if (condition.kind === 'missing') return (row) => Number.isNaN(values[row]!);
    if (condition.kind !== 'between') return () => false;
    const { from, below } = condition;
    const [low, high] = [from ?? Number.NEGATIVE_INFINITY, below ?? Number.POSITIVE_INFINITY];
    return (row) => values[row]! >= low && values[row]! < high; // false where it is missing
  }
  const { codes, levels } = column;
  if (condition.kind === 'missing') return (row) => codes[row] === levels.length;
  if (condition.kind === 'between') return () => false;
  const code = levels.indexOf(condition.level);
  return condition.kind === 'is'
    ? (row) => codes[row] === code
    : (row) => codes[row] !== code && codes[row] !== levels.length;
}

/** The conditions in words: "sex is Female, age is 25 to 34 and city is missing". */
export function describeConditions(conditions: readonly Condition[]): string {
  return withAnd(conditions.map((condition) => `${shown(condition.column)} is ${describeValue(condition)}`));
}

function describeValue(condition: Condition): string {
  if (condition.kind === 'missing') return 'missing';
  if (condition.kind !== 'between') {
    return `${condition.kind === 'is' ? '' : 'not '}${shown(condition.level)}`;
  }
  const { from, below, whole } = condition;
  if (from === null) return `below ${compact(below!)}`;
  if (below === null) return `${compact(from)} or more`;
  if (!whole) return `from ${compact(from)} to below ${compact(below)}`;
  return below - from === 1 ? compact(from) : `${compact(from)} to ${compact(below - 1)}`;
}

/** A column of some rows as few codes, and the conditions as intervals of codes. */
export interface CodedColumn {
  readonly name: string;
  /** By row, from 0; `known` is missing. */
  readonly codes: Uint8Array;
  /** How many codes stand for a value. */
  readonly known: number;
  readonly choices: readonly Choice[];
  /** The same as numbers, three for each: low, high, and 1 where it is negated. */
  readonly bounds: Int32Array;
}

/** A condition as codes: low ≤ code < high, or, where it is negated, any other that stands for a value. */
export interface Choice {
  readonly low: number;
  readonly high: number;
  readonly negated: boolean;
  readonly condition: Condition;
}

/** More levels of one column have no code of their own; the most frequent come first. */
const MOST_LEVELS = 250;

/**
 * Makes conditions of a column by some of its rows.
 * @param fewest rows that a level must have to be a condition
 * @param bins of numbers, about equally full
 */
export function codeColumn(
  table: Table,
  name: string,
  rows: Uint32Array,
  fewest: number,
  bins: number,
): CodedColumn {
  const column = columnNamed(table, name)!;
  const { codes, known, choices } =
    column.kind === 'numeric'
      ? codeNumbers(column.values, name, rows, bins)
      : codeLevels(column, rows, fewest);
  const missing = codes.reduce((count, code) => count + (code === known ? 1 : 0), 0);
  if (missing >= fewest) {
    choices.push({
      ...{ low: known, high: known + 1, negated: false },
      condition: { column: name, kind: 'missing' },
    });
  }
  const bounds = Int32Array.from(choices.flatMap(({ low, high, negated }) => [low, high, negated ? 1 : 0]));
  return { name, codes, known, choices, bounds };
}

interface Coding {
  readonly codes: Uint8Array;
  readonly known: number;
  readonly choices: Choice[];
}

/** Every interval between two cuts is a condition, but not that of all. */
function codeNumbers(values: Float64Array, column: string, rows: Uint32Array, bins: number): Coding {
  const own = Float64Array.from(rows, (row) => values[row]!).filter((value) => !Number.isNaN(value));
  const whole = own.every(Number.isInteger);
  const cuts = cutsOf(own.sort(), bins);
  const known = cuts.length + 1;
  const codes = Uint8Array.from(rows, (row) => {
    const value = values[row]!;
    if (Number.isNaN(value)) return known;
    let code = 0;
    while (code < cuts.length && value >= cuts[code]!) code++;
    return code;
  });
  const choices: Choice[] = [];
  for (let low = 0; low < known; low++) {
    for (let high = low + 1; high <= known; high++) {
      const [from, below] = [cuts[low - 1] ?? null, cuts[high - 1] ?? null];
      if (from === null && below === null) continue;
      choices.push({
        ...{ low, high, negated: false },
        condition: { column, kind: 'between', from, below, whole },
      });
    }
  }
  return { codes, known, choices };
}

/** Where a column of numbers is cut: at quantiles, or between all values where these are few. */
function cutsOf(sorted: Float64Array, bins: number): number[] {
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  if (distinct.length <= bins) return [...distinct.subarray(1)];
  const quantiles = Array.from(
    { length: bins - 1 },
    (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / bins)]!,
  );
  const cuts = [...new Set(quantiles)].filter((cut) => cut > sorted[0]!);
  return cuts.map((cut, i) => {
    const gap = Math.min(cut - (cuts[i - 1] ?? sorted[0]!), (cuts[i + 1] ?? sorted.at(-1)!) - cut);
    return shortNumber(cut, gap);
  });
}

/** A number with so few digits that it is off by a twentieth of the gap at most: words can then say it exactly. */
function shortNumber(value: number, gap: number): number {
  for (let digits = 1; digits <= 5; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.abs(short - value) <= gap / 20) return short;
  }
  return value;
}

/** Each frequent level is a condition, and where there are more than two values, every other than it. */
function codeLevels(column: CategoricalColumn, rows: Uint32Array, fewest: number): Coding {
  const { name, levels, codes: source } = column;
  const counts = new Uint32Array(levels.length + 1);
  for (const row of rows) counts[source[row]!]!++;
  const met = [...levels.keys()].filter((level) => counts[level]! > 0);
  const frequent = met
    .filter((level) => counts[level]! >= fewest)
    .sort((one, other) => counts[other]! - counts[one]! || one - other)
    .slice(0, MOST_LEVELS);
  const rare = frequent.length < met.length ? 1 : 0;
  const known = frequent.length + rare;
  const codeOf = new Uint8Array(levels.length + 1).fill(frequent.length);
  codeOf[levels.length] = known;
  frequent.forEach((level, code) => {
    codeOf[level] = code;
  });
  const choices = frequent.flatMap((level, low): Choice[] =>
    (known > 2 ? (['is', 'is-not'] as const) : (['is'] as const)).map((kind) => ({
      ...{ low, high: low + 1, negated: kind === 'is-not' },
      condition: { column: name, kind, level: levels[level]! },
    })),
  );
  return { codes: Uint8Array.from(rows, (row) => codeOf[source[row]!]!), known, choices };
}
