import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairfrontError } from '../../src/error.js';
import { PART_NAMES, type Split } from '../../src/split/split-parts.js';
import {
  checkGroupSizes,
  type MergedGroups,
  mergeSmallGroups,
  type PartCounts,
  partCounts,
} from '../../src/task/small-groups.js';
import { expectError } from '../helpers/errors.js';

const splitOf = (train: number[], validation: number[], test: number[]): Split => ({
  train: Uint32Array.from(train),
  validation: Uint32Array.from(validation),
  test: Uint32Array.from(test),
});

const assigned = (names: string[], groups: number[], merged: string[] = []): MergedGroups => ({
  names,
  groups: Int32Array.from(groups),
  merged,
});

/** The same number of rows in every part. */
const even = (...rows: number[]): PartCounts => ({ train: rows, validation: rows, test: rows });

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was to throw');
}

describe('checkGroupSizes', () => {
  it('names groups that are one, most likely, written in several ways', () => {
    const told = (...names: string[]): string =>
      messageOf(() => checkGroupSizes(names, even(...names.map(() => 5)), 30));
    expect(told('MALE', 'Male', 'female')).toContain(
      ' "MALE", "Male" look like one group: write them alike in the data first. Merge groups yourself',
    );
    expect(told('Male', 'female')).not.toContain('look like');
  });
});

describe('partCounts', () => {
  it('are the fewest rows of a group over the splits, part by part', () => {
    const groups = assigned(['a', 'b'], [0, 0, 0, 1, 1, 1, -1]);
    expect(partCounts(groups, [splitOf([0, 1, 3], [4], [2, 5])])).toEqual({
      train: [2, 1],
      validation: [0, 1],
      test: [1, 1],
    });
    expect(partCounts(groups, [splitOf([0, 1, 3], [4], [2, 5]), splitOf([0, 3, 4], [1, 5], [2])])).toEqual({
      train: [1, 1],
      validation: [0, 1],
      test: [1, 0],
    });
  });
});

describe('checkGroupSizes', () => {
  it('is content with groups of the limit and more', () => {
    expect(() => checkGroupSizes(['a', 'b'], even(30, 31), 30)).not.toThrow();
  });

  it('lists the small groups with their rows in each part that has too few, and the ways out', () => {
    const counts = { train: [90, 20, 80], validation: [30, 7, 29], test: [31, 1, 30] };
    expectError(
      () => checkGroupSizes(['F', 'M · Black', 'M'], counts, 30),
      'bad-groups',
      'group "M · Black" has 20 train rows, 7 validation rows, 1 test row; group "M" has 29 validation rows, fewer than `minGroup: 30`.',
      'race=White|Other:*',
      '`mergeSmall: true`',
      'lower `minGroup`',
      'or, where rows are split at random, change `seed` or `split`',
    );
  });

  it('offers no lower limit than 1', () => {
    const [two, one] = [2, 1].map((minGroup) =>
      messageOf(() => checkGroupSizes(['a', 'b'], even(0, 9), minGroup)),
    );
    expect(two).toContain('lower `minGroup`');
    expect(one).toContain('fewer than `minGroup: 1`. Merge groups yourself');
    expect(one).not.toContain('lower `minGroup`');
    const merging = messageOf(() => mergeSmallGroups(assigned(['a', 'b'], [0, 1]), even(0, 9), 1));
    expect(merging).toContain('fewer than `minGroup: 1`. Choose other groups');
  });

  it('names group and part where there is no row at all', () => {
    const counts = { train: [5, 5], validation: [5, 0], test: [5, 5] };
    expectError(
      () => checkGroupSizes(['F', 'Female · Other'], counts, 1),
      'bad-groups',
      'group "Female · Other" has 0 validation rows, fewer than `minGroup: 1`',
    );
  });

  it('does not list thousands', () => {
    const names = Array.from({ length: 2000 }, (_, i) => `zip ${i}`);
    expectError(
      () => checkGroupSizes(names, even(...names.map(() => 1)), 30),
      'bad-groups',
      'group "zip 11" has 1 train row, 1 validation row, 1 test row and 1,988 more, fewer',
    );
  });
});

describe('mergeSmallGroups', () => {
  it('does nothing where no group is too small', () => {
    expect(mergeSmallGroups(assigned(['a', 'b'], [0, 1]), even(3, 3), 3)).toBeUndefined();
  });

  it('makes one group of the small ones, after the others, and leaves dropped rows', () => {
    const groups = assigned(['a', 'b', 'c', 'd'], [0, 1, 2, 3, -1, 1]);
    const before = structuredClone(groups);
    expect(mergeSmallGroups(groups, even(2, 9, 1, 9), 3)).toEqual(
      assigned(['b', 'd', 'a + c'], [2, 0, 2, 1, -1, 0], ['a', 'c']),
    );
    expect(groups).toEqual(before);
  });

  it('counts a group by its smallest part', () => {
    const counts = { train: [9, 9, 9], validation: [9, 2, 9], test: [1, 9, 9] };
    expect(mergeSmallGroups(assigned(['a', 'b', 'c'], [0, 1, 2]), counts, 3)!.merged).toEqual(['a', 'b']);
  });

  it('adds the smallest of the others to one alone, the first of equals', () => {
    const merged = (...rows: number[]) =>
      mergeSmallGroups(assigned(['a', 'b', 'c', 'd'], [0, 1, 2, 3]), even(...rows), 3)!;
    expect(merged(9, 1, 7, 5).names).toEqual(['a', 'c', 'b + d']);
    expect(merged(5, 1, 7, 5).names).toEqual(['c', 'd', 'a + b']);
  });

  it('keeps what was merged together, and adds to it', () => {
    const once = assigned(['a', 'b', 'c + d'], [0, 1, 2, 2], ['c', 'd']);
    // Still too small: the smallest of the others joins.
    expect(mergeSmallGroups(once, even(8, 7, 2), 3)).toEqual(
      assigned(['a', 'b + c + d'], [0, 1, 1, 1], ['b', 'c', 'd']),
    );
    // Large enough, but another is too small now.
    expect(mergeSmallGroups(once, even(2, 7, 9), 3)).toEqual(
      assigned(['b', 'a + c + d'], [1, 0, 1, 1], ['a', 'c', 'd']),
    );
  });

  it('has a name that no other group has, and counts the groups that people know', () => {
    const five = assigned(['a', 'b', 'c', 'd', 'e'], [0, 1, 2, 3, 4]);
    const once = mergeSmallGroups(five, even(9, 1, 1, 1, 1), 3)!;
    expect(once.names).toEqual(['a', '4 small groups']);
    const more = assigned(['a', 'b', '4 small groups'], [0, 1, 2], ['c', 'd', 'e', 'f']);
    expect(mergeSmallGroups(more, even(9, 4, 1), 3)!.names).toEqual(['a', '5 small groups']);
    const taken = assigned(['a', 'a + b', 'b', 'a + b (merged)'], [0, 1, 2, 3]);
    expect(mergeSmallGroups(taken, even(1, 9, 1, 9), 3)!.names).toEqual([
      'a + b',
      'a + b (merged)',
      'a + b (merged) (merged)',
    ]);
  });

  it('refuses to make one group of all', () => {
    for (const rows of [
      [1, 9],
      [1, 1],
      [1, 2, 1],
    ]) {
      const names = rows.map((_, i) => `g${i}`);
      expectError(
        () => mergeSmallGroups(assigned(names, []), even(...rows), 3),
        'bad-groups',
        '`mergeSmall: true` leaves one group only: group "g0" has 1 train row, 1 validation row, 1 test row',
        'fewer than `minGroup: 3`. Lower `minGroup`',
      );
    }
    expectError(() => mergeSmallGroups(assigned(['a'], [0]), even(1), 3), 'bad-groups', 'one group only');
  });

  it('ends with groups that are large enough everywhere, has touched no other, or says that none would be left', () => {
    fc.assert(
      fc.property(mergeCase, ({ groups, splits, minGroup }) => {
        const { names } = groups;
        const sizes = rowsOfGroups(groups, splits);
        const small = names.filter((_, group) => Math.min(...sizes[group]!) < minGroup);
        const others = names.filter((name) => !small.includes(name));
        const smallTogether = sizes[0]!.map((_, i) =>
          names.reduce((sum, name, group) => (small.includes(name) ? sum + sizes[group]![i]! : sum), 0),
        );
        const needsOne = small.length === 1 || Math.min(...smallTogether) < minGroup;
        const leftOver = others.length - (small.length > 0 && needsOne ? 1 : 0);

        let last = groups;
        try {
          for (let round = 0; ; round++) {
            expect(round).toBeLessThan(names.length);
            const next = mergeSmallGroups(last, partCounts(last, splits), minGroup);
            if (next === undefined) break;
            last = next;
          }
        } catch (error) {
          expect(error).toBeInstanceOf(FairfrontError);
          expect(leftOver).toBeLessThan(1);
          return;
        }
        expect(
          rowsOfGroups(last, splits)
            .flat()
            .every((rows) => rows >= minGroup),
        ).toBe(true);
        expect(leftOver).toBeGreaterThan(0);
        expect(last.names.length).toBe(small.length === 0 ? names.length : leftOver + 1);
        for (const [row, group] of groups.groups.entries()) {
          const name = names[group];
          const joined = name !== undefined && last.merged.includes(name);
          expect(last.names[last.groups[row]!]).toBe(joined ? last.names.at(-1) : name);
        }
        expect(small.every((name) => last.merged.includes(name))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

/** Up to six groups, some rows dropped, in one to three splits. */
const mergeCase = fc
  .record({
    groupCount: fc.integer({ min: 1, max: 6 }),
    rows: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 7 })), { maxLength: 80 }),
    splitCount: fc.integer({ min: 1, max: 3 }),
    minGroup: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ groupCount, rows, splitCount, minGroup }) => {
    const names = Array.from({ length: groupCount }, (_, i) => `g${i}`);
    const groups = rows.map(([group, place]) =>
      place === 7 ? -1 : Math.floor(Math.sqrt(group % groupCount ** 2)),
    );
    const splits = Array.from({ length: splitCount }, (_, i) => {
      const part = (own: number): number[] =>
        rows.flatMap(([, place], row) => (groups[row]! >= 0 && (place + i * row) % 3 === own ? [row] : []));
      return splitOf(part(0), part(1), part(2));
    });
    return { groups: assigned(names, groups), splits, minGroup };
  });

/** Group → its rows in every part of every split. */
function rowsOfGroups({ names, groups }: MergedGroups, splits: readonly Split[]): number[][] {
  return names.map((_, group) =>
    splits.flatMap((split) =>
      PART_NAMES.map((part) => [...split[part]].filter((row) => groups[row] === group).length),
    ),
  );
}
