// The class and the group of every row of new data, by the names they had in a fit. A batch need not have every class
// or group, and may have some that the fit did not have.
//
// Names depend on the data that were fitted: `1` is called `smoker=1` where the column's levels mean little without it,
// or where two columns have a level of one name. So each name is looked for with its column's name and without.

import type { Table } from '../table/table.js';
import { joinedName, missingName } from './assign-groups.js';
import { codeRows, type RowCodes } from './code-rows.js';
import { type GroupExpression, groupExpressions } from './group-expression.js';
import { targetExpression } from './target.js';

/** What the classes and groups of a fit are made of, and what they are called. */
export interface KnownLabels {
  readonly target: string;
  readonly groups: string | readonly GroupExpression[];
  /** Name → code. */
  readonly classCodes: ReadonlyMap<string, number>;
  readonly groupCodes: ReadonlyMap<string, number>;
}

/** A name that the fit did not have, and how many rows have it. */
export interface StrangeName {
  readonly name: string;
  readonly rows: number;
}

/** The classes and groups of rows by the codes of a fit; −1 where a row has none of them. */
export interface KnownRows {
  readonly labels: Int32Array;
  readonly groups: Int32Array;
  /** Rows whose outcome is missing. */
  readonly withoutOutcome: number;
  readonly strangeClasses: readonly StrangeName[];
  readonly strangeGroups: readonly StrangeName[];
}

/** Finds the class and the group of every row of new data. */
export function labelAs(table: Table, { target, groups, classCodes, groupCodes }: KnownLabels): KnownRows {
  const columns = table.columns.map(({ name }) => name);
  const outcome = codeRows(table, targetExpression(target, columns), 'target', true);
  const found = findNames(table.rowCount, [outcome], classCodes, () => '');
  const codings = groupExpressions(groups).map((expression) => codeRows(table, expression, 'groups', true));
  const assigned = findNames(table.rowCount, codings, groupCodes, missingName);
  return {
    labels: found.codes,
    groups: assigned.codes,
    withoutOutcome: found.strange.find(({ name }) => name === '')?.rows ?? 0,
    strangeClasses: found.strange.filter(({ name }) => name !== ''),
    strangeGroups: assigned.strange,
  };
}

/** The code of every row by the combination of names that it has. */
function findNames(
  rowCount: number,
  codings: readonly RowCodes[],
  known: ReadonlyMap<string, number>,
  nameMissing: (column: string) => string,
): { readonly codes: Int32Array; readonly strange: readonly StrangeName[] } {
  const codes = new Int32Array(rowCount);
  const met = new Map<string, { readonly code: number; readonly name: string; rows: number }>();
  for (let row = 0; row < rowCount; row++) {
    const key = codings.map((coding) => coding.codes[row]).join();
    let one = met.get(key);
    if (one === undefined) {
      const spellings = codings.map((coding) => namesOf(coding, coding.codes[row]!, nameMissing));
      const names = combinations(spellings).map(joinedName);
      const name = names.find((each) => known.has(each));
      one = { code: name === undefined ? -1 : known.get(name)!, name: name ?? names[0]!, rows: 0 };
      met.set(key, one);
    }
    one.rows++;
    codes[row] = one.code;
  }
  const strange = [...met.values()].filter(({ code }) => code < 0).map(({ name, rows }) => ({ name, rows }));
  return { codes, strange };
}

/** What a code may be called: as here, then with the column's name or without. */
function namesOf(
  { column, names }: RowCodes,
  code: number,
  nameMissing: (column: string) => string,
): string[] {
  const name = names[code];
  if (name === undefined) return [nameMissing(column)];
  const before = `${column}=`;
  return [name, name.startsWith(before) ? name.slice(before.length) : `${before}${name}`];
}

function combinations(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (heads, names) => heads.flatMap((head) => names.map((name) => [...head, name])),
    [[]],
  );
}
