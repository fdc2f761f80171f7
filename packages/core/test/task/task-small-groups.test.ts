import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FairfrontError } from '../../src/error.js';
import { PART_NAMES } from '../../src/split/split-parts.js';
import { prepareTask, type Task, type TaskOptions } from '../../src/task/task.js';
import { expectError } from '../helpers/errors.js';
import { expectWholeSplits, people, repeatedRows } from './task-tables.js';

const prepare = (options: Partial<TaskOptions> = {}, table = people): Task =>
  prepareTask(table, { target: 'income', groups: 'sex', minGroup: 1, ...options });

describe('small groups', () => {
  it('are an error with their counts: 30 rows in every part, unless another limit is set', () => {
    expectError(
      () => prepareTask(people, { target: 'income', groups: 'sex,race' }),
      'bad-groups',
      'group "F · Black" has 6 train rows, 2 validation rows, 2 test rows',
      'group "M · White" has 12 validation rows, 12 test rows, fewer than `minGroup: 30`',
      '`mergeSmall: true`',
    );
    expect(prepare({ groups: 'sex,race', minGroup: 2 }).partCounts.test).toEqual([2, 16, 3, 12]);
    expectError(
      () => prepare({ groups: 'sex,race', minGroup: 3 }),
      'bad-groups',
      '"F · Black" has 2 validation rows',
    );
  });

  it('that a part has no row of are named with the part', () => {
    const table = repeatedRows(
      ['sex', 'income', 'x'],
      ['F', 'low', 1, 2],
      ['M', 'low', 1, 20],
      ['M', 'high', 2, 20],
    );
    expectError(
      () => prepare({}, table),
      'bad-groups',
      'group "F" has 0 ',
      ' rows, fewer than `minGroup: 1`',
    );
  });

  it('are merged when told to, and it is said which', () => {
    const task = prepare({ groups: 'sex,race', minGroup: 4, mergeSmall: true });
    expect(task.groups.names).toEqual(['F · White', 'M · White', 'F · Black + M · Black']);
    expect(task.partCounts.test).toEqual([16, 12, 5]);
    expect(task.notes).toEqual([
      'groups below 4 rows in a part were merged into "F · Black + M · Black": "F · Black", "M · Black"',
    ]);
    expectWholeSplits(task);
    const enough = { groups: 'sex,race', minGroup: 2 };
    expect(prepare({ ...enough, mergeSmall: true })).toEqual(prepare(enough));
  });

  it('are merged with the smallest of the others while they are too small', () => {
    const task = prepare({ groups: 'sex,race', minGroup: 10, mergeSmall: true });
    expect(task.groups.names).toEqual(['F · White', 'M · White + F · Black + M · Black']);
    expect(task.groups.merged).toEqual(['M · White', 'F · Black', 'M · Black']);
    expectError(
      () => prepare({ groups: 'sex,race', minGroup: 20, mergeSmall: true }),
      'bad-groups',
      '`mergeSmall: true` leaves one group only',
    );
  });

  it('are gone after merging, or it is an error', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 6 });
    const repeats = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 1, max: 6 }),
        fc.nat(),
        repeats,
        (rows, minGroup, seed, splits) => {
          const table = repeatedRows(
            ['g', 'income', 'x'],
            ...rows.flatMap((size, g) => [
              [`g${g}`, 'low', 1, size] as const,
              [`g${g}`, 'high', 1, size % 7] as const,
            ]),
            ['g0', 'high', 1, 1],
          );
          const splitting = { kind: 'drawn', seed, repeats: splits } as const;
          let task: Task;
          try {
            task = prepare({ groups: 'g', minGroup, mergeSmall: true, splitting }, table);
          } catch (error) {
            expect((error as FairfrontError).message).toContain('`mergeSmall: true` leaves one group only');
            return;
          }
          expectWholeSplits(task);
          for (const part of PART_NAMES) {
            expect(Math.min(...task.partCounts[part])).toBeGreaterThanOrEqual(minGroup);
          }
          expect(new Set(task.groups.names).size).toBe(task.groups.names.length);
          const merged = new Set(task.groups.merged);
          const names = rows.map((_, g) => `g${g}`).filter((name) => !merged.has(name));
          expect(task.groups.names).toEqual(merged.size > 0 ? [...names, task.groups.names.at(-1)] : names);
          expect(task.notes.length).toBe(merged.size > 0 ? 1 : 0);
        },
      ),
    );
  });
});
