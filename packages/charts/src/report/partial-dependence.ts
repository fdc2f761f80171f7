// How predictions follow the columns that matter most: a panel for each column, in it a line or a row of marks for
// each group.

import { FairfrontError } from '@fairfront/core';
import { composeFigure, headingHeight, headingIndent, outerMargin, type Panel } from '../marks/compose.js';
import { dotEntry, markLegend } from '../marks/legends.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { fontSize } from '../marks/theme.js';
import { fitGroupNames, fitSentence, fitText, percent, plural } from '../marks/words.js';
import type { PartialDependenceData } from './data.js';
import { dependenceHeight, dependencePlot, groupDot, probabilityRange } from './dependence-panel.js';

const WIDTH = 860;
const MOST_GROUPS = 8;
const WIDEST_PANEL = 420;
const WIDEST_NAME = 190;
/** Between rows of panels. */
const ROW_GAP = 14;

/** Draws what the model says of each group if all of its rows had the same value in a column. */
export function drawPartialDependence<E extends ChartElement>(
  { groups, columns }: PartialDependenceData,
  document: ChartDocument<E>,
): E {
  check({ groups, columns });
  const shown = groups.slice(0, MOST_GROUPS);
  const across = Math.min(3, columns.length);
  const panelWidth = Math.min(WIDEST_PANEL, Math.floor(WIDTH / across));
  const classes = new Set(columns.map((own) => own.class));
  const title = dependenceSentence({ groups: shown, columns }, WIDTH - headingIndent);
  const names = fitGroupNames(shown, WIDEST_NAME);
  const legend = markLegend(
    names.map((name, group) => dotEntry(name, groupDot(group))),
    WIDTH - headingIndent,
  );
  const range = probabilityRange(columns, shown.length);
  const nameWidth = ((panelWidth - headingIndent - 8) * fontSize.text) / fontSize.title;
  const columnNames = fitGroupNames(
    columns.map(({ column }) => column),
    nameWidth,
  );
  let y = outerMargin + headingHeight + legend.height + ROW_GAP;
  const panels: Panel[] = [];
  for (let first = 0; first < columns.length; first += across) {
    const row = columns.slice(first, first + across);
    row.forEach((own, i) => {
      panels.push({
        x: outerMargin + i * panelWidth,
        y,
        heading: {
          title: columnNames[first + i]!,
          note: fitText(`probability of “${own.class}”`, panelWidth - headingIndent - 8),
        },
        plot: dependencePlot(own, shown.length, range, panelWidth),
      });
    });
    y += headingHeight + Math.max(...row.map(dependenceHeight)) + ROW_GAP;
  }
  const leftOut = groups.length - shown.length;
  return composeFigure(document, {
    name: 'partial-dependence',
    title,
    width: WIDTH + 2 * outerMargin,
    height: y - ROW_GAP + outerMargin,
    panels: [
      {
        x: outerMargin,
        y: outerMargin,
        heading: {
          title,
          note: [
            `mean probability${classes.size > 1 ? ' of the class that changes most' : ''} if all of a group’s test rows had the same value`,
            ...(leftOut > 0 ? [`left out here: ${plural(leftOut, 'group')}`] : []),
          ].join('; '),
        },
      },
      { x: outerMargin + headingIndent, y: outerMargin + headingHeight, plot: legend },
      ...panels,
    ],
  });
}

/** The widest curve: with age the mean probability of “yes” goes from 3% to 42% for Female. */
function dependenceSentence({ groups, columns }: PartialDependenceData, width: number): string {
  const reach = (curve: readonly number[]): number => Math.max(...curve) - Math.min(...curve);
  const [widest] = columns
    .flatMap((own) => groups.map((group, i) => ({ ...own, group, curve: own.byGroup[i]! })))
    .sort((one, other) => reach(other.curve) - reach(one.curve));
  const { column, class: label, group, curve } = widest!;
  const [from, to] = [Math.min(...curve), Math.max(...curve)].map(percent);
  return fitSentence(
    width,
    [column, label, group] as const,
    ([own, of, name]) => `With ${own} the mean probability of “${of}” goes from ${from} to ${to} for ${name}`,
  );
}

function check({ groups, columns }: PartialDependenceData): void {
  if (groups.length === 0 || columns.length === 0) {
    const what = groups.length === 0 ? 'groups' : 'columns';
    throw new FairfrontError('bad-groups', `${what}: partial dependence needs at least one; got none`);
  }
  for (const { column, values, byGroup } of columns) {
    if (values.length < 2 || byGroup.length !== groups.length) {
      throw new FairfrontError(
        'bad-groups',
        `column "${column}" needs two values or more and a curve for each of ${groups.length} groups; got ${values.length} and ${byGroup.length}`,
      );
    }
    for (const curve of byGroup) {
      if (curve.length === values.length && curve.every((own) => own >= 0 && own <= 1)) continue;
      throw new FairfrontError(
        'bad-groups',
        `curves of column "${column}" must be ${values.length} probabilities each; got ${curve.join(', ')}`,
      );
    }
  }
}
