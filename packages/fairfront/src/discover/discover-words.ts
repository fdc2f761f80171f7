// A discovery in words and tables, for the terminal and for the report. They are made of a printable result.

import type { Estimate } from '@fairfront/core';
import { capitalised, count, decimal, number3, percent, percent1 } from '@fairfront/core/internal';
import { printable } from '../report/printable.js';
import { formatTable, type TextTable } from '../report/table.js';
import type { Remedy } from '../training/what-helps.js';
import type { DiscoverLoss, DiscoverSource } from './discover-options.js';
import type { DiscoverResult, FoundGroup } from './discover-result.js';

export interface DiscoverWords {
  readonly headline: string;
  /** What it rests on. */
  readonly explanation: string;
  /** For each sub-population, what would help. */
  readonly help: readonly string[];
  /** Whose losses, by which rows. */
  readonly problem: string;
  readonly conventions: string;
  /** How errors are kept rare. */
  readonly method: string;
}

const MODELS: Readonly<Record<DiscoverSource, string>> = {
  data: 'an ordinary linear model, every row judged by one that was trained without it',
  run: 'the model that the run chose, on rows that it was not trained on',
  predictions: 'the predictions of the file',
};

const LOSSES: Readonly<Record<DiscoverLoss, string>> = {
  'cross-entropy': 'mean cross-entropy',
  brier: 'mean Brier score',
  error: 'share of wrong guesses',
};

export const REMEDY_WORDS: Readonly<Record<Remedy, string>> = {
  'fairer-model': 'a fairer model',
  'better-features': 'better features',
  'more-rows': 'more rows of them',
  'cannot-tell': 'cannot be told',
};

/** Risks as they are shown: errors as shares. */
export function riskText(loss: DiscoverLoss, value: number): string {
  return loss === 'error' ? percent1(value) : decimal(value);
}

const from = (loss: DiscoverLoss, { low, high }: Estimate): string =>
  `${riskText(loss, Math.max(0, low))} to ${riskText(loss, high)}`;

const times = ({ confirming: { risk, restRisk } }: FoundGroup): string =>
  restRisk.value > 0 ? number3(risk.value / restRisk.value) : '∞';

/** Says what was found. */
export function discoverWords(result: DiscoverResult): DiscoverWords {
  const { groups, loss, source, rows, level, intervalLevel, conjunctions, tested } = result;
  const { by, conditions, minShare, target } = result;
  const [first] = groups;
  const half = count(rows.confirming, 'row');
  return {
    headline:
      groups.length === 0
        ? 'No sub-population is shown to be served worse than the rest.'
        : `${capitalised(groups.length === 1 ? 'one sub-population is' : `${groups.length} sub-populations are`)} served worse than the rest.`,
    explanation:
      first === undefined
        ? `${count(tested, 'candidate')} of ${count(conjunctions, 'description')} stood out among ${count(rows.searching, 'row')}; on the other ${half} none was confirmed. That is no proof that all are served alike: smaller differences, or ones that these columns do not describe, may be there.`
        : `Most is lost where ${first.description}: a risk of ${riskText(loss, first.confirming.risk.value)} against ${riskText(loss, first.confirming.restRisk.value)} of all others, ${times(first)} times as much, for ${percent(first.confirming.share)} of the people. Found on one half of the rows, confirmed on the other (${half}).`,
    help: groups.map((group) => `Where ${group.description}: ${helpWords(group, result)}`),
    problem: `${result.data}, ${target}: ${MODELS[source]}. Risk: ${LOSSES[loss]}, lower is better.`,
    conventions: `Risks are those of the half that confirms, with ${percent(intervalLevel)} intervals, each by itself; rows are those of both halves. Sub-populations may overlap.`,
    method: `${capitalised(count(rows.searching, 'row'))} searched and ${half} confirmed, drawn at random${rows.test > 0 ? `; ${count(rows.test, 'test row')} took no part` : ''}. Descriptions: up to ${count(conditions, 'condition')} on ${count(by.length, 'column')}, of which there are ${conjunctions.toLocaleString('en-US')}, for at least ${percent(minShare)} and at most about half of the people. ${capitalised(count(tested, 'candidate'))} went to the other half and ${tested === 1 ? 'was' : 'were'} tested there once, one-sided, with Holm’s correction: where nobody is served worse, anything is found in at most ${percent(level)} of all searches.`,
  };
}

/** What would help those of a group, and what it rests on. */
function helpWords(
  { help: { remedy, sources } }: FoundGroup,
  { loss, intervalLevel }: DiscoverResult,
): string {
  if (sources === null) {
    return 'what would help cannot be told, since no model of their own could be trained.';
  }
  const { risk, irreducible, priceOfSharing: price } = sources;
  const shown = (value: number): string => riskText(loss, value);
  const own = `a linear model of their own has a risk of ${shown(irreducible.value)}, the present one ${shown(risk.value)}`;
  const interval = `${percent(intervalLevel)} interval of the difference ${signedText(price.low, shown)} to ${signedText(price.high, shown)}`;
  switch (remedy) {
    case 'fairer-model':
      return `a fairer model would help; ${own} (${interval}).`;
    case 'better-features':
      return `better features are needed; ${own} (${interval}), so that minding them more would gain next to nothing.`;
    case 'more-rows':
      return `more rows of them, or better features, are needed; ${own} (${interval}): alone they are too few to learn from.`;
    case 'cannot-tell':
      return `what would help cannot be told; ${own} (${interval}).`;
  }
}

const signedText = (value: number, shown: (value: number) => string): string =>
  value < 0 ? `−${shown(-value)}` : shown(value);

/** The sub-populations as a table. */
export function discoverTable({ groups, loss }: DiscoverResult): TextTable {
  return {
    columns: [
      { title: 'sub-population', align: 'left' },
      { title: 'rows' },
      { title: 'share' },
      { title: 'risk' },
      { title: 'interval' },
      { title: 'of the rest' },
      { title: 'times' },
      { title: 'what would help', align: 'left' },
    ],
    rows: groups.map((group, i) => {
      const { risk, restRisk, share } = group.confirming;
      return [
        `${i + 1}: ${group.description}`,
        group.rows.toLocaleString('en-US'),
        percent(share),
        riskText(loss, risk.value),
        from(loss, risk),
        riskText(loss, restRisk.value),
        times(group),
        REMEDY_WORDS[group.help.remedy],
      ];
    }),
  };
}

/** The lines of a discovery for the terminal. */
export function discoverText(exact: DiscoverResult): string {
  const result = printable(exact);
  const words = discoverWords(result);
  const { columns, rows } = discoverTable(result);
  return [
    words.problem,
    '',
    words.headline,
    words.explanation,
    ...(rows.length === 0 ? [] : ['', formatTable(columns, rows), words.conventions, '', ...words.help]),
    '',
    words.method,
    ...(result.notes.length > 0 ? ['', ...result.notes.map((note) => `Note: ${note}.`)] : []),
  ].join('\n');
}
