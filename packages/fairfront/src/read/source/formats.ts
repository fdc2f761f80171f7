// What a source is: told by its first bytes, then by its name.

import { quoted, shortened } from '@fairfront/core/tables';
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
  /** Another once the file was changed. */
  readonly stamp?: string;
  /** The bytes themselves, where they are in memory. */
  readonly bytes?: Uint8Array;
  /** The files of one table, this one among them, where there are several. */
  readonly parts?: readonly Source[];
}

/** First bytes that tell. */
export const HEAD_BYTES = 64;
/** Characters of a path in messages. */
export const LONGEST_LABEL = 200;

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
 * Finds out what a source is; refuses what holds no table.
 * @param head its first bytes, as one character each
 * @param format overrules content and name
 */
export function knownFormat(
  head: string,
  path: string,
  label: string,
  format?: Format,
): Pick<Source, 'format' | 'gzipped'> {
  if (head.length === 0) throw new ReadError(`${label} is empty`);
  const refused = REFUSED.find(([magic]) => head.startsWith(magic));
  if (refused !== undefined && format === undefined) throw new ReadError(`${label} is ${refused[1]}`);
  return { format: format ?? formatOf(head, path), gzipped: head.startsWith('\x1f\x8b') };
}

/** Refuses files of one table that have not the same columns, in whatever order. */
export function checkSameNames(
  files: readonly { readonly label: string; readonly names: readonly string[] }[],
): void {
  const first = files[0]!;
  for (const { label, names } of files.slice(1)) {
    const lacks = first.names.filter((name) => !names.includes(name));
    const extra = names.filter((name) => !first.names.includes(name));
    if (lacks.length === 0 && extra.length === 0) continue;
    const differences = [
      ...(lacks.length > 0 ? [`lacks ${quoted(lacks)}`] : []),
      ...(extra.length > 0 ? [`has ${quoted(extra)} besides`] : []),
    ];
    throw new ReadError(
      `${label} ${differences.join(' and ')}, compared with ${first.label}; the files of one table must have the same columns`,
    );
  }
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
