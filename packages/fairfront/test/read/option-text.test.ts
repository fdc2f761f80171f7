import fc from 'fast-check';
import { expect, it } from 'vitest';
import { optionText } from '../../src/option-text.js';
import { parseRecord } from '../../src/read/csv/csv-head.js';
import { inFlags } from '../../src/report/flags.js';

it.each([
  [['a'], '--ignore a'],
  [['a', 'b'], '--ignore a,b'],
  [['a b'], `--ignore '"a b"'`],
  [['a,b', 'c'], `--ignore '"a,b",c'`],
  [['say "so"'], `--ignore '"say ""so"""'`],
  [['?'], `--ignore '?'`],
  [["it's"], `--ignore 'it'\\''s'`],
])('%j is given as it must be typed', (texts, typed) => {
  expect(inFlags(optionText('ignore', texts))).toBe(typed);
});

/** What a shell makes of a word. */
const unquoted = (word: string): string => word.replaceAll(/'([^']*)'|\\'/g, (_, inner) => inner ?? "'");

it('what is offered is read as what was meant', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab," \'\\?$*'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      const { fields } = parseRecord(unquoted(inFlags(optionText('x', texts)).slice('--x '.length)), 0, ',');
      expect(fields).toEqual(texts.map((each) => each.trim()));
    }),
  );
});
