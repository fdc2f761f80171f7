// A table or figure of the paper as a page.

import { command, listing, picture, section, words } from '../report/blocks.js';
import { commandLine } from '../report/flags.js';
import type { ReportPage } from '../report/page.js';
import { VERSION } from '../version.js';
import type { ExperimentResult } from './experiment/experiment.js';

/** Makes the page of an experiment. @param options those that were set */
export function paperPage(
  { name, title }: { readonly name: string; readonly title: string },
  { files, summary, interrupted }: Pick<ExperimentResult, 'files' | 'summary' | 'interrupted'>,
  options: Readonly<Record<string, unknown>>,
): ReportPage {
  const [kind, number] = name.split('-');
  const numbered = `${kind!.charAt(0).toUpperCase()}${kind!.slice(1)} ${number}`;
  return {
    title: `${numbered}: ${title}`,
    subtitle: 'Martinez, Bertran, Sapiro: Minimax Pareto Fairness, ICML 2020',
    ...(interrupted !== undefined && {
      verdict: { tone: 'unclear' as const, headline: 'Not finished', text: `${interrupted}.` },
    }),
    sections: [
      ...section(
        'figure',
        'As a picture',
        files.svg === undefined ? [] : [picture(files.svg, title, `${numbered} of the paper, made anew.`)],
      ),
      ...section('numbers', 'In numbers', [listing(summary)]),
      ...section('method', 'How it was made', [
        ...words(`fairfront ${VERSION}.`),
        command(commandLine(`paper ${name}`, { options })),
      ]),
    ],
  };
}
