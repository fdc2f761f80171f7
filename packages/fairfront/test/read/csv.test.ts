import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expectRefused, kindsOf, readText, valuesOf } from './files.js';

const plain = { a: [1, 2], b: ['x', 'y'] };

describe('CSV that holds the same table', () => {
  it.each([
    ['commas', 'a,b\n1,x\n2,y\n'],
    ['semicolons', 'a;b\n1;x\n2;y\n'],
    ['bars', 'a|b\n1|x\n2|y\n'],
    ['tabs', 'a\tb\n1\tx\n2\ty\n'],
    ['\\r\\n', 'a,b\r\n1,x\r\n2,y\r\n'],
    ['\\r', 'a,b\r1,x\r2,y\r'],
    ['no line end at the end', 'a,b\n1,x\n2,y'],
    ['a byte order mark', '\ufeffa,b\n1,x\n2,y\n'],
    ['a byte order mark and quotes', '\ufeff"a","b"\n1,x\n2,y\n'],
    ['quotes', '"a","b"\n"1","x"\n"2","y"\n'],
    ['spaces', ' a , b\n 1 , x \n2,y \n'],
    ['spaces around quotes', 'a,b\n1, "x"\n2,"y"  \n'],
    ['blank lines', 'a,b\n\n1,x\n\n\n2,y\n\n'],
  ])('%s', async (_, content) => {
    expect(valuesOf(await readText(content))).toEqual(plain);
  });

  it('gzipped, whatever its name', async () => {
    const bytes = gzipSync('a,b\n1,x\n2,y\n');
    for (const name of ['data.csv.gz', 'data.csv', 'data']) {
      expect(valuesOf(await readText(bytes, {}, name))).toEqual(plain);
    }
  });

  it('gzipped in several pieces, one after the other', async () => {
    const bytes = Buffer.concat([gzipSync('a,b\n1,x\n'), gzipSync('2,y\n')]);
    expect(valuesOf(await readText(bytes))).toEqual(plain);
  });

  it('named .tsv, though its one line could be cut at commas', async () => {
    const reading = await readText('a,x\tb,y\n1,5\tu\n2,5\tv\n', { categorical: ['a,x'] }, 'data.tsv');
    expect(valuesOf(reading)).toEqual({ 'a,x': ['1,5', '2,5'], 'b,y': ['u', 'v'] });
  });
});

describe('values', () => {
  it('may hold delimiters, quotes and line breaks in quotes', async () => {
    const reading = await readText('a,b\n"x,y","say ""so"""\n"two\nlines","\r\n"\n');
    expect(valuesOf(reading)).toEqual({ a: ['x,y', 'two\nlines'], b: ['say "so"', null] });
  });

  it('may hold quotes that are none', async () => {
    expect(valuesOf(await readText(`a,b\n5" pipe,it's\n6",x"y"z\n`))).toEqual({
      a: ['5" pipe', '6"'],
      b: ["it's", 'x"y"z'],
    });
  });

  it('are missing where a marker says so, also in quotes and among spaces', async () => {
    const markers = ['', 'NA', 'NaN', 'nan', 'null', 'NULL', '?', '""', '"NA"', ' ? ', '" null "'];
    const reading = await readText(`a,b\n${markers.map((marker) => `${marker},${marker}\n`).join('')}7,x\n`);
    const missing = markers.map(() => null);
    expect(valuesOf(reading)).toEqual({ a: [...missing, 7], b: [...missing, 'x'] });
  });

  it('are missing where the caller says so, also numbers', async () => {
    const reading = await readText('a,b\n-999,-\n -999,x\n3,unknown\n', {
      missing: ['-999', '-', 'unknown'],
    });
    expect(valuesOf(reading)).toEqual({ a: [null, null, 3], b: [null, 'x', null] });
  });

  it('na, N/A, none and - are no markers', async () => {
    expect(valuesOf(await readText('a,b\nna,N/A\nnone,-\n'))).toEqual({ a: ['na', 'none'], b: ['N/A', '-'] });
  });

  it('of a million characters are kept whole', async () => {
    const long = 'x'.repeat(1_000_000);
    expect(valuesOf(await readText(`a,b\n1,${long}\n2,"${long}y"\n`))['b']).toEqual([long, `${long}y`]);
  });

  it('in other scripts are kept as they are', async () => {
    const reading = await readText('名前,é\n東京,😀\nÅ,e\u0301\n');
    expect(valuesOf(reading)).toEqual({ 名前: ['東京', 'Å'], é: ['😀', 'e\u0301'] });
  });
});

describe('names of columns', () => {
  it('may be alike but for upper and lower case', async () => {
    expect(valuesOf(await readText('Age,age,AGE\n1,2,x\n'))).toEqual({ Age: [1], age: [2], AGE: ['x'] });
  });

  it('are made up where the header has none, and that is told', async () => {
    const reading = await readText(',a,\n1,2,3\n');
    expect(valuesOf(reading)).toEqual({ column_1: [1], a: [2], column_3: [3] });
    expect(reading.notes).toEqual([
      expect.stringContaining('column 1 has no name'),
      expect.stringContaining('column 3 has no name'),
    ]);
  });

  it('may hold anything in quotes', async () => {
    const reading = await readText('"a,b","c ""d""","; DROP TABLE x; --",\'\n1,2,3,4\n');
    expect(valuesOf(reading)).toEqual({ 'a,b': [1], 'c "d"': [2], '; DROP TABLE x; --': [3], "'": [4] });
  });

  it('of a million characters are kept, but not shown whole', async () => {
    const long = 'x'.repeat(1_000_000);
    expect(Object.keys(valuesOf(await readText(`a,${long}\n1,2\n`)))).toEqual(['a', long]);
    const header = `a,${long}\n`;
    await expectRefused(readText(`${header}${'1,inf\n'.repeat(3)}`), 'infinite in 3 rows (rows 1, 2, 3)');
  });

  it.each([
    ['twice', 'a,b,a\n1,2,3\n', ['columns 1 and 3', '"a"', 'rename']],
    ['twice but for spaces', 'a, a\n1,2\n', ['columns 1 and 2', '"a"']],
    ['three times', 'a,a,b,a\n1,2,3,4\n', ['columns 1 and 2 and 4']],
    ['as one that is made up', 'column_2,\n1,2\n', ['columns 1 and 2', '"column_2"']],
    [
      'that are numbers',
      '39,7.5,Private\n40,8,State\n',
      ['looks like data', '39, 7.5', "`columns: ['a', 'b', 'c']`"],
    ],
    ['that are blank', '\n\na,b\n1,2\n', ['line 1', 'blank', '`skipLines: 1`']],
    ['in an open quote', 'a,"b\n1,2\n', ['line 1', 'quote']],
    ['with text after the quotes', 'a,"b"c\n1,2\n', ['line 1', 'quote']],
  ])('%s are an error', async (_, content, parts) => {
    await expectRefused(readText(content), 'data.csv', ...parts);
  });
});

describe('CSV that is none', () => {
  it.each([
    ['nothing at all', '', ['is empty']],
    ['a byte order mark alone', '\ufeff', ['no lines']],
    ['blank lines', '\n \n\n', ['no lines']],
    ['a header alone', 'a,b\n', ['no rows']],
    ['a header without a line end', 'a,b', ['no rows']],
    ['a line too short', 'a,b\n1,x\n2\n', ['line 3', '1 value', '2', 'mend']],
    ['a line too long', 'a,b\n1,x\n2,y,z\n', ['line 3', '3 values', '2', 'mend']],
    ['a line with an empty value too many', 'a,b\n1,x\nSmith, John,\n', ['line 3', '3 values', 'mend']],
    ['a line that ends in NA too many', 'a,b\n1,x\n2,y,NA\n', ['line 3', '3 values']],
    ['a line that ends in the first letter of NA', 'a,b\n1,x\n2,y,N\n', ['line 3', '3 values']],
    ['a line that ends in quotes too many', 'a,b\n1,x\n2,y,""\n', ['line 3', '3 values']],
    ['the same in the last line, which does not end', 'a,b\n1,x\n2,y,', ['line 3', '3 values']],
    ['a quote left open', 'a,b\n1,"x\n2,y\n', ['line 2', 'quote']],
    ['a quote left open after a value with line breaks', 'a,b\n1,"x\ny"\n2,"z\n', ['line 4', 'quote']],
    ['text after quotes', 'a,b\n1,"x"y\n2,z\n', ['line 2', 'quote']],
    ['a zero byte', 'a,b\n1,x\0y\n', ['line 2', 'zero byte']],
    ['Latin-1', Buffer.from('a,b\n1,x\n2,caf\xe9\n', 'latin1'), ['line 3', "`encoding: 'latin-1'`"]],
    ['UTF-16', Buffer.from('\ufeffa,b\n1,x\n', 'utf16le'), ['UTF-16', "`encoding: 'utf-16'`"]],
    ['UTF-16 without a mark', Buffer.from('a,b\n1,x\n', 'utf16le'), ["`encoding: 'utf-16'`"]],
    ['UTF-16 the other way round', Buffer.from('\ufeffa,b\n', 'utf16le').swap16(), ['UTF-16', 'save']],
    ['bytes without sense', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * 31) % 256)), []],
    ['JSON', '[{"a": 1, "b": 2}]\n', ['JSON', "`format: 'jsonl'`"]],
    ['a web page', '<!DOCTYPE html>\n<html><body>Please log in</body></html>\n', ['web page']],
    ['gzip cut off', gzipSync('a,b\n1,x\n'.repeat(1000)).subarray(0, -12), ['gzip', 'cut off']],
    ['lines that can be cut in two ways', 'a,b;c\n1,5;x\n2,5;y\n', ['","', '";"', "`delimiter: ','`"]],
  ])('%s is an error', async (_, content, parts) => {
    await expectRefused(readText(content), 'data.csv', ...parts);
  });

  it('a lone \\r among lines that end in \\n is an error', async () => {
    await expectRefused(readText('a,b\n1,x\r2,y\n3,z\n'), 'data.csv', 'line ends');
    await expectRefused(readText(`a,b\n${'1,x\n'.repeat(100)}1,x\r2,y\n3,z\n`), 'data.csv', 'line ends');
  });

  it('a line of many megabytes is an error that asks for the quote', { timeout: 60_000 }, async () => {
    const content = `a,b\n1,x\n2,"${'y\n'.repeat(12 << 20)}`;
    await expectRefused(readText(content), 'data.csv', 'line 3', 'quote');
  });

  it('one wrong byte far behind the beginning is an error that names the line', async () => {
    const lines = Buffer.from(`a,b\n${'1,x\n'.repeat(2 << 20)}`);
    lines[4 * (2 << 20) + 2] = 0xe9;
    await expectRefused(readText(lines), 'data.csv', `line ${(2 << 20) + 1}`, 'UTF-8');
  });
});

it('one column is read, with blank lines as missing values, and the doubt is told', async () => {
  const reading = await readText('a\n1\n\n2\n');
  expect(valuesOf(reading)).toEqual({ a: [1, null, 2] });
  expect(reading.notes).toEqual([expect.stringContaining('`delimiter`')]);
  expect((await readText('a,b\n1,2\n')).notes).toEqual([]);
});

it('a column without any value is numeric', async () => {
  const reading = await readText('a,b\n,x\nNA,y\n');
  expect(kindsOf(reading)).toEqual({ a: 'numeric', b: 'categorical' });
  expect(valuesOf(reading)['a']).toEqual([null, null]);
});
