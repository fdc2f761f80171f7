// The tables of an audit, for the terminal and for the report.

import type { Interval } from '@fairfront/core';
import { decimal, percent, percent1 } from '@fairfront/core/internal';
import type { TextTable } from '../report/table.js';
import type { AuditResult } from './audit-result.js';
import { judgedGroups } from './judged-groups.js';

/** What a figure is missing where a group has none. */
const NONE = '–';

const shown = (value: number | null, show: (value: number) => string): string =>
  value === null ? NONE : show(value);

/** Three decimals: what others' tools show so as well. */
const decimal3 = (value: number): string => value.toFixed(3);

/** What groups are ordered by: of decisions alone the Brier score, which is twice their share of errors. */
export function servedBy({ decisionsOnly }: AuditResult): 'crossEntropy' | 'brier' {
  return decisionsOnly ? 'brier' : 'crossEntropy';
}

/** Groups from the worst served to the best. */
export function worstServedFirst(result: AuditResult): number[] {
  const { byGroup } = result.metrics[servedBy(result)];
  return result.groups.map((_, group) => group).sort((one, other) => byGroup[other]! - byGroup[one]!);
}

type Service = Omit<AuditResult['overall'], 'rates' | 'reliability'>;

/** A column of the service table: its title, and what it shows of a group. */
interface ServiceColumn {
  readonly title: string;
  readonly cell: (of: Service, group: number) => string;
}

const CROSS_ENTROPY: ServiceColumn = {
  title: 'cross-entropy',
  cell: ({ crossEntropy }, group) => decimal(crossEntropy.byGroup[group]!),
};
const BRIER: ServiceColumn = {
  title: 'Brier score',
  cell: ({ brier }, group) => decimal(brier.byGroup[group]!),
};
const ACCURACY: ServiceColumn = {
  title: 'accuracy',
  cell: ({ accuracy }, group) => percent1(accuracy.byGroup[group]!),
};
/** What only probabilities have. */
const OF_PROBABILITIES: readonly ServiceColumn[] = [
  { title: 'AUC', cell: ({ auc }, group) => shown(auc.byGroup[group]!, decimal3) },
  { title: 'ECE', cell: ({ ece }, group) => decimal3(ece.byGroup[group]!) },
  { title: 'MCE', cell: ({ mce }, group) => decimal3(mce.byGroup[group]!) },
];

/** How well each group is served, with the interval of what comes first. */
export function serviceTable(result: AuditResult): TextTable {
  const { metrics, overall, groups, rows, decisionsOnly } = result;
  const { intervals } = metrics;
  const nameOf = markedName(result);
  const first = decisionsOnly ? ACCURACY : CROSS_ENTROPY;
  const others = decisionsOnly ? [BRIER] : [BRIER, ACCURACY, ...OF_PROBABILITIES];
  const intervalOf = (group: number): string =>
    decisionsOnly
      ? range(intervals!.accuracy.byGroup[group]!, percent1)
      : range(intervals!.crossEntropy.byGroup[group]!, decimal);
  const line = (name: string, count: number, of: Service, group: number, interval: string): string[] => [
    name,
    count.toLocaleString('en-US'),
    first.cell(of, group),
    ...(intervals === null ? [] : [interval]),
    ...others.map(({ cell }) => cell(of, group)),
  ];
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'rows' },
      { title: first.title },
      ...(intervals === null ? [] : [{ title: `${percent(intervals.level)} interval` }]),
      ...others.map(({ title }) => ({ title })),
    ],
    rows: [
      ...worstServedFirst(result).map((group) =>
        line(nameOf(group), groups[group]!.rows, metrics, group, intervals === null ? '' : intervalOf(group)),
      ),
      line('all rows', rows, overall, 0, ''),
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
  const { metrics, overall, classes, decisionsOnly } = result;
  const nameOf = markedName(result);
  const several = metrics.rates.length > 1;
  const predicted = decisionsOnly ? [] : (['meanPrediction'] as const); // else it is the share selected
  const line = (
    name: string,
    { positive, ...rates }: AuditResult['overall']['rates'][number],
    group: number,
    isFirst: boolean,
  ): string[] => [
    isFirst ? name : '',
    ...(several ? [classes[positive]!] : []),
    ...(['baseRate', ...predicted, 'selectionRate', 'tpr', 'fpr', 'precision'] as const).map((rate) =>
      shown(rates[rate].byGroup[group]!, percent1),
    ),
  ];
  return {
    columns: [
      { title: 'group', align: 'left' },
      ...(several ? [{ title: 'class', align: 'left' as const }] : []),
      { title: 'base rate' },
      ...predicted.map(() => ({ title: 'predicted' })),
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
  const level = intervals === null ? '' : `${percent(intervals.level)} interval`;
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
