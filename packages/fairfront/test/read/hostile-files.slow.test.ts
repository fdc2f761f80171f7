// Files that were made to hang, crash or confuse the reader.

import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { respell } from '../../src/read/columns/number-spelling.js';
import { isCommaNumberText, isInfiniteText, isNumberText } from '../../src/read/columns/text-values.js';
import { readTable } from '../../src/read/read-table.js';
import { loadData } from '../../src/task/load-data.js';
import { expectRefused, kindsOf, madeByDuckDb, madeFile, madeFolder, readText, valuesOf } from './files.js';

const MILLION = 1_000_000;

describe('texts of a million characters', () => {
  const DIGITS = '1'.repeat(MILLION);
  it.each([
    ['digits and a letter', `${DIGITS}x`],
    ['digits, a point and a letter', `${DIGITS}.${DIGITS}x`],
    ['an exponent', `${DIGITS}e${DIGITS}x`],
    ['groups of three', `${'1'.repeat(1)}${',111'.repeat(MILLION)}x`],
    ['commas', `${',.'.repeat(MILLION)}x`],
  ])('are no numbers, which is soon known: %s', (_, text) => {
    for (const decimal of ['.', ','] as const) {
      for (const thousands of [undefined, ' ', "'", '_'] as const) {
        expect(respell({ decimal, thousands })(text)).toBeUndefined();
      }
    }
    expect([isNumberText, isInfiniteText, isCommaNumberText].map((is) => is(text))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('are levels, and may be names', async () => {
    const cell = await readText(`a,b\n1,2\n${DIGITS}x,3\n`);
    expect(kindsOf(cell)).toEqual({ a: 'categorical', b: 'numeric' });
    const name = `${'1'.repeat(MILLION / 2)}x`;
    const header = await readText(`${name},b\n1,2\n`);
    expect(header.columns.map((column) => column.name)).toEqual([name, 'b']);
  });

  it('are never shown whole', async () => {
    const long = `${'1'.repeat(MILLION / 2)}`;
    const rows = Array.from({ length: 30 }, (_, i) => `${i}\n`).join('');
    await expectRefused(readText(`${long},b\n1,2\n`), 'the first line looks like data (111');
    await expectRefused(readText(`a\n${rows}${long}x\n`), 'column "a" has 30 numbers, but also "111');
    await expectRefused(readText(`n${long}\n${rows}x\n`), 'column "n111', 'but also "x"');
    await expectRefused(readText('a\n1\n', { ignore: [long] }), '`ignore`', 'there are "a"');
    await expectRefused(readText('a\n1\n', { numeric: [long] }), '`numeric`', 'there are "a"');
    await expectRefused(readText(`n${long},n${long}\n1,2\n`), 'are all named "n111');
    await expectRefused(readText(`n${long}\n"1,5"\n"2,5"\n`, { delimiter: ';' }), 'numbers with commas');
    for (const text of [
      `n${long}\n0${long}\n00\n`,
      `n${long}\n1\n2\nx${long}\n`,
      `n${long};b\n11%;1\n12%;1\n13%;2\n`,
    ]) {
      for (const note of (await readText(text)).notes) expect(note.length).toBeLessThan(3000);
    }
  });
});

it('fifty thousand columns of one name get numbers', async () => {
  const names = Array.from({ length: 50_000 }, () => 'a');
  const { columns } = await readText(`${names}\n${names.map((_, i) => i)}\n`, { duplicateHeaders: 'suffix' });
  expect(columns.at(-1)!.name).toBe('a_50000');
});

describe('damage behind the first megabyte', () => {
  const line = 'é,x😀\n';
  const lines = line.repeat(600_000);
  const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
  const before = utf16(`a,b\n${lines}`);
  const after = Buffer.from('1,2\n', 'utf16le');
  const withBytes = (...bytes: number[]): Buffer => Buffer.concat([before, Buffer.from(bytes), after]);

  it('UTF-16 that is whole is read, also where chunks end inside a character', async () => {
    for (const shift of ['', 'a', 'ab', 'abc']) {
      const { table } = await readText(utf16(`a${shift},b\n${lines}1,2\n`), { encoding: 'utf-16' });
      expect(table.rowCount).toBe(600_001);
      expect(table.columns.map((column) => column.kind === 'categorical' && column.levels)).toEqual([
        ['1', 'é'],
        ['2', 'x😀'],
      ]);
    }
    const kept = utf16(`a,b\n${lines}\ufffd,2\n`);
    expect((await readText(kept, { encoding: 'utf-16' })).table.rowCount).toBe(600_001);
  });

  it.each([
    ['the first half of a character', withBytes(0x00, 0xd8), 'line 600002: this is not text in UTF-16'],
    ['the second half', withBytes(0x00, 0xdc), 'line 600002: this is not text in UTF-16'],
    ['both in the wrong order', withBytes(0x00, 0xdc, 0x00, 0xd8), 'line 600002: this is not text in UTF-16'],
    ['a zero', withBytes(0, 0), 'line 600002: a zero byte; this is no text'],
    [
      'half a character at the end',
      Buffer.concat([withBytes(), Buffer.of(0x3d, 0xd8)]),
      'its last character: this is not text in UTF-16',
    ],
    [
      'half a code at the end',
      Buffer.concat([withBytes(), Buffer.of(0x31)]),
      'its last character: this is not text in UTF-16',
    ],
  ])('UTF-16: %s', async (_, bytes, message) => {
    await expectRefused(readText(bytes, { encoding: 'utf-16' }), message);
    await expectRefused(readText(gzipSync(bytes, { level: 1 }), { encoding: 'utf-16' }), message);
  });

  const utf8 = Buffer.from(`a,b\n${lines}`);
  it.each([
    ['a byte that none has', [0xff], 'line 600002: this is not text in UTF-8'],
    ['half a character', [0xc3], 'line 600002: this is not text in UTF-8'],
    ['a zero', [0], 'line 600002: a zero byte'],
  ])('UTF-8: %s', async (_, bytes, message) => {
    const rest = Buffer.from('1,2\n');
    await expectRefused(readText(Buffer.concat([utf8, Buffer.from(bytes), rest])), message);
    await expectRefused(readText(Buffer.concat([utf8, Buffer.from('1,'), Buffer.from(bytes)])), message);
  });
});

describe('deep JSON', () => {
  const nested = (depth: number, open = '{"x":', close = '}'): string =>
    `${open.repeat(depth)}1${close.repeat(depth)}`;

  it.each([
    ['objects', nested(20_000)],
    ['lists', nested(200_000, '[', ']')],
    ['that never end', '['.repeat(200_000)],
  ])('is refused before DuckDB sees it: %s', async (_, deep) => {
    const rows = `{"a": 1}\n{"a": 2}\n`;
    const message = 'line 3: lists and objects are nested more than 100 deep';
    await expectRefused(readText(`${rows}{"b": ${deep}}\n`, {}, 'data.jsonl'), message);
    await expectRefused(readText(gzipSync(`${rows}{"b": ${deep}}\n`), {}, 'data.jsonl.gz'), message);
    await expectRefused(readText(`[\n{"a": 1},\n{"b": ${deep}}]`, {}, 'data.json'), message);
  });

  it('hides in no text and behind no open quote', async () => {
    const open = `{"a": "x\n{"b": ${nested(20_000)}}\n`;
    await expectRefused(readText(open, {}, 'data.jsonl'), 'line 2: lists and objects');
    const escaped = `{"a": "x\\\\", "b": ${nested(20_000)}}\n`;
    await expectRefused(readText(escaped, {}, 'data.jsonl'), 'line 1: lists and objects');
  });

  it('is no text with brackets in it, nor many rows', async () => {
    const rows = Array.from({ length: 300 }, () => ({ a: `[{${'[{'.repeat(100)}\\"[`, b: 1 }));
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    expect((await readText(lines, {}, 'data.jsonl')).table.rowCount).toBe(300);
    expect((await readText(JSON.stringify(rows), {}, 'data.json')).table.rowCount).toBe(300);
    const shallow = `{"a": 1, "b": ${nested(90)}}\n`;
    expect(valuesOf(await readText(shallow, { ignore: ['b'] }, 'data.jsonl'))).toEqual({ a: [1] });
  });
});

describe('paths that lead nowhere', () => {
  const told = async (path: string, why: string): Promise<void> => {
    for (const reading of [readTable(path), loadData(path)]) await expectRefused(reading, 'cannot read', why);
  };

  it('get plain words', async () => {
    const folder = madeFolder();
    await told(join(madeFile('a\n1\n'), 'x'), 'a file stands where a folder should be');
    symlinkSync(join(folder, 'one.csv'), join(folder, 'other.csv'));
    symlinkSync(join(folder, 'other.csv'), join(folder, 'one.csv'));
    await told(join(folder, 'one.csv'), 'its links lead round in a circle');
    await told('a'.repeat(5000), 'the name is longer than the system allows');
    await told('a\0b.csv', 'a name cannot hold a zero byte');
  });

  it('get plain words where a folder may not be entered', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may enter any folder');
    const closed = join(madeFolder(), 'closed');
    mkdirSync(closed);
    writeFileSync(join(closed, 'data.csv'), 'a\n1\n');
    chmodSync(closed, 0);
    onTestFinished(() => chmodSync(closed, 0o700));
    await told(join(closed, 'data.csv'), 'permission is denied');
  });
});

describe('the temporary folder', () => {
  const within = async (path: string, work: () => Promise<void>): Promise<void> => {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = path;
    try {
      await work();
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  };

  it('is not needed to read CSV', async () => {
    const path = join(madeFolder(), 'data[1].csv');
    writeFileSync(path, 'a\n1\n');
    await within('/nowhere/at/all', async () => expect((await readTable(path)).table.rowCount).toBe(1));
  });

  it('is asked for in plain words where it is needed', async () => {
    const file = madeFile('a\n1\n');
    const parquet = await madeByDuckDb('a.parquet', 'COPY (SELECT 1 AS a) TO FILE');
    for (const [folder, why] of [
      ['/nowhere/at/all', 'there is no such file or folder'],
      [file, 'a file stands where a folder should be'],
    ] as const) {
      const message = `cannot make a temporary folder in ${folder}: ${why}`;
      await within(folder, async () => {
        await expectRefused(readTable('-', { stdin: Readable.from(['a\n1\n']) }), message, 'TMPDIR');
        await expectRefused(readTable(parquet), message);
      });
    }
  });

  it('is gone afterwards', async () => {
    const folder = madeFolder();
    const parquet = await madeByDuckDb('a.parquet', 'COPY (SELECT 1 AS a) TO FILE');
    await within(folder, async () => {
      await readTable(parquet);
      await expectRefused(readTable(parquet, { ignore: ['b'] }));
    });
    expect(readdirSync(folder)).toEqual([]);
    expect(process.listeners('exit').filter(({ name }) => name === 'remove')).toEqual([]);
  });
});
