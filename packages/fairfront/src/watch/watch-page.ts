// A watch as a page for others to read.

import { figure, section, table, words } from '../report/blocks.js';
import { withGlossary } from '../report/glossary.js';
import type { ReportPage } from '../report/page.js';
import { printable } from '../report/printable.js';
import { dataName } from '../report/title-words.js';
import type { WatchResult } from './watch-result.js';
import { alarmLook, watchTable, watchWords } from './watch-words.js';

/** Makes the page of a watch. */
export function watchPage(exact: WatchResult): ReportPage {
  const result = printable(exact);
  const told = watchWords(result);
  const { looks, groups, level, data, target } = result;
  return withGlossary({
    title: `Are promises kept? A model of ${target}, watched for ${groups.length} groups`,
    subtitle: `The last batch was ${dataName(data)}`,
    verdict: { tone: result.alarm ? 'unclear' : 'good', headline: told.headline, text: told.explanation },
    sections: [
      ...section('evidence', 'The evidence', [
        figure(
          'evidence-by-look',
          {
            alarm: 1 / level,
            groups: groups.map(({ name }, group) => ({
              name,
              eValues: looks.map((look) => look.groups[group]!.eValue),
            })),
            mean: looks.map(({ eValue }) => eValue),
            since: alarmLook(result),
          },
          'Evidence after each batch, on a logarithmic scale. It is counted row by row, so an alarm may be given within a batch.',
        ),
      ]),
      ...section('groups', 'Every group', [table(watchTable(result), told.conventions)]),
      ...section('drift', 'Who comes now', words(...told.drift, ...told.leftOut)),
      ...section('method', 'How it was made', [
        ...words(
          `fairfront ${result.fairfront}; the last batch was ${data}.`,
          ...result.notes.map((note) => `Note: ${note}.`),
        ),
      ]),
    ],
  });
}
