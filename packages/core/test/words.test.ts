import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairfrontError } from '../src/error.js';
import { count } from '../src/numbers.js';
import {
  describeNearest,
  listed,
  nearestName,
  oneLine,
  quoted,
  rowList,
  shortened,
  shown,
  visible,
  withAnd,
} from '../src/words.js';

const upTo = (length: number): number[] => Array.from({ length }, (_, i) => i);

describe('listed', () => {
  it('shows the first and counts the rest', () => {
    expect(listed([])).toBe('');
    expect(listed(['a', 'b', 'c'], 3)).toBe('a, b, c');
    expect(listed(['a', 'b', 'c'], 2, '; ')).toBe('a; b and 1 more');
    expect(listed(upTo(5000).map(String), 1)).toBe('0 and 4,999 more');
  });
});

describe('quoted', () => {
  it('puts each name in quotes, twelve of them', () => {
    expect(quoted(['a', 'b c'])).toBe('"a", "b c"');
    expect(quoted(upTo(14).map(String))).toBe(
      '"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11" and 2 more',
    );
  });

  it('cuts long names', () => {
    expect(quoted(['x'.repeat(1_000_000)])).toBe(`"${'x'.repeat(59)}…"`);
  });
});

describe('visible', () => {
  it('escapes what cannot be seen, and nothing else', () => {
    expect(visible('a\n\r\t\0\x1b[2J\x7f\x9b')).toBe('a\\n\\r\\t\\x00\\x1b[2J\\x7f\\x9b');
    expect(visible('\u2028\u202e\u2066\u200b\u061c\ufeff\u3164\u{e0041}')).toBe(
      '\\u2028\\u202e\\u2066\\u200b\\u061c\\ufeff\\u3164\\u{e0041}',
    );
    expect(visible('\ud83d|\ude00|😀')).toBe('\\ud83d|\\ude00|😀');
    const plain = 'Größe · 年齢 é e\u0301 العمر “x” a\\b\u00a0–';
    expect(visible(plain)).toBe(plain);
  });
});

describe('shown', () => {
  it('is visible and never longer than asked for', () => {
    expect(shown('a\nb')).toBe('a\\nb');
    expect(shown('\x1b'.repeat(1_000_000))).toHaveLength(60);
    expect(quoted(['a\nb', '\u202e'])).toBe('"a\\nb", "\\u202e"');
  });
});

describe('oneLine', () => {
  it('shortens what is quoted, then cuts the middle', () => {
    const long = 'x'.repeat(10_000_000);
    expect(oneLine(`column "${long}" is odd; leave it out`)).toBe(
      `column "${'x'.repeat(59)}…" is odd; leave it out`,
    );
    expect(oneLine(`begin ${long} end`)).toMatch(/^begin x+ … x+ end$/);
    expect(oneLine(`begin ${long} end`).length).toBeLessThan(2010);
    expect(oneLine('a "b" c\n')).toBe('a "b" c\\n');
  });

  it('makes each line of an error: only lines that were handed over begin one', () => {
    expect(new FairfrontError('usage', 'column "a\nb"').message).toBe('column "a\\nb"');
    expect(new FairfrontError('usage', ['first\r', 'second']).message).toBe('first\\r\nsecond');
    expect(new FairfrontError('usage', 'x'.repeat(1e7)).message.length).toBeLessThan(2010);
  });
});

describe('rowList', () => {
  it('counts rows from 1', () => {
    expect(rowList([2])).toBe('1 row (row 3)');
    expect(rowList([0, 4])).toBe('2 rows (rows 1, 5)');
    expect(rowList([2, 3, 8, 11, 12])).toBe('5 rows (rows 3, 4, 9, 12, 13)');
    expect(rowList([2, 3, 8, 11, 12, 40, 41])).toBe('7 rows (rows 3, 4, 9, 12, 13 and 2 more)');
    expect(rowList(upTo(20_000))).toBe('20,000 rows (rows 1, 2, 3, 4, 5 and 19,995 more)');
  });
});

describe('count', () => {
  it('knows one and many', () => {
    expect([0, 1, 2, 30_162].map((number) => count(number, 'row'))).toEqual([
      '0 rows',
      '1 row',
      '2 rows',
      '30,162 rows',
    ]);
  });
});

describe('shortened', () => {
  it('leaves what fits, and cuts between characters', () => {
    expect(shortened('abcde', 5)).toBe('abcde');
    expect(shortened('abcdef', 5)).toBe('abcd…');
    expect(shortened('abc😀def', 6)).toBe('abc😀…');
    expect(shortened('abc😀def', 5)).toBe('abc…');
  });
});

describe('nearestName', () => {
  it.each([
    ['incme', 'income'],
    ['INCOME', 'income'],
    ['incomes', 'income'],
    ['agee', 'age'],
    ['ag', 'age'],
    ['gae', 'age'],
    ['eag', undefined],
    ['martial-status', 'marital-status'],
    ['hours per week', 'hours-per-week'],
    ['zip', undefined],
    ['', undefined],
  ])('%s: %s', (name, expected) => {
    const names = ['age', 'income', 'marital-status', 'hours-per-week'];
    expect(nearestName(name, names)).toBe(expected);
  });

  it('does not offer one letter for another, but for the same in the other case', () => {
    expect(nearestName('x', ['a', 'b'])).toBeUndefined();
    expect(nearestName('x', ['a', 'X', 'xy'])).toBe('X');
    expect(nearestName('x', ['a', 'xy'])).toBe('xy');
  });

  it('takes the nearest, of equals the first', () => {
    expect(nearestName('colour', ['colors', 'color', 'colou'])).toBe('color');
    expect(nearestName('level', ['bevel', 'lever'])).toBe('bevel');
  });

  it('knows very many names', () => {
    const names = [...upTo(200_000).map((i) => `a long name, number ${i}`), 'level 7'];
    expect(nearestName('levle 7', names)).toBe('level 7');
    expect(nearestName('x', [])).toBeUndefined();
  });

  it('takes no longer for long names than for short ones', () => {
    const long = upTo(20).map((i) => 'ab'.repeat(1_000_000) + String(i));
    expect(nearestName(`${'ab'.repeat(1_000_000)}x`, long)).toBeUndefined();
    expect(nearestName('age', [...long, 'aeg'])).toBe('aeg');
    const alike = upTo(20_000).map((i) => `${'x'.repeat(60)}${String(i).padStart(40, '0')}`);
    expect(nearestName('y'.repeat(100), alike)).toBeUndefined();
  });

  it('is the first of those nearest by the whole table of steps, within a third of the length', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 5 }), (wanted, names) => {
        const limit = Math.max(1, Math.floor(wanted.length / 3));
        const near = names.filter((own) => {
          const steps = stepsBetween(wanted, own);
          return steps <= limit && steps < Math.max(wanted.length, own.length);
        });
        const fewest = Math.min(...near.map((own) => stepsBetween(wanted, own)));
        expect(nearestName(wanted, names)).toBe(near.find((own) => stepsBetween(wanted, own) === fewest));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('describeNearest', () => {
  it('offers the nearest name, or all', () => {
    expect(describeNearest('agee', ['sex', 'age'])).toBe('did you mean "age"?');
    expect(describeNearest('zip', ['sex', 'age'])).toBe('there are "sex", "age"');
    expect(describeNearest('zip', ['sex'], 'it has "sex"')).toBe('it has "sex"');
  });

  it('says how names differ that look the same', () => {
    expect(describeNearest('caf\u00e9', ['tea', 'cafe\u0301'])).toBe(
      'did you mean "cafe\u0301", which looks the same but is cafe\\u0301, not caf\\u00e9?',
    );
    expect(describeNearest('e\u0301', ['\u00e9'])).toContain('is \\u00e9, not e\\u0301?');
  });
});

/** Insertions, deletions, substitutions and swaps of neighbours, without any bound. */
function stepsBetween(left: string, right: string): number {
  const steps = upTo(left.length + 1).map((i) => upTo(right.length + 1).map((j) => i + j));
  for (let i = 1; i <= left.length; i++) {
    for (let j = 1; j <= right.length; j++) {
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      steps[i]![j] = Math.min(
        steps[i - 1]![j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1),
        steps[i - 1]![j]! + 1,
        steps[i]![j - 1]! + 1,
        isSwapped ? steps[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
  }
  return steps[left.length]![right.length]!;
}

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j is %s', (names, text) => {
  expect(withAnd(names)).toBe(text);
});
