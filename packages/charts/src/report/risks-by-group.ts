// Who gains and who pays: one row per group with its risk under each model, and an arrow from naive training to the model
// that takes its place, if one does.

import { FairfrontError, type Interval } from '@fairfront/core';
import { count, decimals, isNoticeable, percent, percentTick } from '@fairfront/core/internal';
import { honestRange, startsAt } from '../marks/axes.js';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import { leaveOut, type RowOrCount } from '../marks/leave-out.js';
import { beyondEntry, dotEntry, type LegendEntry, legendBlock, lineEntry } from '../marks/legends.js';
import { modelStyles } from '../marks/model-style.js';
import type { Layer, RowsFigure } from '../marks/row-grammar.js';
import { hasBeyond } from '../marks/row-layers.js';
import { rowsBlock } from '../marks/rows.js';
import { below, figure } from '../marks/sheet.js';
import { background, type Colour, points, quiet } from '../marks/theme.js';
import { lossWords, partWords, spoken } from '../marks/words.js';
import type { RisksByGroupData } from './data.js';

/** Beyond this many groups only the two ends are shown. */
const MOST_ROWS = 24;
const WIDEST_NAME = 250;
/** What lies on an arrow is smaller than its ends. */
const RADIUS = { naive: 5, balanced: 3.5, minimax: 6.5, chosen: 6.5 } as const;
/** Intervals stand beside the marks, in pixels, so that one does not hide the other. */
const ASIDE = { naive: 7, balanced: 0, minimax: -7, chosen: -7 } as const;

const meanings = {
  naive: 'Naive: every row counts alike',
  balanced: 'Balanced: every group counts alike',
  minimax: 'Minimax: best for the worst-off group',
  chosen: 'Chosen: what was asked for',
} as const;
/** What is drawn: risks, or errors in the units of a number that is predicted. */
const riskNames = { risk: 'risk', error: 'typical error' } as const;
const riskPlurals = { risk: 'Risks', error: 'Typical errors' } as const;
const kindOf = ({ loss }: Pick<RisksByGroupData, 'loss'>): 'risk' | 'error' =>
  loss === 'rmse' ? 'error' : 'risk';
const NAMES = ['naive', 'balanced', 'minimax', 'chosen'] as const;
type Name = (typeof NAMES)[number];

/** The models that are there, in the order of drawing. */
const namesOf = ({ models }: Pick<RisksByGroupData, 'models'>): Name[] =>
  NAMES.filter((name) => models.some((model) => model.name === name));

/** The model that takes the place of naive training, if one does. */
const afterOf = (data: Pick<RisksByGroupData, 'models'>): 'minimax' | 'chosen' | undefined =>
  namesOf(data).find((name) => name === 'minimax' || name === 'chosen') as 'minimax' | 'chosen' | undefined;

export interface GroupRow {
  readonly name: string;
  readonly share: number;
  readonly risks: Partial<Record<Name, number>>;
  readonly naive: number;
  /** With the model that takes the place of naive training; where none does, as before. */
  readonly after: number;
  readonly intervals: Partial<Record<Name, Interval>>;
  /** The paired interval of after − naive, where it is known. */
  readonly change?: Interval;
  /** What is smaller is shown as 0. Default: that of risks without a unit. */
  readonly shown?: number;
}

/** What the other model does to a group. */
export type Change = 'gains' | 'pays' | 'same';

const changeColours: Readonly<Record<Change, Colour>> = {
  gains: points.minimax,
  pays: points.utopia,
  same: quiet,
};

/** Whether a group gains or pays, or neither noticeably. */
export function changeOf({
  naive,
  after,
  change,
  shown,
}: Pick<GroupRow, 'naive' | 'after' | 'change' | 'shown'>): Change {
  if (!isNoticeable({ value: after - naive, ...change }, naive, shown)) return 'same';
  return after < naive ? 'gains' : 'pays';
}

/** Whether a change can be seen in the figures that are shown, and may yet be chance. */
const isUnclear = (row: GroupRow): boolean =>
  changeOf(row) === 'same' && isNoticeable({ value: row.after - row.naive }, row.naive, row.shown);

/** Every group, ordered by its naive risk from the highest; equals stay in the order given. */
export function groupRows({ groups, models, changes, loss }: RisksByGroupData): GroupRow[] {
  const after = afterOf({ models });
  return groups
    .map(({ name, share }, group): GroupRow => {
      const risks: GroupRow['risks'] = Object.fromEntries(
        models.map((model) => [model.name, model.risks[group]!]),
      );
      const intervals = models.flatMap((model) =>
        model.intervals ? [[model.name, model.intervals[group]!] as const] : [],
      );
      return {
        name,
        share,
        risks,
        naive: risks.naive!,
        after: risks[after ?? 'naive']!,
        intervals: Object.fromEntries(intervals),
        ...(changes ? { change: changes[group]! } : {}),
        ...(loss === 'rmse' && { shown: 0 }),
      };
    })
    .sort((one, other) => (one.naive === other.naive ? 0 : other.naive - one.naive));
}

/**
 * At most `most` rows: from both ends by turns, with the group that is worst off afterwards among them in any case.
 */
export function thinRows<Row extends Pick<GroupRow, 'after'>>(
  rows: readonly Row[],
  most: number,
): RowOrCount<Row>[] {
  if (rows.length <= most) return [...rows];
  const worst = rows.reduce((one, other) => (other.after > one.after ? other : one));
  const kept = new Set([worst]);
  for (let i = 0; kept.size < most; i++) {
    kept.add(rows[i % 2 === 0 ? i / 2 : rows.length - (i + 1) / 2]!);
  }
  return leaveOut(rows, kept);
}

/** Who gains and who pays where another model takes the place of the naive one. */
export const risksByGroup = figure<RisksByGroupData>({
  name: 'risks-by-group',
  check,
  describe,
  tabulate,
  layOut(data, width) {
    const sheet = rowsFigure(data);
    return below([legendBlock(legendEntries(data, sheet), width), rowsBlock(sheet, width)], 4);
  },
});

/** Draws who gains and who pays where another model takes the place of the naive one. */
export const drawRisksByGroup = risksByGroup.draw;

function rowsFigure(data: RisksByGroupData): RowsFigure<GroupRow> {
  const rows = groupRows(data);
  const [names, after] = [namesOf(data), afterOf(data)];
  const risks = rows.flatMap((row) => names.map((name) => row.risks[name]!));
  const ends = rows.flatMap((row) => Object.values(row.intervals).flatMap(({ low, high }) => [low, high]));
  const domain = honestRange([...risks, ...ends]);
  const inWords = decimals(risks);
  const worst = (['naive', ...(after ? [after] : [])] as const)
    .map((name) => ({ name, at: Math.max(...rows.map((row) => row.risks[name]!)) }))
    .sort((one, other) => one.at - other.at);
  return {
    rows: thinRows(rows, MOST_ROWS),
    name: { head: 'group', text: ({ name }) => name, most: WIDEST_NAME },
    details: [{ head: 'share', text: ({ share }) => percent(share), ink: () => quiet.ink, isOptional: true }],
    axes: [
      {
        label: startsAt(
          `${riskNames[kindOf(data)]} on the ${partWords[data.part]} (${lossWords[data.loss]}); further left is better`,
          domain,
        ),
        domain,
        unit: 'number',
        references: worst.map(({ name, at }) => ({
          at,
          colour: modelStyles[name].colour.fill,
          ...(name === 'naive' ? { dash: '5,4' } : {}),
          label: {
            text: `${modelStyles[name].text}: worst ${riskNames[kindOf(data)]} ${inWords(at)}`,
            ink: modelStyles[name].colour.ink,
            className: 'ff-worst-label',
          },
          className: 'ff-worst',
        })),
        layers: [
          ...names.map(
            (name): Layer<GroupRow> => ({
              kind: 'interval',
              at: ({ intervals }) => intervals[name],
              colour: modelStyles[name].colour.fill,
              strokeWidth: 1.25,
              dy: ASIDE[name],
              className: `ff-${name}-interval`,
            }),
          ),
          ...(['gains', 'pays', 'same'] as const).map(
            (change): Layer<GroupRow> => ({
              kind: 'arrow',
              at: (row) => (after && changeOf(row) === change ? [row.naive, row.after] : undefined),
              colour: changeColours[change].fill,
              className: 'ff-change',
            }),
          ),
          ...names.map(
            (name): Layer<GroupRow> => ({
              kind: 'dot',
              at: ({ risks: own }) => own[name],
              look: lookOf(name),
              className: `ff-${name}`,
            }),
          ),
        ],
        figures:
          after === undefined
            ? [{ head: 'naive', text: ({ naive }) => inWords(naive) }]
            : [
                {
                  head: `naive → ${after}`,
                  text: (row) => `${inWords(row.naive)} → ${inWords(row.after)}`,
                },
                {
                  head: 'change',
                  text: changeWords,
                  ink: (row) => changeColours[changeOf(row)].ink,
                  isBold: () => true,
                },
              ],
      },
    ],
  };
}

const lookOf = (name: Name) => ({
  symbol: modelStyles[name].symbol,
  r: RADIUS[name],
  fill: modelStyles[name].colour.fill,
  stroke: background,
  strokeWidth: 1,
});

function legendEntries({ models, level }: RisksByGroupData, sheet: RowsFigure<GroupRow>): LegendEntry[] {
  const hasIntervals = models.some(({ intervals }) => intervals !== undefined);
  const words = level === undefined ? 'interval' : `${percentTick(level)} interval`;
  return [
    ...namesOf({ models }).map((name) => dotEntry(meanings[name], lookOf(name))),
    ...(hasIntervals ? [lineEntry(words, quiet.fill, 1.25)] : []),
    ...(hasBeyond(sheet) ? [beyondEntry(quiet.fill)] : []),
  ];
}

/** −12%, +3.1%, same, unclear. Of an infinite risk no share can be told. */
function changeWords(row: GroupRow): string {
  const change = changeOf(row);
  if (change === 'same') return isUnclear(row) ? 'unclear' : 'same';
  const share = Math.round((row.after / row.naive - 1) * 1000) / 1000;
  if (!Number.isFinite(share) || !Number.isFinite(row.naive)) return change;
  return share > 0 ? `+${percent(share)}` : percent(share);
}

function describe(data: RisksByGroupData): FigureWords {
  const rows = groupRows(data);
  const name = afterOf(data);
  const inWords = decimals(rows.flatMap(({ naive, after }) => [naive, after]));
  if (name === undefined) return describeNaive(data, rows, inWords);
  const told = rows
    .slice(0, 3)
    .map((row) => `${spoken(row.name)}: ${inWords(row.naive)} before, ${inWords(row.after)} after`);
  const best = rows.at(-1)!;
  return {
    title: riskSentence(rows, name, riskNames[kindOf(data)]),
    note: `one line per group, the worst-off at the top; arrow to the left: ${modelWords[name]} lowers the group’s ${riskNames[kindOf(data)]}; to the right: the group pays`,
    alternative: [
      `${riskPlurals[kindOf(data)]} of ${count(rows.length, 'group')} on the ${partWords[data.part]} (${lossWords[data.loss]}), under naive and under ${name === 'minimax' ? 'minimax training' : 'the chosen model'}.`,
      `${rows.length > 3 ? 'The three worst-off' : 'From the worst-off'}: ${told.join('; ')}.`,
      ...(rows.length > 3
        ? [`Best-off before was ${spoken(best.name)}: ${inWords(best.naive)}, after ${inWords(best.after)}.`]
        : []),
    ].join(' '),
  };
}

const modelWords = { minimax: 'minimax', chosen: 'the chosen model' } as const;

/** Where the ordinary model stays: whom it serves worst, and whom best. */
function describeNaive(
  data: RisksByGroupData,
  rows: readonly GroupRow[],
  inWords: (risk: number) => string,
): FigureWords {
  const [worst, best] = [rows[0]!, rows.at(-1)!];
  const told = rows.slice(0, 3).map((row) => `${spoken(row.name)} ${inWords(row.naive)}`);
  const least = rows.length === 1 ? '' : `, the least ${inWords(best.naive)}`;
  return {
    title: `The ordinary model stays: the ${riskNames[kindOf(data)]} of the worst-off group is ${inWords(worst.naive)}${least}`,
    note: 'one line per group, the worst-off at the top',
    alternative: `${riskPlurals[kindOf(data)]} of ${count(rows.length, 'group')} on the ${partWords[data.part]} (${lossWords[data.loss]}), under naive training. ${rows.length > 3 ? 'The three worst-off' : 'From the worst-off'}: ${told.join(', ')}.`,
  };
}

/** The worst-off group’s risk falls from 0.412 to 0.395: 3 groups gain, 2 pay. */
function riskSentence(rows: readonly GroupRow[], name: 'minimax' | 'chosen', risk: string): string {
  const worst = (read: (row: GroupRow) => number): number => Math.max(...rows.map(read));
  const [before, after] = [worst(({ naive }) => naive), worst((row) => row.after)];
  const inWords = decimals([before, after]);
  const [from, to] = [inWords(before), inWords(after)];
  const having = (change: Change): number => rows.filter((row) => changeOf(row) === change).length;
  const [gain, pay, same] = [having('gains'), having('pays'), having('same')];
  const unclear = rows.filter(isUnclear).length;
  const verb = (number: number, word: string): string => (number === 1 ? `${word}s` : word);
  const worstOff = rows.find(({ naive }) => naive === before)!;
  if (worstOff.change !== undefined && from !== to && changeOf(worstOff) === 'same') {
    return `The ${risk} of the worst-off group is ${from} with naive and ${to} with ${modelWords[name]}, which may be chance`;
  }
  const counts = [
    ...(gain > 0 ? [`${count(gain, 'group')} ${verb(gain, 'gain')}`] : []),
    ...(pay > 0
      ? [gain > 0 ? `${pay} ${verb(pay, 'pay')}` : `${count(pay, 'group')} ${verb(pay, 'pay')}`]
      : []),
    ...(unclear > 0 && gain + pay > 0 ? [`${unclear} ${unclear === 1 ? 'is' : 'are'} unclear`] : []),
    ...(same > unclear && gain + pay > 0
      ? [`${same - unclear} ${same - unclear === 1 ? 'stays' : 'stay'} the same`]
      : []),
  ];
  const moved =
    from === to ? `stays at ${to}` : `${after < before ? 'falls' : 'rises'} from ${from} to ${to}`;
  return `The ${risk} of the worst-off group ${moved}: ${counts.join(', ') || 'no group gains, none pays'}`;
}

function tabulate(data: RisksByGroupData): FigureTable {
  const present = namesOf(data);
  const isCompared = afterOf(data) !== undefined;
  const withIntervals = data.models
    .filter(({ intervals }) => intervals !== undefined)
    .map(({ name }) => name);
  const columns = present.flatMap((name) =>
    withIntervals.includes(name) ? [name, `${name}_low`, `${name}_high`] : [name],
  );
  return {
    columns: [
      'group',
      'share',
      ...columns,
      ...(isCompared && data.changes ? ['change_low', 'change_high'] : []),
      ...(isCompared ? ['verdict'] : []),
    ],
    rows: groupRows(data).map((row) => [
      row.name,
      row.share,
      ...present.flatMap((name) => {
        const { low = null, high = null } = row.intervals[name] ?? {};
        return withIntervals.includes(name) ? [row.risks[name]!, low, high] : [row.risks[name]!];
      }),
      ...(isCompared && row.change ? [row.change.low, row.change.high] : []),
      ...(isCompared ? [isUnclear(row) ? 'unclear' : changeOf(row)] : []),
    ]),
  };
}

function check({ groups, models }: RisksByGroupData): void {
  if (groups.length === 0) {
    throw new FairfrontError('bad-groups', 'groups: risks by group need at least one; got none');
  }
  if (!models.some(({ name }) => name === 'naive')) {
    const given = models.map(({ name }) => name).join(', ') || 'none';
    throw new FairfrontError(
      'bad-risks',
      `models: risks by group hold other models against "naive"; got ${given}; add it`,
    );
  }
  for (const { name, risks } of models) {
    if (risks.length === groups.length && !risks.some(Number.isNaN)) continue;
    throw new FairfrontError(
      'bad-risks',
      `models: "${name}" needs one risk for each of ${groups.length} groups; got ${risks.join(', ')}`,
    );
  }
}
