// A column as few named values: the levels of a category, or the numbers of a numeric column where they are
// few enough to be names.

import { type Column, createCodes, type LevelCodes } from './table.js';

/** Numbers that can be names of classes or groups; more of them measure something. */
export const MAX_NAMED_NUMBERS = 20;

/** A column as few named values. */
export interface NamedValues {
  readonly names: readonly string[];
  /** By row; `names.length` is missing. */
  readonly codes: LevelCodes;
}

/**
 * The values of a column by name, if they are few enough.
 * @returns undefined where a numeric column has more than `MAX_NAMED_NUMBERS` different values
 */
export function namedValues(column: Column): NamedValues | undefined {
  if (column.kind === 'categorical') return { names: column.levels, codes: column.codes };
  const { values } = column;
  const met = new Map<number, number>();
  for (let row = 0; row < values.length && met.size <= MAX_NAMED_NUMBERS; row++) {
    const value = values[row]!;
    if (!Number.isNaN(value) && !met.has(value)) met.set(value, met.size);
  }
  if (met.size > MAX_NAMED_NUMBERS) return undefined;
  const sorted = [...met.keys()].sort((left, right) => left - right);
  const codeOf = new Map(sorted.map((value, code) => [value, code]));
  const codes = createCodes(sorted.length, values.length);
  for (let row = 0; row < values.length; row++) codes[row] = codeOf.get(values[row]!) ?? sorted.length;
  return { names: sorted.map(String), codes };
}
