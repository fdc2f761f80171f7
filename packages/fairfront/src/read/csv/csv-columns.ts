// Turns a CSV column's values into numbers or levels, block after block, straight from their bytes. Which of
// the two is settled by the first texts that are not missing; these are kept until then.

import { utf8Text } from '#bytes';
import type { CellStore } from '../../store/kept-cells.js';
import type { Grown, Missing } from '../columns/finished.js';
import { GrowingLevels, GrowingNumbers } from '../columns/growing-columns.js';
import { guessKind, SAMPLE_TEXTS } from '../columns/guess-kind.js';
import { type NumberSpelling, respell } from '../columns/number-spelling.js';
import { ByteDictionary, LONGEST } from './byte-dictionary.js';
import { parseDecimal } from './csv-number.js';
import type { CsvTokens } from './csv-tokens.js';

export interface CsvColumn {
  /** Makes room for so many rows in all. */
  reserve(rows: number): void;
  /** The column's values in all records of the block. @param column its place in the record */
  add(bytes: Uint8Array, tokens: CsvTokens, column: number): void;
  finish(): Grown;
  readonly note?: string | undefined;
  /** Whether too few texts have come to settle what the column holds. */
  readonly isUnsettled?: boolean;
}

const ASCII_END = 0x80;

/** Makes a column that reads numbers. */
export function numberColumn(
  name: string,
  declared: boolean,
  missing: Missing,
  spelling: NumberSpelling,
  store?: CellStore,
): CsvColumn & TextSink {
  const plain = respell(spelling);
  const point = spelling.decimal.charCodeAt(0);
  const numbers = new GrowingNumbers(name, declared, missing, plain, store);
  const { cells } = numbers;
  const markers = new Set([...missing].flatMap((text) => plain(text) ?? []).map(Number));
  const hasMarkers = markers.size > 0;
  return {
    reserve: (rows) => cells.reserve(rows),
    add: (bytes, { starts, ends, width, recordCount }, column) => {
      const first = cells.extend(recordCount);
      const { values } = cells;
      for (let place = first, at = column; place < first + recordCount; place++, at += width) {
        const start = starts[at]!;
        const end = ends[at]!;
        const value = parseDecimal(bytes, start, end, point);
        values[place] = value;
        if (start !== end && (Number.isNaN(value) || (hasMarkers && markers.has(value)))) {
          values[place] = numbers.numberOf(textAt(bytes, start, end), place);
        }
      }
    },
    addMissing: (count) => {
      const first = cells.extend(count);
      cells.values.fill(Number.NaN, first, first + count);
    },
    addText: (text) => {
      const place = cells.extend(1);
      cells.values[place] = numbers.numberOf(text, place);
    },
    finish: () => numbers.finish(),
  };
}

/** Makes a column that reads levels. */
export function levelColumn(
  name: string,
  declared: boolean,
  missing: Missing,
  store?: CellStore,
): CsvColumn & TextSink {
  const levels = new GrowingLevels(name, declared, missing, store);
  const { cells } = levels;
  const dictionary = new ByteDictionary();
  return {
    reserve: (rows) => cells.reserve(rows),
    add: (bytes, tokens, column) => {
      if (levels.isFull) return;
      const { starts, ends, width, recordCount } = tokens;
      const first = cells.extend(recordCount);
      const codes = cells.values;
      for (let i = 0; i < recordCount; i++) {
        i = dictionary.findAll(bytes, tokens, column, i, codes, first);
        if (i === recordCount) break;
        const start = starts[i * width + column]!;
        const end = ends[i * width + column]!;
        const code = levels.codeOf(textAt(bytes, start, end));
        if (end - start <= LONGEST && end >= 0) dictionary.add(bytes, start, end, code);
        codes[first + i] = code;
      }
    },
    addMissing: (count) => {
      const first = cells.extend(count);
      cells.values.fill(0, first, first + count);
    },
    addText: (text) => {
      const place = cells.extend(1);
      cells.values[place] = levels.codeOf(text);
    },
    finish: () => levels.finish(),
  };
}

/** A column that also takes rows one by one. */
interface TextSink {
  addMissing(count: number): void;
  /** @param text trimmed, not missing */
  addText(text: string): void;
}

/** Missing rows that are added at a time. */
const MISSING_ROWS = 1 << 12;

/** Makes a column that settles for numbers or levels by its first texts. */
export function guessedColumn(
  name: string,
  missing: Missing,
  spelling: NumberSpelling,
  store?: CellStore,
): CsvColumn {
  const plain = respell(spelling);
  let settled: (CsvColumn & TextSink) | undefined;
  let note: string | undefined;
  let reserved = 0;
  let rowCount = 0;
  /** What is not missing in the rows so far; a column may be missing in almost all of them. */
  const rows: number[] = [];
  const texts: string[] = [];
  const settle = (): CsvColumn & TextSink => {
    const guess = guessKind(name, texts.slice(0, SAMPLE_TEXTS), (text) => plain(text) !== undefined);
    note = guess.note;
    const column =
      guess.kind === 'numeric'
        ? numberColumn(name, false, missing, spelling, store)
        : levelColumn(name, false, missing, store);
    column.reserve(reserved);
    let next = 0;
    const addMissing = (to: number): void => {
      while (next < to) {
        const count = Math.min(MISSING_ROWS, to - next);
        column.addMissing(count);
        next += count;
      }
    };
    for (const [i, row] of rows.entries()) {
      addMissing(row);
      column.addText(texts[i]!);
      next++;
    }
    addMissing(rowCount);
    settled = column;
    return column;
  };
  return {
    reserve: (rows) => {
      reserved = rows;
      settled?.reserve(rows);
    },
    add: (bytes, tokens, column) => {
      if (settled !== undefined) {
        settled.add(bytes, tokens, column);
        return;
      }
      const { starts, ends, width, recordCount } = tokens;
      for (let i = 0, at = column; i < recordCount; i++, at += width) {
        const text = textAt(bytes, starts[at]!, ends[at]!);
        if (missing.has(text)) continue;
        rows.push(rowCount + i);
        texts.push(text);
      }
      rowCount += recordCount;
      if (texts.length >= SAMPLE_TEXTS) settle();
    },
    finish: () => (settled ?? settle()).finish(),
    get note() {
      return note;
    },
    get isUnsettled() {
      return texts.length < SAMPLE_TEXTS;
    },
  };
}

/** A value as text, trimmed. @param end as the tokens have it: ~end where quotes are doubled */
export function textAt(bytes: Uint8Array, start: number, end: number): string {
  if (end < 0) return utf8Text(bytes, start, ~end).replaceAll('""', '"').trim();
  return decode(bytes, start, end).trim();
}

/** Short texts of ASCII are faster put together than decoded. */
function decode(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 16) return utf8Text(bytes, start, end);
  let text = '';
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if (byte >= ASCII_END) return utf8Text(bytes, start, end);
    text += String.fromCharCode(byte);
  }
  return text;
}
