// A front as one page for others to read: words first, then the figure, then who gets what. No script, no network; it
// prints.

import { drawParetoFront, type ParetoFrontData } from '@fairfront/charts';
import { figure, htmlTable, page, paragraph } from '../report/html.js';
import { drawSvg } from '../report/picture.js';
import { printable } from '../report/printable.js';
import { lossName } from '../training/task-report.js';
import type { FrontResult } from './front-result.js';
import { markTable } from './front-table.js';
import { frontWords, rowWords } from './front-words.js';

/** Draws the front as SVG. */
export function frontFigure(result: FrontResult): string {
  const { task, groups, points, marks } = printable(result);
  const { naive, balanced, minimax, utopia } = marks;
  const data: ParetoFrontData = {
    loss: task.loss,
    part: task.part,
    groups: groups.map(({ name }) => name),
    points,
    marks: [
      { name: 'naive', ...naive },
      { name: 'balanced', ...balanced },
      { name: 'minimax', ...minimax },
      { name: 'utopia', risks: utopia.risks },
    ],
  };
  return drawSvg(drawParetoFront, data);
}

/** Makes the page of a front. @param svg what `frontFigure` gave */
export function frontReport(exact: FrontResult, svg: string): string {
  const result = printable(exact);
  const { task, search, notes } = result;
  const words = frontWords(result);
  const rows = rowWords(result);
  return page(
    `${result.data}: what is possible`,
    [
      paragraph(words.problem),
      paragraph(words.span),
      paragraph(words.move),
      figure(
        svg,
        `The Pareto front on ${rows} (${lossName(result)}, lower is better). Each point is a model; on the front no group can be served better without another being served worse. Utopia has the own best of every group at once.`,
      ),
      '<h2>What each group gets</h2>',
      htmlTable(
        markTable(result),
        `Risk (${lossName(result)}, lower is better) on ${rows}. Own best is the least that any model has for the group, worst the most that the front has; naive is ordinary training; balanced counts every group alike; minimax is, of all models tried, the one that serves its worst group best. Change is from naive to minimax; above best, from own best to minimax.`,
      ),
      paragraph(words.distance),
      paragraph(words.equality),
      ...(words.together === undefined ? [] : [paragraph(words.together)]),
      '<h2>How good can it be?</h2>',
      paragraph(words.certificate),
      '<h2>How it was made</h2>',
      paragraph(words.leftOut),
      paragraph(
        `fairfront ${result.fairfront}, seed ${task.seed}; weights in steps of 1/${task.steps}. The test rows were not looked at. The certificate speaks of ${search.problem}.`,
      ),
      ...notes.map((note) => paragraph(`Note: ${note}.`)),
    ].join('\n'),
  );
}
