// A fit as text for the terminal.

import type { FitResult } from '../measure/fit-result.js';
import { compareTable, methodLines } from './compare-tables.js';
import { compareWords } from './compare-words.js';
import { decompositionWords } from './decomposition-words.js';
import { repeatTable, riskTable } from './fit-tables.js';
import { fitWords } from './fit-words.js';
import { printable } from './printable.js';
import { repeatWords } from './selection-words.js';
import { formatTable } from './table.js';
import { isLeak } from './verdict-words.js';
import { whyLine } from './why-words.js';

/** The lines of a fit. */
export function fitText(exact: FitResult): string {
  const result = printable(exact);
  const words = fitWords(result);
  const { columns, rows } = riskTable(result);
  const told = (...texts: readonly (string | undefined)[]): string[] =>
    texts.filter((text) => text !== undefined);
  const { headline, sentences } = words.verdict;
  const leaks = result.warnings.filter(isLeak);
  return [
    `${headline}. ${sentences}`,
    ...leaks.map(({ message }) => `Warning: ${message}.`),
    '',
    words.problem,
    ...words.discovered,
    '',
    formatTable(columns, rows),
    ...told(words.blind, words.payers, ...words.decisions, whyLine(result) && `${whyLine(result)}.`).flatMap(
      (text, i) => (i === 0 ? ['', text] : [text]),
    ),
    ...repeatLines(result),
    ...riskSourceLines(result),
    ...comparedLines(result),
    '',
    ...told(words.outlook, words.atMost, words.kind, words.selection, words.certificate, words.search),
    ...told(words.training, words.refinement, words.distilled),
    ...words.advice.flatMap((text) => ['', text]),
    ...lines(
      'Warning',
      result.warnings.filter((own) => !isLeak(own)).map(({ message }) => message),
    ),
    ...lines('Note', result.notes),
  ].join('\n');
}

function lines(kind: 'Warning' | 'Note', messages: readonly string[]): string[] {
  return messages.length === 0 ? [] : ['', ...messages.map((message) => `${kind}: ${message}.`)];
}

function repeatLines(result: FitResult): string[] {
  const table = repeatTable(result);
  if (table === undefined) return [];
  return ['', formatTable(table.columns, table.rows), '', repeatWords(result)!];
}

function riskSourceLines({ plugIn, groups }: FitResult): string[] {
  const sources = plugIn?.riskSources;
  if (sources === null || sources === undefined) return [];
  const words = decompositionWords(
    sources,
    groups.map(({ name }) => name),
  );
  return [
    '',
    'Where each group’s risk comes from (minimax, at training and validation rows left out in turn):',
    ...words.map((text) => `  ${text}`),
  ];
}

function comparedLines(result: FitResult): string[] {
  const { compared } = result;
  if (compared === undefined) return [];
  const lines = methodLines(result, compared, 'test');
  const { columns, rows } = compareTable(lines);
  return [
    '',
    'Held against other methods, on test rows:',
    '',
    formatTable(columns, rows),
    '',
    ...compareWords(result, compared, lines),
  ];
}
