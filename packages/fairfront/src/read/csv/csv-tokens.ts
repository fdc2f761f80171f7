// Finds the values of CSV in its bytes, strictly by RFC 4180. Whole records are cut up into flat arrays of
// places; nothing is decoded.
//
// Where the RFC says nothing: lines end with \n or \r\n, or all with \r. Quotes are quotes where a value
// begins, spaces before them aside, and text elsewhere; only spaces may follow the closing quote. Lines
// without a value are passed over, but in a table of one column they are missing values.

import { ReadError } from '../source/read-error.js';

const [LINE_FEED, RETURN, SPACE, QUOTE] = [0x0a, 0x0d, 0x20, 0x22] as const;

/** Values that are cut up at a time: few enough that their places stay in the nearest cache. */
const BLOCK_VALUES = 1 << 12;

/** Says what a byte ends, if anything. */
const [TEXT, VALUE_ENDS, RECORD_ENDS, RETURNS, FORBIDDEN] = [0, 1, 2, 3, 4] as const;

/** Cuts records up into values. */
export class CsvTokens {
  /** Where each value begins, record by record; quotes around it are outside. */
  readonly starts: Int32Array;
  /** The byte after each value's last; ~end where quotes inside the value are doubled. */
  readonly ends: Int32Array;
  /** Where each record begins, and the byte after its line end. */
  readonly recordStarts: Int32Array;
  readonly recordEnds: Int32Array;
  readonly width: number;
  recordCount = 0;
  /** The line of the record that comes next, counted from 1. */
  line: number;

  readonly #label: string;
  readonly #delimiter: number;
  readonly #roles = new Uint8Array(256);
  readonly #capacity: number;

  /** @param returnsOnly whether lines end with \r alone */
  constructor(label: string, delimiter: string, width: number, line: number, returnsOnly: boolean) {
    this.width = width;
    this.line = line;
    this.#label = label;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#capacity = Math.max(1, Math.floor(BLOCK_VALUES / width));
    this.starts = new Int32Array(this.#capacity * width);
    this.ends = new Int32Array(this.#capacity * width);
    this.recordStarts = new Int32Array(this.#capacity);
    this.recordEnds = new Int32Array(this.#capacity);
    this.#roles[this.#delimiter] = VALUE_ENDS;
    this.#roles[LINE_FEED] = returnsOnly ? FORBIDDEN : RECORD_ENDS;
    this.#roles[RETURN] = returnsOnly ? RECORD_ENDS : RETURNS;
  }

  /**
   * Cuts up records from `from` on, as many as there is room for.
   * @param to where the bytes end, after a line end, so that no value is without an end unless it is in
   * quotes
   * @param isLast whether the file ends there
   * @returns where the first record begins that was not cut up
   */
  scan(bytes: Uint8Array, from: number, to: number, isLast: boolean): number {
    const { starts, ends, recordStarts, recordEnds, width } = this;
    const roles = this.#roles;
    const delimiter = this.#delimiter;
    const space = delimiter === SPACE ? -1 : SPACE;
    const top = Math.max(delimiter, RETURN); // any byte above is text
    const limit = this.#capacity * width;
    let place = 0; // in starts and ends
    let records = 0;
    let position = from;
    let recordStart = from;
    while (place < limit && position < to) {
      const recordPlace = place;
      const recordEnd = place + width;
      let lines = 1;
      for (;;) {
        let byte = bytes[position]!;
        starts[place] = position;
        if (byte === QUOTE || byte === space) {
          let open = position;
          while (bytes[open] === space) open++;
          if (bytes[open] === QUOTE) {
            const close = closingQuote(bytes, open + 1, to);
            if (close >= to) {
              if (isLast) throw this.#error(OPEN_QUOTE);
              this.recordCount = recordPlace / width;
              return recordStart;
            }
            lines += lineFeeds(bytes, open, close);
            position = close + 1;
            while (bytes[position] === space) position++;
            byte = bytes[position]!;
            if (roles[byte] === TEXT) throw this.#error(AFTER_QUOTE);
            starts[place] = open + 1;
            ends[place] = hasQuote(bytes, open + 1, close) ? ~close : close;
          } else {
            while (byte > top || roles[byte] === TEXT) byte = bytes[++position]!;
            ends[place] = position;
          }
        } else {
          while (byte > top || roles[byte] === TEXT) byte = bytes[++position]!;
          ends[place] = position;
        }
        place++;
        position++;
        if (byte === delimiter) {
          if (place === recordEnd) throw this.#ragged(width + this.#valuesLeft(bytes, position));
          continue;
        }
        if (byte === RETURN && roles[RETURN] === RETURNS && bytes[position++] !== LINE_FEED)
          throw this.#error(TWO_ENDS);
        if (roles[byte] === FORBIDDEN) throw this.#error(TWO_ENDS);
        break;
      }
      if (place < recordEnd) {
        const values = place - recordPlace;
        if (values > 1 || !isBlank(bytes, starts[recordPlace]!, ends[recordPlace]!))
          throw this.#ragged(values);
        place = recordPlace;
      } else {
        recordStarts[records] = recordStart;
        recordEnds[records++] = position;
      }
      this.line += lines;
      recordStart = position;
    }
    this.recordCount = place / width;
    return recordStart;
  }

  /** How many values a line still has, at least; its quotes are not looked at. */
  #valuesLeft(bytes: Uint8Array, from: number): number {
    let values = 1;
    for (let i = from; i < bytes.length && bytes[i] !== LINE_FEED && bytes[i] !== RETURN; i++) {
      if (bytes[i] === this.#delimiter) values++;
    }
    return values;
  }

  #ragged(values: number): ReadError {
    const [own, wanted] = [values, this.width].map((count) => `${count} value${count === 1 ? '' : 's'}`);
    return this.#error(
      `the line has ${own}, the first one ${wanted}; mend the line, or quote values that hold the delimiter`,
    );
  }

  #error(what: string): ReadError {
    return new ReadError(`${this.#label}, line ${this.line}: ${what}`);
  }
}

const OPEN_QUOTE =
  'a quote is opened and never closed; close it, or double it ("") where it is part of the text';
const AFTER_QUOTE = 'text follows the closing quote of a value; double the quotes inside it ("")';
const TWO_ENDS =
  'line ends of two kinds; save the file again with one kind, or quote values that hold line ends';

/** Where the quotes end that open before `from`; `to` if they do not. */
function closingQuote(bytes: Uint8Array, from: number, to: number): number {
  for (let position = from; position < to; position++) {
    if (bytes[position] !== QUOTE) continue;
    if (bytes[position + 1] !== QUOTE) return position;
    position++;
  }
  return to;
}

function hasQuote(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === QUOTE) return true;
  return false;
}

function lineFeeds(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (bytes[i] === LINE_FEED) count++;
  return count;
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== SPACE) return false;
  return end >= 0;
}
