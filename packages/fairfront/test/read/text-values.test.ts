import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isCodeText,
  isCommaNumberText,
  isInfiniteText,
  isNumberText,
  MISSING_MARKERS,
} from '../../src/read/columns/text-values.js';
import { readTable } from '../../src/read/read-table.js';
import { madeByDuckDb, readText, valuesOf } from './files.js';

describe('what a text stands for', () => {
  it.each(['0', '7', '-7', '+7', '007', '1.5', '1.', '.5', '-.5', '1e3', '1E+3', '1.5e-3', '00.50', '1e999'])(
    '%s is a number',
    (text) => expect(isNumberText(text)).toBe(true),
  );

  it.each([
    '',
    ' ',
    '.',
    '-',
    '+',
    '+-5',
    '1e',
    'e5',
    '1e5.5',
    '1_000',
    '1,5',
    '1 000',
    '0x10',
    '１',
    '½',
    'NaN',
  ])('%j is none', (text) => expect(isNumberText(text)).toBe(false));

  it.each(['inf', '-inf', '+Infinity', 'INF', '1e999', '-1e999', `1${'0'.repeat(400)}`])(
    '%s is infinite',
    (text) => expect(isInfiniteText(text)).toBe(true),
  );

  it.each(['1e308', 'info', 'infinit', '--inf', 'nan', '1e-999'])('%s is not', (text) =>
    expect(isInfiniteText(text)).toBe(false),
  );

  it.each(['00', '007', '02139'])('%s is a code', (text) => expect(isCodeText(text)).toBe(true));
  it.each(['0', '0.5', '10', '-07', '0x10', '00.5', 'a0'])('%s is not', (text) =>
    expect(isCodeText(text)).toBe(false),
  );

  it.each(['1,5', '-1,5', '1,234', '1,234,567', '1.234,5', '1,234.5', ',5'])('%s has commas', (text) =>
    expect(isCommaNumberText(text)).toBe(true),
  );
  it.each(['15', '1.5', '1,', 'a,5', '1,5 m', ',', '1, 5', '1,5e3'])('%s is not such a number', (text) =>
    expect(isCommaNumberText(text)).toBe(false),
  );

  it('no marker of missing values is a number', () => {
    expect(MISSING_MARKERS.filter(isNumberText)).toEqual([]);
  });
});

/**
 * Numbers in every spelling that is allowed, with more digits than a double holds, and beyond its range
 * downwards.
 */
const numberText = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }).map(String),
      fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
      fc
        .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 35 }))
        .map(([digits, point]) => {
          const text = String(digits).padStart(point, '0');
          return `${text.slice(0, text.length - point)}.${text.slice(text.length - point)}`;
        })
        .filter((text) => text !== '.'),
      fc
        .tuple(fc.integer({ min: 1, max: 99_999 }), fc.constantFrom('e', 'E', 'e+', 'e-'), fc.nat(340))
        .map(([digits, e, power]) => `${digits}${e}${power}`),
    ),
  )
  .map(([sign, text]) => sign + text)
  .filter((text) => Number.isFinite(Number(text)));

it('numbers in files are the doubles nearest to them', async () => {
  const texts = fc.sample(numberText, { seed: 5, numRuns: 20_000 });
  const expected = texts.map(Number);
  const fromCsv = await readText(`row,v\n${texts.map((text) => `0,${text}\n`).join('')}`, { numeric: ['v'] });
  expect(valuesOf(fromCsv)['v']!.findIndex((value, i) => !Object.is(value, expected[i]))).toBe(-1);
  const parquet = await madeByDuckDb(
    'data.parquet',
    `COPY (SELECT unnest(${JSON.stringify(texts).replaceAll('"', "'")}) AS v) TO FILE`,
  );
  const fromTexts = valuesOf(await readTable(parquet, { numeric: ['v'] }))['v']!;
  expect(fromTexts.findIndex((value, i) => !Object.is(value, expected[i]))).toBe(-1);
});
