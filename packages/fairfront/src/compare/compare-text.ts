// Runs side by side as text for the terminal.

import { printable } from '../report/printable.js';
import { formatTable } from '../report/table.js';
import type { CompareResult } from './compare-result.js';
import { comparedMetrics, comparedTable } from './compare-tables.js';
import { compareWords } from './compare-words.js';

/** The lines of a comparison. */
export function compareText(exact: CompareResult): string {
  const result = printable(exact);
  const [problem, ...found] = compareWords(result);
  const tables = comparedMetrics(result).map((metric) => comparedTable(result, metric, ' '));
  return [
    problem,
    ...tables.flatMap(({ columns, rows }) => ['', formatTable(columns, rows)]),
    '',
    ...found,
  ].join('\n');
}
