// Refuses columns that no rule can make sense of, all in one message: which, where, and the ways out.

import { type CategoricalColumn, count, quoted, rowList } from '@fairfront/core/tables';
import { optionText } from '../../option-text.js';
import { ReadError } from '../source/read-error.js';
import { type FileRows, type Finished, isRejected, type OtherTexts, type Rejected } from './finished.js';
import { type NumberSpelling, PLAIN } from './number-spelling.js';
import { describeSpellings, findOtherSpelling } from './other-spelling.js';
import { isCommaNumberText } from './text-values.js';

/** Columns that a message complains of. */
const SHOWN = 12;

/**
 * Throws if a column is neither numbers nor categories.
 * @param categorical columns declared so
 * @param spelling how numbers are spelled, where an option can say it
 * @param files those of the table, where there are several
 */
export function checkColumns(
  finished: readonly Finished[],
  categorical: ReadonlySet<string>,
  label: string,
  spelling?: NumberSpelling,
  files?: readonly FileRows[],
): void {
  const complaints = finished.flatMap((column) => {
    const texts = textsOf(column);
    if (!categorical.has(column.name) && haveCommas(texts, spelling)) {
      return [commaComplaint(column.name, texts, spelling)];
    }
    return isRejected(column) && column.rejected !== 'many-levels'
      ? [complaint(column, spelling, files)]
      : [];
  });
  if (complaints.length === 0) return;
  const [first, ...others] = complaints.slice(0, SHOWN);
  const rest = complaints.length - SHOWN;
  const more = rest > 0 ? [`and ${count(rest, 'more column')} of the kind`] : [];
  throw new ReadError([`${label}: ${first}`, ...others, ...more]);
}

/** Levels, or some of them where there are too many; none of numbers. */
export function textsOf(column: Finished): readonly string[] {
  if (!isRejected(column)) return (column as Partial<CategoricalColumn>).levels ?? [];
  return column.rejected === 'many-levels' ? column.examples : [];
}

/** Numbers such as 1,5 or 1,234 would be levels without an order. */
function haveCommas(texts: readonly string[], spelling: NumberSpelling = PLAIN): boolean {
  if (spelling.decimal === ',') return false;
  const commas = texts.reduce((sum, text) => sum + (isCommaNumberText(text) ? 1 : 0), 0);
  return commas > 0 && 2 * commas >= texts.length;
}

function commaComplaint(name: string, texts: readonly string[], spelling?: NumberSpelling): string {
  const examples = quoted(texts.filter(isCommaNumberText), 3);
  return `column ${quoted([name])} has numbers with commas (${examples})${respelled(texts, spelling)}; write them with a decimal point and without other marks${waysOut(name)}`;
}

/** How numbers in another spelling are read, where there is a way. */
function respelled(texts: readonly string[], spelling: NumberSpelling | undefined): string {
  const found = spelling && findOtherSpelling(texts, spelling);
  if (found === undefined || found.unit !== undefined) return '';
  return `; read them with ${describeSpellings(found.spellings)}`;
}

function complaint(
  column: Exclude<Rejected, { rejected: 'many-levels' }>,
  spelling: NumberSpelling | undefined,
  files: readonly FileRows[] | undefined,
): string {
  const { others } = column;
  const name = quoted([column.name]);
  const where = rowsOf(others.rows, files);
  if (column.rejected === 'infinite') {
    return `column ${name} is infinite in ${where}; correct it, or add ${optionText('missing', [...others.counts.keys()].slice(0, 5))}`;
  }
  const numbers = count(column.numbers, 'number');
  return `column ${name} has ${numbers}, but also ${mostFrequent(others)} in ${where}${respelled([...others.counts.keys()], spelling)}${asMissing(others)}${waysOut(column.name, column.declared)}`;
}

/** The rows as a person finds them: in the first file that has some. */
function rowsOf(rows: readonly number[], files: readonly FileRows[] | undefined): string {
  if (files === undefined) return rowList(rows);
  const file = files.filter(({ firstRow }) => firstRow <= rows[0]!).length - 1;
  const { label, firstRow } = files[file]!;
  const end = files[file + 1]?.firstRow ?? Number.POSITIVE_INFINITY;
  const own = rows.filter((row) => row < end).map((row) => row - firstRow);
  const rest = rows.length - own.length;
  return `${rowList(own)} of ${label}${rest > 0 ? ` and ${count(rest, 'row')} of other files` : ''}`;
}

/** @param isDeclared whether the caller says that the column holds numbers */
function waysOut(name: string, isDeclared = false): string {
  const category = isDeclared ? '' : `; if it is a category, ${optionText('categorical', [name])}`;
  return `${category}; or leave it out, ${optionText('ignore', [name])}`;
}

function mostFrequent({ counts }: OtherTexts): string {
  const sorted = [...counts].sort(([, left], [, right]) => right - left).map(([text]) => text);
  return quoted(sorted, 3);
}

/** Texts of few kinds may all mean the same. */
function asMissing({ counts }: OtherTexts): string {
  const texts = [...counts.keys()];
  const areMarkers = texts.length <= 5 && texts.every((text) => text.length <= 20 && !/[\r\n]/.test(text));
  return areMarkers ? `; if that means missing, add ${optionText('missing', texts)}` : '';
}
