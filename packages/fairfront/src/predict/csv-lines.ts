// Lines of CSV: the text of each record as it was, and behind it what the model says.

import { byteRoom, copyBytes, utf8Bytes, writeAscii } from '#bytes';
import type { NumberSpelling } from '../read/columns/number-spelling.js';
import type { CsvTokens } from '../read/csv/csv-tokens.js';
import type { Predicted } from './batches.js';

const [LINE_FEED, RETURN] = [0x0a, 0x0d] as const;
/** Characters of a number, at most: -1.2345678901234567e-123, in quotes. */
const LONGEST_NUMBER = 26;

/** The texts of records, without their line ends, one behind the other. */
export class RecordTexts {
  bytes = byteRoom(1 << 20);
  /** Where each text ends. */
  ends = new Uint32Array(1 << 12);
  count = 0;

  /** Adds the records of a block. */
  add(bytes: Uint8Array, { recordStarts, recordEnds, recordCount }: CsvTokens): void {
    let size = this.count === 0 ? 0 : this.ends[this.count - 1]!;
    const room = size + recordEnds[recordCount - 1]! - recordStarts[0]!;
    if (room > this.bytes.length) {
      const larger = byteRoom(2 * room);
      copyBytes(this.bytes, larger, 0, 0, size);
      this.bytes = larger;
    }
    if (this.count + recordCount > this.ends.length) {
      const larger = new Uint32Array(2 * (this.count + recordCount));
      larger.set(this.ends);
      this.ends = larger;
    }
    for (let i = 0; i < recordCount; i++) {
      const start = recordStarts[i]!;
      let end = recordEnds[i]! - 1;
      if (bytes[end] === LINE_FEED && bytes[end - 1] === RETURN && end > start) end--;
      size += copyBytes(bytes, this.bytes, size, start, end);
      this.ends[this.count++] = size;
    }
  }

  clear(): void {
    this.count = 0;
  }
}

/** How lines are written. */
export interface LineFormat {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly spelling: NumberSpelling;
}

/** Makes a text one value of a line. */
export function csvCell(text: string, delimiter: string): string {
  const isPlain = !/["\r\n]/.test(text) && !text.includes(delimiter) && text === text.trim();
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/**
 * Makes what writes records with their predictions; without classes, with the number. What it returns lasts until the call after the next.
 *
 * The numbers of all rows are one text, turned into bytes at once: row by row, that alone would take as long as to
 * spell them.
 */
export function lineWriter(
  classes: readonly string[],
  { delimiter, lineEnd, spelling: { decimal } }: LineFormat,
): (texts: RecordTexts, predicted: Predicted) => Uint8Array {
  const classCount = Math.max(1, classes.length);
  const ends = classes.map((name) => `${delimiter}${csvCell(name, delimiter)}${lineEnd}`);
  const lasts = (classes.length === 0 ? [lineEnd] : ends).map((text) => utf8Bytes(text));
  const longest = classCount * LONGEST_NUMBER + Math.max(...lasts.map(({ length }) => length));
  const isPlain = decimal === '.' && !/[-+.e\d]/.test(delimiter);
  const spelled = (value: number): string => csvCell(`${value}`.replace('.', decimal), delimiter);
  let [bytes, other] = [byteRoom(0), byteRoom(0)]; // one is written while the other is filled
  let numbers = byteRoom(0);
  let numberEnds = new Uint32Array(0);
  return ({ bytes: texts, ends, count }, { probabilities, decided }) => {
    [bytes, other] = [other, bytes];
    const size = (count === 0 ? 0 : ends[count - 1]!) + count * longest;
    if (size > bytes.length) bytes = byteRoom(size + (size >> 2));
    if (count * longest > numbers.length) numbers = byteRoom(count * longest);
    if (count > numberEnds.length) numberEnds = new Uint32Array(count);
    let text = '';
    for (let row = 0, k = 0; row < count; row++) {
      for (const last = k + classCount; k < last; k++) {
        text += delimiter + (isPlain ? `${probabilities[k]!}` : spelled(probabilities[k]!));
      }
      numberEnds[row] = text.length;
    }
    writeAscii(text, numbers);
    let [place, start, numberStart] = [0, 0, 0];
    for (let row = 0; row < count; row++) {
      place += copyBytes(texts, bytes, place, start, ends[row]!);
      place += copyBytes(numbers, bytes, place, numberStart, numberEnds[row]!);
      [start, numberStart] = [ends[row]!, numberEnds[row]!];
      const last = lasts[decided[row]!]!;
      for (let i = 0; i < last.length; i++) bytes[place++] = last[i]!;
    }
    return bytes.subarray(0, place);
  };
}
