// A front as a page for others to read: what is possible, then who gets what.

import type { ParetoFrontData } from '@fairfront/charts';
import { figure, section, table, words } from '../report/blocks.js';
import { withGlossary } from '../report/glossary.js';
import type { ReportPage } from '../report/page.js';
import { printable } from '../report/printable.js';
import { dataName, groupWords } from '../report/title-words.js';
import { lossName } from '../training/task-words.js';
import type { FrontResult } from './front-result.js';
import { markTable } from './front-table.js';
import { frontWords, rowWords } from './front-words.js';

/** What the figure of a front is drawn from. @param result printable */
export function frontData({ task, groups, points, marks }: FrontResult): ParetoFrontData {
  const { naive, balanced, minimax, utopia } = marks;
  return {
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
}

/** Makes the page of a front. */
export function frontPage(exact: FrontResult): ReportPage {
  const result = printable(exact);
  const { data, task, groups, points, search, notes } = result;
  const told = frontWords(result);
  const rows = rowWords(result);
  return withGlossary({
    title: `What is possible? Models of ${task.target} for ${dataName(data)}, judged ${groupWords(groups.length)}`,
    subtitle: `${dataName(data)}: risks on ${rows}`,
    verdict: {
      tone: 'keep',
      headline:
        points.length === 1
          ? 'One model is the best for every group'
          : 'What is better for one group is worse for another',
      text: told.move,
    },
    sections: [
      ...section('front', 'What is possible', [
        ...words(told.span),
        figure(
          'pareto-front',
          frontData(result),
          `The Pareto front on ${rows} (${lossName(result)}, lower is better). Each point is a model; on the front no group can be served better without another being served worse. Utopia has the own best of every group at once.`,
        ),
      ]),
      ...section('groups', 'What each group gets', [
        table(
          markTable(result),
          `Risk (${lossName(result)}, lower is better) on ${rows}. Own best is the least that any model has for the group, worst the most that the front has; naive is ordinary training; balanced counts every group alike; minimax is, of all models tried, the one that serves its worst group best. Change is from naive to minimax; above best, from own best to minimax.`,
        ),
        ...words(told.distance, told.equality, told.together),
      ]),
      ...section('possible', 'How good it can be', words(told.certificate)),
      ...section('method', 'How it was made', [
        ...words(
          told.problem,
          told.leftOut,
          `fairfront ${result.fairfront}, seed ${task.seed}; weights in steps of 1/${task.steps}. The test rows were not looked at. The certificate speaks of ${search.problem}.`,
          ...notes.map((note) => `Note: ${note}.`),
        ),
      ]),
    ],
  });
}
