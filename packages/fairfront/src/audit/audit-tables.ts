// The tables of an audit, for the terminal and for the report.

import { percent } from '@fairfront/charts/internal';
import type { Interval } from '@fairfront/core';
import { decimal, percent1 } from '../report/numbers.js';
import type { TextTable } from '../report/table.js';
import type { AuditResult } from './audit-result.js';
import { judgedGroups } from './judged-groups.js';

/** What a figure is missing where a group has none. */
const NONE = '–';

const shown = (value: number | null, show: (value: number) => string): string =>
  value === null ? NONE : show(value);

/** Three decimals: what others' tools show so as well. */
const decimal3 = (value: number): string => value.toFixed(3);

/** Groups from the one with the highest cross-entropy to the lowest. */
export function worstServedFirst({ metrics, groups }: AuditResult): number[] {
  const { byGroup } = metrics.crossEntropy;
  return groups.map((_, group) => group).sort((one, other) => byGroup[other]! - byGroup[one]!);
}

/** How well each group is served, with the interval of what it is ordered by. */
export function serviceTable(result: AuditResult): TextTable {
  const { metrics, overall, groups, rows } = result;
  const { intervals } = metrics;
  const nameOf = markedName(result);
  const line = (
    name: string,
    count: number,
    of: Pick<AuditResult['overall'], 'accuracy' | 'brier' | 'crossEntropy' | 'ece' | 'mce' | 'auc'>,
    group: number,
    interval: Interval | undefined,
  ): string[] => [
    name,
    count.toLocaleString('en-US'),
    decimal(of.crossEntropy.byGroup[group]!),
    ...(intervals === null ? [] : [interval === undefined ? '' : range(interval, decimal)]),
    decimal(of.brier.byGroup[group]!),
    percent1(of.accuracy.byGroup[group]!),
    shown(of.auc.byGroup[group]!, decimal3),
    decimal3(of.ece.byGroup[group]!),
    decimal3(of.mce.byGroup[group]!),
  ];
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'rows' },
      { title: 'cross-entropy' },
      ...(intervals === null ? [] : [{ title: `${percent(intervals.level)} interval` }]),
      { title: 'Brier score' },
      { title: 'accuracy' },
      { title: 'AUC' },
      { title: 'ECE' },
      { title: 'MCE' },
    ],
    rows: [
      ...worstServedFirst(result).map((group) =>
        line(nameOf(group), groups[group]!.rows, metrics, group, intervals?.crossEntropy.byGroup[group]),
      ),
      line('all rows', rows, overall, 0, undefined),
    ],
  };
}

/** Marks groups that are too small to be judged. */
export const TOO_SMALL = '†';

function markedName(result: AuditResult): (group: number) => string {
  const small = new Set(judgedGroups(result).tooSmall.map(({ group }) => group));
  return (group) => `${result.groups[group]!.name}${small.has(group) ? ` ${TOO_SMALL}` : ''}`;
}

/** What is decided for each group; one line per group and class. */
export function decisionTable(result: AuditResult): TextTable {
  const { metrics, overall, classes } = result;
  const nameOf = markedName(result);
  const several = metrics.rates.length > 1;
  const line = (
    name: string,
    { positive, ...rates }: AuditResult['overall']['rates'][number],
    group: number,
    isFirst: boolean,
  ): string[] => [
    isFirst ? name : '',
    ...(several ? [classes[positive]!] : []),
    ...(['baseRate', 'selectionRate', 'tpr', 'fpr', 'precision'] as const).map((rate) =>
      shown(rates[rate].byGroup[group]!, percent1),
    ),
  ];
  return {
    columns: [
      { title: 'group', align: 'left' },
      ...(several ? [{ title: 'class', align: 'left' as const }] : []),
      { title: 'base rate' },
      { title: 'selected' },
      { title: 'true positives' },
      { title: 'false positives' },
      { title: 'precision' },
    ],
    rows: [
      ...worstServedFirst(result).flatMap((group) =>
        metrics.rates.map((rates, i) => line(nameOf(group), rates, group, i === 0)),
      ),
      ...overall.rates.map((rates, i) => line('all rows', rates, 0, i === 0)),
    ],
  };
}

const PARITY_NAMES = {
  demographicParity: 'demographic parity (selected)',
  equalOpportunity: 'equal opportunity (true positives)',
  equalisedOdds: 'equalised odds (true and false positives)',
} as const;

/** How far decisions are from being alike for all groups. */
export function parityTable({ metrics, classes }: AuditResult): TextTable {
  const { rates, intervals } = metrics;
  const several = rates.length > 1;
  const level = intervals === null ? '' : `${percent(intervals.level)} of resamples`;
  return {
    columns: [
      { title: 'parity', align: 'left' },
      ...(several ? [{ title: 'class', align: 'left' as const }] : []),
      { title: 'difference' },
      ...(intervals === null ? [] : [{ title: level }]),
      { title: 'ratio' },
      ...(intervals === null ? [] : [{ title: level }]),
    ],
    rows: (['demographicParity', 'equalOpportunity', 'equalisedOdds'] as const).flatMap((name) =>
      rates.map(({ positive, parity }, i) => {
        const interval = intervals === null ? undefined : intervals.rates[i]!.parity[name];
        const cell = (which: 'difference' | 'ratio', show: (value: number) => string): string[] => [
          shown(parity[name][which], show),
          ...(interval === undefined ? [] : [interval[which] === null ? NONE : range(interval[which], show)]),
        ];
        return [
          i === 0 ? PARITY_NAMES[name] : '',
          ...(several ? [classes[positive]!] : []),
          ...cell('difference', decimal3),
          ...cell('ratio', decimal3),
        ];
      }),
    ),
  };
}

export function range({ low, high }: Interval, show: (value: number) => string): string {
  return `${show(low)} to ${show(high)}`;
}
