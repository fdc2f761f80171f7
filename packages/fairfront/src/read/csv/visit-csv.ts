// Visits the rows of a CSV file that is too large to be kept: some columns, one row after the other.

import { FairfrontError } from '@fairfront/core';
import { describeNearest, quoted } from '@fairfront/core/internal';
import { readChunks } from '#bytes';
import { openSource } from '../source/source.js';
import { textAt } from './csv-columns.js';
import { readCsvHead } from './csv-head.js';
import { scanRecords } from './csv-rows.js';

/**
 * Visits every row of a CSV file. A value is decoded when it is asked for, so what is passed over costs
 * little.
 * @param columns by name, in any case
 * @param visit is handed the value of the i-th of these columns, trimmed; '' where it is missing
 */
export async function visitCsv(
  path: string,
  columns: readonly string[],
  visit: (value: (column: number) => string) => void,
): Promise<void> {
  const source = await openSource(path, noFolder, process.stdin, 'csv');
  const head = await readCsvHead(source, {});
  const names = head.names.map((name) => name.toLowerCase());
  const places = columns.map((column) => {
    const place = names.indexOf(column.toLowerCase());
    if (place >= 0) return place;
    throw new FairfrontError(
      'bad-file',
      `${source.label} has no column ${quoted([column])}; ${describeNearest(column, head.names)}`,
    );
  });
  const task = {
    label: source.label,
    delimiter: head.delimiter,
    lineEnd: head.lineEnd === '\r' ? ('\r' as const) : ('\n' as const),
    line: head.linesBefore + 1,
    skip: head.bytesBefore,
    encoding: 'utf-8' as const,
    names: head.names,
  };
  await scanRecords(
    readChunks(source),
    task,
    (bytes, { starts, ends, width, recordCount }) => {
      let first = 0;
      const value = (column: number): string => {
        const at = first + places[column]!;
        return textAt(bytes, starts[at]!, ends[at]!);
      };
      for (let record = 0; record < recordCount; record++, first += width) visit(value);
    },
    () => undefined,
  );
}

/** A file on disk needs no copy. */
function noFolder(): string {
  throw new Error('only what can be read once is copied');
}
