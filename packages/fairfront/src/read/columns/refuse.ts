// Columns that no rule can make sense of, in one message: which, where, and the ways out.

import { type CategoricalColumn, count, quoted, rowList } from '@fairfront/core/tables';
import { ReadError } from '../source/read-error.js';
import { type Finished, isRejected, type OtherTexts, type Rejected } from './finished.js';
import { isCommaNumberText } from './text-values.js';

/** @param categorical columns declared to be categories */
export function refuse(finished: readonly Finished[], categorical: ReadonlySet<string>, label: string): void {
  const complaints = finished.flatMap((column) => {
    const texts = textsOf(column);
    if (!categorical.has(column.name) && haveCommas(texts)) {
      return [commaComplaint(column.name, texts)];
    }
    return isRejected(column) && column.rejected !== 'many-levels' ? [complaint(column)] : [];
  });
  if (complaints.length > 0) throw new ReadError(`${label}: ${complaints.join('\n')}`);
}

/** Levels, or some of them where there are too many. */
function textsOf(column: Finished): readonly string[] {
  if (!isRejected(column)) return (column as Partial<CategoricalColumn>).levels ?? [];
  return column.rejected === 'many-levels' ? column.examples : [];
}

/** Names or texts as they are given to an option, ready for a shell. */
export function asOption(option: string, texts: readonly string[]): string {
  const list = texts
    .map((text) => (/[",\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',');
  return `${option} ${/^[\w.,@%+:/-]+$/.test(list) ? list : `'${list.replaceAll("'", "'\\''")}'`}`;
}

/** Numbers such as 1,5 or 1,234 would be levels without an order. */
function haveCommas(texts: readonly string[]): boolean {
  const commas = texts.reduce((sum, text) => sum + (isCommaNumberText(text) ? 1 : 0), 0);
  return commas > 0 && 2 * commas >= texts.length;
}

function commaComplaint(name: string, texts: readonly string[]): string {
  const examples = quoted(texts.filter(isCommaNumberText), 3);
  return `column ${quoted([name])} has numbers with commas (${examples}); write them with a decimal point and without other marks; if it is a category, ${asOption('--categorical', [name])}; or leave it out, ${asOption('--ignore', [name])}`;
}

function complaint(column: Exclude<Rejected, { rejected: 'many-levels' }>): string {
  const { others } = column;
  const name = quoted([column.name]);
  if (column.rejected === 'infinite') {
    return `column ${name} is infinite in ${rowList(others.rows)}; correct it, or add ${asOption('--missing', [...others.counts.keys()].slice(0, 5))}`;
  }
  const otherwise = column.declared
    ? ''
    : `; if it is a category, ${asOption('--categorical', [column.name])}`;
  return `column ${name} has ${count(column.numbers, 'number')}, but also ${mostFrequent(others)} in ${rowList(others.rows)}${asMissing(others)}${otherwise}; or leave it out, ${asOption('--ignore', [column.name])}`;
}

function mostFrequent({ counts }: OtherTexts): string {
  const sorted = [...counts].sort(([, left], [, right]) => right - left).map(([text]) => text);
  return quoted(sorted, 3);
}

/** Texts of few kinds may all mean the same. */
function asMissing({ counts }: OtherTexts): string {
  const texts = [...counts.keys()];
  const areMarkers = texts.length <= 5 && texts.every((text) => text.length <= 20 && !/[\r\n]/.test(text));
  return areMarkers ? `; if that means missing, add ${asOption('--missing', texts)}` : '';
}
