// The weights of rows, as a survey or a sampling design gives them: read from a column, and checked.

import { FairfrontError } from '../error.js';
import { strayWeights } from '../groups/group-index.js';
import { findColumn, type Table } from '../table/table.js';
import { quoted, rowList } from '../words.js';
import type { AssignedGroups } from './assign-groups.js';

/** Reads the weight of every row that has a group; the others have 0. Refuses a group whose weights are all 0. */
export function readWeights(table: Table, name: string, { names, groups }: AssignedGroups): Float64Array {
  const column = findColumn(table, name, 'weight');
  if (column.kind !== 'numeric') {
    throw new FairfrontError(
      'bad-weight',
      `weight: column ${quoted([column.name])} must hold numbers; it holds ${quoted(column.levels, 4)}. Name a column of numbers, or declare it with \`numeric\``,
    );
  }
  const weights = column.values.map((value, row) => (groups[row]! < 0 ? 0 : value));
  const stray = strayWeights(weights);
  if (stray.length > 0) {
    const found = weights[stray[0]!]!;
    throw new FairfrontError(
      'bad-weight',
      `weight: column ${quoted([column.name])} must be a finite number ≥ 0 in every row; broken in ${rowList(stray)}: row ${stray[0]! + 1} has ${Number.isNaN(found) ? 'no value' : found}. Fill it, or leave the rows out`,
    );
  }
  const counts = new Uint8Array(names.length);
  for (let row = 0; row < weights.length; row++) if (weights[row]! > 0) counts[groups[row]!] = 1;
  const lost = names.filter((_, group) => counts[group] === 0);
  if (lost.length > 0) {
    throw new FairfrontError(
      'bad-weight',
      `weight: column ${quoted([column.name])} is 0 in every row of group ${quoted(lost)}, so its risk is undefined; leave its rows out, or name other groups`,
    );
  }
  return weights;
}

/** The groups without rows of weight 0, which count for nothing. */
export function withoutWeightless({ names, groups }: AssignedGroups, weights: Float64Array): AssignedGroups {
  return { names, groups: groups.map((group, row) => (weights[row] === 0 ? -1 : group)) };
}
