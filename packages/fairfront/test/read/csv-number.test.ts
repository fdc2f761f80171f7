import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCodeText, isNumberText } from '../../src/read/columns/text-values.js';
import { parseDecimal } from '../../src/read/csv/csv-number.js';

/** The number among other bytes, which must not matter. */
function parse(text: string): number {
  const bytes = Buffer.from(`7${text}7`);
  return parseDecimal(bytes, 1, bytes.length - 1, '.'.charCodeAt(0));
}

it.each([
  ['0', 0],
  ['-0', -0],
  ['+12', 12],
  ['1.5', 1.5],
  ['.5', 0.5],
  ['5.', 5],
  ['0.1', 0.1],
  ['123456789012345', 123456789012345],
  ['0.30000000000000', 0.3],
  ['-00.5', -0.5],
])('%s', (text, value) => expect(parse(text)).toBe(value));

it.each([
  '',
  '-',
  '+',
  '.',
  '-.',
  '+-5',
  '--5',
  '1e5',
  '1_0',
  'inf',
  'NaN',
  ' 1',
  '1 ',
  '007',
  '00',
  '1.2.3',
  '1,5',
  '٣',
])('%j goes by its text', (text) => expect(parse(text)).toBeNaN());

it('is right, or leaves the number to its text', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789.-+e'), maxLength: 20 }),
    fc.double({ noNaN: true }).map(String),
    fc
      .tuple(fc.maxSafeInteger(), fc.nat(15))
      .map(([digits, places]) => (digits / 10 ** places).toFixed(places)),
  );
  let parsed = 0;
  fc.assert(
    fc.property(text, (each) => {
      const value = parse(each);
      if (Number.isNaN(value)) return;
      parsed++;
      expect(isNumberText(each) && !isCodeText(each)).toBe(true);
      expect(value).toBe(Number(each));
    }),
    { seed: 7, numRuns: 5000 },
  );
  expect(parsed).toBeGreaterThan(500);
});
