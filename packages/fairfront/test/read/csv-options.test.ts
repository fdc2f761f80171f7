import { describe, expect, it } from 'vitest';
import { expectRefused, readText, valuesOf } from './files.js';

const withoutHeader = '1,x\n2,y\n';

describe('`columns`', () => {
  it('names the columns of a file without a header, whose first line is a row', async () => {
    const reading = await readText(withoutHeader, { columns: ['n', 't'] });
    expect(valuesOf(reading)).toEqual({ n: [1, 2], t: ['x', 'y'] });
  });

  it('with `skipLines` takes the place of a header', async () => {
    const reading = await readText('2019,2020\n1,2\n', { columns: ['before', 'after'], skipLines: 1 });
    expect(valuesOf(reading)).toEqual({ before: [1], after: [2] });
  });

  it('is not put off by a byte order mark before a quote', async () => {
    const reading = await readText('\ufeff"a,b",1\nc,2\n', { columns: ['t', 'n'] });
    expect(valuesOf(reading)).toEqual({ t: ['a,b', 'c'], n: [1, 2] });
  });

  it.each([
    ['too few', ['n'], ['2 columns', '1 name']],
    ['too many', ['n', 't', 'u'], ['2 columns', '3 names']],
    ['the same name twice', ['n', 'n'], ['`columns`', 'columns 1 and 2', '"n"']],
  ])('%s is an error', async (_, columns, parts) => {
    await expectRefused(readText(withoutHeader, { columns }), ...parts);
  });

  it('is an error where the first line has the same names', async () => {
    await expectRefused(
      readText('n,t\n1,x\n', { columns: ['n', 't'] }),
      'data.csv',
      'header',
      'leave out `columns`',
    );
  });
});

describe('`skipLines`', () => {
  it.each([
    ['\\n', 'Report of 2020\n\na,b\n1,x\n'],
    ['\\r\\n', 'Report of 2020\r\n\r\na,b\r\n1,x\r\n'],
    ['\\r', 'Report of 2020\r\ra,b\r1,x\r'],
    ['empty values', 'Report,,,,\n,,,,\na,b\n1,x\n'],
  ])('leaves out lines before the header: %s', async (_, content) => {
    expect(valuesOf(await readText(content, { skipLines: 2 }))).toEqual({ a: [1], b: ['x'] });
  });

  it('counts lines, not values: an odd quote does not swallow the header', async () => {
    const content = '"Report of 2020\na,b\n1,x\n2,"y"\n';
    expect(valuesOf(await readText(content, { skipLines: 1 }))).toEqual({ a: [1, 2], b: ['x', 'y'] });
  });

  it('is an error where nothing is left', async () => {
    await expectRefused(readText('a,b\n1,x\n', { skipLines: 7 }), 'data.csv', 'no lines', '7 skipped');
  });
});

describe('`delimiter`', () => {
  it('settles what the lines leave open', async () => {
    const content = 'a,b;c\n1,5;x\n2,6;y\n';
    expect(valuesOf(await readText(content, { delimiter: ',' }))).toEqual({
      a: [1, 2],
      'b;c': ['5;x', '6;y'],
    });
    const reading = await readText(content, { delimiter: ';', categorical: ['a,b'] });
    expect(valuesOf(reading)).toEqual({ 'a,b': ['1,5', '2,6'], c: ['x', 'y'] });
  });

  it.each([' ', ':', '~', '#', "'", '\\'])('may be %j', async (delimiter) => {
    const reading = await readText('a,b\n1,x\n2,y\n'.replaceAll(',', delimiter), { delimiter });
    expect(valuesOf(reading)).toEqual({ a: [1, 2], b: ['x', 'y'] });
  });

  it.each(['"', '\n', '||', '', '§'])('may not be %j', async (delimiter) => {
    await expectRefused(readText('a,b\n1,x\n', { delimiter }), '`delimiter`', 'one character');
  });
});

describe('`duplicateHeaders`', () => {
  const content = 'age,sex,age,age_2,age\n1,f,2,3,4\n';

  it('is named by the error for columns of one name', async () => {
    const error = [
      'data.csv: columns 1 and 3 and 5 are all named "age"',
      "add `duplicateHeaders: 'suffix'`",
    ] as const;
    await expectRefused(readText(content), ...error);
    await expectRefused(readText(content, { duplicateHeaders: 'error' }), ...error);
  });

  it('suffix renames the later ones as no other column is called, and says so', async () => {
    const reading = await readText(content, { duplicateHeaders: 'suffix', ignore: ['age_4'] });
    expect(valuesOf(reading)).toEqual({ age: [1], sex: ['f'], age_3: [2], age_2: [3] });
    expect(reading.columns.map(({ name }) => name)).toEqual(['age', 'sex', 'age_3', 'age_2', 'age_4']);
    expect(reading.notes).toEqual([
      'column 3 has the name of an earlier one, "age"; it is called "age_3"',
      'column 5 has the name of an earlier one, "age"; it is called "age_4"',
    ]);
  });

  it('suffix also parts a nameless column from one that is called as it would be', async () => {
    const reading = await readText('a,,column_2\n1,2,3\n', { duplicateHeaders: 'suffix' });
    expect(valuesOf(reading)).toEqual({ a: [1], column_2: [2], column_2_2: [3] });
  });

  it('suffix changes nothing where names differ', async () => {
    const reading = await readText('a,b\n1,x\n', { duplicateHeaders: 'suffix' });
    expect(valuesOf(reading)).toEqual({ a: [1], b: ['x'] });
    expect(reading.notes).toEqual([]);
  });

  it('has no say where names are given, nor beside CSV', async () => {
    await expectRefused(
      readText(withoutHeader, { columns: ['n', 't'], duplicateHeaders: 'suffix' }),
      'leave out `duplicateHeaders`',
    );
    await expectRefused(
      readText('{"a":1}\n', { duplicateHeaders: 'suffix' }, 'data.jsonl'),
      '`duplicateHeaders`: for CSV only',
    );
  });
});

describe('`encoding`', () => {
  it('latin-1 reads what UTF-8 does not', async () => {
    const bytes = Buffer.from('a,naïve\n1,café\n', 'latin1');
    const reading = await readText(bytes, { encoding: 'latin-1' });
    expect(valuesOf(reading)).toEqual({ a: [1], naïve: ['café'] });
    expect(reading.notes).toEqual([]);
  });

  it('latin-1 on text in UTF-8 tells the doubt', async () => {
    const reading = await readText('a,b\n1,café\n', { encoding: 'latin-1' });
    expect(valuesOf(reading)['b']).toEqual(['cafÃ©']);
    expect(reading.notes).toEqual([expect.stringContaining('UTF-8')]);
  });

  it.each([
    ['with a mark', '\ufeff'],
    ['without', ''],
  ])('utf-16 reads it, %s', async (_, mark) => {
    const bytes = Buffer.from(`${mark}a,é\n1,x\n2,"😀,"\n`, 'utf16le');
    expect(valuesOf(await readText(bytes, { encoding: 'utf-16' }))).toEqual({ a: [1, 2], é: ['x', '😀,'] });
  });

  it('utf-16 on a file that is none is an error', async () => {
    await expectRefused(readText('a,bc\n1,xy\n', { encoding: 'utf-16' }), 'data.csv', 'utf-16');
    await expectRefused(readText('a,b\n1,x\n2,y\n', { encoding: 'utf-16' }), 'data.csv', 'not UTF-16');
  });
});

it('reads Latin-1 as Windows writes it, in the header as in the rows', async () => {
  const bytes = Buffer.from('Preis \x80,it\x92s\n1,\x85\n2,caf\xe9\n', 'latin1');
  const reading = await readText(bytes, { encoding: 'latin-1' });
  expect(valuesOf(reading)).toEqual({ 'Preis €': [1, 2], 'it’s': ['…', 'café'] });
});

it('refuses a line for Excel before the header, and says how to read the file', async () => {
  const text = 'sep=;\na;b\n1;x\n';
  await expectRefused(readText(text), "`skipLines: 1` and `delimiter: ';'`");
  const reading = await readText(text, { skipLines: 1, delimiter: ';' });
  expect(valuesOf(reading)).toEqual({ a: [1], b: ['x'] });
});
