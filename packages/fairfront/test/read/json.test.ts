import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Reading, ReadOptions } from '../../src/read/read-options.js';
import { expectRefused, kindsOf, readText, valuesOf } from './files.js';

/** A line of JSON for each value. */
const readLines = (lines: readonly unknown[], options: ReadOptions = {}): Promise<Reading> =>
  readText(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), options, 'data.jsonl');

const rows = [
  { a: 1, b: 'x' },
  { a: 2.5, b: 'y' },
];
const table = { a: [1, 2.5], b: ['x', 'y'] };

describe('JSON that holds the same table', () => {
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  it.each([
    ['an object a line', text, 'data.jsonl'],
    ['whatever its name', text, 'data.txt'],
    ['\\r\\n and blank lines', `${text.replace('\n', '\r\n\r\n')}\r\n\r\n`, 'data.ndjson'],
    ['gzipped', gzipSync(text), 'data.jsonl.gz'],
    ['an array', JSON.stringify(rows), 'data.json'],
    ['an array over many lines', JSON.stringify(rows, undefined, 2), 'data.json'],
  ])('%s', async (_, content, name) => {
    expect(valuesOf(await readText(content, {}, name))).toEqual(table);
  });
});

describe('values', () => {
  it('are missing where a key is, or where they are null or a marker', async () => {
    const reading = await readLines([{ a: 1 }, { b: 'y' }, { a: null, b: null }, { a: 3, b: ' NA ' }]);
    expect(valuesOf(reading)).toEqual({ a: [1, null, null, 3], b: [null, 'y', null, null] });
  });

  it('are missing where the caller says so, also numbers', async () => {
    const reading = await readLines(
      [
        { a: 1, b: 'x' },
        { a: -999, b: '-' },
      ],
      { missing: ['-999', '-'] },
    );
    expect(valuesOf(reading)).toEqual({ a: [1, null], b: ['x', null] });
  });

  it('of true and false are levels', async () => {
    expect(valuesOf(await readLines([{ a: true }, { a: false }]))).toEqual({ a: ['true', 'false'] });
  });

  it('in quotes are judged by their text, as in any file', async () => {
    const reading = await readLines([
      { n: '1', zip: '02139' },
      { n: '2.5', zip: '10001' },
    ]);
    expect(valuesOf(reading)).toEqual({ n: [1, 2.5], zip: ['02139', '10001'] });
    expect(reading.notes).toEqual([expect.stringContaining('leading zeros')]);
  });

  it('of several types are levels, as they are written', async () => {
    const reading = await readLines([{ a: 1 }, { a: 'x' }, { a: true }, { a: null }]);
    expect(valuesOf(reading)).toEqual({ a: ['1', 'x', 'true', null] });
  });

  it.each([
    ['times', ['10:00', '10:00:00']],
    ['dates', ['2020-01-02', '2020-01-02T00:00:00', '2020-01-02T00:00:00Z']],
    ['ids', ['A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
  ])('that look like %s stay the texts they are', async (_, texts) => {
    expect(valuesOf(await readLines(texts.map((a) => ({ a }))))).toEqual({ a: texts });
  });

  it('that are whole and beyond 2^53 stay apart where they are categories', async () => {
    const content = '{"id": 9007199254740993}\n{"id": 9007199254740992}\n';
    const reading = await readText(content, { categorical: ['id'] }, 'data.jsonl');
    expect(valuesOf(reading)).toEqual({ id: ['9007199254740993', '9007199254740992'] });
  });

  it('with and without fractions are the same levels', async () => {
    const reading = await readLines([{ a: 1 }, { a: 2.5 }, { a: 1 }], { categorical: ['a'] });
    expect(valuesOf(reading)).toEqual({ a: ['1', '2.5', '1'] });
  });

  it('that are infinite are an error', async () => {
    await expectRefused(readText('{"a": 1e999}\n{"a": 1}\n', {}, 'data.jsonl'), '"a"', 'infinite', 'row 1');
  });
});

describe('keys', () => {
  it('may be seldom and many', async () => {
    const reading = await readLines(Array.from({ length: 300 }, (_, i) => ({ [`k${i}`]: i, all: 'x' })));
    expect(reading.columns).toHaveLength(301);
    expect(valuesOf(reading)['k299']!.slice(298)).toEqual([null, 299]);
  });

  it('may be anything', async () => {
    const odd = { 'a"b': 1, 'c d': 2, 'x.y': 3, "it's": 4, 'e\nf': 5, $: 6, json: 7, age_1: 8 };
    expect(valuesOf(await readLines([odd]))).toEqual(
      Object.fromEntries(Object.entries(odd).map(([key, value]) => [key, [value]])),
    );
  });

  it('that differ only in case are an error that names both', async () => {
    await expectRefused(readLines([{ Age: 1, age: 2 }]), 'data.jsonl', '"Age", "age"', 'rename');
    await expectRefused(readLines([{ Age: 1 }, { age: 2 }]), '"Age", "age"');
  });

  it('that are empty are an error', async () => {
    await expectRefused(readLines([{ '': 1, a: 2 }]), 'data.jsonl', 'empty', 'rename');
  });

  it('twice in an object are an error', async () => {
    await expectRefused(readText('{"a": 1, "a": 2}\n', {}, 'data.jsonl'), 'data.jsonl', '"a"');
  });
});

describe('JSON that is no table', () => {
  it.each([
    ['an object as a value', [{ a: 1, b: { c: 1 } }], ['"b" holds objects', "`ignore: ['b']`"]],
    ['a list as a value', [{ a: 1, b: [1, 2] }], ['"b" holds lists', "`ignore: ['b']`"]],
    [
      'an object in some row',
      [
        { a: 1, b: 'x' },
        { a: 2, b: { c: 1 } },
      ],
      ['"b" holds lists or objects'],
    ],
    [
      'a list in some row',
      [
        { a: 1, b: 5 },
        { a: 2, b: [1] },
      ],
      ['"b" holds lists or objects'],
    ],
    ['a row that is a number', [{ a: 1 }, 5], ['no objects']],
    ['a row that is a list', [{ a: 1 }, [1]], ['no objects']],
    ['numbers alone', [1, 2], ['must begin with']],
    ['empty objects', [{}, {}], ['empty']],
  ])('%s is an error', async (_, lines, parts) => {
    await expectRefused(readLines(lines), 'data.jsonl', ...parts);
  });

  it('what is nested can be left out', async () => {
    const reading = await readLines([{ a: 1, b: { c: 1 }, d: [2] }], { ignore: ['b', 'd'] });
    expect(kindsOf(reading)).toEqual({ a: 'numeric', b: 'ignored', d: 'ignored' });
  });

  it.each([
    ['a line cut off', '{"a": 1}\n{"a":\n{"a": 3}\n', ['line 2', 'no JSON']],
    ['a line that is text', '{"a": 1}\n{"a": 2}\n\nnot json\n', ['line 4', 'no JSON']],
    ['two objects in a line', '{"a": 1} {"a": 2}\n', ['line 1', 'no JSON', 'one whole object']],
    ['an object over many lines', '{\n  "a": 1\n}\n', ['line 1', 'one whole object']],
    ['a file cut off', '{"a": 1}\n{"a": 2', ['line 2', 'no JSON']],
    ['an array cut off', '[{"a": 1}, {"a": 2}', []],
    ['a byte order mark', '\ufeff{"a": 1}\n', ['byte order mark', 'without one']],
    ['Latin-1', Buffer.from('{"a": "x"}\n{"a": "caf\xe9"}\n', 'latin1'), ['line 2', 'UTF-8']],
    ['UTF-16', Buffer.from('\ufeff{"a": 1}\n', 'utf16le'), ['UTF-16', 'UTF-8']],
    ['blank lines', '\n\n', ['must begin with']],
  ])('%s is an error', async (_, content, parts) => {
    await expectRefused(readText(content, {}, 'data.jsonl'), 'data.jsonl', ...parts);
  });

  it('a bad line far behind the beginning is named', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => (i === 54_320 ? '{"a": tru}' : `{"a": ${i}}`));
    await expectRefused(readText(lines.join('\n'), {}, 'data.jsonl'), 'line 54321', 'no JSON');
  });
});

it('100,000 rows keep their order', async () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `{"i":${i},"t":"l${i % 7}"}`);
  const { table } = await readText(lines.join('\n'), {}, 'data.jsonl');
  const [numbers, levels] = table.columns;
  if (numbers?.kind !== 'numeric' || levels?.kind !== 'categorical') throw new Error('kinds are wrong');
  expect(numbers.values.findIndex((value, row) => value !== row)).toBe(-1);
  expect(levels.codes.findIndex((code, row) => levels.levels[code] !== `l${row % 7}`)).toBe(-1);
});
