// Tables large enough to be split, and what is true of every task made of one.

import { expect } from 'vitest';
import { PART_NAMES } from '../../src/split/split-parts.js';
import { createTable, type Table } from '../../src/table/table.js';
import type { Task } from '../../src/task/task.js';
import { expectPartition } from '../split/split-checks.js';
import { type Cell, columnOf } from '../table/table-cells.js';

/** Each row as many times as its last member says. */
export function repeatedRows(
  names: readonly string[],
  ...rows: readonly (readonly [...Cell[], number])[]
): Table {
  const all = rows.flatMap((row) => Array.from({ length: row.at(-1) as number }, () => row));
  return createTable(
    names.map((name, i) =>
      columnOf(
        name,
        all.map((row) => row[i]),
      ),
    ),
  );
}

/** Two sexes, two races of which one is rare, and an outcome. */
export const people = repeatedRows(
  ['sex', 'race', 'age', 'income'],
  ['F', 'White', 30, 'low', 50],
  ['M', 'White', 40, 'high', 40],
  ['F', 'White', 60, 'high', 30],
  ['M', 'White', 20, 'low', 20],
  ['F', 'Black', 50, 'low', 10],
  ['M', 'Black', 70, 'high', 15],
);

/** Every row that has a group and a class is in exactly one part of each split, and no other row is in any. */
export function expectWholeSplits({ table, groups, target, splits, partCounts }: Task): void {
  const cells = Int32Array.from({ length: table.rowCount }, (_, row) => {
    const [group, label] = [groups.groups[row]!, target.labels[row]!];
    expect(group < 0).toBe(label < 0);
    return group < 0 ? -1 : group * target.classes.length + label;
  });
  for (const split of splits) expectPartition(split, cells);
  for (const part of PART_NAMES) {
    groups.names.forEach((_, group) => {
      const rows = splits.map(
        (split) => [...split[part]].filter((row) => groups.groups[row] === group).length,
      );
      expect(partCounts[part][group]).toBe(Math.min(...rows));
    });
  }
}
