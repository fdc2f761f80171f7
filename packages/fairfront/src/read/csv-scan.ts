// Two things that DuckDB does not say of a CSV file, found by a look at its lines. It drops a value too many at a line's end if that value is
// empty or begins like a marker of missing values, but "Smith, John," under the columns name and town is no Smith from John: that is an error.
// And where a value holds line breaks, DuckDB's threads may begin in the middle of it and take its lines for rows: then one thread must read.
// Of most lines only the end is looked at, which takes little more time than to read the bytes.

import { count } from '@fairfront/core';
import type { CsvHead } from './csv-head.js';
import type { Encoding } from './head-text.js';
import { ReadError } from './read-error.js';
import { readChunks, type Source } from './source.js';

export interface CsvScan {
  /** Whether a value in quotes holds a line break. */
  readonly hasLineBreaks: boolean;
}

const [QUOTE, SPACE, LINE_FEED, RETURN] = [0x22, 0x20, 0x0a, 0x0d] as const;
/** DuckDB takes lines of half as much. */
const LONGEST_LINE = 4 << 20;

export async function scanCsv(
  source: Source,
  head: CsvHead,
  encoding: Encoding,
  missing: readonly string[],
): Promise<CsvScan> {
  const { label } = source;
  const width = head.names.length;
  const lineEnd = head.lineEnd === '\r' ? RETURN : LINE_FEED;
  const record = new RecordScan(head.delimiter.charCodeAt(0), missing);
  let line = 0;
  let opened = 1; // where the record began
  let hasLineBreaks = false;
  const scanLine = (bytes: Uint8Array, start: number, end: number, hasQuote: boolean): void => {
    if (line++ < head.linesBefore) return;
    if (!record.isOpen) opened = line;
    const last = bytes[end - 1] === RETURN ? end - 1 : end;
    const values = record.add(bytes, start, last, hasQuote);
    if (values > width) {
      throw new ReadError(
        `${label}, line ${line}: the line has ${values} values, the table ${count(width, 'column')}; mend the line, or quote values that hold the delimiter`,
      );
    }
    hasLineBreaks ||= record.isOpen;
  };
  let left: Uint8Array = new Uint8Array(0); // of a line whose end is in the next chunk
  for await (const chunk of chunks(source, encoding)) {
    const bytes = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    let start = 0;
    let quote = bytes.indexOf(QUOTE);
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, start)) {
      if (quote >= 0 && quote < start) quote = bytes.indexOf(QUOTE, start);
      scanLine(bytes, start, end, quote >= 0 && quote < end);
      start = end + 1;
    }
    left = bytes.subarray(start);
    if (left.length > LONGEST_LINE) {
      throw new ReadError(
        `${label}, line ${line + 1}: the line is longer than ${LONGEST_LINE >> 20} MB; is a quote left open before it?`,
      );
    }
  }
  scanLine(left, 0, left.length, left.includes(QUOTE));
  if (record.isOpen) {
    throw new ReadError(
      `${label}, line ${opened}: a quoted value is not closed; double the quotes inside it ("") and close it`,
    );
  }
  return { hasLineBreaks };
}

/** Bytes in which ASCII stands for itself, without a byte order mark. */
async function* chunks(source: Source, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const decoder = encoding === 'utf-16' ? new TextDecoder('utf-16le') : undefined;
  let isFirst = true;
  for await (const chunk of readChunks(source)) {
    const bytes = decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
    const isMarked = isFirst && bytes.toString('latin1', 0, 3) === '\xef\xbb\xbf';
    yield isMarked ? bytes.subarray(3) : bytes;
    isFirst = false;
  }
}

/** Where in a value a byte is. */
const [BEGINS, PLAIN, QUOTED, CLOSED] = [0, 1, 2, 3];

/** The values of a record, which may go over several lines. */
class RecordScan {
  readonly #delimiter: number;
  readonly #markers: readonly Uint8Array[];
  readonly #longest: number;
  #values = 0;
  /** Whether the record goes on in the next line. */
  isOpen = false;

  constructor(delimiter: number, markers: readonly string[]) {
    this.#delimiter = delimiter;
    this.#markers = markers.map((marker) => Buffer.from(marker));
    this.#longest = Math.max(...this.#markers.map(({ length }) => length));
  }

  /** @returns how many values the record has so far; 1 where DuckDB will count them rightly */
  add(bytes: Uint8Array, start: number, end: number, hasQuote: boolean): number {
    if (!this.isOpen) {
      this.#values = 1;
      if (!hasQuote && !this.#endsLikeMarker(bytes, start, end)) return 1;
    }
    const delimiter = this.#delimiter;
    let values = this.#values;
    let value = this.isOpen ? QUOTED : BEGINS;
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!;
      if (value === QUOTED) {
        if (byte === QUOTE) value = CLOSED;
      } else if (byte === delimiter) {
        values++;
        value = BEGINS;
      } else if (byte === QUOTE && value !== PLAIN) {
        value = QUOTED; // "" inside quotes closes them and opens them again
      } else if (byte !== SPACE) {
        value = PLAIN;
      }
    }
    this.#values = values;
    this.isOpen = value === QUOTED;
    return values;
  }

  /** Whether the line's last value is the beginning of a marker. */
  #endsLikeMarker(bytes: Uint8Array, start: number, end: number): boolean {
    const earliest = Math.max(start, end - this.#longest - 1);
    let first = end;
    while (first > earliest && bytes[first - 1] !== this.#delimiter) first--;
    const length = end - first;
    for (const marker of this.#markers) {
      if (marker.length < length) continue;
      let same = 0;
      while (same < length && marker[same] === bytes[first + same]) same++;
      if (same === length) return true;
    }
    return false;
  }
}
