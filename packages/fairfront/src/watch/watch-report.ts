// A watch as one page for others to read. No script, no network; it prints.

import { drawEvidenceByLook } from '@fairfront/charts';
import { box, figure, htmlTable, page, paragraph } from '../report/html.js';
import { drawSvg } from '../report/picture.js';
import { printable } from '../report/printable.js';
import type { WatchResult } from './watch-result.js';
import { alarmLook, watchTable, watchWords } from './watch-words.js';

/** Makes the page of a watch. */
export function watchReport(exact: WatchResult): string {
  const result = printable(exact);
  const words = watchWords(result);
  const { looks, groups, level } = result;
  return page(
    `${result.target}: are promises kept?`,
    [
      box(result.alarm ? 'cannot-tell' : 'use-minimax', words.headline, words.explanation),
      figure(
        drawSvg(drawEvidenceByLook, {
          alarm: 1 / level,
          groups: groups.map(({ name }, group) => ({
            name,
            eValues: looks.map((look) => look.groups[group]!.eValue),
          })),
          mean: looks.map(({ eValue }) => eValue),
          since: alarmLook(result),
        }),
        'Evidence after each batch, on a logarithmic scale. It is counted row by row, so an alarm may be given within a batch.',
      ),
      '<h2>Every group</h2>',
      htmlTable(watchTable(result), words.conventions),
      ...(words.drift.length > 0 ? ['<h2>Who comes now</h2>', ...words.drift.map(paragraph)] : []),
      ...words.leftOut.map(paragraph),
      '<h2>How it was made</h2>',
      paragraph(`fairfront ${result.fairfront}; the last batch was ${result.data}.`),
      ...result.notes.map((note) => paragraph(`Note: ${note}.`)),
    ].join('\n'),
  );
}
