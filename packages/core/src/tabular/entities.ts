// Whose each row is, where rows of one person, patient or household belong together.

import { FairfrontError } from '../error.js';
import { findColumn, isMissing, type Table } from './table.js';
import { rowList } from './words.js';

/**
 * Row → whose it is, from 0.
 * @param groups row → group; −1: it does not matter whose the row is
 * @param wantedFor what asks for it, for the error: "split by"
 */
export function entitiesOf(
  table: Table,
  by: string,
  groups: Int32Array,
  wantedFor: string,
): ArrayLike<number> {
  const column = findColumn(table, by, wantedFor);
  const missing: number[] = [];
  for (let row = 0; row < groups.length; row++) {
    if (groups[row]! >= 0 && isMissing(column, row)) missing.push(row);
  }
  if (missing.length > 0) {
    throw new FairfrontError(
      'bad-split',
      `${wantedFor} "${column.name}": it is missing in ${rowList(missing)}, so it is not known whose they are; fill it, or do without it`,
    );
  }
  if (column.kind === 'categorical') return column.codes;
  const known = new Map<number, number>();
  return column.values.map((value) => {
    const entity = known.get(value) ?? known.size;
    if (entity === known.size) known.set(value, entity);
    return entity;
  });
}
