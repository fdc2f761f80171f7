// A fit as text for the terminal.

import type { FitResult } from '../measure/fit-result.js';
import { compareTable, methodLines } from './compare-tables.js';
import { compareWords } from './compare-words.js';
import { decompositionWords } from './decomposition-words.js';
import { riskTable } from './fit-tables.js';
import { fitWords } from './fit-words.js';
import { formatTable } from './table.js';

export function fitText(result: FitResult): string {
  const words = fitWords(result);
  const { columns, rows } = riskTable(result, 'test');
  return [
    words.problem,
    '',
    formatTable(columns, rows),
    '',
    words.outcome,
    words.payers,
    ...riskSourceLines(result),
    ...comparedLines(result),
    '',
    words.certificate,
    words.search,
    ...[words.training, words.refinement, words.distilled].filter((text) => text !== undefined),
    ...words.advice.flatMap((text) => ['', text]),
    ...(result.notes.length > 0 ? ['', ...result.notes.map((note) => `Note: ${note}.`)] : []),
  ].join('\n');
}

function riskSourceLines({ plugIn, groups }: FitResult): string[] {
  const sources = plugIn?.riskSources;
  if (sources === null || sources === undefined) return [];
  const words = decompositionWords(
    sources,
    groups.map(({ name }) => name),
  );
  return ['', 'Where each group’s risk comes from:', ...words.map((text) => `  ${text}`)];
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
