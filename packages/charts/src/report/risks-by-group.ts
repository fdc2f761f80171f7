// Who gains and who pays: one row per group with its risk under each model, and an arrow from naive to
// minimax training.

import { FairfrontError } from '@fairfront/core';
import { composeFigure, headingHeight, headingIndent, outerMargin } from '../marks/compose.js';
import { legendHeight, symbolLegend } from '../marks/legends.js';
import { modelStyles } from '../marks/model-style.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { decimals, plural } from '../marks/words.js';
import type { RisksByGroupData } from './data.js';
import { changeOf, type GroupRow, groupRows, isUnclear, thinRows } from './group-rows.js';
import { groupRowsHeight, groupRowsPlot } from './group-rows-plot.js';

const WIDTH = 860;
/** Beyond this many groups only the two ends are shown. */
const MOST_ROWS = 24;

const meanings = {
  naive: 'Naive: every row counts alike',
  balanced: 'Balanced: every group counts alike',
  minimax: 'Minimax: best for the worst-off group',
} as const;

/** Draws who gains and who pays between the naive and the minimax model. */
export function drawRisksByGroup<E extends ChartElement>(
  data: RisksByGroupData,
  document: ChartDocument<E>,
): E {
  if (data.groups.length === 0) {
    throw new FairfrontError('bad-groups', 'groups: risks by group need at least one; got none');
  }
  const rows = groupRows(data);
  const shown = thinRows(rows, MOST_ROWS);
  const title = riskSentence(rows);
  const present = (['naive', 'balanced', 'minimax'] as const).filter((name) =>
    data.models.some((model) => model.name === name),
  );
  const below = outerMargin + headingHeight;
  return composeFigure(document, {
    name: 'risks-by-group',
    title,
    width: WIDTH + 2 * outerMargin,
    height: below + legendHeight + groupRowsHeight(shown.length) + outerMargin,
    panels: [
      {
        x: outerMargin,
        y: outerMargin,
        heading: {
          title,
          note: 'one line per group, the worst-off at the top; arrow to the left: minimax lowers the group’s risk; to the right: the group pays',
        },
      },
      {
        x: outerMargin + headingIndent,
        y: below,
        plot: symbolLegend(
          present.map((name) => ({ ...modelStyles[name], text: meanings[name] })),
          WIDTH - headingIndent,
        ),
      },
      {
        x: outerMargin,
        y: below + legendHeight,
        plot: groupRowsPlot({ rows, shown, width: WIDTH, loss: data.loss, part: data.part }),
      },
    ],
  });
}

/** The worst-off group’s risk falls from 0.412 to 0.395: 3 groups gain, 2 pay. */
function riskSentence(rows: readonly GroupRow[]): string {
  const worst = (read: (row: GroupRow) => number): number => Math.max(...rows.map(read));
  const [before, after] = [worst(({ naive }) => naive), worst(({ minimax }) => minimax)];
  const inWords = decimals([before, after]);
  const [from, to] = [inWords(before), inWords(after)];
  const count = (change: string): number => rows.filter((row) => changeOf(row) === change).length;
  const [gain, pay, same] = [count('gains'), count('pays'), count('same')];
  const unclear = rows.filter(isUnclear).length;
  const verb = (number: number, word: string): string => (number === 1 ? `${word}s` : word);
  const worstOff = rows.find(({ naive }) => naive === before)!;
  if (worstOff.change !== undefined && from !== to && changeOf(worstOff) === 'same') {
    return `The risk of the worst-off group is ${from} with naive and ${to} with minimax, which may be chance`;
  }
  const counts = [
    ...(gain > 0 ? [`${plural(gain, 'group')} ${verb(gain, 'gain')}`] : []),
    ...(pay > 0
      ? [gain > 0 ? `${pay} ${verb(pay, 'pay')}` : `${plural(pay, 'group')} ${verb(pay, 'pay')}`]
      : []),
    ...(unclear > 0 && gain + pay > 0 ? [`${unclear} ${unclear === 1 ? 'is' : 'are'} unclear`] : []),
    ...(same > unclear && gain + pay > 0
      ? [`${same - unclear} ${same - unclear === 1 ? 'stays' : 'stay'} the same`]
      : []),
  ];
  const moved =
    from === to ? `stays at ${to}` : `${after < before ? 'falls' : 'rises'} from ${from} to ${to}`;
  return `The risk of the worst-off group ${moved}: ${counts.join(', ') || 'no group gains, none pays'}`;
}
