// Finds out what a path holds, by its first bytes, then by its name.

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
import { createGunzip, type Gunzip } from 'node:zlib';
import { FairfrontError, shortened } from '@fairfront/core/tables';
import { describeFileError } from '../../describe-file-error.js';
import { ReadError } from './read-error.js';

export const FORMATS = ['csv', 'parquet', 'jsonl', 'duckdb', 'sqlite'] as const;
export type Format = (typeof FORMATS)[number];

export interface Source {
  /** Where the bytes are. */
  readonly path: string;
  /** Where they were found: files that belong to them would be beside. */
  readonly original: string;
  /** What a person calls it. */
  readonly label: string;
  readonly format: Format;
  readonly gzipped: boolean;
  /** Bytes in the file. */
  readonly size: number;
}

const HEAD_BYTES = 64;
/** Of a path in messages. */
const LONGEST_LABEL = 200;
export const CHUNK_BYTES = 1 << 20;

/** Files that people have and that hold no table as they are. */
const REFUSED: readonly (readonly [magic: string, what: string])[] = [
  ['PK\x03\x04', 'a zip archive or an Excel workbook: save the sheet as CSV, or unpack it'],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook: save the sheet as CSV'],
  ['BZh91AY', 'compressed with bzip2: unpack it, or use gzip'],
  ['\xfd7zXZ', 'compressed with xz: unpack it, or use gzip'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd: unpack it, or use gzip'],
  ['%PDF-', 'a PDF: it holds no table that could be read'],
  ['ARROW1\0', 'an Arrow file: save it as Parquet'],
];

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
  if (head.length === 0) throw new ReadError(`${label} is empty`);
  const refused = REFUSED.find(([magic]) => head.startsWith(magic));
  if (refused !== undefined && format === undefined) throw new ReadError(`${label} is ${refused[1]}`);
  const found = format ?? formatOf(head, path);
  const isLinked = found === 'sqlite' || (found !== 'csv' && /[*?[\]]/.test(original));
  return {
    path: isLinked ? link(original, folder()) : original,
    original,
    label,
    format: found,
    gzipped: head.startsWith('\x1f\x8b'),
    size,
  };
}

function formatOf(head: string, path: string): Format {
  const isText = ![...head].some((byte) => byte < '\t');
  if (head.startsWith('PAR1') && !isText) return 'parquet';
  if (head.startsWith('SQLite format 3\0')) return 'sqlite';
  if (head.slice(8, 12) === 'DUCK' && !isText) return 'duckdb';
  const name = path.toLowerCase().replace(/\.gz$/, '');
  if (/\.(jsonl|ndjson|json)$/.test(name) || /^\s*\{/.test(head)) return 'jsonl';
  if (name.endsWith('.parquet'))
    throw new ReadError(`${shortened(path, LONGEST_LABEL)} is named .parquet but is none`);
  return 'csv';
}

/** Reads the bytes of a file in chunks, unpacked. */
export async function* readChunks({
  path,
  label,
  gzipped,
}: Pick<Source, 'path' | 'label' | 'gzipped'>): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const unpacked = gzipped ? createGunzip({ chunkSize: CHUNK_BYTES }) : file;
  try {
    if (unpacked !== file) file.on('error', (error) => unpacked.destroy(error)).pipe(unpacked as Gunzip);
    for await (const chunk of unpacked) yield chunk as Buffer;
  } catch (error) {
    const what = gzipped ? 'the gzip data is damaged or cut off' : 'it cannot be read';
    throw new ReadError(`${label}: ${what} (${describeFileError(error)})`, { cause: error });
  } finally {
    file.destroy();
  }
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
