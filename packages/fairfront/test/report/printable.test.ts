import { expect, it } from 'vitest';
import { printable } from '../../src/report/printable.js';

it('makes every text visible, and names short', () => {
  const result = {
    groups: [{ name: 'a\x1b[2J\nb' }, { name: `${'x'.repeat(1e6)}y` }],
    notes: [`${'word '.repeat(30)}\n`],
    numbers: new Float64Array([1, Number.NaN]),
    nothing: null,
  };
  expect(printable(result)).toEqual({
    groups: [{ name: 'a\\x1b[2J\\nb' }, { name: `${'x'.repeat(40)}…${'x'.repeat(18)}y` }],
    notes: [`${'word '.repeat(30)}\\n`],
    numbers: result.numbers,
    nothing: null,
  });
  expect(result.groups[0]!.name).toBe('a\x1b[2J\nb');
});

it('shows one name in one way, and different names differently, however alike they look', () => {
  const names = [
    'a\n',
    'a\\n',
    'a\n',
    ...Array.from({ length: 20_000 }, (_, i) => `${'x'.repeat(60)}${i}${'x'.repeat(60)}`),
  ];
  const shown = printable(names);
  expect(shown[2]).toBe(shown[0]);
  expect(new Set(shown).size).toBe(new Set(names).size);
  expect(Math.max(...shown.map((name) => name.length))).toBeLessThanOrEqual(60);
});
