import { writeFileSync } from 'node:fs';
import type { Column } from '@fairfront/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readByReference } from '../../../../fuzz/csv-reference.js';
import { csvFile } from '../../../../fuzz/inputs/csv-files.js';
import { isRejected } from '../../src/read/columns/finished.js';
import { PLAIN } from '../../src/read/columns/number-spelling.js';
import { MISSING_MARKERS } from '../../src/read/columns/text-values.js';
import { readCsvHead } from '../../src/read/csv/csv-head.js';
import { type CsvRowsTask, readCsvRows } from '../../src/read/csv/csv-rows.js';
import { cellsOf, madeFile } from './files.js';

async function taskFor(path: string, delimiter: string, size: number): Promise<CsvRowsTask> {
  const source = { path, original: path, label: path, format: 'csv', gzipped: false, size } as const;
  const head = await readCsvHead(source, { delimiter });
  return {
    label: path,
    delimiter,
    lineEnd: head.lineEnd === '\r' ? '\r' : '\n',
    line: head.linesBefore + 1,
    skip: head.bytesBefore,
    encoding: 'utf-8',
    names: head.names,
    wanted: new Set(head.names),
    declared: { categorical: new Set(), numeric: new Set() },
    missing: new Set(MISSING_MARKERS),
    spelling: PLAIN,
    size,
  };
}

/** The first chunk has the byte order mark whole, as from any file. */
async function* cutUp(bytes: Uint8Array, lengths: readonly number[]): AsyncGenerator<Buffer> {
  for (let start = 0, i = 0; start < bytes.length; i++) {
    const end = start + lengths[i % lengths.length]! + (i === 0 ? 3 : 0);
    yield Buffer.from(bytes.subarray(start, end));
    start = end;
  }
}

it('it does not matter where the bytes are cut into chunks', { timeout: 60_000 }, async () => {
  const path = madeFile('');
  let tables = 0;
  await fc.assert(
    fc.asyncProperty(
      csvFile,
      fc.oneof(fc.constant([1]), fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 })),
      async ({ bytes, delimiter }, lengths) => {
        const expected = readByReference(bytes, delimiter);
        fc.pre(typeof expected !== 'string');
        writeFileSync(path, bytes);
        const task = await taskFor(path, delimiter, bytes.length);
        const { rowCount, finished } = await readCsvRows(
          [{ task, chunks: () => cutUp(bytes, lengths) }],
          () => {},
        );
        const columns = finished.filter((column): column is Column => !isRejected(column));
        const actual = columns.map(({ name, kind }) => ({
          name,
          kind,
          cells: cellsOf({ rowCount, columns }, name),
        }));
        expect(actual).toEqual(expected);
        tables++;
      },
    ),
    { seed: 6, numRuns: 300 },
  );
  expect(tables).toBeGreaterThan(200);
});
