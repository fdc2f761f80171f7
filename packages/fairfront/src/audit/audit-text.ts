// An audit as text for the terminal.

import { printable } from '../report/printable.js';
import { formatTable } from '../report/table.js';
import type { AuditResult } from './audit-result.js';
import { decisionTable, parityTable, serviceTable } from './audit-tables.js';
import { auditWords } from './audit-words.js';
import type { Ll144Result } from './ll144-result.js';
import { LL144_HEADING, ll144Words } from './ll144-words.js';

/** The lines of an audit. */
export function auditText(exact: AuditResult): string {
  const result = printable(exact);
  const words = auditWords(result);
  const tables = [serviceTable(result), decisionTable(result), parityTable(result)];
  const [service, decisions, parity] = tables.map(({ columns, rows }) => formatTable(columns, rows));
  return [
    words.problem,
    '',
    service!,
    words.conventions,
    '',
    words.worst,
    ...(words.calibration === undefined ? [] : [words.calibration]),
    '',
    decisions!,
    '',
    parity!,
    '',
    words.decisions,
    ...[words.tooSmall, words.intervals].flatMap((text) => (text === undefined ? [] : ['', text])),
    ...(result.ll144 === undefined ? [] : ['', `${LL144_HEADING}:`, ll144Text(result.ll144)]),
    ...(result.notes.length > 0 ? ['', ...result.notes.map((note) => `Note: ${note}.`)] : []),
  ].join('\n');
}

/** The lines of impact ratios. @param result printable */
export function ll144Text(result: Ll144Result): string {
  const { problem, tables, conventions } = ll144Words(result);
  const told = tables.flatMap(({ table, sentences }) => [
    '',
    formatTable(table.columns, table.rows),
    sentences,
  ]);
  return [problem, ...told, '', ...conventions].join('\n');
}
