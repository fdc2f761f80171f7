// A decision as text for the terminal: what is decided, what it costs whom, on which rows.

import { type Estimate, worstGroup } from '@fairfront/core';
import { count, decimal, listed, percent, percent1 } from '@fairfront/core/internal';
import { printable } from '../report/printable.js';
import { formatTable, type TextTable } from '../report/table.js';
import type { DecidedPart, DecisionResult, GroupDecisions } from './decision-result.js';

/** The lines of a decision. */
export function decisionText(exact: DecisionResult): string {
  const result = printable(exact);
  const { chose, test, notes } = result;
  const table = ({ columns, rows }: TextTable): string => formatTable(columns, rows);
  return [
    ...ruleWords(result, `${result.data}:`),
    '',
    `On ${rowWords(chose)}, which chose ${'threshold' in result.rule ? 'it' : 'them'}:`,
    table(decidedTable(result, chose, (figure, show) => show(figure))),
    choiceWords(result),
    '',
    `On ${rowWords(test)}, which had no say, with ${percent(test.level)} intervals:`,
    table(
      decidedTable(
        result,
        test,
        ({ value, low, high }, show) => `${show(value)} (${show(low)} to ${show(high)})`,
      ),
    ),
    testWords(result),
    ...limitWords(result),
    ...notes.flatMap((note) => ['', `Note: ${note}.`]),
  ].join('\n');
}

/** Says by which threshold is decided. @param who what decides: "The model" */
export function ruleWords({ rule, classes }: DecisionResult, who: string): string[] {
  const other = classes.find((name) => name !== rule.positive);
  const start = `${who} decides for “${rule.positive}”`;
  if ('threshold' in rule) {
    if (rule.threshold > 1)
      return [`${start} in no row: “${other}” for everybody costs the worst group least.`];
    return [
      `${start} from a probability of ${rule.threshold} on, else for “${other}”; as the run left it, from 0.5 on.`,
    ];
  }
  const own = rule.thresholds.map(({ group, threshold }) => `${group} ${threshold}`);
  return [
    `${start} from a probability on that depends on the group: ${own.join(', ')}; else for “${other}”. As the run left it, from 0.5 on for all.`,
  ];
}

function rowWords({ part, rows }: DecidedPart<unknown>): string {
  const all = rows.reduce((sum, own) => sum + own, 0);
  return part === 'out-of-fold' ? `${count(all, 'row')} out of fold` : count(all, `${part} row`);
}

/** Two lines for each group: decided for the most probable class, and by the rule. */
export function decidedTable<Figure>(
  { limits }: DecisionResult,
  { before, after, rows }: DecidedPart<Figure>,
  cell: (figure: Figure, show: (value: number) => string) => string,
): TextTable {
  const line = (
    { cost, selectionRate, tpr, fpr }: GroupDecisions<Figure>,
    ...head: readonly string[]
  ): string[] => [
    ...head,
    cell(cost, decimal),
    ...[selectionRate, tpr, fpr].map((rate) => (rate === null ? '–' : cell(rate, percent1))),
  ];
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'rows' },
      { title: 'decided', align: 'left' },
      { title: 'cost' },
      { title: 'selected' },
      { title: 'true positives' },
      { title: 'false positives' },
    ],
    rows: limits.flatMap(({ group }, i) => [
      line(before[i]!, group, rows[i]!.toLocaleString('en-US'), 'before'),
      line(after[i]!, '', '', 'after'),
    ]),
  };
}

const worstOf = (groups: readonly GroupDecisions<number>[]): number =>
  worstGroup(groups.map(({ cost }) => cost));

function choiceWords({ cost, chose, limits, rule }: DecisionResult): string {
  const [before, after] = [worstOf(chose.before), worstOf(chose.after)];
  const isLimited = limits.some(({ atLeast, atMost }) => atLeast > 0 || atMost < 1);
  const among = isLimited ? ' that keep the limits' : '';
  const told = (group: number, of: DecidedPart<number>['before']): string =>
    `${limits[group]!.group} at ${decimal(of[group]!.cost)}`;
  const what = 'threshold' in rule ? 'this one costs' : 'these cost';
  return `A false positive costs ${cost.FP}, a false negative ${cost.FN}; cost is the mean of a group’s rows. Of all thresholds${among} ${what} the worst group least: ${told(after, chose.after)} (before ${told(before, chose.before)}).`;
}

/** What happens to the group that was worst before: it was named by other rows. */
export function testWords({ test, chose, limits }: DecisionResult): string {
  const worst = worstOf(chose.before);
  const { value, low, high } = test.costChange[worst]!;
  const verdict =
    high < 0
      ? 'it is surely served better'
      : low > 0
        ? 'it is surely served worse'
        : 'these rows leave open whether it is served better';
  const now = test.after.map(({ cost }) => cost.value);
  const after = worstGroup(now);
  return `The cost of ${limits[worst]!.group}, which had the most before, changes by ${decimal(value)} (${decimal(low)} to ${decimal(high)}): ${verdict}. Now ${limits[after]!.group} has the most, ${decimal(now[after]!)}.`;
}

/** Where limits that the choosing rows keep are not kept by test rows. */
export function limitWords({ limits, test }: DecisionResult): string[] {
  const missed = limits.flatMap(({ group, atLeast, atMost }, i) => {
    const { value, low, high }: Estimate = test.after[i]!.selectionRate;
    if (value >= atLeast && value <= atMost) return [];
    const asked = value < atLeast ? `at least ${percent1(atLeast)}` : `at most ${percent1(atMost)}`;
    const chance = low <= atMost && high >= atLeast ? ', which chance alone may do' : '';
    return [`${percent1(value)} of ${group} are selected (asked for: ${asked})${chance}`];
  });
  return missed.length === 0
    ? []
    : [`The limits hold on the rows that chose; on test rows ${listed(missed, missed.length, '; ')}.`];
}
