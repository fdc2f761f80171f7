// Opens what a path names, so that it can be read more than once.

import {
  closeSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FairfrontError, quoted, shortened } from '@fairfront/core/tables';
import { describeFileError } from '../../describe-file-error.js';
import { type Format, HEAD_BYTES, knownFormat, LONGEST_LABEL, type Source } from './formats.js';
import { ReadError } from './read-error.js';
import { sourceFiles } from './source-files.js';

/**
 * Opens what a path stands for: a file, or all files of a folder or a pattern as one table.
 * @param path a file, a folder, a pattern, or "-" for standard input
 * @param folder makes a folder for what can be read only once, and for links
 * @param format overrules content and name
 */
export async function openSources(
  path: string,
  folder: () => string,
  stdin: Readable,
  format?: Format,
): Promise<Source> {
  const label = shortened(path, LONGEST_LABEL);
  const files = path === '-' ? [path] : sourceFiles(path, label);
  const parts: Source[] = [];
  for (const file of files) parts.push(await openSource(file, folder, stdin, format));
  const first = parts[0]!;
  if (parts.length === 1) return first;
  const other = parts.find((part) => part.format !== first.format);
  if (other !== undefined) {
    throw new ReadError(
      `${label}: ${first.label} is ${first.format} and ${other.label} is ${other.format}; the files of one table must have one format: name them by a pattern, such as ${quoted([join(dirname(first.original), `*${extname(first.original)}`)])}`,
    );
  }
  if (first.format === 'duckdb' || first.format === 'sqlite') {
    throw new ReadError(
      `${label} stands for ${parts.length} databases, ${first.label} and others; a table comes from one: name it`,
    );
  }
  const packed = parts.find(({ gzipped }) => gzipped !== first.gzipped);
  if (packed !== undefined && first.format === 'jsonl') {
    throw new ReadError(
      `${label}: of ${first.label} and ${packed.label} one is gzipped; pack or unpack both`,
    );
  }
  return { ...first, label, size: parts.reduce((sum, { size }) => sum + size, 0), parts };
}

/** Refuses files that were changed since they were opened: rows of before and after would be mixed. */
export function checkUnchanged({ parts, label, stamp, original }: Source): void {
  for (const part of parts ?? []) checkUnchanged(part);
  if (parts !== undefined || stamp === undefined || stampOf(original) === stamp) return;
  throw new ReadError(`${label} was changed while it was read; wait until it is whole, or read a copy of it`);
}

/** How the names of files end that hold the last changes of a DuckDB database beside it. */
export const WAL_NAMES = ['.wal', '.wal.checkpoint', '.wal.recovery'];

/** What tells a file, with the log that a database has beside it, from the same file changed. */
function stampOf(path: string): string {
  return [path, ...WAL_NAMES.map((name) => path + name)]
    .map((each) => {
      const { size, mtimeNs, ino } = statSync(each, { bigint: true, throwIfNoEntry: false }) ?? {};
      return [size, mtimeNs, ino].join(' ');
    })
    .join(' ');
}

/**
 * Opens a file for reading and finds out its format.
 * @param path a file, or "-" for standard input
 * @param folder makes a folder for what can be read only once, and for links
 * @param format overrules content and name
 */
export async function openSource(
  path: string,
  folder: () => string,
  stdin: Readable,
  format?: Format,
): Promise<Source> {
  const label = path === '-' ? 'standard input' : shortened(path, LONGEST_LABEL);
  const original = await settle(path, folder, stdin, label);
  const stamp = stampOf(original);
  const { head, size } = readHead(original, label);
  const { format: found, gzipped } = knownFormat(head, path, label, format);
  const isLinked = found === 'sqlite' || (found !== 'csv' && /[*?[\]]/.test(original));
  return {
    path: isLinked ? link(original, folder()) : original,
    original,
    label,
    format: found,
    gzipped,
    size,
    stamp,
  };
}

/** Finds or makes a file that can be read more than once. */
async function settle(path: string, folder: () => string, stdin: Readable, label: string): Promise<string> {
  try {
    if (path === '-') return await keep(stdin, folder());
    const status = statSync(path);
    if (status.isDirectory()) throw new Error('it is a folder; name a file in it');
    return status.isFile() ? resolve(path) : await keep(createReadStream(path), folder());
  } catch (error) {
    throw unreadable(label, error);
  }
}

async function keep(stream: Readable, folder: string): Promise<string> {
  const path = join(folder, 'kept');
  await pipeline(stream, createWriteStream(path));
  return path;
}

function unreadable(label: string, error: unknown): Error {
  if (error instanceof FairfrontError) return error;
  return new ReadError(`cannot read ${label}: ${describeFileError(error)}`, { cause: error });
}

/** The first bytes, as one character each, and how many there are in all. */
function readHead(path: string, label: string): { head: string; size: number } {
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    const file = openSync(path, 'r');
    try {
      const head = bytes.toString('latin1', 0, readSync(file, bytes, 0, HEAD_BYTES, 0));
      return { head, size: fstatSync(file).size };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unreadable(label, error);
  }
}

/** Links to a file: DuckDB takes * ? [ ] in a path for a pattern, and reading SQLite leaves a lock. */
function link(path: string, folder: string): string {
  const name = basename(path).replace(/[*?[\]]/g, '_');
  let place = join(folder, name);
  for (let i = 2; existsSync(place); i++) place = join(folder, `${i}-${name}`);
  try {
    symlinkSync(path, place);
  } catch {
    copyFileSync(path, place); // where links need a right that the user lacks
  }
  return place;
}
