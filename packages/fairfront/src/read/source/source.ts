// Opens what a path names, so that it can be read more than once.

import {
  closeSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  readSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FairfrontError, shortened } from '@fairfront/core/tables';
import { describeFileError } from '../../describe-file-error.js';
import { type Format, HEAD_BYTES, knownFormat, LONGEST_LABEL, type Source } from './formats.js';
import { ReadError } from './read-error.js';

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
  const place = join(folder, basename(path).replace(/[*?[\]]/g, '_'));
  try {
    symlinkSync(path, place);
  } catch {
    copyFileSync(path, place); // where links need a right that the user lacks
  }
  return place;
}
