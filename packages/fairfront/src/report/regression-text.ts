// A fit that predicts a number, as text for the terminal.

import type { RegressionResult } from '../measure/regression-result.js';
import { printable } from './printable.js';
import { errorRepeatTable, errorTable } from './regression-tables.js';
import { regressionWords } from './regression-words.js';
import { formatTable } from './table.js';
import { isLeak } from './verdict-words.js';

/** The lines of a fit that predicts a number. */
export function regressionText(exact: RegressionResult): string {
  const result = printable(exact);
  const words = regressionWords(result);
  const told = (...texts: readonly (string | undefined)[]): string[] =>
    texts.filter((text) => text !== undefined);
  const { columns, rows } = errorTable(result);
  const repeats = errorRepeatTable(result);
  const messages = (kind: string, of: readonly string[]): string[] =>
    of.length === 0 ? [] : ['', ...of.map((message) => `${kind}: ${message}.`)];
  const warnings = (are: boolean): string[] =>
    result.warnings.filter((own) => isLeak(own) === are).map(({ message }) => message);
  return [
    `${words.headline}. ${words.verdict}`,
    ...warnings(true).map((message) => `Warning: ${message}.`),
    '',
    words.problem,
    '',
    formatTable(columns, rows),
    '',
    ...told(words.payers, words.bias),
    ...(repeats === undefined ? [] : ['', formatTable(repeats.columns, repeats.rows), '', words.repeats!]),
    '',
    ...told(words.atMost, words.kind, words.selection, words.certificate, words.search),
    ...messages('Warning', warnings(false)),
    ...messages('Note', result.notes),
  ].join('\n');
}
