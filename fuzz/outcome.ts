// What targets share: a folder to work in, and what a message for people must be.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Column, createTable, FairfrontError, type Table } from '@fairfront/core';

let folder: string | undefined;

/** A folder of this process, gone with it. */
export function workFolder(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'fairfront-fuzz-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return folder;
}

/** The longest message that a person still reads. */
const LONGEST_MESSAGE = 4000;

/** Refuses a message that says nothing, or that drowns what it says. */
export function checkMessage(message: string): void {
  assert.ok(message.trim().length > 5, `a message says nothing: "${message}"`);
  assert.ok(message.length <= LONGEST_MESSAGE, `a message has ${message.length} characters`);
}

/** What comes of it, or nothing where a message for people says why not. */
export async function orRefused<Made>(make: () => Made | Promise<Made>): Promise<Made | undefined> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof FairfrontError)) throw error;
    checkMessage(error.message);
    return undefined;
  }
}

/** Few rows of two groups, from which a small model is fitted at once. */
export function smallTable(rowCount = 480): Table {
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  const texts = (name: string, levels: readonly string[], codeOf: (row: number) => number) =>
    ({ kind: 'categorical', name, levels, codes: Uint32Array.from(rows, codeOf) }) as const;
  return createTable([
    texts('sex', ['F', 'M'], (row) => (row % 3 === 0 ? 0 : 1)),
    { kind: 'numeric', name: 'age', values: Float64Array.from(rows, (row) => 20 + ((row * 7) % 50)) },
    texts('purpose', ['car', 'home', 'study'], (row) => (row * 5) % 3),
    texts('default', ['no', 'yes'], (row) => ((row * 7) % 50 > 20 + ((row * 13) % 11) ? 1 : 0)),
  ]);
}

/** The same as CSV, with a column p that can be audited as probabilities. */
export function smallCsv(): string {
  const { columns, rowCount } = smallTable();
  const cell = (column: Column, row: number): string | number =>
    column.kind === 'numeric' ? column.values[row]! : column.levels[column.codes[row]!]!;
  const lines = Array.from({ length: rowCount }, (_, row) =>
    [...columns.map((each) => cell(each, row)), (row % 10) / 10].join(','),
  );
  return `${[...columns.map(({ name }) => name), 'p'].join(',')}\n${lines.join('\n')}\n`;
}
