// What columns are taken for, what the caller declares them to be, and what is refused.

import { describe, expect, it } from 'vitest';
import { expectRefused, kindsOf, readText, valuesOf } from './files.js';

/** A column "v" of these texts, beside another. */
const fileOf = (texts: readonly string[]): string =>
  `row,v\n${texts.map((text, row) => `${row},"${text.replaceAll('"', '""')}"\n`).join('')}`;

const numbersTo = (count: number): string[] => Array.from({ length: count }, (_, i) => String(i));

describe('a column of texts', () => {
  it.each([
    ['numbers', ['1', '-2.5', '+3', '.5', '1.', '1e3', '1E-3', '-0'], 'numeric'],
    ['words', ['a', 'b'], 'categorical'],
    ['true and false', ['true', 'false'], 'categorical'],
    ['dates', ['2020-01-02', '2020-01-03'], 'categorical'],
    ['a few numbers among words', ['1', '2', '3+'], 'categorical'],
    ['20 numbers and a word', [...numbersTo(20), 'x'], 'categorical'],
    ['many numbers and more words', [...numbersTo(25), ...numbersTo(26).map((i) => `w${i}`)], 'categorical'],
    ['numbers in another base', ['0x10', '0x20'], 'categorical'],
    ['numbers with marks', ['1_000', '2_000'], 'categorical'],
    ['nothing', ['', 'NA'], 'numeric'],
  ])('%s', async (_, texts, kind) => {
    expect(kindsOf(await readText(fileOf(texts)))).toEqual({ row: 'numeric', v: kind });
  });

  it.each([
    ['leading zeros', ['02139', '10001', '94110']],
    ['nothing but zeros', ['0', '00', '000']],
    ['leading zeros among many numbers', [...numbersTo(100), '007', 'x']],
  ])('with %s is a category, and that is told', async (_, texts) => {
    const reading = await readText(fileOf(texts));
    expect(valuesOf(reading)['v']).toEqual(texts);
    expect(reading.notes).toEqual([expect.stringMatching(/"v" has numbers with leading zeros \(0\d+\)/)]);
  });

  it('with levels that are numbers has them in the order of numbers', async () => {
    const reading = await readText(fileOf(['10', '9', 'b', '-1', 'a']));
    expect(reading.table.columns[1]).toMatchObject({ levels: ['-1', '9', '10', 'a', 'b'] });
  });

  it('of numbers and other texts is an error that counts them', async () => {
    await expectRefused(
      readText(fileOf([...numbersTo(21), 'n/a', 'n/a', 'none'])),
      'data.csv: column "v" has 21 numbers, but also "n/a", "none" in 3 rows (rows 22, 23, 24)',
      "if that means missing, add `missing: ['n/a', 'none']`",
      "if it is a category, `categorical: ['v']`",
      "or leave it out, `ignore: ['v']`",
    );
  });

  it('of as many numbers as words is one of numbers', async () => {
    const words = numbersTo(25).map((i) => `w${i}`);
    await expectRefused(readText(fileOf([...numbersTo(25), ...words])), 'has 25 numbers, but also "w0"');
  });

  it('of numbers and long texts does not offer these as markers', async () => {
    const long = 'x'.repeat(5000);
    const refused = readText(fileOf([...numbersTo(21), long]));
    await expectRefused(refused, 'also "xxx', "`ignore: ['v']`");
    await expect(refused).rejects.not.toThrow('`missing');
  });

  it('of infinite numbers is an error that names the rows', async () => {
    await expectRefused(
      readText(fileOf(['1', 'inf', '-Infinity', '2', '1e999'])),
      'data.csv: column "v" is infinite in 3 rows (rows 2, 3, 5)',
      "`missing: ['inf', '-Infinity', '1e999']`",
    );
    const reading = await readText(fileOf(['1', 'inf']), { missing: ['inf'] });
    expect(valuesOf(reading)['v']).toEqual([1, null]);
  });

  it('of several kinds of trouble is told with all of them', async () => {
    const content = `a,b\n${numbersTo(21)
      .map((i) => `${i},${i}\n`)
      .join('')}inf,x\n`;
    await expectRefused(readText(content), 'column "a" is infinite', 'column "b" has 21 numbers');
  });
});

describe('numbers with commas', () => {
  const decimal = 'a;b\n1,5;x\n2,25;y\n3;x\n';

  it('are an error, not levels without an order', async () => {
    await expectRefused(
      readText(decimal),
      'data.csv: column "a" has numbers with commas ("1,5", "2,25")',
      'decimal point',
      "`categorical: ['a']`",
      "`ignore: ['a']`",
    );
  });

  it.each([
    ['thousands', ['1,234', '12,345', '100']],
    ['thousands and decimals', ['1.234,56', '-7,5', '0,5']],
    ['with a few words among them', ['1,5', '2,5', '3,5', 'none']],
    ['more than make a category', Array.from({ length: 10_500 }, (_, i) => `${i},5`)],
  ])('%s', async (_, texts) => {
    await expectRefused(
      readText(fileOf(texts)),
      'column "v" has numbers with commas',
      "`categorical: ['v']`",
    );
  });

  it('are levels where the caller says so, or where most are not', async () => {
    expect(valuesOf(await readText(decimal, { categorical: ['a'] }))['a']).toEqual(['1,5', '2,25', '3']);
    const texts = ['a', 'b', 'c', '1,5'];
    expect(valuesOf(await readText(fileOf(texts)))['v']).toEqual(texts);
  });
});

describe('what the caller declares', () => {
  it('`categorical` keeps texts as they are written', async () => {
    const texts = ['1', '1.0', '01', '1e0', ' 1 ', '+1', 'NA'];
    const reading = await readText(fileOf(texts), { categorical: ['v'] });
    expect(valuesOf(reading)['v']).toEqual(['1', '1.0', '01', '1e0', '1', '+1', null]);
    expect(reading.notes).toEqual([]);
  });

  it('`numeric` makes numbers of codes, and refuses words however few', async () => {
    const reading = await readText(fileOf(['007', '42', '?']), { numeric: ['v'] });
    expect(valuesOf(reading)['v']).toEqual([7, 42, null]);
    const refused = readText(fileOf(['1', 'x']), { numeric: ['v'] });
    await expectRefused(
      refused,
      'column "v" has 1 number, but also "x" in 1 row (row 2)',
      "`missing: ['x']`",
    );
    await expect(refused).rejects.not.toThrow('`categorical');
  });

  it('what names things is a category, if it is there', async () => {
    const reading = await readText(fileOf(['1', '2']), { naming: ['v', 'elsewhere'] });
    expect(valuesOf(reading)['v']).toEqual(['1', '2']);
  });

  it('`ignore` leaves columns out, which may be anything', async () => {
    const reading = await readText(fileOf([...numbersTo(30), 'x']), { ignore: ['v'] });
    expect(kindsOf(reading)).toEqual({ row: 'numeric', v: 'ignored' });
    expect(Object.keys(valuesOf(reading))).toEqual(['row']);
  });

  const content = 'age,sex,income\n39,f,1\n40,m,2\n';
  it.each(['categorical', 'numeric', 'ignore'] as const)('`%s` must name a column', async (option) => {
    await expectRefused(
      readText(content, { [option]: ['Age'] }),
      `\`${option}\`:`,
      'data.csv',
      'no column "Age"',
      'did you mean "age"?',
    );
    await expectRefused(
      readText(content, { [option]: ['incme'] }),
      'no column "incme"',
      'did you mean "income"?',
    );
    await expectRefused(
      readText(content, { [option]: ['zzzzz'] }),
      'no column "zzzzz"',
      'there are "age", "sex", "income"',
    );
  });

  it('a column cannot be both, and one must be left', async () => {
    await expectRefused(
      readText(content, { categorical: ['age'], numeric: ['age'] }),
      '"age"',
      'both `categorical` and `numeric`',
    );
    await expectRefused(
      readText(content, { ignore: ['age', 'sex', 'income'] }),
      'data.csv',
      'every column is ignored',
    );
  });

  it('options are not changed', async () => {
    const options = Object.freeze({
      categorical: Object.freeze(['age']),
      ignore: Object.freeze(['sex']),
      missing: Object.freeze(['2']),
    });
    expect(valuesOf(await readText(content, options))).toEqual({ age: ['39', '40'], income: [1, null] });
  });
});

it('says so where numbers meet a few texts', async () => {
  const text = `kids,y\n${Array.from({ length: 50 }, (_, i) => `${i % 5},${i % 2}\n`).join('')}N/A,1\n`;
  const { notes, columns } = await readText(text);
  expect(columns[0]!.kind).toBe('categorical');
  expect(notes.join()).toMatch(
    /"kids" has 5 numbers and also "N\/A".*`missing: \['N\/A'\]`.*`categorical: \['kids'\]`/,
  );
  expect((await readText(text, { categorical: ['kids'] })).notes).toEqual([]);
  expect((await readText(text, { missing: ['N/A'] })).columns[0]!.kind).toBe('numeric');
});
