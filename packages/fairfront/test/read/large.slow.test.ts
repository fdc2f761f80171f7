// Tables larger than what the kinds of columns are judged by, and than what is read at a time.

import { describe, expect, it } from 'vitest';
import { expectRefused, kindsOf, readText, valuesOf } from './files.js';

/** A column "v" beside a column of row numbers. */
function fileOf(rowCount: number, value: (row: number) => string | number): string {
  const lines = ['row,v'];
  for (let row = 0; row < rowCount; row++) lines.push(`${row},${value(row)}`);
  return `${lines.join('\n')}\n`;
}

const ROWS = 80_000;
const LATE = 70_000;

describe('what comes late', () => {
  it('a level is found where it is', async () => {
    const reading = await readText(fileOf(ROWS, (row) => (row === LATE ? 'late' : row % 2 ? 'a' : 'b')));
    const column = reading.table.columns[1]!;
    expect(column).toMatchObject({ kind: 'categorical', levels: ['a', 'b', 'late'] });
    expect(valuesOf(reading)['v']!.indexOf('late')).toBe(LATE);
  });

  it('a spelling with spaces is the same level', async () => {
    const reading = await readText(fileOf(ROWS, (row) => (row >= LATE ? ' a ' : 'a')));
    expect(reading.table.columns[1]).toMatchObject({ levels: ['a'] });
  });

  it('texts among numbers are an error with their count and rows', async () => {
    const content = fileOf(ROWS, (row) => (row >= LATE && row < LATE + 7 ? 'unknown' : row));
    await expectRefused(
      readText(content),
      'data.csv: column "v" has 79,993 numbers, but also "unknown"',
      '7 rows (rows 70001, 70002, 70003, 70004, 70005 and 2 more)',
      "`missing: ['unknown']`",
      "`categorical: ['v']`",
      "`ignore: ['v']`",
    );
    const { notes, ...reading } = await readText(content, { missing: ['unknown'] });
    expect(kindsOf({ notes, ...reading })).toMatchObject({ v: 'numeric' });
    expect(valuesOf({ notes, ...reading })['v']!.filter((value) => value === null)).toHaveLength(7);
    expect(kindsOf(await readText(content, { ignore: ['v'] }))).toMatchObject({ v: 'ignored' });
  });

  it('texts of several kinds are shown by how often they come', async () => {
    const texts = ['n/a', 'x,y', 'x,y', 'x,y'];
    const content = fileOf(ROWS, (row) => (row < LATE ? row : `"${texts[row % texts.length]}"`));
    await expectRefused(readText(content), '"x,y", "n/a" in 10,000 rows', "`missing: ['n/a', 'x,y']`");
  });

  it.each(['1_000', '+-5', '-nan', 'NAN', '0x10', '1e', '１'])(
    '%s is no number, and is not passed over',
    async (text) => {
      await expectRefused(
        readText(fileOf(ROWS, (row) => (row === LATE ? text : row))),
        `also "${text}" in 1 row (row 70001)`,
      );
    },
  );

  it.each(['inf', '-Infinity', '1e999', '-1e400'])('%s is infinite', async (text) => {
    await expectRefused(
      readText(fileOf(ROWS, (row) => (row === LATE ? text : row))),
      'column "v" is infinite in 1 row (row 70001)',
      `\`missing: ['${text}']\``,
    );
  });

  it('a number with leading zeros is not made a number in silence', async () => {
    const content = fileOf(ROWS, (row) =>
      row < LATE ? 99_999 - row : String(4999 - (row % 1000)).padStart(5, '0'),
    );
    await expectRefused(readText(content), 'column "v"', '"04999"', "`categorical: ['v']`");
    const codes = valuesOf(await readText(content, { categorical: ['v'] }))['v']!;
    expect(codes[LATE]).toBe('04999');
    expect(valuesOf(await readText(content, { numeric: ['v'] }))['v']![LATE]).toBe(4999);
  });

  it('a number that means missing is missing', async () => {
    const content = fileOf(ROWS, (row) => (row % 2 === 0 ? row : row < LATE ? '-999' : ' -999'));
    const values = valuesOf(await readText(content, { missing: ['-999'] }))['v']!;
    expect(values.findIndex((value, row) => value !== (row % 2 === 0 ? row : null))).toBe(-1);
  });

  it('the first value, after 50,000 missing ones, decides', async () => {
    const numbers = await readText(fileOf(ROWS, (row) => (row < 50_000 ? '' : row)));
    expect(kindsOf(numbers)).toMatchObject({ v: 'numeric' });
    expect(valuesOf(numbers)['v']!.slice(49_998, 50_002)).toEqual([null, null, 50_000, 50_001]);
    const levels = await readText(fileOf(ROWS, (row) => (row < 50_000 ? 'NA' : row % 2 ? 'a' : 'b')));
    expect(valuesOf(levels)['v']!.slice(49_998, 50_002)).toEqual([null, null, 'b', 'a']);
  });

  it('a line too short is named', async () => {
    const lines = fileOf(ROWS, (row) => row).split('\n');
    lines[LATE] = 'alone';
    await expectRefused(readText(lines.join('\n')), `line ${LATE + 1}`, '1 value');
  });

  it('an empty value too many is named', async () => {
    const lines = fileOf(ROWS, (row) => row).split('\n');
    lines[LATE] += ',';
    await expectRefused(readText(lines.join('\n')), `line ${LATE + 1}`, '3 values');
  });
});

describe('many different texts', () => {
  const content = fileOf(ROWS, (row) => `id-${row}`);

  it('make no category, and that is told', async () => {
    const reading = await readText(content);
    expect(kindsOf(reading)).toEqual({ row: 'numeric', v: 'text' });
    expect(reading.table.columns.map(({ name }) => name)).toEqual(['row']);
    expect(reading.notes).toHaveLength(1);
    expect(reading.notes[0]).toMatch(/"v" has more than 10,000 different texts.*id-0.*`categorical`/);
  });

  it('make one where the caller says so', async () => {
    const reading = await readText(content, { categorical: ['v'] });
    expect(kindsOf(reading)).toEqual({ row: 'numeric', v: 'categorical' });
    expect(valuesOf(reading)['v']).toEqual(Array.from({ length: ROWS }, (_, row) => `id-${row}`));
    expect(reading.notes).toEqual([]);
  });

  it('are an error where there is nothing else', async () => {
    await expectRefused(readText(content, { ignore: ['row'] }), 'every column', '10,000', '`categorical`');
  });

  it('10,000 of them are a category', async () => {
    const reading = await readText(fileOf(ROWS, (row) => `id-${row % 10_000}`));
    expect(reading.table.columns[1]).toMatchObject({ kind: 'categorical', levels: { length: 10_000 } });
  });
});

it('whole numbers beyond 2^53 stay apart where they are categories', async () => {
  const ids = ['9007199254740992', '9007199254740993', '9007199254740994'];
  const content = fileOf(ROWS, (row) => ids[row % 3]!);
  expect(valuesOf(await readText(content, { categorical: ['v'] }))['v']!.slice(0, 3)).toEqual(ids);
});

it('levels of any length are told apart', async () => {
  const lengths = [0, 1, 2, 15, 16, 17, 254, 255, 256, 257, 258, 5000];
  const levels = lengths.flatMap((length) => ['x', 'y', 'é', '""'].map((end) => 'a'.repeat(length) + end));
  const texts = Array.from({ length: ROWS }, (_, row) => levels[(row * 31) % levels.length]!);
  const reading = await readText(fileOf(texts.length, (row) => `"${texts[row]}"`));
  expect(valuesOf(reading)['v']).toEqual(texts.map((text) => text.replace('""', '"')));
});

it('300,000 rows keep their order', { timeout: 60_000 }, async () => {
  const rowCount = 300_000;
  const reading = await readText(fileOf(rowCount, (row) => `l${(row * 7919) % 1013}`));
  const [rows, levels] = reading.table.columns;
  if (rows?.kind !== 'numeric' || levels?.kind !== 'categorical') throw new Error('kinds are wrong');
  expect(reading.table.rowCount).toBe(rowCount);
  expect(rows.values.findIndex((value, row) => value !== row)).toBe(-1);
  expect(levels.codes.findIndex((code, row) => levels.levels[code] !== `l${(row * 7919) % 1013}`)).toBe(-1);
});

it('values full of lines that look like rows are values', { timeout: 60_000 }, async () => {
  // From inside a value, quotes read the other way round give rows of three values, too.
  const inner = `,p,q\n${'1000000,fake,x\n'.repeat(2000)}`;
  const rowCount = 800;
  const lines = Array.from({ length: rowCount }, (_, row) => `${row},"${inner}",${row % 2 ? 'a' : 'b'}\n`);
  const reading = await readText(`id,text,k\n${lines.join('')}`);
  expect(reading.table.rowCount).toBe(rowCount);
  expect(valuesOf(reading)['id']).toEqual(Array.from({ length: rowCount }, (_, row) => row));
  expect(reading.table.columns[1]).toMatchObject({ levels: [inner.trim()] });
  expect(reading.table.columns[2]).toMatchObject({ levels: ['a', 'b'] });
});

it('tells how far it is', async () => {
  const told: [number, number | undefined][] = [];
  await readText(
    fileOf(ROWS, (row) => row),
    { onProgress: (rows, share) => told.push([rows, share]) },
  );
  expect(told.at(-1)![0]).toBe(ROWS);
  for (const [i, [rows, share]] of told.entries()) {
    if (i > 0) expect(rows).toBeGreaterThan(told[i - 1]![0]);
    if (share !== undefined) expect(share).toBeGreaterThan(0);
    expect(share ?? 1).toBeLessThanOrEqual(1);
  }
});
