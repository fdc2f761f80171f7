// What is decided about each group, before and after: the shares that are selected, recognised, mistaken, with an arrow
// from one model to the other and the intervals of both.

import { FairfrontError } from '@fairfront/core';
import { capitalised, count, percent1, percentTick, signed, withAnd } from '@fairfront/core/internal';
import { honestRange, startsAt } from '../marks/axes.js';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import { dotEntry, type LegendEntry, legendBlock, lineEntry, signEntry } from '../marks/legends.js';
import { modelStyles } from '../marks/model-style.js';
import type { AxisColumn, Layer, RowsFigure } from '../marks/row-grammar.js';
import { rowsBlock } from '../marks/rows.js';
import { below, figure } from '../marks/sheet.js';
import { background, type Colour, points, quiet } from '../marks/theme.js';
import { fitSentence, spoken } from '../marks/words.js';
import type { DecisionChange, DecisionsByGroupData } from './data.js';

type Metric = DecisionsByGroupData['metrics'][number];

interface GroupLine {
  readonly name: string;
  /** By metric. */
  readonly byMetric: readonly (DecisionChange | null)[];
}

const WIDEST_NAME = 210;
const MOST_ROWS = 24;
const RADIUS = { before: 4, after: 5 } as const;
/** Intervals stand beside the marks, in pixels. */
const ASIDE = { before: 6, after: -6 } as const;
const NO_VALUE = '–';

const betterWords = {
  higher: 'higher is better',
  lower: 'lower is better',
  neither: 'neither is better',
} as const;

type Turn = 'better' | 'worse' | 'other';
const turnColours: Readonly<Record<Turn, Colour>> = {
  better: points.minimax,
  worse: points.utopia,
  other: quiet,
};

/** Whether a change surely is for the better or the worse. */
function turnOf({ better }: Metric, { change }: DecisionChange): Turn {
  if (better === 'neither' || (change.low <= 0 && change.high >= 0)) return 'other';
  return change.value > 0 === (better === 'higher') ? 'better' : 'worse';
}

/** What is decided about each group under two models. */
export const decisionsByGroup = figure<DecisionsByGroupData>({
  name: 'decisions-by-group',
  check,
  describe,
  tabulate,
  layOut: (data, width) =>
    below([legendBlock(legendEntries(data), width), rowsBlock(rowsFigure(data), width)], 4),
});

/** Draws what is decided about each group, before and after. */
export const drawDecisionsByGroup = decisionsByGroup.draw;

const linesOf = ({ groups, metrics }: DecisionsByGroupData): GroupLine[] =>
  groups.map((name, group) => ({ name, byMetric: metrics.map(({ byGroup }) => byGroup[group]!) }));

function rowsFigure(data: DecisionsByGroupData): RowsFigure<GroupLine> {
  const lines = linesOf(data);
  const leftOut = lines.length - MOST_ROWS;
  return {
    rows: leftOut > 0 ? [...lines.slice(0, MOST_ROWS), leftOut] : lines,
    leftOut: (rows) => `… ${count(rows, 'more group')}, left out here`,
    name: { head: 'group', text: ({ name }) => name, most: WIDEST_NAME },
    axes: data.metrics.map((metric, m) => metricAxis(data, metric, m)),
  };
}

function metricAxis(
  { before, after }: DecisionsByGroupData,
  metric: Metric,
  m: number,
): AxisColumn<GroupLine> {
  const told = metric.byGroup.filter((entry) => entry !== null);
  const [low, high] = honestRange(
    told.flatMap((entry) => [entry.before, entry.after].flatMap((own) => [own.value, own.low, own.high])),
  );
  const domain = [low, Math.min(1, high)] as const;
  const sides = { before, after } as const;
  return {
    head: metric.name,
    note: startsAt(betterWords[metric.better], domain, 'share'),
    domain,
    unit: 'share',
    layers: [
      ...(['before', 'after'] as const).map(
        (side): Layer<GroupLine> => ({
          kind: 'interval',
          at: ({ byMetric }) => byMetric[m]?.[side],
          colour: modelStyles[sides[side]].colour.fill,
          strokeWidth: 1.25,
          dy: ASIDE[side],
          className: `ff-${side}-interval`,
        }),
      ),
      ...(['better', 'worse', 'other'] as const).map(
        (turn): Layer<GroupLine> => ({
          kind: 'arrow',
          at: ({ byMetric }) => {
            const entry = byMetric[m];
            return entry && turnOf(metric, entry) === turn
              ? [entry.before.value, entry.after.value]
              : undefined;
          },
          colour: turnColours[turn].fill,
          insets: [4, 6],
          className: 'ff-change',
        }),
      ),
      ...(['before', 'after'] as const).map(
        (side): Layer<GroupLine> => ({
          kind: 'dot',
          at: ({ byMetric }) => byMetric[m]?.[side].value,
          look: lookOf(sides[side], RADIUS[side]),
          className: `ff-${side}`,
        }),
      ),
    ],
    figures: [
      {
        head: '',
        text: ({ byMetric }) => {
          const entry = byMetric[m];
          return entry ? `${percentOf(entry.before.value)} → ${percentOf(entry.after.value)}` : NO_VALUE;
        },
        ink: ({ byMetric }) => (byMetric[m] ? turnColours[turnOf(metric, byMetric[m])].ink : quiet.ink),
        className: 'ff-figure-cell',
      },
    ],
  };
}

const percentOf = (share: number): string => `${Math.round(100 * share)}%`;

const lookOf = (name: DecisionsByGroupData['after'], r: number) => ({
  symbol: modelStyles[name].symbol,
  r,
  fill: modelStyles[name].colour.fill,
  stroke: background,
  strokeWidth: 1,
});

function legendEntries({ before, after, level, metrics }: DecisionsByGroupData): LegendEntry[] {
  return [
    dotEntry(`before: ${before}`, lookOf(before, RADIUS.before)),
    dotEntry(`after: ${after}`, lookOf(after, RADIUS.after)),
    lineEntry(`${percentTick(level)} interval`, quiet.fill, 1.25),
    ...(metrics.some(({ better }) => better !== 'neither')
      ? [
          lineEntry('surely better', turnColours.better.fill, 2),
          lineEntry('surely worse', turnColours.worse.fill, 2),
        ]
      : []),
    ...(metrics.some(({ byGroup }) => byGroup.includes(null)) ? [signEntry('cannot be told', NO_VALUE)] : []),
  ];
}

function describe(data: DecisionsByGroupData): FigureWords {
  const { metrics, groups } = data;
  const told = metrics.map((metric) => {
    const parts = metric.byGroup.flatMap((entry, group) =>
      entry
        ? [
            `${spoken(groups[group]!)} from ${percent1(entry.before.value)} to ${percent1(entry.after.value)} (change ${signed(entry.change.low, percent1)} to ${signed(entry.change.high, percent1)})`,
          ]
        : [],
    );
    const more = parts.length > 4 ? `; and ${count(parts.length - 4, 'more group')}` : '';
    return `${capitalised(metric.name)}: ${parts.slice(0, 4).join('; ') || 'cannot be told'}${more}.`;
  });
  return {
    title: decisionSentence(data),
    note: 'one line per group; arrows from before to after, grey where the change may be chance',
    alternative: `Shares of each group under two models. ${told.join(' ')}`,
  };
}

/** Recognised: 49% → 82% of Female, the largest change; 2 groups better off, 1 worse. */
function decisionSentence({ groups, metrics }: DecisionsByGroupData): string {
  const changes = metrics
    .flatMap((metric) =>
      metric.byGroup.flatMap((entry, group) =>
        entry ? [{ metric, entry, group, turn: turnOf(metric, entry) }] : [],
      ),
    )
    .sort((one, other) => Math.abs(other.entry.change.value) - Math.abs(one.entry.change.value));
  const sure = changes.filter(({ entry }) => entry.change.low > 0 || entry.change.high < 0);
  const first = sure.find(({ turn }) => turn !== 'other') ?? sure[0];
  if (first === undefined) return 'No group’s decisions surely change';
  const groupsWith = (turn: Turn): number =>
    new Set(changes.filter((own) => own.turn === turn).map(({ group }) => group)).size;
  const counts = [
    ...(groupsWith('better') > 0 ? [`better for ${count(groupsWith('better'), 'group')}`] : []),
    ...(groupsWith('worse') > 0 ? [`worse for ${count(groupsWith('worse'), 'group')}`] : []),
  ];
  const { before, after } = first.entry;
  return fitSentence(
    [groups[first.group]!] as const,
    ([name]) =>
      `${capitalised(first.metric.name)}: from ${percentOf(before.value)} to ${percentOf(after.value)} of ${name}${counts.length > 0 ? `; decisions become ${withAnd(counts)}` : ''}`,
  );
}

function tabulate({ groups, metrics }: DecisionsByGroupData): FigureTable {
  const parts = ['before', 'after', 'change'] as const;
  return {
    columns: ['metric', 'group', ...parts.flatMap((part) => [part, `${part}_low`, `${part}_high`])],
    rows: metrics.flatMap(({ name, byGroup }) =>
      byGroup.map((entry, group) => [
        name,
        groups[group]!,
        ...parts.flatMap((part) =>
          entry ? [entry[part].value, entry[part].low, entry[part].high] : [null, null, null],
        ),
      ]),
    ),
  };
}

function check({ groups, metrics }: DecisionsByGroupData): void {
  if (groups.length === 0 || metrics.length === 0) {
    const what = groups.length === 0 ? 'groups' : 'metrics';
    throw new FairfrontError('bad-groups', `${what}: decisions by group need at least one; got none`);
  }
  for (const { name, byGroup } of metrics) {
    if (byGroup.length !== groups.length) {
      throw new FairfrontError(
        'bad-groups',
        `metrics: "${name}" needs one entry, or null, for each of ${groups.length} groups; got ${byGroup.length}`,
      );
    }
    for (const entry of byGroup) {
      if (entry === null) continue;
      const wrong = [entry.before, entry.after].find(({ value }) => !(value >= 0 && value <= 1));
      if (wrong === undefined) continue;
      throw new FairfrontError('bad-risks', `metrics: "${name}" has shares in [0, 1]; got ${wrong.value}`);
    }
  }
}
