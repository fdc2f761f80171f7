// Which columns drive each group's risk: a panel for each group, in it a line for each column with a mark and an
// interval for each model.

import { FairfrontError } from '@fairfront/core';
import { composeFigure, headingHeight, headingIndent, outerMargin, type Panel } from '../marks/compose.js';
import { isWithin } from '../marks/edge-marks.js';
import { beyondEntry, dotEntry, type LegendEntry, lineEntry, markLegend } from '../marks/legends.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { quiet } from '../marks/theme.js';
import { decimals, fitSentence, percent, plural } from '../marks/words.js';
import type { ImportanceData } from './data.js';
import { importanceHeight, importanceLooks, importancePlots, importanceRange } from './importance-plot.js';

const WIDTH = 860;
const MOST_GROUPS = 8;
const MOST_COLUMNS = 12;
/** Between rows of panels. */
const ROW_GAP = 8;

/** Draws by how much each group's risk rises without each column. */
export function drawImportance<E extends ChartElement>(data: ImportanceData, document: ChartDocument<E>): E {
  check(data);
  const shown: ImportanceData = {
    ...data,
    groups: data.groups.slice(0, MOST_GROUPS),
    columns: data.columns.slice(0, MOST_COLUMNS),
  };
  const across = panelsAcross(shown.groups.length);
  const rows = Math.ceil(shown.groups.length / across);
  const title = importanceSentence(data, WIDTH - headingIndent);
  const legend = markLegend(legendEntries(shown), WIDTH - headingIndent);
  const below = outerMargin + headingHeight + legend.height;
  const rowHeight = importanceHeight(shown.columns) + ROW_GAP;
  const panels = Array.from({ length: rows }, (_, row): Panel[] => {
    let x = outerMargin;
    return importancePlots(shown, { first: row * across, across, width: WIDTH }).map((plot) => {
      const panel = { x, y: below + row * rowHeight, plot };
      x += plot.width;
      return panel;
    });
  });
  return composeFigure(document, {
    name: 'importance',
    title,
    width: WIDTH + 2 * outerMargin,
    height: below + rows * rowHeight - ROW_GAP + outerMargin,
    panels: [
      { x: outerMargin, y: outerMargin, heading: { title, note: noteOf(data, shown) } },
      { x: outerMargin + headingIndent, y: outerMargin + headingHeight, plot: legend },
      ...panels.flat(),
    ],
  });
}

/** Five or six in two even rows. */
const panelsAcross = (count: number): number => (count <= 4 ? count : count <= 6 ? 3 : 4);

function legendEntries({ columns, groups, level }: ImportanceData): LegendEntry[] {
  const isOne = columns.every(({ naive }) => naive === undefined);
  const range = importanceRange(columns, groups);
  const isBeyond = columns
    .flatMap(({ naive = [], minimax }) => [...naive, ...minimax])
    .some(({ value }) => !isWithin(value, range));
  return [
    ...(isOne ? [] : [dotEntry('naive', importanceLooks.naive.dot)]),
    dotEntry(isOne ? 'the chosen model: naive' : 'minimax, with its figure', importanceLooks.minimax.dot),
    lineEntry(`${percent(level)} interval`, quiet.fill, 2),
    ...(isBeyond ? [beyondEntry(quiet.ink)] : []),
  ];
}

function noteOf(all: ImportanceData, shown: ImportanceData): string {
  const columns = all.columns.length - shown.columns.length;
  const groups = all.groups.length - shown.groups.length;
  const leftOut = [
    ...(columns > 0 ? [plural(columns, 'column')] : []),
    ...(groups > 0 ? [plural(groups, 'group')] : []),
  ];
  return [
    'rise of a group’s risk with the column’s values dealt out anew; left of 0 the column misleads',
    ...(leftOut.length === 0 ? [] : [`left out here: ${leftOut.join(', ')}`]),
  ].join('; ');
}

/** Of the first group: age matters most to Female, whose risk would rise by 0.16 without it. */
function importanceSentence({ columns, groups }: ImportanceData, width: number): string {
  const [first] = columns
    .map((own) => ({ name: own.column, ...own.minimax[0]! }))
    .filter(({ low }) => low > 0)
    .sort((one, other) => other.value - one.value);
  const group = groups[0]!.name;
  if (first === undefined) {
    return fitSentence(width, [group] as const, ([name]) => `No column by itself surely matters to ${name}`);
  }
  const rise = decimals([first.value])(first.value);
  return fitSentence(
    width,
    [first.name, group] as const,
    ([column, name]) => `${column} matters most to ${name}, whose risk would rise by ${rise} without it`,
  );
}

function check({ columns, groups }: ImportanceData): void {
  if (groups.length === 0 || columns.length === 0) {
    const what = groups.length === 0 ? 'groups' : 'columns';
    throw new FairfrontError('bad-groups', `${what}: importance needs at least one; got none`);
  }
  for (const own of columns) {
    for (const byGroup of [own.minimax, ...(own.naive ? [own.naive] : [])]) {
      if (byGroup.length !== groups.length) {
        throw new FairfrontError(
          'bad-groups',
          `column "${own.column}" needs one importance for each of ${groups.length} groups; got ${byGroup.length}`,
        );
      }
      const wrong = byGroup.find(({ value, low, high }) => ![value, low, high].every(Number.isFinite));
      if (wrong !== undefined) {
        throw new FairfrontError(
          'bad-risks',
          `importance of column "${own.column}" must be finite numbers; got ${wrong.value} (${wrong.low} to ${wrong.high})`,
        );
      }
    }
  }
}
