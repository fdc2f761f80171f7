import { capitalised } from '@fairfront/core/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fontSize } from '../src/marks/theme.js';
import { fitSentence, textWidth } from '../src/marks/words.js';

const sentence = ([one, other]: readonly [string, string]): string => `First is ${one}, then ${other}.`;

test('what fits is left as it is', () => {
  expect(fitSentence(['Zafar', 'minimax'], sentence, 842)).toBe('First is Zafar, then minimax.');
});

test('a long name is cut, a short one beside it is not', () => {
  const long = 'a name that goes on and on and on and on and on and on and on and on and on';
  const text = fitSentence([long, 'Zafar'], sentence, 400);
  expect(text).toMatch(/^First is a name that .*…, then Zafar\.$/);
});

test('two long names are cut alike', () => {
  const text = fitSentence(['a'.repeat(80), 'b'.repeat(81)], sentence, 500);
  const [one, other] = ['a', 'b'].map((letter) => text.split(letter).length - 1) as [number, number];
  expect(Math.abs(one - other)).toBeLessThanOrEqual(3);
  expect(one).toBeGreaterThan(10);
});

test('with names of any length it fits, and uses most of the room', () => {
  const name = fc.string({ minLength: 1, maxLength: 90, unit: fc.constantFrom('a', 'b', 'c') });
  fc.assert(
    fc.property(name, name, fc.integer({ min: 400, max: 900 }), (one, other, width) => {
      const text = fitSentence([one, other], sentence, width);
      expect(textWidth(text, fontSize.title)).toBeLessThanOrEqual(width);
      const isCut = text !== sentence([one, other]);
      if (isCut) expect(textWidth(text, fontSize.title)).toBeGreaterThan(width - 40);
    }),
  );
});

test('a sentence starts with a capital letter', () => {
  expect(['accuracy', 'AUC', 'é', ''].map(capitalised)).toEqual(['Accuracy', 'AUC', 'É', '']);
});
