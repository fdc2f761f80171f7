// What a gate found, as text for the terminal.

import { count, decimal, percent } from '@fairfront/core/internal';
import { printable } from '../report/printable.js';
import { formatTable } from '../report/table.js';
import type { GateResult } from './gate.js';

/** The lines of a gate's result. */
export function gateText(exact: GateResult): string {
  const { data, target, rows, level, rules, baseline, notes } = printable(exact);
  const hasMessages = rules.some(({ message }) => message !== null);
  return [
    `${data}: ${count(rows, 'prediction')} of ${target}.`,
    '',
    formatTable(
      [
        { title: 'verdict', align: 'left' },
        { title: 'rule', align: 'left' },
        { title: 'group', align: 'left' },
        { title: 'figure' },
        ...(level === null ? [] : [{ title: `${percent(level)} interval` }]),
        ...(hasMessages ? [{ title: 'why', align: 'left' as const }] : []),
      ],
      rules.map(({ rule, verdict, groups, value, interval, message }) => [
        verdict === 'passed' ? 'passed' : 'FAILED',
        rule,
        groups.length === 0 ? 'all rows' : groups.join(', '),
        value === null ? '–' : decimal(value),
        ...(level === null
          ? []
          : [interval === null ? '–' : `${decimal(interval.low)} to ${decimal(interval.high)}`]),
        ...(hasMessages ? [message ?? ''] : []),
      ]),
    ),
    '',
    ...(baseline === undefined ? [] : [baselineWords(baseline, level)]),
    ...(level === null ? ['Estimates alone decided: it may be chance.'] : []),
    ...notes.map((note) => `Note: ${note}.`),
    ...(exact.passed ? ['Passed: every rule holds.'] : []),
  ].join('\n');
}

function baselineWords({ data, paired }: NonNullable<GateResult['baseline']>, level: number | null): string {
  const how = paired ? ', row by row' : '';
  const sure = level === null ? '' : '; its intervals hold all at once';
  return `Of no-worse, the figure is the change from ${data}${how}${sure}.`;
}

/** How many rules failed, in one sentence. */
export function failedWords({ rules }: GateResult): string {
  const failed = rules.filter(({ verdict }) => verdict === 'failed');
  const unsure = failed.filter(({ reason }) => reason === 'cannot-be-sure').length;
  const share = unsure === failed.length ? '' : `${unsure} of them `;
  return `Failed: ${failed.length} of ${count(rules.length, 'verdict')}${unsure === 0 ? '' : `, ${share}since one cannot be sure`}.`;
}
