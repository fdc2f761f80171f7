import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readTable } from '../../src/read/read-table.js';
import { expectRefused, madeByDuckDb, madeFile, madeFolder, readText, valuesOf } from './files.js';

const content = 'a,b\n1,x\n2,y\n';
const table = { a: [1, 2], b: ['x', 'y'] };

it.each([
  ['CSV', content],
  ['gzip', gzipSync(content)],
  ['JSON lines', '{"a": 1, "b": "x"}\n{"a": 2, "b": "y"}\n'],
])('reads standard input: %s', async (_, bytes) => {
  const pieces = Array.from(Buffer.from(bytes), (byte) => Buffer.of(byte));
  expect(valuesOf(await readTable('-', { stdin: Readable.from(pieces) }))).toEqual(table);
});

it('names standard input in errors, and passes on its failures', async () => {
  await expectRefused(readTable('-', { stdin: Readable.from([]) }), 'standard input is empty');
  await expectRefused(readTable('-', { stdin: Readable.from(['a,b\n1\n']) }), 'standard input, line 2');
  const failing = new Readable({ read: () => failing.destroy(new Error('the pipe broke')) });
  await expectRefused(readTable('-', { stdin: failing }), 'standard input', 'the pipe broke');
});

it('reads a pipe by its path', async () => {
  const path = join(madeFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reading = readTable(path);
  createWriteStream(path).end(content);
  expect(valuesOf(await reading)).toEqual(table);
});

it.each(['data[1].csv', 'a*b?.csv', "it's.csv", 'a b;c.csv', 'ä "quoted".csv', '%20.csv', '-.csv'])(
  'reads %s, which is no pattern',
  async (name) => {
    const folder = madeFolder();
    writeFileSync(join(folder, 'data1.csv'), 'other\n1\n');
    writeFileSync(join(folder, name), content);
    expect(valuesOf(await readTable(join(folder, name)))).toEqual(table);
  },
);

it.each(['data[1].parquet', "it's.parquet"])('reads %s, too', async (name) => {
  const path = await madeByDuckDb('data.parquet', 'COPY (SELECT 1 AS a) TO FILE');
  const odd = join(madeFolder(), name);
  symlinkSync(path, odd);
  expect(valuesOf(await readTable(odd))).toEqual({ a: [1] });
});

it('reads a file in a folder with brackets', async () => {
  const folder = join(madeFolder(), '[2020]');
  mkdirSync(folder);
  writeFileSync(join(folder, 'data.jsonl'), '{"a": 1}\n');
  expect(valuesOf(await readTable(join(folder, 'data.jsonl')))).toEqual({ a: [1] });
});

it('says that there is no file, or a folder', async () => {
  const folder = madeFolder();
  await expectRefused(readTable(join(folder, 'none.csv')), 'none.csv', 'no such file');
  await expectRefused(
    readTable(join(madeFile(content), 'deeper.csv')),
    'a file stands where a folder should be',
  );
  await expectRefused(readTable(folder), folder, 'folder');
});

it.each([
  ['PK\x03\x04', 'Excel workbook'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'old Excel workbook'],
  ['BZh91AY', 'bzip2'],
  ['\xfd7zXZ\0', 'xz'],
  ['\x28\xb5\x2f\xfd', 'zstd'],
  ['%PDF-1.7', 'PDF'],
  ['ARROW1\0\0', 'Arrow'],
])('refuses %j, whatever its name', async (magic, what) => {
  const bytes = Buffer.concat([Buffer.from(magic, 'latin1'), Buffer.alloc(100, 'a,b\n1,2\n')]);
  for (const name of ['data.csv', 'data.xlsx', 'data']) {
    await expectRefused(readText(bytes, {}, name), name, what);
  }
});

it('takes the caller at their word', async () => {
  const lines = '{"a": 1}\n{"a": 2}\n';
  expect(valuesOf(await readText(lines, { format: 'jsonl' }, 'data.csv'))).toEqual({ a: [1, 2] });
  expect(valuesOf(await readText(gzipSync(lines), { format: 'jsonl' }, 'data.gz'))).toEqual({ a: [1, 2] });
  await expectRefused(readText(content, { format: 'parquet' }), 'data.csv', 'damaged or incomplete');
  await expectRefused(readText(gzipSync(lines), {}, 'data.gz'), 'data.gz', "`format: 'jsonl'`");
});

it.each([
  ['`delimiter`', { delimiter: ';' }],
  ['`columns`', { columns: ['a'] }],
  ['`skipLines`', { skipLines: 1 }],
  ['`encoding`', { encoding: 'latin-1' as const }],
])('%s has no effect on JSON, and is an error', async (option, options) => {
  await expectRefused(readText('{"a": 1}\n', options, 'data.jsonl'), option, 'CSV only', 'jsonl');
});

it.each([
  ['`table`', { table: 't' }],
  ['`sql`', { sql: 'SELECT 1' }],
])('%s has no effect on CSV, and is an error', async (option, options) => {
  await expectRefused(readText(content, options), option, 'databases only', 'csv');
});

it('leaves nothing behind, after a table or an error', async () => {
  const folder = madeFolder();
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    const path = join(folder, 'data[1].csv');
    writeFileSync(path, content);
    await readTable(path);
    await expectRefused(readTable(path, { columns: ['a'] }));
    await readTable('-', { stdin: Readable.from([content]) });
    expect(readdirSync(folder)).toEqual(['data[1].csv']);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
});

it.each(['PAR1,sex\n1,F\n', 'species,DUCK\n1,F\n', 'BZh,sex\n1,F\n'])(
  '%j is CSV for all its first bytes',
  async (text) => {
    expect((await readText(text)).table.rowCount).toBe(1);
  },
);
