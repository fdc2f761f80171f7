// Files of every format, right and damaged. CSV must be read as a plain reading of the rules reads it.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { FairfrontError } from '@fairfront/core';
import { type Reading, type ReadOptions, readTable } from 'fairfront';
import fc from 'fast-check';
import sqlite from 'node-sqlite3-wasm';
import { type ReferenceReading, readByReference } from '../csv-reference.js';
import { brokenCsvFile, type CsvFile, csvFile } from '../inputs/csv-files.js';
import { hostileText } from '../inputs/hostile-texts.js';
import { mutatedBytes } from '../inputs/mutations.js';
import { checkMessage, workFolder } from '../outcome.js';
import type { Target } from '../target.js';

export interface CsvInput extends CsvFile {
  /** Whether the reader is told the delimiter. */
  readonly isTold: boolean;
  /** Whether it is known to be CSV as the rules have it. */
  readonly isValid: boolean;
}

type Input =
  | { readonly csv: CsvInput }
  | { readonly name: string; readonly bytes: Uint8Array; readonly options?: ReadOptions };

export const reader: Target<Input> = {
  inputs: async () => {
    const csv = (file: fc.Arbitrary<CsvFile>, isValid: boolean): fc.Arbitrary<Input> =>
      fc.tuple(file, fc.boolean()).map(([each, isTold]) => ({ csv: { ...each, isTold, isValid } }));
    const files = await databases();
    const other = (name: string, bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Input> =>
      fc.oneof(bytes, mutatedBytes(bytes)).map((each) => ({ name, bytes: each }));
    return fc.oneof(
      { weight: 40, arbitrary: csv(csvFile, true) },
      { weight: 60, arbitrary: csv(brokenCsvFile, false) },
      { weight: 8, arbitrary: oddCsv },
      { weight: 3, arbitrary: other('data.jsonl', jsonLines) },
      {
        weight: 1,
        arbitrary: other(
          'data.csv.gz',
          csvFile.map(({ bytes }) => gzipSync(bytes)),
        ),
      },
      ...[...files].map(([name, bytes]) => ({ weight: 1, arbitrary: other(name, fc.constant(bytes)) })),
    );
  },
  attempt: async (input) => {
    if ('csv' in input) {
      await compareCsv(input.csv);
      return;
    }
    const { name, bytes, options } = input;
    const path = join(workFolder(), name);
    writeFileSync(path, bytes);
    const reading = await readOrRefuse(path, options);
    if (typeof reading === 'string') return;
    const { rowCount, columns } = reading.table;
    for (const column of columns) {
      assert.equal((column.kind === 'numeric' ? column.values : column.codes).length, rowCount);
    }
  },
};

/** CSV in encodings and with options of its own. */
const oddCsv: fc.Arbitrary<Input> = fc
  .record({
    file: fc.oneof(csvFile, brokenCsvFile),
    encoding: fc.constantFrom('utf-8', 'latin-1', 'utf-16'),
    cut: fc.boolean(),
    options: fc.record(
      {
        decimal: fc.constantFrom('.', ','),
        thousands: fc.constantFrom(',', '.', "'", '_', ' '),
        duplicateHeaders: fc.constantFrom('error', 'suffix'),
        skipLines: fc.nat({ max: 3 }),
        missing: fc.array(hostileText, { maxLength: 2 }),
        ignore: fc.array(fc.oneof(fc.constantFrom('age', 'x', 'b'), hostileText), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ file, encoding, cut, options }) => {
    const text = Buffer.from(file.bytes).toString();
    const coded = Buffer.from(
      text,
      ({ 'utf-8': 'utf8', 'latin-1': 'latin1', 'utf-16': 'utf16le' } as const)[encoding],
    );
    const bytes = cut ? coded.subarray(0, -1) : coded;
    return {
      name: 'data.csv',
      bytes,
      options: { ...options, encoding, delimiter: file.delimiter } as ReadOptions,
    };
  });

const jsonLines = fc
  .array(
    fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', 'c', 'A'), hostileText), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 4,
    }),
    {
      maxLength: 8,
    },
  )
  .map((rows) => Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')));

/** A small table as each database and as Parquet. */
async function databases(): Promise<Map<string, Buffer>> {
  const folder = mkdtempSync(join(workFolder(), 'made-'));
  const [parquet, duck, lite] = ['data.parquet', 'data.duckdb', 'data.sqlite'].map((name) =>
    join(folder, name),
  );
  const rows = `SELECT i AS a, i / 7 AS b, 'level ' || (i % 3) AS c FROM range(40) rows(i)`;
  const connection = await (await DuckDBInstance.create(duck)).connect();
  await connection.run(`COPY (${rows}) TO '${parquet}'`);
  await connection.run(`CREATE TABLE rows AS ${rows}`);
  await connection.run('CHECKPOINT');
  connection.closeSync();
  const database = new sqlite.Database(lite);
  database.exec('CREATE TABLE rows (a INTEGER, b REAL, c TEXT)');
  for (let i = 0; i < 40; i++)
    database.run('INSERT INTO rows VALUES (?, ?, ?)', [i, i / 7, `level ${i % 3}`]);
  database.close();
  return new Map([parquet, duck, lite].map((path) => [path!.split('/').at(-1)!, readFileSync(path!)]));
}

/**
 * Reads CSV and holds it against the reference.
 * @returns which of the two it came to
 */
export async function compareCsv({
  bytes,
  delimiter,
  isTold,
  isValid,
}: CsvInput): Promise<'table' | 'error'> {
  const path = join(workFolder(), 'data.csv');
  writeFileSync(path, bytes);
  const reading = await readOrRefuse(path, { format: 'csv', ...(isTold ? { delimiter } : {}) });
  const expected = readByReference(bytes, isTold ? delimiter : undefined);
  if (typeof reading !== 'string') {
    assert.deepEqual(columnsOf(reading), expected);
    return 'table';
  }
  // A delimiter in the name of an only column is taken for one, and then the rows are too short.
  const isDoubtful = !isTold && expected.length === 1;
  if (isValid && !isDoubtful)
    assert.equal(typeof expected, 'string', `refused, though it is valid: ${reading}`);
  return 'error';
}

/** The table, or the message that says why there is none. */
async function readOrRefuse(path: string, options: ReadOptions | undefined): Promise<Reading | string> {
  try {
    return await readTable(path, options);
  } catch (error) {
    if (!(error instanceof FairfrontError)) throw error;
    checkMessage(error.message);
    return error.message;
  }
}

/** The columns as the reference has them; every level has a row. */
function columnsOf({ table }: Reading): ReferenceReading {
  return table.columns.map((column) => {
    const { name, kind } = column;
    if (kind === 'numeric') {
      return {
        name,
        kind,
        cells: Array.from(column.values, (value) => (Number.isNaN(value) ? null : value)),
      };
    }
    const cells = Array.from(column.codes, (code) => column.levels[code] ?? null);
    assert.equal(new Set(cells.filter((cell) => cell !== null)).size, column.levels.length);
    return { name, kind, cells };
  });
}
