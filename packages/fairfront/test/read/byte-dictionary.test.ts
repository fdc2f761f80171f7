import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteDictionary } from '../../src/read/csv/byte-dictionary.js';

/** For each text how many different ones were met before it was first met. */
function codesOf(texts: readonly string[]): number[] {
  const dictionary = new ByteDictionary();
  const found = new Uint32Array(1);
  let met = 0;
  return texts.map((text) => {
    const bytes = Buffer.from(`<${text}>`); // what is around it must not matter
    const places = {
      starts: Int32Array.of(1),
      ends: Int32Array.of(bytes.length - 1),
      width: 1,
      recordCount: 1,
    };
    if (dictionary.findAll(bytes, places, 0, 0, found, 0) === 1) return found[0]!;
    dictionary.add(bytes, 1, bytes.length - 1, met);
    return met++;
  });
}

it('gives equal texts one code, and different ones different codes', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', '\0'), maxLength: 4 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 200 }), (texts) => {
      const different = [...new Set(texts)];
      expect(codesOf(texts)).toEqual(texts.map((each) => different.indexOf(each)));
    }),
    { seed: 8 },
  );
});

it('grows', () => {
  const texts = Array.from({ length: 50_000 }, (_, i) => `text number ${i % 30_000}`);
  expect(codesOf(texts)).toEqual(texts.map((_, i) => i % 30_000));
});

it('tells texts apart that share length, beginning and end', () => {
  const texts = [
    'abcdXefgh',
    'abcdYefgh',
    'abcd12345efgh',
    'abcd12346efgh',
    'abcd12345678efgh',
    'abcd1234567xefgh',
  ];
  expect(codesOf([...texts, ...texts])).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]);
  expect(codesOf(['', 'a', 'aa', 'aaa', 'aba', 'ab', 'aab', 'a', ''])).toEqual([0, 1, 2, 3, 4, 5, 6, 1, 0]);
});
