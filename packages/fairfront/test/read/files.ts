// Files made for a test, and what was read from them as plain values.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { FairfrontError, type Table } from '@fairfront/core';
import sqlite from 'node-sqlite3-wasm';
import { expect, onTestFinished } from 'vitest';
import type { Reading, ReadOptions } from '../../src/read/read-options.js';
import { readTable } from '../../src/read/read-table.js';

/** A folder that is gone after the test. */
export function madeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-read-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @returns the path */
export function madeFile(content: string | Uint8Array, name = 'data.csv'): string {
  const path = join(madeFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** A file that DuckDB writes. @param sql with FILE in place of its path */
export async function madeByDuckDb(name: string, ...sql: readonly string[]): Promise<string> {
  const path = join(madeFolder(), name);
  const instance = await DuckDBInstance.create(name.endsWith('.duckdb') ? path : ':memory:');
  const connection = await instance.connect();
  for (const statement of sql) await connection.run(statement.replace('FILE', `'${path}'`));
  connection.closeSync();
  instance.closeSync();
  return path;
}

/** A file that SQLite writes. */
export function madeBySqlite(sql: string, name = 'data.sqlite'): string {
  const path = join(madeFolder(), name);
  const database = new sqlite.Database(path);
  database.exec(sql);
  database.close();
  return path;
}

export async function readText(
  content: string | Uint8Array,
  options: ReadOptions = {},
  name = 'data.csv',
): Promise<Reading> {
  return readTable(madeFile(content, name), options);
}

/** A column's values by row; null is missing. */
export function cellsOf(table: Table, name: string): (number | string | null)[] {
  const column = table.columns.find((each) => each.name === name)!;
  return column.kind === 'numeric'
    ? Array.from(column.values, (value) => (Number.isNaN(value) ? null : value))
    : Array.from(column.codes, (code) => column.levels[code] ?? null);
}

/** All columns by name. */
export function valuesOf({ table }: Reading): Record<string, (number | string | null)[]> {
  return Object.fromEntries(table.columns.map(({ name }) => [name, cellsOf(table, name)]));
}

export function kindsOf({ columns }: Reading): Record<string, string> {
  return Object.fromEntries(columns.map(({ name, kind }) => [name, kind]));
}

/** The reading must end in an error for people, with all of these parts. */
export async function expectRefused(reading: Promise<unknown>, ...parts: readonly string[]): Promise<void> {
  const error: unknown = await reading.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(FairfrontError);
  const { message } = error as FairfrontError;
  for (const part of parts) expect(message).toContain(part);
  expect(message.length).toBeLessThan(2000);
}
