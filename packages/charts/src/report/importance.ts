// Which columns drive each group's risk: an axis for each group, a line for each column with a mark and an interval for
// each model.

import { FairfrontError } from '@fairfront/core';
import { count, decimals, percentTick, signed } from '@fairfront/core/internal';
import { paddedRange } from '../marks/axes.js';
import type { Range } from '../marks/edge-marks.js';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import { beyondEntry, dotEntry, type LegendEntry, legendBlock, lineEntry } from '../marks/legends.js';
import type { AxisColumn, Layer, RowsFigure } from '../marks/row-grammar.js';
import { hasBeyond } from '../marks/row-layers.js';
import { rowsBlock } from '../marks/rows.js';
import { below, figure, isNarrow } from '../marks/sheet.js';
import { background, ink, points, quiet } from '../marks/theme.js';
import { fitSentence, spoken } from '../marks/words.js';
import type { ImportanceData, ImportanceRow, RiskInterval } from './data.js';

const MOST_GROUPS = 8;
const MOST_COLUMNS = 12;
const MOST_NARROW = 6;
const WIDEST_NAME = 180;
/** A group of fewer rows would stretch the axis for all. */
const FEWEST_ROWS = 30;
/** The narrowest axis. */
const LEAST_RISE = 1e-3;
/** How far the marks of the models are above and below the middle of a line, in pixels. */
const APART = 4.7;

const looks = {
  naive: {
    dot: { r: 3.5, symbol: 'square', fill: background, stroke: points.naive.fill, strokeWidth: 1.5 },
    colour: points.naive.fill,
    strokeWidth: 1.25,
    dy: APART,
  },
  minimax: {
    dot: { r: 4.5, symbol: 'circle', fill: points.minimax.fill, stroke: background },
    colour: points.minimax.fill,
    strokeWidth: 2.25,
    dy: -APART,
  },
} as const;

/** By how much each group's risk rises without each column. */
export const importance = figure<ImportanceData>({
  name: 'importance',
  check,
  describe,
  tabulate,
  layOut(data, width) {
    const sheet = rowsFigure(shownOf(data), isNarrow(width) ? MOST_NARROW : MOST_COLUMNS);
    return below([legendBlock(legendEntries(data, sheet), width), rowsBlock(sheet, width)], 4);
  },
});

/** Draws by how much each group's risk rises without each column. */
export const drawImportance = importance.draw;

const shownOf = (data: ImportanceData): ImportanceData => ({
  ...data,
  groups: data.groups.slice(0, MOST_GROUPS),
  columns: data.columns.slice(0, MOST_COLUMNS),
});

function rowsFigure({ columns, groups }: ImportanceData, most: number): RowsFigure<ImportanceRow> {
  const domain = rangeOf(columns, groups);
  const inWords = decimals(
    columns.flatMap(({ minimax }) => minimax.map(({ value }) => value)),
    3,
  );
  const isOne = columns.every(({ naive }) => naive === undefined);
  const layersOf = (group: number): Layer<ImportanceRow>[] =>
    (['naive', 'minimax'] as const).flatMap((model): Layer<ImportanceRow>[] => {
      const { dot, colour, strokeWidth, dy } = looks[model];
      const place = { dy: isOne ? 0 : dy };
      return [
        {
          kind: 'interval',
          at: (row) => row[model]?.[group],
          colour,
          strokeWidth,
          ...place,
          className: `ff-${model}-interval`,
        },
        {
          kind: 'dot',
          at: (row) => row[model]?.[group]?.value,
          look: dot,
          ...place,
          className: `ff-${model}`,
        },
      ];
    });
  return {
    rows: columns.length > most ? [...columns.slice(0, most), columns.length - most] : columns,
    leftOut: (rows) => `… ${count(rows, 'more column')}, left out here`,
    name: { head: 'column', text: ({ column }) => column, most: WIDEST_NAME },
    classOf: { head: 'ff-group' },
    axes: groups.map(
      ({ name }, group): AxisColumn<ImportanceRow> => ({
        head: name,
        domain,
        unit: 'number',
        references: [{ at: 0, colour: ink.fill, className: 'ff-zero' }],
        layers: layersOf(group),
        figures: [
          {
            head: '',
            text: ({ minimax }) => signed(minimax[group]!.value, inWords),
            ink: ({ minimax }) => inkOf(minimax[group]!),
            className: 'ff-figure-cell',
          },
        ],
      }),
    ),
  };
}

/** Around 0 and all intervals of groups that have rows enough. */
function rangeOf(columns: readonly ImportanceRow[], groups: ImportanceData['groups']): Range {
  const large = groups.map(({ rows }) => rows >= FEWEST_ROWS);
  const trusted = (own: readonly RiskInterval[]): readonly RiskInterval[] =>
    large.includes(true) ? own.filter((_, group) => large[group]) : own;
  const ends = columns
    .flatMap(({ naive = [], minimax }) => [...trusted(naive), ...trusted(minimax)])
    .flatMap(({ low, high }) => [low, high]);
  const [low, high] = paddedRange([0, ...ends], 0.04);
  return [low, Math.max(high, low + LEAST_RISE)];
}

/** Quiet where it may be chance, red where the column misleads. */
function inkOf({ low, high }: RiskInterval): string {
  if (high < 0) return points.utopia.ink;
  return low > 0 ? ink.ink : quiet.ink;
}

function legendEntries(
  { columns, level, after = 'minimax' }: ImportanceData,
  sheet: RowsFigure<ImportanceRow>,
): LegendEntry[] {
  const isOne = columns.every(({ naive }) => naive === undefined);
  return [
    ...(isOne ? [] : [dotEntry('naive', looks.naive.dot)]),
    dotEntry(isOne ? 'the chosen model: naive' : `${after}, with its figure`, looks.minimax.dot),
    lineEntry(`${percentTick(level)} interval`, quiet.fill, 2),
    ...(hasBeyond(sheet) ? [beyondEntry(quiet.ink)] : []),
  ];
}

/** The columns that surely matter to a group, the most important first. */
const mattering = ({ columns }: ImportanceData, group: number) =>
  columns
    .map((own) => ({ name: own.column, ...own.minimax[group]! }))
    .filter(({ low }) => low > 0)
    .sort((one, other) => other.value - one.value);

function describe(data: ImportanceData): FigureWords {
  const { columns, groups } = data;
  const shown = shownOf(data);
  const leftOut = [
    ...(columns.length > shown.columns.length
      ? [count(columns.length - shown.columns.length, 'column')]
      : []),
    ...(groups.length > shown.groups.length ? [count(groups.length - shown.groups.length, 'group')] : []),
  ];
  const told = shown.groups.map(({ name }, group) => {
    const first = mattering(data, group).slice(0, 3);
    const inWords = decimals(first.map(({ value }) => value));
    const rises = first.map((own) => `${spoken(own.name)} (${inWords(own.value)})`).join(', ');
    return `${spoken(name)}: ${rises || 'no column surely matters'}.`;
  });
  return {
    title: importanceSentence(data),
    note: [
      'rise of a group’s risk with the column’s values dealt out anew; left of 0 the column misleads',
      ...(leftOut.length === 0 ? [] : [`left out here: ${leftOut.join(', ')}`]),
    ].join('; '),
    alternative: `By how much each group’s risk rises with a column’s values dealt out anew; the columns that matter most. ${told.join(' ')}`,
  };
}

/** Of the first group: age matters most to Female, whose risk would rise by 0.16 without it. */
function importanceSentence(data: ImportanceData): string {
  const [first] = mattering(data, 0);
  const group = data.groups[0]!.name;
  if (first === undefined) {
    return fitSentence([group] as const, ([name]) => `No column by itself surely matters to ${name}`);
  }
  const rise = decimals([first.value])(first.value);
  return fitSentence(
    [first.name, group] as const,
    ([column, name]) => `${column} matters most to ${name}, whose risk would rise by ${rise} without it`,
  );
}

function tabulate({ columns, groups }: ImportanceData): FigureTable {
  return {
    columns: ['column', 'group', 'model', 'rise', 'low', 'high'],
    rows: columns.flatMap((own) =>
      groups.flatMap(({ name }, group) =>
        (['naive', 'minimax'] as const).flatMap((model) => {
          const rise = own[model]?.[group];
          return rise === undefined ? [] : [[own.column, name, model, rise.value, rise.low, rise.high]];
        }),
      ),
    ),
  };
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
