// Impact ratios as a page for others to read, and as part of the page of an audit.

import { command, section, table, words } from '../report/blocks.js';
import { commandLine } from '../report/flags.js';
import type { Block, ReportPage } from '../report/page.js';
import { printable } from '../report/printable.js';
import { dataName } from '../report/title-words.js';
import type { BiasAuditResult } from './bias-audit-result.js';
import type { Ll144Result } from './ll144-result.js';
import { LL144_HEADING, ll144Words } from './ll144-words.js';

/** Makes the page of impact ratios alone. */
export function biasAuditPage(exact: BiasAuditResult): ReportPage {
  const { data, fairfront, ll144, notes, asked } = printable(exact);
  const { problem } = ll144Words(ll144);
  const isBelow = ll144.tables.some(({ categories }) =>
    categories.some(({ isBelowFourFifths }) => isBelowFourFifths),
  );
  return {
    title: `Who is selected how often? ${dataName(data)}, judged by ${ll144.tables[0]!.columns.join(' and ')}`,
    verdict: {
      tone: isBelow ? 'unclear' : 'keep',
      headline: isBelow ? 'Some impact ratios are below four fifths' : 'No impact ratio is below four fifths',
      text: problem,
    },
    sections: [
      ...section('ll144', LL144_HEADING, ll144Blocks(ll144)),
      ...section('method', 'How it was made', [
        ...words(`fairfront ${fairfront}.`),
        ...(asked === undefined ? [] : [command(commandLine('audit', asked))]),
        ...words(...notes.map((note) => `Note: ${note}.`)),
      ]),
    ],
  };
}

/** Impact ratios as blocks. @param result printable */
export function ll144Blocks(result: Ll144Result): Block[] {
  const { problem, tables, conventions } = ll144Words(result);
  return [
    ...words(problem),
    ...tables.map(({ table: own, sentences }) => table(own, sentences)),
    ...words(...conventions),
  ];
}
