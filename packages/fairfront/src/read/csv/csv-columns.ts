// Turns a CSV column's values into numbers or levels, block after block, straight from their bytes. Which of
// the two is settled by the first texts that are not missing; these are kept until then.

import { utf8Text } from '#bytes';
import type { Finished, Missing } from '../columns/finished.js';
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
  finish(): Finished;
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
): CsvColumn & TextSink {
  const plain = respell(spelling);
  const point = spelling.decimal.charCodeAt(0);
  const numbers = new GrowingNumbers(name, declared, missing, plain);
  const { cells } = numbers;
  const markers = new Set([...missing].flatMap((text) => plain(text) ?? []).map(Number));
  const hasMarkers = markers.size > 0;
  return {
    reserve: (rows) => cells.reserve(rows),
    add: (bytes, { starts, ends, width, recordCount }, column) => {
      const firstRow = cells.extend(recordCount);
      const { values } = cells;
      for (let row = firstRow, at = column; row < firstRow + recordCount; row++, at += width) {
        const start = starts[at]!;
        const end = ends[at]!;
        const value = parseDecimal(bytes, start, end, point);
        values[row] = value;
        if (start !== end && (Number.isNaN(value) || (hasMarkers && markers.has(value)))) {
          values[row] = numbers.numberOf(textAt(bytes, start, end), row);
        }
      }
    },
    addTexts: (missingRows, texts) => {
      const firstRow = cells.extend(missingRows + texts.length) + missingRows;
      cells.values.fill(Number.NaN, firstRow - missingRows, firstRow);
      for (const [i, text] of texts.entries()) {
        cells.values[firstRow + i] = numbers.numberOf(text, firstRow + i);
      }
    },
    finish: () => numbers.finish(),
  };
}

/** Makes a column that reads levels. */
export function levelColumn(name: string, declared: boolean, missing: Missing): CsvColumn & TextSink {
  const levels = new GrowingLevels(name, declared, missing);
  const { cells } = levels;
  const dictionary = new ByteDictionary();
  return {
    reserve: (rows) => cells.reserve(rows),
    add: (bytes, tokens, column) => {
      if (levels.isFull) return;
      const { starts, ends, width, recordCount } = tokens;
      const firstRow = cells.extend(recordCount);
      const codes = cells.values;
      for (let i = 0; i < recordCount; i++) {
        i = dictionary.findAll(bytes, tokens, column, i, codes, firstRow);
        if (i === recordCount) break;
        const start = starts[i * width + column]!;
        const end = ends[i * width + column]!;
        const code = levels.codeOf(textAt(bytes, start, end));
        if (end - start <= LONGEST && end >= 0) dictionary.add(bytes, start, end, code);
        codes[firstRow + i] = code;
      }
    },
    addTexts: (missingRows, texts) => {
      const firstRow = cells.extend(missingRows + texts.length) + missingRows;
      for (const [i, text] of texts.entries()) cells.values[firstRow + i] = levels.codeOf(text);
    },
    finish: () => levels.finish(),
  };
}

/** A column that also takes rows as texts. */
interface TextSink {
  /** Adds missing rows, then rows with these texts, trimmed, among which markers of missing values may be. */
  addTexts(missingRows: number, texts: readonly string[]): void;
}

/** Makes a column that settles for numbers or levels by its first texts. */
export function guessedColumn(name: string, missing: Missing, spelling: NumberSpelling): CsvColumn {
  const plain = respell(spelling);
  let settled: (CsvColumn & TextSink) | undefined;
  let note: string | undefined;
  let leadingMissing = 0;
  let reserved = 0;
  const texts: string[] = [];
  const present: string[] = [];
  const settle = (): CsvColumn & TextSink => {
    const guess = guessKind(name, present, (text) => plain(text) !== undefined);
    note = guess.note;
    const column =
      guess.kind === 'numeric'
        ? numberColumn(name, false, missing, spelling)
        : levelColumn(name, false, missing);
    column.reserve(reserved);
    column.addTexts(leadingMissing, texts);
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
        const isMissing = missing.has(text);
        if (isMissing && texts.length === 0) leadingMissing++;
        else texts.push(text);
        if (!isMissing && present.length < SAMPLE_TEXTS) present.push(text);
      }
      if (present.length === SAMPLE_TEXTS) settle();
    },
    finish: () => (settled ?? settle()).finish(),
    get note() {
      return note;
    },
    get isUnsettled() {
      return present.length < SAMPLE_TEXTS;
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
