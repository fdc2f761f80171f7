// A plan as text for the terminal.

import { decimal, percent, quoted } from '@fairfront/core/internal';
import { printable } from '../report/printable.js';
import { formatTable } from '../report/table.js';
import { DIFFERENCES, type PlannedBound, type PlannedComparison, type PlanResult } from './plan.js';

const whole = (rows: number): string => rows.toLocaleString('en-US');

/** The lines of a plan. */
export function planText(exact: PlanResult): string {
  const result = printable(exact);
  const { comparisons, below, level, power, notes } = result;
  return [
    `Rows it takes to see a difference ${percent(power)} of the time, and to see one where there is none ${percent(level)} of the time; ✓ where there are as many now (of a run: test rows). From ${result.data}.`,
    ...comparisons.flatMap((comparison) => ['', titleOf(comparison), comparisonTable(result, comparison)]),
    ...(below === undefined ? [] : ['', ...boundLines(result, below)]),
    ...(notes.length > 0 ? ['', ...notes.map((note) => `Note: ${note}.`)] : []),
  ].join('\n');
}

function titleOf({ of, metric }: PlannedComparison): string {
  const what = {
    accuracy: 'accuracy differs by 1, 2 or 5 percentage points',
    rate: 'rate (share of a class, selected, right) differs by 1, 2 or 5 percentage points',
    risk: 'risk differs by 1, 2 or 5%',
  }[metric];
  return of === 'groups'
    ? `A group against all others: its ${what}`
    : `The chosen model against the naive one, on the same rows of a group: ${what}`;
}

function comparisonTable({ groups }: PlanResult, { byGroup, metric }: PlannedComparison): string {
  const unit = (difference: number): string =>
    metric === 'risk'
      ? percent(difference)
      : `${100 * difference} ${difference === 0.01 ? 'point' : 'points'}`;
  return formatTable(
    [
      { title: 'group', align: 'left' },
      { title: 'share' },
      { title: 'rows now' },
      ...DIFFERENCES.map((difference) => ({ title: unit(difference) })),
      ...DIFFERENCES.map((difference) => ({ title: `in all: ${unit(difference)}` })),
    ],
    groups.map(({ name, share, rows }, group) => [
      name,
      percent(share),
      rows === null ? '–' : whole(rows),
      ...byGroup[group]!.rows.map((needed) => marked(needed, rows)),
      ...byGroup[group]!.total.map(whole),
    ]),
  );
}

/** The rows needed, with a mark where they are there. */
function marked(needed: number, rows: number | null): string {
  return `${rows !== null && rows >= needed ? '✓ ' : ''}${whole(needed)}`;
}

function boundLines({ groups }: PlanResult, { risk, byGroup, total }: PlannedBound): string[] {
  const above = groups.filter((_, group) => byGroup[group]!.rows === null).map(({ name }) => name);
  return [
    `Every group certified below a risk of ${risk}: the upper ends of all intervals are below it`,
    formatTable(
      [
        { title: 'group', align: 'left' },
        { title: 'risk now' },
        { title: 'rows now' },
        { title: 'rows needed' },
        { title: 'in all' },
      ],
      groups.map(({ name, rows }, group) => {
        const { estimate, rows: needed, total: all } = byGroup[group]!;
        const cells = needed === null ? ['never', ''] : [marked(needed, rows), whole(all!)];
        return [name, decimal(estimate), rows === null ? '–' : whole(rows), ...cells];
      }),
    ),
    total === null
      ? `No number of rows will do: the risk of ${quoted(above)} is not below ${risk}.`
      : `${whole(total)} rows in all at the present shares, if risks stay as they are.`,
  ];
}
