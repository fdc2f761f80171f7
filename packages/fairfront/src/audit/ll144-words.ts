// The tables of Local Law 144, laid out as in the examples of its rules, and what is said of them.

import type { Interval } from '@fairfront/core';
import { compact, count, listed, percent, percent1 } from '@fairfront/core/internal';
import type { TextTable } from '../report/table.js';
import {
  FOUR_FIFTHS,
  type Ll144Category,
  type Ll144Result,
  type Ll144Table,
  SMALL_SHARE,
} from './ll144-result.js';

export const LL144_HEADING = 'Impact ratios, as New York City’s Local Law 144 has them';

export interface Ll144Words {
  /** What the rates are of. */
  readonly problem: string;
  readonly tables: readonly {
    readonly table: TextTable;
    /** Who is below four fifths, who is left out, who is unknown. */
    readonly sentences: string;
  }[];
  /** How intervals are made, where the rule stands, and that this is no legal advice. */
  readonly conventions: readonly string[];
}

export function ll144Words(result: Ll144Result): Ll144Words {
  const { rate, by, median, applicants, selected, level } = result;
  const all = `${count(applicants, 'applicant')}, of whom ${selected.toLocaleString('en-US')}`;
  return {
    problem:
      rate === 'selection'
        ? `${all} were selected (${by}). Selection rate: share of a category that was selected. Impact ratio: that rate over the highest one.`
        : `${all} have a ${by} above the median of all, ${compact(median!)}. Scoring rate: share of a category above that median. Impact ratio: that rate over the highest one.`,
    tables: result.tables.map((own) => ({
      table: tableOf(own, result),
      sentences: [fourFifthsWords(own), leftOutWords(own, applicants), unknownWords(own, rate)]
        .filter((text) => text !== undefined)
        .join(' '),
    })),
    conventions: [
      `${percent(level)} intervals: of rates Wilson’s; of ratios from those of both rates (MOVER), so that they have a width where nobody is selected, or everybody. They take each row for another person, and the category with the highest rate as given.`,
      'Source: New York City Local Law 144 of 2021 (Administrative Code § 20-870 to 20-874) and the rules of the Department of Consumer and Worker Protection (6 RCNY § 5-300 to 5-304, adopted 6 April 2023, enforced from 5 July 2023). The law sets no limit for ratios; four fifths is that of the Uniform Guidelines on Employee Selection Procedures (29 CFR 1607.4 D, 1978). This is arithmetic, not legal advice; the law asks for an independent auditor.',
    ],
  };
}

const NONE = '–';
const decimal3 = (value: number): string => value.toFixed(3);

function tableOf({ columns, categories }: Ll144Table, { rate, level }: Ll144Result): TextTable {
  const interval = { title: `${percent(level)} interval` };
  const range = ({ low, high }: Interval, show: (value: number) => string): string =>
    `${show(low)} to ${show(high)}`;
  return {
    columns: [
      { title: columns.join(' · '), align: 'left' },
      { title: 'applicants' },
      { title: rate === 'selection' ? 'selected' : 'above median' },
      { title: `${rate} rate` },
      interval,
      { title: 'impact ratio' },
      interval,
      { title: 'four fifths', align: 'left' },
    ],
    rows: categories.map((own) => [
      own.name,
      own.applicants.toLocaleString('en-US'),
      own.selected.toLocaleString('en-US'),
      percent1(own.rate.value),
      range(own.rate, percent1),
      own.impactRatio === null ? NONE : decimal3(own.impactRatio.value),
      own.impactRatio === null || own.isHighest ? NONE : range(own.impactRatio, decimal3),
      markOf(own),
    ]),
  };
}

function markOf({ isLeftOut, isHighest, isBelowFourFifths }: Ll144Category): string {
  if (isLeftOut) return 'left out';
  if (isHighest) return 'highest rate';
  return isBelowFourFifths ? `below ${FOUR_FIFTHS.toFixed(2)}` : '';
}

function fourFifthsWords({ categories }: Ll144Table): string {
  const below = categories.filter(({ isBelowFourFifths }) => isBelowFourFifths);
  if (!categories.some(({ isHighest }) => isHighest)) {
    return 'There are no ratios: no category that takes part has anybody selected.';
  }
  if (below.length === 0) return `No impact ratio is below ${FOUR_FIFTHS.toFixed(2)}.`;
  const told = below.map(({ name, impactRatio }) => {
    const { value, high } = impactRatio!;
    return `${name} ${decimal3(value)}${high >= FOUR_FIFTHS ? ' (which may be chance: its interval reaches four fifths)' : ''}`;
  });
  return `Below four fifths of the highest rate: ${listed(told)}.`;
}

function leftOutWords({ categories }: Ll144Table, applicants: number): string | undefined {
  const small = categories.filter(({ isLeftOut }) => isLeftOut);
  if (small.length === 0) return undefined;
  const names = small.map(({ name, applicants: own }) => `${name} ${own.toLocaleString('en-US')}`);
  return `Left out of ratios, with less than ${percent(SMALL_SHARE)} of ${count(applicants, 'applicant')} each: ${listed(names)}. The rules allow that, and want the auditor’s reason for it in the summary; \`keepSmall: true\` keeps them in.`;
}

function unknownWords({ columns, unknown }: Ll144Table, rate: Ll144Result['rate']): string {
  const what = columns.join(' or ');
  if (unknown.applicants === 0) return `Nobody’s ${what} is unknown.`;
  const those = `${unknown.selected.toLocaleString('en-US')} of them ${rate === 'selection' ? 'selected' : 'above the median'}`;
  return `Unknown ${what}, counted and not in the table: ${count(unknown.applicants, 'applicant')}, ${those}.`;
}
