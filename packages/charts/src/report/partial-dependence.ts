// How predictions follow the columns that matter most: a panel for each column, in it a line or a row of marks for
// each group.

import { FairfrontError } from '@fairfront/core';
import { count, percent } from '@fairfront/core/internal';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import { dotEntry, legendBlock } from '../marks/legends.js';
import { below, figure, grid, linesBlock, panelsAcross, plotBlock } from '../marks/sheet.js';
import { fontSize, quiet } from '../marks/theme.js';
import { fitGroupNames, fitSentence, fitText, spoken } from '../marks/words.js';
import type { PartialDependenceData } from './data.js';
import { dependencePlot, groupDot, probabilityRange } from './dependence-panel.js';

const MOST_GROUPS = 8;
const PANEL = { narrowest: 225, widest: 420 } as const;
const WIDEST_NAME = 190;
/** Between rows of panels. */
const ROW_GAP = 14;

/** What the model says of each group if all of its rows had the same value in a column. */
export const partialDependence = figure<PartialDependenceData>({
  name: 'partial-dependence',
  check,
  describe,
  tabulate,
  layOut({ groups, columns }, width) {
    const shown = groups.slice(0, MOST_GROUPS);
    const across = panelsAcross(columns.length, width, PANEL.narrowest);
    const panelWidth = Math.min(PANEL.widest, Math.floor(width / across));
    const range = probabilityRange(columns, shown.length);
    const columnNames = fitGroupNames(
      columns.map(({ column }) => column),
      ((panelWidth - 8) * fontSize.text) / fontSize.title,
    );
    const panels = columns.map((own, i) =>
      below([
        linesBlock([columnNames[i]!], panelWidth, { size: fontSize.title, bold: true }),
        linesBlock([fitText(`probability of “${own.class}”`, panelWidth - 8)], panelWidth, {
          colour: quiet.ink,
        }),
        plotBlock(dependencePlot(own, shown.length, range, panelWidth)),
      ]),
    );
    const names = fitGroupNames(shown, WIDEST_NAME);
    const legend = legendBlock(
      names.map((name, group) => dotEntry(name, groupDot(group))),
      width,
    );
    return below([legend, grid(panels, across, ROW_GAP)], ROW_GAP);
  },
});

/** Draws what the model says of each group if all of its rows had the same value in a column. */
export const drawPartialDependence = partialDependence.draw;

function describe(data: PartialDependenceData): FigureWords {
  const { groups, columns } = data;
  const leftOut = groups.length - Math.min(groups.length, MOST_GROUPS);
  const classes = new Set(columns.map((own) => own.class));
  const told = columns.slice(0, 3).map(({ column, class: label, byGroup }) => {
    const parts = byGroup.slice(0, 4).map((curve, group) => {
      const [low, high] = [Math.min(...curve), Math.max(...curve)].map(percent);
      return `${low} to ${high} for ${spoken(groups[group]!)}`;
    });
    return `With ${spoken(column)} the mean probability of “${spoken(label)}” spans ${parts.join(', ')}.`;
  });
  return {
    title: dependenceSentence({ groups: groups.slice(0, MOST_GROUPS), columns }),
    note: [
      `mean probability${classes.size > 1 ? ' of the class that changes most' : ''} if all of a group’s test rows had the same value`,
      ...(leftOut > 0 ? [`left out here: ${count(leftOut, 'group')}`] : []),
    ].join('; '),
    alternative: told.join(' '),
  };
}

function tabulate({ groups, columns }: PartialDependenceData): FigureTable {
  return {
    columns: ['column', 'class', 'group', 'value', 'mean_probability'],
    rows: columns.flatMap(({ column, class: label, values, byGroup }) =>
      groups.flatMap((group, g) =>
        [...values].map((value, i) => [column, label, group, value, byGroup[g]![i]!]),
      ),
    ),
  };
}

/** The widest curve: with age the mean probability of “yes” goes from 3% to 42% for Female. */
function dependenceSentence({ groups, columns }: PartialDependenceData): string {
  const reach = (curve: readonly number[]): number => Math.max(...curve) - Math.min(...curve);
  const [widest] = columns
    .flatMap((own) => groups.map((group, i) => ({ ...own, group, curve: own.byGroup[i]! })))
    .sort((one, other) => reach(other.curve) - reach(one.curve));
  const { column, class: label, group, curve } = widest!;
  const [from, to] = [Math.min(...curve), Math.max(...curve)].map(percent);
  return fitSentence(
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
