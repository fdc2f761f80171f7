import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NumberSpelling, respell } from '../../src/read/columns/number-spelling.js';
import { findOtherSpelling } from '../../src/read/columns/other-spelling.js';
import { READ_KINDS } from '../../src/read/read-options.js';
import { readTable } from '../../src/read/read-table.js';
import { expectRefused, kindsOf, madeByDuckDb, readText, valuesOf } from './files.js';

const COMMA: NumberSpelling = { decimal: ',' };
const GERMAN: NumberSpelling = { decimal: ',', thousands: '.' };
const ENGLISH: NumberSpelling = { decimal: '.', thousands: ',' };

describe('a spelling', () => {
  it.each<[NumberSpelling, string, string]>([
    [COMMA, '1,5', '1.5'],
    [COMMA, '-,5', '-.5'],
    [COMMA, '1,5e-3', '1.5e-3'],
    [COMMA, '12', '12'],
    [GERMAN, '1.234,5', '1234.5'],
    [GERMAN, '-12.345.678', '-12345678'],
    [GERMAN, '1234567,5', '1234567.5'],
    [ENGLISH, '1,234.5', '1234.5'],
    [{ decimal: ',', thousands: ' ' }, '1 234 567,8', '1234567.8'],
    [{ decimal: ',', thousands: ' ' }, '1\u202f234\u00a0567', '1234567'],
    [{ decimal: '.', thousands: "'" }, "1'234’567.8", '1234567.8'],
    [{ decimal: '.', thousands: '_' }, '1_000', '1000'],
  ])('%j takes %s for %s', (spelling, text, plain) => expect(respell(spelling)(text)).toBe(plain));

  it.each<[NumberSpelling, string]>([
    [COMMA, '1.5'],
    [COMMA, '1,5,5'],
    [COMMA, ','],
    [COMMA, '1.234,5'],
    [GERMAN, '1.23,5'],
    [GERMAN, '1234.567'],
    [GERMAN, '1.2345'],
    [GERMAN, '1,234.5'],
    [GERMAN, '0.123'],
    [GERMAN, '1..234'],
    [GERMAN, '.123'],
    [GERMAN, '1,234.567'],
    [ENGLISH, '1,5'],
    [ENGLISH, '12,34,567'],
    [{ decimal: '.', thousands: ' ' }, '1  234'],
  ])('%j does not take %s for a number', (spelling, text) => {
    expect(respell(spelling)(text)).toBeUndefined();
  });
});

describe('`decimal` and `thousands`', () => {
  it('read numbers as they are spelled, on the fast way and on the slow', async () => {
    const content = 'a;b;c\n1.234,5;1,5;x\n-0,25;1e3;y\n1.000.000;007,5;x\n;-3;z\n';
    const reading = await readText(content, { decimal: ',', thousands: '.' });
    expect(kindsOf(reading)).toEqual({ a: 'numeric', b: 'numeric', c: 'categorical' });
    expect(valuesOf(reading)).toMatchObject({ a: [1234.5, -0.25, 1e6, null], b: [1.5, 1000, 7.5, -3] });
    expect(reading.notes).toEqual([]);
  });

  it('read what the same numbers are in the plain spelling', { timeout: 60_000 }, async () => {
    const number = fc
      .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat({ max: 6 }))
      .map(([digits, places]) => digits / 10 ** places);
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 40 }), async (values) => {
        const spelled = values.map((value) => value.toLocaleString('de-DE', { maximumFractionDigits: 6 }));
        const reading = await readText(`row;v\n${spelled.map((text) => `0;${text}\n`).join('')}`, {
          decimal: ',',
          thousands: '.',
          numeric: ['v'],
        });
        expect(valuesOf(reading)['v']!.map((value) => (value! === 0 ? 0 : value))).toEqual(
          values.map((value) => Number(value.toFixed(6)) || 0),
        );
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  it('leave a comma that begins decimals out of the delimiters, unless nothing else separates', async () => {
    const content = 'a,x;b,x\n1,5;2,5\n2,5;3,5\n';
    await expectRefused(
      readText(content),
      'lines can be cut at',
      "or `decimal: ','` if commas begin decimals",
    );
    expect(valuesOf(await readText(content, { decimal: ',' }))).toEqual({
      'a,x': [1.5, 2.5],
      'b,x': [2.5, 3.5],
    });
    const inQuotes = 'a,b\n"1,5",x\n"2,5",y\n';
    for (const options of [{}, { delimiter: ',' }] as const) {
      const reading = await readText(inQuotes, { ...options, decimal: ',' });
      expect(valuesOf(reading)).toEqual({ a: [1.5, 2.5], b: ['x', 'y'] });
    }
    expect(valuesOf(await readText('a\n1,5\n2,5\n', { decimal: ',' }))).toEqual({ a: [1.5, 2.5] });
    await expectRefused(
      readText('a,b\n1,5,x\n', { decimal: ',', delimiter: ',' }),
      'line 2: the line has 3 values',
      'quote values that hold the delimiter',
    );
  });

  it('read thousands in quotes', async () => {
    const content = 'a,b\n"1,234.5",x\n"12,345",y\n7,z\n';
    expect(valuesOf(await readText(content, { thousands: ',' }))['a']).toEqual([1234.5, 12345, 7]);
  });

  it('are strict: another spelling is an error in a column of numbers', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${i},5\n`).join('');
    await expectRefused(
      readText(`v\n${rows}1.5\n`, { decimal: ',' }),
      'column "v" has 30 numbers, but also "1.5" in 1 row (row 31)',
    );
    await expectRefused(
      readText('v;w\n1.23;x\n2,5;y\n', { decimal: ',', thousands: '.', numeric: ['v'] }),
      'has 1 number, but also "1.23"',
    );
  });

  it('know markers of missing values as the file spells them', async () => {
    const reading = await readText('v;w\n-9,9;x\n1,5;y\n-9,90;z\n', { decimal: ',', missing: ['-9,9'] });
    expect(valuesOf(reading)['v']).toEqual([null, 1.5, -9.9]);
  });

  it('take a header of such numbers for data', async () => {
    await expectRefused(readText('1,5;2,5\n1,5;2,5\n', { decimal: ',' }), 'the first line looks like data');
  });

  it('may not be the same mark', async () => {
    await expectRefused(
      readText('a\n1\n', { thousands: '.' }),
      '`thousands` and `decimal` are both "."',
      "`decimal: ','`",
    );
    await expectRefused(
      readText('a\n1\n', { thousands: ',', decimal: ',' }),
      '`thousands` and `decimal` are both ","',
    );
  });

  it('are for CSV only', async () => {
    await expectRefused(readText('{"a":"1,5"}\n', { decimal: ',' }, 'a.jsonl'), '`decimal`: for CSV only');
    const parquet = await madeByDuckDb('a.parquet', 'COPY (SELECT 1 AS a) TO FILE');
    await expectRefused(
      readTable(parquet, { decimal: ',', thousands: '.' }),
      '`decimal`, `thousands`: for CSV only; ',
      'is parquet',
    );
  });

  it('come from a command line, a space also by its name', () => {
    expect(READ_KINDS.thousands.parse('space')).toBe(' ');
    expect(READ_KINDS.thousands.parse("'")).toBe("'");
    expect(READ_KINDS.decimal.accepts(READ_KINDS.decimal.parse(','))).toBe(true);
  });
});

describe('numbers in a spelling that is not the file’s', () => {
  const fileOf = (texts: readonly string[]): string =>
    `row;v\n${texts.map((text) => `0;${text}\n`).join('')}`;

  it.each([
    [['1,5', '2,25', '3'], "read them with `decimal: ','`;"],
    [['1,5', '2,5'], "read them with `decimal: ','`;"],
    [['1.234,5', '2,25'], "read them with `decimal: ','` and `thousands: '.'`;"],
    [['1,234', '12,345'], "read them with `decimal: ','`, or `thousands: ','`;"],
    [['1,234.5', '12,345'], "read them with `thousands: ','`;"],
  ])('with commas are an error that names the options: %j', async (texts, way) => {
    await expectRefused(readText(fileOf(texts)), 'column "v" has numbers with commas', way);
  });

  it('among numbers are an error that names them, too', async () => {
    const numbers = Array.from({ length: 30 }, (_, i) => String(i));
    await expectRefused(
      readText(fileOf([...numbers, '1,5', '2,5'])),
      'has 30 numbers, but also "1,5", "2,5"',
      "read them with `decimal: ','`;",
    );
    await expectRefused(
      readText(fileOf([...numbers, '1 500', '12 500'])),
      'but also "1 500", "12 500"',
      "read them with `thousands: ' '`",
    );
  });

  it.each([
    [['11.0%', '7.5%', '8%'], 'numbers with "%", such as "11.0%"; take "%" out of the file, or'],
    [['€ 591', '€ 20', '€ 7.50'], 'numbers with "€", such as "€ 20"; take "€" out of the file, or'],
    [
      ['$1,200', '$12,345.60', '$7'],
      'numbers with "$", such as "$1,200"; take "$" out of the file, and read them with `thousands: \',\'`, or',
    ],
    [['-$5', '$6', '$ 7'], 'numbers with "$"'],
    [['1.234,50 €', '7,25 €', '8 €'], "and read them with `decimal: ','` and `thousands: '.'`, or"],
    [['36 months', '60 months', '12 months'], 'numbers with "months", such as "12 months"'],
    [
      ['1 234', '12 345', '999'],
      'in another spelling, such as "1 234"; read them with `thousands: \' \'`, or',
    ],
    [["1'234", "12'345", '9'], "read them with `thousands: '\\''`"],
  ])('that are read as text are noted: %j', async (texts, note) => {
    const { notes, columns } = await readText(fileOf(texts));
    expect(columns[1]!.kind).toBe('categorical');
    expect(notes).toEqual([expect.stringContaining(note)]);
    expect(notes[0]).toMatch(/^"v": not read as numbers, .* if they are names, add `categorical: \['v'\]`$/);
    expect((await readText(fileOf(texts), { categorical: ['v'] })).notes).toEqual([]);
  });

  it.each([
    [['A11', 'A12', 'A13', 'A14']],
    [['10th', '11th', 'HS-grad', 'Bachelors', 'Masters']],
    [['50%', '100%']],
    [['2020-01-01', '2020-01-02', '2020-02-01']],
    [['1', '2', '3', '4+', '5+', '6+']],
    [['192.168.0.1', '10.0.0.1', '1.2.3.4']],
    [['02139', '94110', '10001']],
    [['18-24', '25-34', '35-44']],
  ])('are not seen in %j', (texts) => {
    expect(findOtherSpelling(texts, { decimal: '.' }, 3)).toBeUndefined();
  });

  it('are noted once for columns alike, and where there are too many texts for a category', async () => {
    const rows = Array.from({ length: 10_500 }, (_, i) => `${i}%,${i % 7}%,${i % 5}%,x\n`).join('');
    const { notes, columns } = await readText(`a,b,c,d\n${rows}`);
    expect(columns[0]!.kind).toBe('text');
    expect(notes).toHaveLength(2);
    expect(notes[1]).toMatch(/^"a", "b", "c": not read as numbers.*`categorical: \['a', 'b', 'c'\]`$/);
  });

  it('are noted where the file was read with decimal commas', async () => {
    const { notes } = await readText('a;b\n1.5;x\n2.5;y\n3.5;x\n', { decimal: ',' });
    expect(notes[0]).toContain('in another spelling, such as "1.5"; read them with `decimal: \'.\'`');
  });

  it('are none where the file’s own spelling reads as many, however rare it is', () => {
    const swiss = { decimal: ',', thousands: "'" } as const;
    expect(findOtherSpelling(["1'000,5", '2', '3', '4+'], swiss)).toBeUndefined();
    expect(findOtherSpelling(['1', '2', '3', '4+'], swiss)).toBeUndefined();
    expect(findOtherSpelling(['1 %', '2 %', '3 %'], swiss)).toEqual({
      spellings: [],
      unit: '%',
      example: '1 %',
    });
    expect(findOtherSpelling([], swiss)).toBeUndefined();
  });

  it('cannot be respelled by options beside CSV', async () => {
    const lines = ['1 234', '12 345', '123 456'].map((a) => `${JSON.stringify({ a, b: 1 })}\n`).join('');
    const { notes } = await readText(lines, {}, 'data.jsonl');
    expect(notes[0]).toContain('write them with a decimal point and without other marks, or');
    const commas = readText('{"a":"1,5"}\n{"a":"2,5"}\n', {}, 'data.jsonl');
    await expectRefused(commas, 'numbers with commas ("1,5", "2,5"); write them with a decimal point');
  });
});
