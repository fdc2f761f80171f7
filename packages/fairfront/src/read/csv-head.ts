// The first lines of a CSV file: its delimiter and its columns' names. DuckDB could guess them, but it also guesses which lines to skip and
// renames columns; here nothing is skipped, and what is odd about a header is said.

import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { ReadError } from './read-error.js';
import type { Source } from './source.js';
import { isNumberText } from './text-values.js';

export interface CsvHead {
  readonly delimiter: string;
  readonly names: readonly string[];
  readonly hasHeader: boolean;
  readonly notes: readonly string[];
}

export interface CsvHeadOptions {
  readonly columns?: readonly string[];
  readonly delimiter?: string;
  readonly skipLines?: number;
  readonly encoding?: Encoding;
}

export const ENCODINGS = ['utf-8', 'latin-1', 'utf-16'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const HEAD_BYTES = 4 << 20;
const DELIMITERS = [',', ';', '\t', '|'];
const LOOKED_AT = 50;

export async function readCsvHead(source: Source, options: CsvHeadOptions): Promise<CsvHead> {
  const { columns, skipLines = 0 } = options;
  const { text, whole } = await headText(source, options.encoding ?? 'utf-8');
  const start = skipLine(text, skipLines);
  if (text.slice(start).trim() === '') {
    throw new ReadError(
      `${source.label} has no lines${skipLines > 0 ? ` after the ${skipLines} skipped` : ''}`,
    );
  }
  const delimiter = options.delimiter ?? findDelimiter(text, start, source);
  const first = parseRecord(text, start, delimiter);
  if (first.end === text.length && !whole) {
    throw new ReadError(
      `${source.label}: the first line is longer than ${HEAD_BYTES >> 20} MB; is this CSV?`,
    );
  }
  if (columns !== undefined) {
    checkGiven(columns, first.fields, source.label);
    return { delimiter, names: columns, hasHeader: false, notes: [] };
  }
  return { delimiter, ...namesFrom(first.fields, source.label), hasHeader: true };
}

async function headText(source: Source, encoding: Encoding): Promise<{ text: string; whole: boolean }> {
  const file = createReadStream(source.path);
  const stream = source.gzipped ? file.pipe(createGunzip()) : file;
  if (source.gzipped) file.on('error', (error) => stream.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= HEAD_BYTES) break;
    }
  } catch (error) {
    throw new ReadError(`${source.label}: ${(error as Error).message}`, { cause: error });
  }
  const bytes = Buffer.concat(chunks);
  if (
    encoding === 'utf-8' &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
  ) {
    throw new ReadError(`${source.label} is UTF-16: save it as UTF-8, or add --encoding utf-16`);
  }
  try {
    const name = { 'utf-8': 'utf-8', 'latin-1': 'iso-8859-1', 'utf-16': 'utf-16le' }[encoding];
    const text = new TextDecoder(name, { fatal: true }).decode(bytes, { stream: size >= HEAD_BYTES });
    if (text.includes('\0')) throw new Error('it has zero bytes');
    return { text, whole: size < HEAD_BYTES };
  } catch (error) {
    throw new ReadError(
      `${source.label} is not text in ${encoding}; if it is CSV, say its encoding: --encoding ${ENCODINGS.filter((other) => other !== encoding).join(' or --encoding ')}`,
      { cause: error },
    );
  }
}

function skipLine(text: string, lines: number): number {
  let start = 0;
  for (let i = 0; i < lines; i++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return start;
}

/** The delimiter that gives the most columns, the same in every line looked at; a comma where there is but one column. */
function findDelimiter(text: string, start: number, { label, path }: Source): string {
  if (/\.tsv(\.gz)?$/i.test(path)) return '\t';
  const found = DELIMITERS.map((delimiter) => ({ delimiter, ...widths(text, start, delimiter) })).filter(
    ({ header }) => header > 1,
  );
  const regular = found.filter(({ agree }) => agree === 1);
  if (regular.length === 1) return regular[0]!.delimiter;
  if (regular.length > 1) {
    throw new ReadError(
      `${label}: lines can be cut at ${regular.map(({ delimiter, header }) => `"${delimiter}" (${header} columns)`).join(' and at ')}; say which: --delimiter "${regular[0]!.delimiter}"`,
    );
  }
  const [best] = found.sort((left, right) => right.agree - left.agree || right.header - left.header);
  return best?.delimiter ?? ',';
}

function widths(text: string, start: number, delimiter: string): { header: number; agree: number } {
  const lengths: number[] = [];
  for (let position = start; position < text.length && lengths.length < LOOKED_AT; ) {
    const { fields, end } = parseRecord(text, position, delimiter);
    const blank = fields.length === 1 && fields[0] === '';
    if (!blank && (end < text.length || /[\r\n]$/.test(text) || lengths.length === 0))
      lengths.push(fields.length);
    position = end;
  }
  const header = lengths[0] ?? 0;
  return { header, agree: lengths.filter((length) => length === header).length / lengths.length };
}

/** One record of RFC 4180 from `start`: its fields, and where the next record begins. */
export function parseRecord(
  text: string,
  start: number,
  delimiter: string,
): { fields: string[]; end: number } {
  const fields: string[] = [];
  let position = start;
  for (;;) {
    let field = '';
    while (text[position] === ' ' && delimiter !== ' ') position++;
    if (text[position] === '"') {
      const from = ++position;
      let close = text.indexOf('"', from);
      while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
      const end = close < 0 ? text.length : close;
      field = text.slice(from, end).replaceAll('""', '"');
      position = end + 1;
    }
    const from = position;
    while (position < text.length && text[position] !== delimiter && !isLineEnd(text[position]!)) position++;
    fields.push((field + text.slice(from, position)).trim());
    if (text[position] !== delimiter) break;
    position++;
  }
  if (text[position] === '\r' && text[position + 1] === '\n') position++;
  return { fields, end: Math.min(position + 1, text.length) };
}

const isLineEnd = (character: string): boolean => character === '\n' || character === '\r';

function namesFrom(fields: readonly string[], label: string): { names: string[]; notes: string[] } {
  const numbers = fields.filter(isNumberText);
  if (numbers.length > 0) {
    throw new ReadError(
      `${label}: the first line looks like data (${numbers.slice(0, 3).join(', ')} are no names of columns); name the columns with --columns a,b,c`,
    );
  }
  const notes: string[] = [];
  const names = fields.map((field, i) => {
    if (field !== '') return field;
    notes.push(`column ${i + 1} has no name in the header; it is called "column_${i + 1}"`);
    return `column_${i + 1}`;
  });
  checkDistinct(names, label);
  return { names, notes };
}

function checkGiven(columns: readonly string[], fields: readonly string[], label: string): void {
  checkDistinct(columns, '--columns');
  if (columns.length !== fields.length) {
    throw new ReadError(
      `${label} has ${fields.length} columns, but ${columns.length} names were given with --columns`,
    );
  }
}

function checkDistinct(names: readonly string[], label: string): void {
  const twice = names.filter((name, i) => names.indexOf(name) < i);
  if (twice.length > 0) {
    const places = (name: string): string =>
      names.flatMap((other, i) => (other === name ? [i + 1] : [])).join(' and ');
    throw new ReadError(
      `${label}: ${[...new Set(twice)].map((name) => `columns ${places(name)} are both named "${name}"`).join('; ')}; rename one of them`,
    );
  }
}
