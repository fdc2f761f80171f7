import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leaveOut } from '../src/marks/leave-out.js';

const rows = [...'abcdef'].map((name) => ({ name }));
const kept = (names: string): Set<(typeof rows)[number]> =>
  new Set(rows.filter(({ name }) => names.includes(name)));
const shown = (names: string): (string | number)[] =>
  leaveOut(rows, kept(names)).map((row) => (typeof row === 'number' ? row : row.name));

test.each([
  ['abcdef', ['a', 'b', 'c', 'd', 'e', 'f']],
  ['af', ['a', 4, 'f']],
  ['c', [2, 'c', 3]],
  ['ace', ['a', 1, 'c', 1, 'e', 1]],
  ['', [6]],
])('keeping "%s": every run of others is one number', (names, wanted) => {
  expect(shown(names)).toEqual(wanted);
});

test('of no rows nothing is left out', () => {
  expect(leaveOut([], new Set())).toEqual([]);
});

test('every row is shown or counted, in order, and no two numbers stand side by side', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (keeps) => {
      const some = keeps.map((keep, at) => ({ keep, at }));
      const result = leaveOut(some, new Set(some.filter(({ keep }) => keep)));
      let at = 0;
      result.forEach((row, i) => {
        if (typeof row === 'number') {
          expect(row).toBeGreaterThan(0);
          expect(typeof result[i - 1]).not.toBe('number');
          for (const end = at + row; at < end; at++) expect(keeps[at]).toBe(false);
        } else {
          expect(row).toBe(some[at]);
          expect(row.keep).toBe(true);
          at++;
        }
      });
      expect(at).toBe(some.length);
    }),
  );
});
