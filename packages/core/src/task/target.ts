// The target: two or more classes, and the class of each row.

import { FairfrontError } from '../error.js';
import { MAX_NAMED_NUMBERS, namedValues } from '../table/named-values.js';
import { findColumn, isMissing, type Table } from '../table/table.js';
import { count, quoted, rowList } from '../words.js';

/** What becomes of rows whose target is missing. */
export type MissingTarget = 'error' | 'drop';

/** What is predicted: the classes, and the class of every row. */
export interface Target {
  readonly name: string;
  readonly classes: readonly string[];
  /** Row → class; −1: left out. */
  readonly labels: Int32Array;
}

/**
 * The classes in the order of the column's levels or numbers.
 * @param used rows that count; a class with none of them is no class
 */
export function readTarget(
  table: Table,
  name: string,
  used: (row: number) => boolean,
  missing: MissingTarget = 'error',
): Target {
  const column = findColumn(table, name, 'target');
  const values = namedValues(column);
  if (values === undefined) {
    throw new FairfrontError(
      'bad-target',
      `target "${name}" has more than ${MAX_NAMED_NUMBERS} different numbers: it is measured, not a class. Cut it into classes first, or choose another target`,
    );
  }
  if (missing === 'error') {
    const rows: number[] = [];
    for (let row = 0; row < table.rowCount; row++) if (used(row) && isMissing(column, row)) rows.push(row);
    if (rows.length > 0) {
      throw new FairfrontError(
        'bad-target',
        `target "${name}" is missing in ${rowList(rows)}; leave them out with \`missingTarget: 'drop'\``,
      );
    }
  }
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
    throw new FairfrontError('bad-target', `target "${name}" ${found}; a target has two classes or more`);
  }
  let next = 0;
  const newCode = counts.map((own) => (own > 0 ? next++ : 0));
  for (let row = 0; row < labels.length; row++) if (labels[row]! >= 0) labels[row] = newCode[labels[row]!]!;
  return { name, classes, labels };
}
