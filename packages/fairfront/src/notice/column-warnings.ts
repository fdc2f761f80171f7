// What the values and the name of a feature say about it, whatever is predicted: that it is an identifier,
// holds dates or names of persons, or codes that were read as numbers. Numbers are judged by a sample of
// rows.

import type { CategoricalColumn, Column, NumericColumn } from '@fairfront/core';
import { count, listed, quoted } from '@fairfront/core/internal';
import { optionText } from '../option-kinds.js';
import { headerWords, holdsPersons, isCode, isIdentifier } from './header-words.js';
import type { Warning } from './warning.js';

/** Rows below which many different values are no surprise. */
const ENOUGH_ROWS = 20;

/** Different values of something that is named as an identifier: fewer are codes. */
const MOST_CODES = 50;

/** Where chance would repeat so many whole numbers, and a tenth of them are repeated, they identify rows. */
const EXPECTED_REPEATS = 10;

/** Codes lie far apart: the column has at most this share of the whole numbers in its range. */
const MOST_FILLED = 0.25;

/** Where this share of numbers from 10 on is rounded, they measure something. */
const MOST_ROUNDED = 0.75;

/** A code stands in many rows, half of them in so many at least: numbers that are rarer measure something. */
const CODE_ROWS = 10;

/** Texts that are looked at to see whether they are dates, and the share that must be. */
const TEXTS_TRIED = 1000;
const MOST_TEXTS = 0.95;

/**
 * Finds what the values and names of columns say about them, at most one warning for each.
 * @param rows those whose numbers are looked at
 * @param declared columns of which somebody said that they are numbers
 */
export function findColumnWarnings(
  columns: readonly Column[],
  rows: Uint32Array,
  declared: ReadonlySet<string>,
): Warning[] {
  return columns.flatMap((column) => {
    const found =
      column.kind === 'categorical'
        ? judgeTexts(column)
        : judgeNumbers(column, rows, declared.has(column.name));
    return found === undefined ? [] : [found];
  });
}

function judgeTexts({ name, levels, codes }: CategoricalColumn): Warning | undefined {
  const words = headerWords(name);
  if (levels.length >= 2 && areDates(levels))
    return dates(name, `${count(levels.length, 'level')} without order`);
  if (holdsPersons(words) && levels.length >= ENOUGH_ROWS) return persons(name, levels.length);
  let known = 0; // counted as far as it matters
  for (let row = 0; row < codes.length && known < 2 * levels.length; row++) {
    if (codes[row]! < levels.length) known++;
  }
  if (known >= ENOUGH_ROWS && known < 2 * levels.length) return unique(name, levels.length, known);
  return isIdentifier(words) && levels.length > MOST_CODES ? named(name, levels.length) : undefined;
}

function judgeNumbers(
  { name, values }: NumericColumn,
  rows: Uint32Array,
  isDeclared: boolean,
): Warning | undefined {
  const known = new Float64Array(rows.length);
  let length = 0;
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]!]!;
    if (Number.isSafeInteger(value)) known[length++] = value;
    else if (!Number.isNaN(value)) return undefined;
  }
  if (length < 3) return undefined;
  if (length === rows.length && numbersTheRows(values, rows)) {
    return warning('identifier', name, 'only numbers the rows', leaveOut(name, 'if it means nothing, '));
  }
  const sorted = known.subarray(0, length).sort();
  const starts: number[] = []; // of runs of one number
  for (let at = 0; at < sorted.length; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) starts.push(at);
  const different = starts.map((start) => sorted[start]!);
  if (length >= ENOUGH_ROWS && different.length > 2 && different.every(isCalendarDay)) {
    return dates(name, 'plain numbers, so that the last day of a month is far from the first of the next');
  }
  const words = headerWords(name);
  if (holdsPersons(words) && different.length >= ENOUGH_ROWS && different[0]! >= 1e6) {
    return persons(name, different.length); // telephone numbers
  }
  if (length >= ENOUGH_ROWS && hasFewRepeats(length, different)) {
    return unique(name, different.length, length);
  }
  if (isIdentifier(words) && different.length > MOST_CODES) return named(name, different.length);
  if (isDeclared || different.length <= 2) return undefined;
  const repeats = starts.map((start, i) => (starts[i + 1] ?? sorted.length) - start);
  return isCode(words) || isIdentifier(words) || lookLikeCodes(different, repeats)
    ? codes(name, different)
    : undefined;
}

/** Whether the numbers rise, or fall, by one from row to row. */
function numbersTheRows(values: Float64Array, rows: Uint32Array): boolean {
  return [1, -1].some((step) => {
    const start = values[rows[0]!]! - step * rows[0]!;
    return rows.every((row) => values[row]! - step * row === start);
  });
}

/**
 * Whether so many whole numbers, drawn at random from the same range, would repeat far more often. Of n
 * numbers from a range of s, s·(1 − (1 − 1/s)ⁿ) are expected to be different; uneven chances make them fewer.
 */
function hasFewRepeats(rows: number, different: readonly number[]): boolean {
  const range = different.at(-1)! - different[0]! + 1;
  const expected = rows + range * Math.expm1(rows * Math.log1p(-1 / range));
  return expected >= EXPECTED_REPEATS && rows - different.length <= expected / 10;
}

/** Whether numbers lie far apart without being rounded, a scale, or years. @param rows of each number */
function lookLikeCodes(different: readonly number[], rows: readonly number[]): boolean {
  if (different.length > MOST_CODES || median(rows) < CODE_ROWS) return false;
  const [least, most] = [different[0]!, different.at(-1)!];
  if (least >= 1800 && most <= 2100) return false; // years
  const large = different.filter((value) => Math.abs(value) >= 10);
  // Rounded, as amounts are to fives and tens, and months to half years.
  const isRounded = (to: number): boolean =>
    large.filter((value) => value % to === 0).length >= MOST_ROUNDED * large.length;
  if (large.length > 0 && (isRounded(5) || isRounded(6))) return false;
  const gaps = different.slice(1).map((value, i) => value - different[i]!);
  const step = gaps.reduce(greatestCommonDivisor);
  const filled = different.length / ((most - least) / step + 1);
  return filled <= MOST_FILLED && median(gaps) > step;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

const DAY_FIRST_OR_MONTH = /^(\d{1,2})([-/.])(\d{1,2})\2(?:\d{4}|\d{2})(?:[T ,].*)?$/;
const YEAR_FIRST = /^\d{4}([-/.])(\d{1,2})(?:\1(\d{1,2})(?:[T ,].*)?)?$/;
const MONTHS = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const WITH_MONTH_NAME = new RegExp(
  `^(?:\\d{1,2}(?:st|nd|rd|th)?[- ./]*)?${MONTHS}[- .,/]*(?:\\d{1,2}(?:st|nd|rd|th)?[ ,]+)?(?:\\d{4}|\\d{2})(?:[T ,].*)?$`,
  'i',
);

/** Whether nearly all texts are dates. */
function areDates(levels: readonly string[]): boolean {
  const step = Math.ceil(levels.length / TEXTS_TRIED);
  const tried = levels.filter((_, i) => i % step === 0);
  return tried.filter(isDateText).length >= MOST_TEXTS * tried.length;
}

function isDateText(text: string): boolean {
  const trimmed = text.trim();
  const [, year, month, day = '1'] = YEAR_FIRST.exec(trimmed) ?? [];
  if (year !== undefined) return isMonth(month!) && isDay(day);
  const [, first, , second] = DAY_FIRST_OR_MONTH.exec(trimmed) ?? [];
  if (first !== undefined) {
    return (isDay(first) && isMonth(second!)) || (isMonth(first) && isDay(second!));
  }
  return WITH_MONTH_NAME.test(trimmed);
}

const isMonth = (text: string): boolean => Number(text) >= 1 && Number(text) <= 12;
const isDay = (text: string): boolean => Number(text) >= 1 && Number(text) <= 31;

/** Whether a number is a day as 20240131. */
function isCalendarDay(value: number): boolean {
  const [year, month, day] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100];
  return year >= 1800 && year <= 2100 && isMonth(String(month)) && isDay(String(day));
}

function warning(kind: Warning['kind'], name: string, what: string, wayOut: string): Warning {
  return { kind, columns: [name], message: `${quoted([name])} ${what}; ${wayOut}` };
}

function leaveOut(name: string, before = ''): string {
  return `${before}add ${optionText('ignore', [name])}`;
}

function unique(name: string, different: number, rows: number): Warning {
  const what =
    different === rows
      ? 'is different in every row, as an identifier is'
      : `is different in nearly every row (${count(different, 'value')} in ${count(rows, 'row')}), as an identifier is`;
  return warning('identifier', name, what, leaveOut(name));
}

function named(name: string, different: number): Warning {
  return warning(
    'identifier',
    name,
    `is named as an identifier and has ${count(different, 'different value')}`,
    `where rows of one belong together, add ${optionText('splitBy', name)}, otherwise ${optionText('ignore', [name])}`,
  );
}

function dates(name: string, readAs: string): Warning {
  return warning(
    'date',
    name,
    `holds dates, read as ${readAs}`,
    `make a number of them, such as days since a day, or ${leaveOut(name)}`,
  );
}

function persons(name: string, different: number): Warning {
  return warning(
    'name',
    name,
    `names persons (${count(different, 'different value')}), of which nothing can be learned for others`,
    leaveOut(name),
  );
}

function codes(name: string, different: readonly number[]): Warning {
  const shown = listed(different.map(String), 4);
  return warning(
    'codes',
    name,
    `looks like codes, and is read as numbers (${shown})`,
    `if they are names, add ${optionText('categorical', [name])}, if they measure something, ${optionText('numeric', [name])}`,
  );
}
