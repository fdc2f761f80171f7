// How the bytes of a text file are letters. The beginning of a file is decoded and checked before a parser
// makes values of it: what is no text, or text in another encoding, is said there.

import { isUtf8, joinBytes, latin1Text, readChunks } from '#bytes';
import { optionText } from '../../option-text.js';
import type { Source } from './formats.js';
import { ReadError } from './read-error.js';

export const ENCODINGS = ['utf-8', 'latin-1', 'utf-16'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface HeadText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
  /** Whether this is the whole file. */
  readonly whole: boolean;
  readonly notes: readonly string[];
}

export const HEAD_BYTES = 1 << 20;
const LINE_END = 10;

/** Reads and decodes the first megabyte of a file. */
export async function readHeadText(source: Source, encoding: Encoding): Promise<HeadText> {
  const { bytes, whole } = await headBytes(source);
  checkMark(bytes, encoding, source.label);
  const text = decode(bytes, whole, encoding, source.label);
  if (text.includes('\0')) {
    const line = text.slice(0, text.indexOf('\0')).split('\n').length;
    throw zeroByte(source.label, line, encoding);
  }
  if (encoding === 'utf-16' && !/[\r\n]/.test(text) && bytes.includes(LINE_END)) {
    throw new ReadError(`${source.label} is not UTF-16; leave out \`encoding: 'utf-16'\``);
  }
  const hasMark = latin1Text(bytes, 0, 3) === '\xef\xbb\xbf';
  return { text, hasMark, whole, notes: encoding === 'latin-1' ? latinNotes(bytes) : [] };
}

async function headBytes(source: Source): Promise<{ bytes: Uint8Array; whole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(source)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= HEAD_BYTES) break;
  }
  return { bytes: joinBytes(chunks), whole: size < HEAD_BYTES };
}

function checkMark(bytes: Uint8Array, encoding: Encoding, label: string): void {
  const mark = latin1Text(bytes, 0, 2);
  if (mark === '\xfe\xff') {
    throw new ReadError(`${label} is UTF-16 with the high byte first, which is not read: save it as UTF-8`);
  }
  if (mark === '\xff\xfe' && encoding !== 'utf-16') {
    throw new ReadError(`${label} is UTF-16: save it as UTF-8, or add \`encoding: 'utf-16'\``);
  }
}

function decode(bytes: Uint8Array, whole: boolean, encoding: Encoding, label: string): string {
  if (encoding === 'latin-1') return decodeLatin(bytes);
  try {
    return new TextDecoder(encoding === 'utf-16' ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes, {
      stream: !whole, // the last character may be cut
    });
  } catch (error) {
    const where = encoding === 'utf-8' ? `${label}, line ${firstBadLine(bytes)}` : label;
    throw notEncoded(where, encoding, error);
  }
}

/** The error for a text with a zero byte in it. */
export function zeroByte(label: string, line: number, encoding: Encoding): ReadError {
  const hint = encoding === 'utf-16' ? '' : ", or it is UTF-16: add `encoding: 'utf-16'`";
  return new ReadError(`${label}, line ${line}: a zero byte; this is no text${hint}`);
}

/** The error for bytes that are no letters in an encoding. @param where the file, and its line where known */
export function notEncoded(where: string, encoding: Encoding, cause?: unknown): ReadError {
  const others = ENCODINGS.filter((other) => other !== encoding).map((other) =>
    optionText('encoding', other),
  );
  return new ReadError(
    `${where}: this is not text in ${encoding.toUpperCase()}; if it is CSV, say its encoding: ${others.join(' or ')}`,
    { cause },
  );
}

/** The first line that is not UTF-8, counted from 1. */
function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(LINE_END, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** UTF-8 is also valid Latin-1, but "café" becomes "cafÃ©"; Latin-1 is hardly ever valid UTF-8. */
function latinNotes(bytes: Uint8Array): string[] {
  const lines = bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1);
  const isAscii = lines.every((byte) => byte < 0x80);
  return isAscii || !isUtf8(lines)
    ? []
    : ['the text is read as Latin-1, but it is also valid UTF-8; leave out `encoding` if letters look odd'];
}

/** Windows has these from 0x80 to 0x9f, where Latin-1 has control characters; five stay such. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Decodes Latin-1 as Windows writes it (windows-1252). TextDecoder does not do: whether it tells the two
 * apart depends on the release of Node, and on whether it decodes at once or in chunks.
 */
export function decodeLatin(bytes: Uint8Array): string {
  return latin1Text(bytes).replace(/[\x80-\x9f]/g, (character) => WINDOWS[character.charCodeAt(0) - 0x80]!);
}
