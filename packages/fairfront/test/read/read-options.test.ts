import { describe, expect, it } from 'vitest';
import type { ReadOptions } from '../../src/read/read-options.js';
import { READ_KINDS } from '../../src/read/read-options.js';
import { readTable } from '../../src/read/read-table.js';
import { expectRefused, madeFile, readText } from './files.js';

const content = 'a,b\n1,x\n2,y\n';

/** Options as a caller without types might give them. */
const read = (options: object): Promise<unknown> => readText(content, options as ReadOptions);

describe('options of readTable', () => {
  it.each([
    [{ catgorical: ['a'] }, 'there is no option "catgorical"; did you mean `categorical`?'],
    [{ zzz: 1 }, 'there is no option "zzz"; there are categorical, numeric, '],
    [{ ignore: 'a' }, "`ignore` must be a list of texts, such as ['age', 'income']; got 'a'"],
    [{ numeric: [1] }, '`numeric` must be a list of texts'],
    [{ categorical: null }, '`categorical` must be a list of texts'],
    [{ missing: 'none' }, '`missing` must be a list of texts'],
    [{ naming: {} }, '`naming` must be a list of texts'],
    [{ columns: 'a,b' }, '`columns` must be a list of texts'],
    [{ skipLines: -1 }, '`skipLines` must be a whole number from 0 to '],
    [{ skipLines: '1' }, "`skipLines` must be a whole number from 0 to 2147483648; got '1'"],
    [{ encoding: 'latin1' }, "`encoding` must be one of utf-8, latin-1, utf-16; got 'latin1'"],
    [{ format: 'tsv' }, "`format` must be one of csv, parquet, jsonl, duckdb, sqlite; got 'tsv'"],
    [{ delimiter: 1 }, '`delimiter` must be one character of ASCII'],
    [{ decimal: ';' }, "`decimal` must be one of ., ,; got ';'"],
    [{ thousands: 'x' }, "`thousands` must be one of ,  .  '  _  or a space; got 'x'"],
    [{ duplicateHeaders: 'drop' }, "`duplicateHeaders` must be one of error, suffix; got 'drop'"],
    [{ table: 1 }, '`table` must be a text; got 1'],
    [{ sql: [] }, '`sql` must be a text'],
    [{ stdin: 'text' }, '`stdin` must be an object'],
    [{ onProgress: true }, '`onProgress` must be a function; got true'],
  ])('%j is an error that names option, rule and value', async (options, message) => {
    await expectRefused(read(options), message);
  });

  it('that are undefined are not given', async () => {
    const undefinedOptions = Object.fromEntries(Object.keys(READ_KINDS).map((name) => [name, undefined]));
    expect(await read(undefinedOptions)).toEqual(await read({}));
  });

  it.each([null, 'csv'])('must be an object, not %j', async (options) => {
    await expectRefused(readTable(madeFile(content), options as ReadOptions), 'options must be an object');
  });
});

it.each([undefined, '', 7])('a path must be a text: %j is an error', async (path) => {
  await expectRefused(readTable(path as string), 'the path must be that of a file, or "-"', String(path));
});
