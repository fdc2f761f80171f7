// What our reader makes of a fuzzed file, in the form of the reference.

import { writeFileSync } from 'node:fs';
import { FairfrontError } from '@fairfront/core';
import { expect } from 'vitest';
import { type ReadOptions, readTable } from '../../src/read/read-table.js';
import type { ReferenceReading } from '../../../../fuzz/csv-reference.js';
import type { CsvFile } from '../../../../fuzz/inputs/csv-files.js';
import { cellsOf } from './files.js';

/** What a person can do about it. */
const WAY_OUT = /mend|save|quote|correct|rename|close|right file|is empty|a table needs|`\w+/;

/**
 * @returns the columns, or the message. Any other error is a crash, and thrown.
 * @param isTold whether the reader is told the delimiter
 */
export async function readFuzzed(
  path: string,
  { bytes, delimiter }: CsvFile,
  isTold: boolean,
  options: ReadOptions = {},
): Promise<ReferenceReading> {
  writeFileSync(path, bytes);
  try {
    const { table } = await readTable(path, {
      format: 'csv',
      ...(isTold ? { delimiter } : {}),
      ...options,
    });
    for (const column of table.columns) {
      if (column.kind === 'categorical') expectUsed(column.codes, column.levels.length);
    }
    return table.columns.map(({ name, kind }) => ({ name, kind, cells: cellsOf(table, name) }));
  } catch (error) {
    if (!(error instanceof FairfrontError)) throw error;
    expect(error.message).toContain(path);
    expect(error.message).toMatch(WAY_OUT);
    expect(error.message.length).toBeLessThan(3000);
    return error.message;
  }
}

/** Every level has a row. */
function expectUsed(codes: ArrayLike<number>, levelCount: number): void {
  const used = new Set(Array.from(codes));
  used.delete(levelCount);
  expect(used.size).toBe(levelCount);
}
