import { describe, expect, it } from 'vitest';
import { PART_NAMES } from '../../src/split/split-parts.js';
import { createTable } from '../../src/table/table.js';
import { ownRows, prepareTask, type Task, type TaskOptions } from '../../src/task/task.js';
import { expectError } from '../helpers/errors.js';
import { columnOf } from '../table/table-cells.js';
import { expectWholeSplits, people } from './task-tables.js';

const prepare = (groups: TaskOptions['groups'], options: Partial<TaskOptions> = {}, table = people): Task =>
  prepareTask(table, { target: 'income', groups, minGroup: 1, ...options });

/** A table in which the race of some rows is not known. */
const n = 240;
const made = createTable([
  columnOf(
    'sex',
    Array.from({ length: n }, (_, i) => 'FM'[i % 2]!),
  ),
  columnOf(
    'race',
    Array.from({ length: n }, (_, i) => (i % 8 === 7 ? undefined : ['a', 'b', 'c'][i % 3]!)),
  ),
  columnOf(
    'x',
    Array.from({ length: n }, (_, i) => (i * 37) % 101),
  ),
  columnOf(
    'w',
    Array.from({ length: n }, (_, i) => 1 + (i % 2)),
  ),
  columnOf(
    'who',
    Array.from({ length: n }, (_, i) => `p${Math.floor(i / 4)}`),
  ),
  columnOf(
    'income',
    Array.from({ length: n }, (_, i) => (i % 5 < 2 ? 'high' : 'low')),
  ),
]);

describe('families of groups', () => {
  it('of one text are its groups', () => {
    expect(prepare(['sex,race'])).toEqual(prepare('sex,race'));
  });

  it('say their column, also where a level happens to have its letters, and count the table’s own rows', () => {
    const cab = (name: string) =>
      columnOf(
        name,
        Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 'cab' : 'bus')),
      );
    const whose = columnOf(
      'whose',
      Array.from({ length: n }, (_, i) => (i === 2 ? undefined : `p${i}`)),
    );
    const table = createTable([...made.columns, cab('a'), cab('b'), whose]);
    expect(prepare(['a', 'b'], {}, table).groups.names).toEqual(['a=bus', 'a=cab', 'b=bus', 'b=cab']);
    const splitting = { kind: 'drawn', by: 'whose' } as const;
    expectError(() => prepare(['a', 'b'], { splitting }, table), 'bad-split', 'missing in 1 row (row 3)');
  });

  it('have every row once in each, and keep its copies in one part', () => {
    const task = prepare(['sex', 'race', 'age<45'], { groupsAsFeatures: true });
    expect(task.groups.names).toEqual(['sex=F', 'sex=M', 'race=Black', 'race=White', 'age<45', 'age≥45']);
    expect(task.families!.map(({ name, groups }) => [name, groups.length])).toEqual([
      ['sex', 2],
      ['race', 2],
      ['age<45', 2],
    ]);
    expect(task.features).toEqual(['sex', 'race', 'age']);
    const { rowCount } = people;
    expect(task.table.rowCount).toBe(3 * rowCount);
    expectWholeSplits(task);
    for (const part of PART_NAMES) {
      const rows = task.splits[0]![part];
      const own = ownRows(task, rows);
      expect(3 * own.length).toBe(rows.length);
      const copies =
        own.length === 0 ? [] : [...own].flatMap((row) => [row, row + rowCount, row + 2 * rowCount]);
      expect(new Set(rows)).toEqual(new Set(copies));
    }
    // As evenly as with one family: 90 F, 75 M; 140 White, 25 Black; 110 below 45, 55 above.
    expect(task.partCounts.test).toEqual([18, 15, 5, 28, 22, 11]);
    task.groups.groups.forEach((group, row) => {
      expect(Math.floor(group / 2)).toBe(Math.floor(row / rowCount));
    });
  });

  it('name a combination by all of its columns', () => {
    const { names } = prepare(['sex,race', 'age<45'], { groupsAsFeatures: true }).groups;
    expect(names).toContain('sex=F · race=Black');
  });

  it('leave out a row that lacks a group in one of them', () => {
    const task = prepare(['sex', 'race'], { missingGroup: 'drop' }, made);
    expect(task.notes).toEqual(['30 rows left out: no group is known']);
    expect(PART_NAMES.reduce((sum, part) => sum + task.splits[0]![part].length, 0)).toBe(2 * 210);
    expect(prepare(['sex', 'race'], { missingGroup: 'own' }, made).groups.names).toContain('race missing');
    expectError(() => prepare(['sex', 'race'], {}, made), 'bad-groups', '"race" is missing in 30 rows');
  });

  it('keep weights, and rows of one person together', () => {
    const options = { missingGroup: 'own', weight: 'w', splitting: { kind: 'drawn', by: 'who' } } as const;
    const task = prepare(['sex', 'race'], options, made);
    expect([...task.weights!.subarray(n)]).toEqual([...task.weights!.subarray(0, n)]);
    const partOf = new Map<number, string>();
    for (const part of PART_NAMES) {
      for (const row of task.splits[0]![part]) {
        const who = Math.floor((row % n) / 4);
        expect(partOf.get(who) ?? part).toBe(part);
        partOf.set(who, part);
      }
    }
  });

  it('copy splits that are given', () => {
    const rows = (from: number, to: number): Uint32Array =>
      Uint32Array.from({ length: to - from }, (_, i) => from + i);
    const split = { train: rows(0, 100), validation: rows(100, 160), test: rows(160, 230) };
    const task = prepare(
      ['sex', 'race'],
      { missingGroup: 'own', splitting: { kind: 'given', splits: [split] } },
      made,
    );
    expect(ownRows(task, task.splits[0]!.test)).toEqual(split.test);
    expect(task.splits[0]!.test).toHaveLength(140);
    expect(task.notes).toEqual(['10 rows left out: split 1 has them in no part']);
  });

  it('merge small groups within each', () => {
    const task = prepare(['sex', 'race,sex'], { missingGroup: 'own', mergeSmall: true, minGroup: 8 }, made);
    expect(task.groups.names.slice(0, 2)).toEqual(['sex=F', 'sex=M']);
    expect(task.families![1]!.groups.length).toBeLessThan(8);
    expect(task.notes).toHaveLength(1);
    for (const part of PART_NAMES) expect(Math.min(...task.partCounts[part])).toBeGreaterThanOrEqual(8);
  });

  it('are refused where one is named twice, has one group or a name of another', () => {
    const bad = (groups: readonly string[], ...parts: readonly string[]): void =>
      expectError(() => prepare(groups, { groupsAsFeatures: true }), 'bad-groups', ...parts);
    bad(['sex', ' sex '], '"sex" is named twice');
    bad(['sex', 'age<200'], 'one group only by "age"');
    bad(['race', 'race=White|*'], 'two families have a group "race=White"', 'another label');
    expectError(() => prepare(['sex', 'rase']), 'bad-column', 'no column "rase"');
  });
});
