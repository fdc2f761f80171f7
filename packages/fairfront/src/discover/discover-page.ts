// A discovery as a page for others to read.

import { percent } from '@fairfront/core/internal';
import { command, figure, section, table, words } from '../report/blocks.js';
import { commandLine } from '../report/flags.js';
import { withGlossary } from '../report/glossary.js';
import type { ReportPage } from '../report/page.js';
import { printable } from '../report/printable.js';
import type { TextTable } from '../report/table.js';
import { dataName } from '../report/title-words.js';
import type { DiscoverResult } from './discover-result.js';
import { discoverTable, discoverWords, riskText } from './discover-words.js';

/** Makes the page of a discovery. */
export function discoverPage(exact: DiscoverResult): ReportPage {
  const result = printable(exact);
  const told = discoverWords(result);
  const { data, target, groups, rows, asked, unconfirmed } = result;
  const used = rows.searching + rows.confirming;
  return withGlossary({
    title: `Who is served worse, though nobody named them? Predictions of ${target} in ${dataName(data)}`,
    subtitle: `${dataName(data)}: ${used.toLocaleString('en-US')} rows`,
    verdict: {
      tone: groups.length === 0 ? 'keep' : 'unclear',
      headline: told.headline,
      text: told.explanation,
    },
    sections: [
      ...section(
        'found',
        'Those who are served worse',
        groups.length === 0
          ? []
          : [
              figure(
                'group-metrics',
                risks(result),
                'Every sub-population by its number in the table, the worst served at the top; the line is the risk of all rows.',
              ),
              table(discoverTable(result), told.conventions),
            ],
      ),
      ...section('help', 'What would help them', words(...told.help)),
      ...section(
        'unconfirmed',
        'Tested and not confirmed',
        unconfirmed.length === 0
          ? []
          : [
              table(
                unconfirmedTable(result),
                'They stood out in one half of the rows and not enough in the other: chance alone makes such candidates. p: with all tests counted in.',
              ),
            ],
        { isAppendix: true },
      ),
      ...section('method', 'How it was made', [
        ...words(told.problem, told.method, `fairfront ${result.fairfront}.`),
        ...(asked === undefined ? [] : [command(commandLine('discover', asked))]),
        ...words(...result.notes.map((note) => `Note: ${note}.`)),
      ]),
    ],
  });
}

function risks({ groups, loss, intervalLevel, rows: used }: DiscoverResult) {
  const [first] = groups;
  const { risk, restRisk, share } = first!.confirming;
  return {
    level: intervalLevel,
    all: { share: 1, rows: used.searching + used.confirming },
    groups: groups.map(({ description, rows, confirming }, i) => ({
      ...{ name: `${i + 1}: ${description}`, rows, share: confirming.share, tooSmall: false },
    })),
    metrics: [
      {
        name: loss === 'error' ? 'wrong guesses' : loss === 'brier' ? 'Brier score' : 'cross-entropy',
        unit: loss === 'error' ? ('share' as const) : ('number' as const),
        better: 'lower' as const,
        overall: share * risk.value + (1 - share) * restRisk.value,
        byGroup: groups.map(({ confirming }) => confirming.risk),
      },
    ],
  };
}

function unconfirmedTable({ unconfirmed, loss }: DiscoverResult): TextTable {
  return {
    columns: [
      { title: 'sub-population', align: 'left' },
      { title: 'share' },
      { title: 'risk' },
      { title: 'of the rest' },
      { title: 'p' },
    ],
    rows: unconfirmed.map(({ description, confirming: { share, risk, restRisk }, adjusted }) => [
      description,
      percent(share),
      riskText(loss, risk.value),
      riskText(loss, restRisk.value),
      adjusted.toFixed(2),
    ]),
  };
}
