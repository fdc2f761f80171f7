// An audit as text for the terminal.

import { printable } from '../report/printable.js';
import { formatTable } from '../report/table.js';
import type { AuditResult } from './audit-result.js';
import { decisionTable, parityTable, serviceTable } from './audit-tables.js';
import { auditWords } from './audit-words.js';

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
    ...(result.notes.length > 0 ? ['', ...result.notes.map((note) => `Note: ${note}.`)] : []),
  ].join('\n');
}
