// What options take: the edges of each kind, and messages that name the option, the rule, the value and the way out.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytes,
  checkOptions,
  checkWithout,
  flag,
  numberAbove,
  numberBetween,
  numberFrom,
  type OptionKind,
  object,
  oneOf,
  optionText,
  path,
  shares,
  someOf,
  text,
  texts,
  wholeNumber,
  wholeNumbers,
} from '../src/option-kinds.js';
import { READING_KINDS } from '../src/task/data-options.js';
import { FIT_KINDS, type FitOptions } from '../src/training/options/fit-options.js';
import { UsageError } from '../src/usage-error.js';

const { Infinity: ENDLESS, NaN: NONE } = globalThis;

describe.each<[string, OptionKind, readonly unknown[], readonly unknown[]]>([
  ['text', text, ['', 'a'], [1, true, null, ['a'], {}]],
  ['path', path, ['a', ' a', '\n.csv'], ['', ' ', 1, null]],
  ['flag', flag, [true, false], ['true', 0, 1, null]],
  ['object', object, [{}, []], [null, 'a', 1, undefined]],
  ['wholeNumber', wholeNumber(2, 5), [2, 3, 5], [1, 6, 2.5, NONE, ENDLESS, '3', null]],
  ['numberAbove', numberAbove(0), [1e-300, 1, 1e300], [0, -1, NONE, ENDLESS, '1']],
  ['numberBetween', numberBetween(0, 1), [1e-9, 0.5, 1 - 1e-9], [0, 1, -1, 2, NONE, '0.5']],
  ['numberFrom', numberFrom(0), [0, 5, 1e300], [-1e-9, NONE, ENDLESS, '0']],
  ['numberFrom, below', numberFrom(0, 1), [0, 0.999], [1, -0.1, NONE, '0']],
  ['wholeNumbers', wholeNumbers(1, 9), [[1], [9, 1]], [[], [0], [10], [1, 2.5], 1, '1,2', [NONE]]],
  [
    'shares',
    shares,
    [[0.6, 0.2, 0.2]],
    [[0.6, 0.4], [0.2, 0.2, 0.2, 0.4], '0.6,0.2,0.2', ['a', 'b', 'c'], [NONE, 1, 1]],
  ],
  ['texts', texts((given) => [given]), [[], ['a', '']], ['a', [1], null, [['a']]]],
  ['oneOf', oneOf(['a', 'b']), ['a', 'b'], ['c', 'A', '', true, ['a'], null]],
  ['oneOf with true', oneOf(['a', true]), ['a', true], [false, 'true', 1]],
  ['someOf', someOf(['a', 'b']), [[], ['a'], ['b', 'a', 'b']], ['a', ['c'], [''], null]],
  ['delimiter', READING_KINDS.delimiter, [';', '\t', ' '], ['', ';;', 1]],
])('%s', (_, kind, good, bad) => {
  it.each(good.map((value) => [value]))('takes %j', (value) => {
    expect(kind.accepts(value)).toBe(true);
  });

  it.each(bad.map((value) => [value]))('refuses %j', (value) => {
    expect(kind.accepts(value)).toBe(false);
    if (value !== undefined) {
      expect(() => checkOptions({ option: value }, { option: kind })).toThrow(
        `\`option\` must be ${kind.rule}; got `,
      );
    }
  });
});

describe('a text on a command line', () => {
  it('that is empty is no number, and 0 has no sign', () => {
    expect(shares.parse('0.6,0.2,')).toEqual([0.6, 0.2, NONE]);
    expect(Object.is(wholeNumber(0, 9).parse('-0'), 0)).toBe(true);
  });

  it.each<[string, OptionKind, string, unknown]>([
    ['a number', wholeNumber(0, 9), '7', 7],
    ['a size', bytes, '1.5GB', 1.5e9],
    ['a size in small letters, with a space', bytes, '512 mb', 512e6],
    ['a size in bytes', bytes, '100B', 100],
    ['a number with an exponent', numberAbove(0), '1e-4', 1e-4],
    ['numbers', wholeNumbers(1, 9), '8,4', [8, 4]],
    ['shares', shares, '0.6,0.2,0.2', [0.6, 0.2, 0.2]],
    ['names', someOf(['a', 'b']), 'a, b', ['a', 'b']],
    ['names, each once and in order', someOf(['a', 'b', 'c']), 'c,a, c', ['a', 'c']],
    ['a switch', flag, 'true', true],
    ['columns', FIT_KINDS.features, '"zip, code",age', ['zip, code', 'age']],
    ['a tab', READING_KINDS.delimiter, 'tab', '\t'],
    ['a tab, escaped', READING_KINDS.delimiter, '\\t', '\t'],
  ])('is read as %s', (_, kind, given, value) => {
    expect(kind.parse(given)).toEqual(value);
    expect(kind.accepts(kind.parse(given))).toBe(true);
  });

  it.each<[string, OptionKind, string]>([
    ['nothing for a number', wholeNumber(0, 9), ''],
    ['spaces for a number', numberFrom(0), '  '],
    ['words', wholeNumber(0, 9), 'seven'],
    ['a size without a unit', bytes, '2'],
    ['a size of nothing', bytes, '0GB'],
    ['a size in no unit', bytes, '2GiB'],
    ['a hole in a list', wholeNumbers(0, 9), '1,,2'],
    ['two shares', shares, '0.6,0.4'],
    ['a hole among names', someOf(['a']), 'a,'],
  ])('that is no such value is refused: %s', (_, kind, given) => {
    expect(kind.accepts(kind.parse(given))).toBe(false);
  });
});

describe('checkOptions', () => {
  const refused = (options: unknown): string => {
    try {
      checkOptions(options as FitOptions, FIT_KINDS);
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return (error as UsageError).message;
    }
    throw new Error('it was taken');
  };

  it('takes options that are there, and those left undefined', () => {
    expect(() => checkOptions({}, FIT_KINDS)).not.toThrow();
    expect(() => checkOptions({ target: 'a', l2: 0.5, seed: 0, refine: false }, FIT_KINDS)).not.toThrow();
    expect(() => checkOptions({ target: undefined } as unknown as FitOptions, FIT_KINDS)).not.toThrow();
  });

  it.each([
    ['maxSovles', 'there is no option "maxSovles"; did you mean `maxSolves`?'],
    ['max-solves', 'there is no option "max-solves"; did you mean `maxSolves`?'],
    ['group', 'there is no option "group"; did you mean `groups`?'],
    ['Target', 'there is no option "Target"; did you mean `target`?'],
  ])('%s: names the option that was meant', (name, message) => {
    expect(refused({ [name]: 1 })).toBe(message);
  });

  it.each(['colour of the sky', 'toString', '__proto__', 'constructor'])(
    '%s: lists those that there are where none is near',
    (name) => {
      expect(refused(JSON.parse(`{"${name}": 1}`))).toBe(
        `there is no option "${name}"; there are ${Object.keys(FIT_KINDS).join(', ')}`,
      );
    },
  );

  it.each<[object, string]>([
    [
      { groups: ['a', 1] },
      "`groups` must be a text such as 'sex,age<55', or a list of such texts; got ['a', 1]",
    ],
    [{ features: 'age' }, "`features` must be a list of texts, such as ['age', 'income']; got 'age'"],
    [{ maxSolves: '5' }, "`maxSolves` must be a whole number from 1 to 1000000; got '5'"],
    [{ minGroup: 0 }, '`minGroup` must be a whole number from 1 to 2147483648; got 0'],
    [{ seed: -1 }, '`seed` must be a whole number from 0 to 4294967295; got -1'],
    [{ l2: Number.NaN }, '`l2` must be a number above 0, or auto; got NaN'],
    [{ refine: 'no' }, "`refine` must be one of mean, lexicographic, true, false; got 'no'"],
    [{ split: [0.5, 0.5] }, '`split` must be three shares, such as 0.6,0.2,0.2; got [0.5, 0.5]'],
    [
      { model: 'forest' },
      "`model` must be one of linear, boosted, mlp, resnet, convnet, densenet121, auto; got 'forest'",
    ],
    [{ target: null }, '`target` must be a text; got null'],
    [{ target: { name: 'a' } }, '`target` must be a text; got {"name":"a"}'],
    [{ hidden: [0] }, '`hidden` must be whole numbers from 1 to 65536, with commas between them; got [0]'],
    [
      { compare: ['zafer'] },
      "`compare` must be some of zafar, feldman, kamishima, hardt, equal-risk; got ['zafer']",
    ],
  ])('%j: names option, rule and value', (options, message) => {
    expect(refused(options)).toBe(message);
  });

  it.each([[undefined], [null], ['target'], [3]])('%j is no object of options', (options) => {
    expect(refused(options)).toBe('the options must be an object');
  });

  it('shows a long value shortened', () => {
    expect(refused({ settle: 'x'.repeat(1000) }).length).toBeLessThan(120);
  });
});

describe('checkWithout', () => {
  it('passes options over that are not set, or that are others', () => {
    expect(() => checkWithout({ a: undefined, b: 1 }, ['a', 'c'], 'why')).not.toThrow();
  });

  it('names all that would have no effect, a switch as it was set', () => {
    expect(() => checkWithout({ gap: 1 }, ['gap'], 'no use')).toThrow('`gap`: no use; leave it out');
    expect(() => checkWithout({ verify: false, gap: 0 }, ['gap', 'verify'], 'no use')).toThrow(
      '`verify: false`, `gap`: no use; leave them out',
    );
  });
});

describe('optionText', () => {
  it.each<[unknown, string]>([
    [undefined, '`name`'],
    ['own', "`name: 'own'`"],
    ["who's in", "`name: 'who\\'s in'`"],
    ['a\\b', "`name: 'a\\\\b'`"],
    ['say "a"', '`name: \'say "a"\'`'],
    [['a', "b's"], "`name: ['a', 'b\\'s']`"],
    [[], '`name: []`'],
    [0.5, '`name: 0.5`'],
    [true, '`name: true`'],
    [false, '`name: false`'],
    [null, '`name: null`'],
  ])('of %j is %s', (value, expected) => {
    expect(optionText('name', value)).toBe(expected);
  });

  it('is code that gives the value', () => {
    const value = fc.oneof(
      fc.string(),
      fc.array(fc.string()),
      fc.double({ noNaN: true }).map((own) => own + 0),
      fc.boolean(),
    ); // no −0
    fc.assert(
      fc.property(value, (given) => {
        const mention = optionText('name', given);
        fc.pre(!/[\r\n\u2028\u2029]/.test(mention));
        expect(new Function(`return ({ ${mention.slice(1, -1)} });`)()).toEqual({ name: given });
      }),
    );
  });
});
