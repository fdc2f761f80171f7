// Options in messages as flags, and the command that asks for the same again.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionText } from '../../src/option-kinds.js';
import { commandLine, inFlags } from '../../src/report/flags.js';
import { columnList } from '../../src/task/data-options.js';

/** The words that a POSIX shell makes of a line with quotes and backslashes, and nothing else special in it. */
function shellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!;
    if (character === ' ') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'") {
      const end = line.indexOf("'", i + 1);
      if (end < 0) throw new Error(`a quote that does not end: ${line}`);
      word = (word ?? '') + line.slice(i + 1, end);
      i = end;
    } else if (character === '\\') word = (word ?? '') + line[++i]!;
    else if (/[\w.,:@%+=/-]/.test(character)) word = (word ?? '') + character;
    else throw new Error(`a shell makes something else of ${character} in ${line}`);
  }
  return word === undefined ? words : [...words, word];
}

const name = fc.constantFrom('groups', 'missingGroup', 'maxSolves', 'l2', 'splitColumn');
const flagNames: Readonly<Record<string, string>> = {
  groups: '--groups',
  missingGroup: '--missing-group',
  maxSolves: '--max-solves',
  l2: '--l2',
  splitColumn: '--split-column',
};
/** Texts of one line, rich in what quoting gets wrong. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom("'", '"', '\\', '`', ',', ' ', '$', '<', '*', ':', '[', ']', '--', 'a', 'ö', '漢'),
      fc.string(),
    ),
  )
  .map((pieces) => pieces.join('').replaceAll(/[\r\n\0]/g, ''));

describe('inFlags', () => {
  it.each([
    ['`target`: name the column to predict', '--target: name the column to predict'],
    ['`missingGroup`', '--missing-group'],
    ["add `missingGroup: 'own'` or `mergeSmall: true`", 'add --missing-group own or --merge-small'],
    ['`refine: false` has no effect', '--no-refine has no effect'],
    ['`settle: true`', '--settle'],
    ['`folds: 1`: too few', '--folds 1: too few'],
    ['`gap: 1e-4`', '--gap 1e-4'],
    ['`l2: -0.5`', '--l2 -0.5'],
    ["`groups: 'sex,age<55'`", "--groups 'sex,age<55'"],
    ["`target: 'what was paid'`", "--target 'what was paid'"],
    ["`target: 'who\\'s in'`", "--target 'who'\\''s in'"],
    ["`target: 'a\\\\b'`", "--target 'a\\b'"],
    ["`target: ''`", "--target ''"],
    ["`target: 'true'`", '--target true'],
    ["`categorical: ['zip']`", '--categorical zip'],
    ["`categorical: ['zip', 'what, else']`", '--categorical \'zip,"what, else"\''],
    ['`ignore: [\'say "a"\']`', '--ignore \'"say ""a"""\''],
    ['`ignore: []`', "--ignore ''"],
    ['`split: [0.6, 0.2, 0.2]`', '--split 0.6,0.2,0.2'],
    ['`hidden: [8]`', '--hidden 8'],
    ["`target: 'a `b` c'`", "--target 'a `b` c'"],
    ["`search: 'exact'`, or another `search`", '--search exact, or another --search'],
  ])('%s is %s', (message, expected) => {
    expect(inFlags(message)).toBe(expected);
  });

  it.each([
    'nothing is mentioned here',
    '',
    "it's the reader's, isn't it",
    'an `Upper` case word, `two words`, `a-b`, `1st`, `` and one ` alone',
    '--already-a-flag',
    "an object: { target: 'a' }",
  ])('leaves a text without mentions as it is: %s', (message) => {
    expect(inFlags(message)).toBe(message);
  });

  it('gives shell words that hold the very text', () => {
    fc.assert(
      fc.property(name, text, (option, value) => {
        expect(shellWords(inFlags(optionText(option, value)))).toEqual([flagNames[option], value]);
      }),
    );
  });

  it('gives shell words whose second is the list, as the command line reads lists', () => {
    fc.assert(
      // A name in a file has no spaces at its ends.
      fc.property(
        name,
        fc.array(
          text.map((own) => own.trim()),
          { minLength: 1 },
        ),
        (option, values) => {
          const [flag, list, ...rest] = shellWords(inFlags(optionText(option, values)));
          if (option === 'groups') {
            // Of several families each has a flag of its own.
            const all = [flag, list, ...rest];
            expect(all).toEqual(values.flatMap((value) => ['--groups', value]));
            return;
          }
          expect(flag).toBe(flagNames[option]);
          expect(columnList.parse(list!)).toEqual(values);
          expect(rest).toEqual([]);
        },
      ),
    );
  });

  it('gives shell words for numbers and switches', () => {
    fc.assert(
      fc.property(name, fc.oneof(fc.double({ noNaN: true }), fc.boolean()), (option, value) => {
        const flag = flagNames[option]!;
        const words = value === true ? [flag] : value === false ? [flag.replace('--', '--no-')] : undefined;
        expect(shellWords(inFlags(optionText(option, value)))).toEqual(words ?? [flag, String(value)]);
      }),
    );
  });

  it('changes mentions alone, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text)), (mentions) => {
        const message = mentions.map(([option, value]) => `say ${optionText(option, value)} now`).join('; ');
        const expected = mentions.map(([option, value]) => `say ${inFlags(optionText(option, value))} now`);
        expect(inFlags(message)).toBe(expected.join('; '));
      }),
    );
  });
});

describe('commandLine', () => {
  it('gives the whole command, quoted where a shell would ask for it', () => {
    const options = {
      groups: 'sex,age<55',
      target: "who's in",
      split: [0.6, 0.2, 0.2],
      gap: 1e-4,
      refine: true,
      mergeSmall: true,
      features: undefined,
      ignore: ['zip code', 'id'],
    };
    expect(commandLine('fit', { data: 'my loans.csv', options })).toBe(
      "fairfront fit 'my loans.csv' --groups 'sex,age<55' --target 'who'\\''s in' --split 0.6,0.2,0.2 --gap 0.0001 --refine --merge-small --ignore '\"zip code\",id'",
    );
  });

  it('of a switch that is off, and without data', () => {
    expect(commandLine('fit', { data: undefined, options: { refine: false } })).toBe(
      'fairfront fit --no-refine',
    );
    const switches = { verify: true, settle: false, mergeSmall: false, groupsAsFeatures: true, threads: 2 };
    expect(commandLine('fit', { options: switches })).toBe('fairfront fit --no-settle --groups-as-features');
    expect(commandLine('audit', { data: '-', options: {} })).toBe('fairfront audit -');
  });

  it('names the options as messages do', () => {
    fc.assert(
      fc.property(name, fc.oneof(text, fc.array(text, { minLength: 1 })), (option, value) => {
        const [, , ...flags] = shellWords(commandLine('fit', { options: { [option]: value } }));
        expect(flags).toEqual(shellWords(inFlags(optionText(option, value))));
      }),
    );
  });
});
