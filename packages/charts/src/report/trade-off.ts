// What a knob trades: the risk of groups, of the worst of them and of people on average, from one end of the knob to the
// other, with what was asked for marked. The knob is how many times more one group may count than another, on a
// logarithmic axis, or what the worst group may give up, on an axis of square roots: small ones matter most.

import { FairfrontError } from '@fairfront/core';
import { count, decimals, number3 } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, honestRange, labelEveryTick, logTicks, startsAt, tickMargin } from '../marks/axes.js';
import { type DataPoint, dotsAt, lineThrough } from '../marks/data-point.js';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import { endLabelMargin, endLabels } from '../marks/label-marks.js';
import { legendBlock, lineEntry } from '../marks/legends.js';
import { below, figure, isNarrow, plotBlock } from '../marks/sheet.js';
import { background, type Colour, gridOpacity, groupColour, ink, lineWidth, quiet } from '../marks/theme.js';
import { fitGroupNames, fitText, lossWords, partWords, powerOfTen, textWidth } from '../marks/words.js';
import type { TradeOffData } from './data.js';

const HEIGHT = 320;
const NAME_WIDTH = 150;
/** More groups are not told apart: then those whose risks move most are drawn. */
const MOST_GROUPS = 6;
/** How much wider the line of the worst group is than others: it lies behind the group's own. */
const BEHIND = 3.5;
/** Where weights without bound stand behind the largest ratio, as a share of the axis. */
const UNBOUNDED = 0.12;
const TICK_GAP = 10;

/** What a knob does to the groups. */
export const tradeOff = figure<TradeOffData>({
  name: 'trade-off',
  check({ points, asked }) {
    if (points[asked] !== undefined) return;
    throw new FairfrontError('bad-risks', `asked: must be a point of the curve; got ${asked}`);
  },
  describe,
  tabulate: (data): FigureTable => ({
    columns: [data.knob.replace('-', '_'), 'group', 'risk'],
    rows: data.points.flatMap(({ at, risks, meanRisk }) => [
      ...data.groups.map((name, group) => [at, name, risks[group]!]),
      [at, 'worst', Math.max(...risks)],
      [at, 'mean over people', meanRisk],
    ]),
  }),
  layOut(data, width) {
    const { asked, loss, part } = data;
    const lines = linesOf(data);
    const isBelow = isNarrow(width);
    const knob = knobAxis(data, width);
    const drawn = lines.flatMap(({ risks }) => risks);
    const domain = honestRange(drawn);
    const along = (risks: readonly number[]): DataPoint[] => risks.map((y, i) => ({ x: knob.places[i]!, y }));
    const named = lines.filter(({ isWorst }) => !isWorst);
    const label = startsAt(`risk (${lossWords[loss]}), ${partWords[part]}`, domain);
    const plot = plotBlock({
      width,
      height: HEIGHT,
      marginTop: 26,
      marginBottom: 38,
      marginLeft: tickMargin(domain, 46),
      marginRight: isBelow ? 14 : endLabelMargin(named.map(({ text }) => text)),
      x: axis(null, knob.scale),
      y: axis(textWidth(label) < width - 10 ? label : fitText(startsAt('risk', domain), width - 10), {
        domain,
        ticks: 6,
      }),
      marks: [
        labelEveryTick('x', knob.label, knob.ticks, knob.tickText),
        Plot.gridY({ ticks: 6, strokeOpacity: gridOpacity }),
        Plot.ruleX([knob.places[asked]!], {
          stroke: ink.fill,
          strokeDasharray: '5,4',
          className: 'ff-asked',
        }),
        ...lines.map(({ risks, colour, strokeWidth, isWorst }) =>
          lineThrough(along(risks), {
            stroke: colour.fill,
            strokeWidth,
            ...(isWorst && { strokeOpacity: 0.45 }),
            className: 'ff-risk',
          }),
        ),
        ...named.map(({ risks, colour }) =>
          dotsAt([{ x: knob.places[asked]!, y: risks[asked]! }], {
            r: 4,
            fill: colour.fill,
            stroke: background,
            className: 'ff-point',
          }),
        ),
        isBelow
          ? null
          : endLabels(
              named.map(({ text, risks, colour, isMean }) => ({
                ...along(risks).at(-1)!,
                text,
                ink: colour.ink,
                bold: isMean,
              })),
            ),
      ],
    });
    if (!isBelow) return plot;
    const entries = lines.map(({ text, colour, strokeWidth }) => lineEntry(text, colour.fill, strokeWidth));
    return below([legendBlock(entries, width), plot]);
  },
});

/** Draws what a knob does to the groups. */
export const drawTradeOff = tradeOff.draw;

interface RiskLine {
  readonly text: string;
  readonly risks: readonly number[];
  readonly colour: Colour;
  readonly strokeWidth: number;
  readonly isWorst: boolean;
  readonly isMean: boolean;
}

/** The worst group behind all, the groups that move, the mean on top. */
function linesOf({ groups, points }: TradeOffData): RiskLine[] {
  const ofGroup = (group: number): number[] => points.map(({ risks }) => risks[group]!);
  const move = (group: number): number => Math.max(...ofGroup(group)) - Math.min(...ofGroup(group));
  const shown = groups
    .map((_, group) => group)
    .sort((one, other) => move(other) - move(one))
    .slice(0, MOST_GROUPS)
    .sort((one, other) => one - other);
  const names = fitGroupNames(
    shown.map((group) => groups[group]!),
    NAME_WIDTH,
  );
  const plain = { isWorst: false, isMean: false, strokeWidth: lineWidth };
  return [
    {
      ...plain,
      text: 'worst group',
      risks: points.map(({ risks }) => Math.max(...risks)),
      colour: quiet,
      strokeWidth: BEHIND * lineWidth,
      isWorst: true,
    },
    ...shown.map((group, i) => ({
      ...plain,
      text: names[i]!,
      risks: ofGroup(group),
      colour: groupColour(group),
    })),
    ...(groups.length > 1
      ? [
          {
            ...plain,
            text: 'mean over people',
            risks: points.map(({ meanRisk }) => meanRisk),
            colour: ink,
            strokeWidth: 1.5 * lineWidth,
            isMean: true,
          },
        ]
      : []),
  ];
}

interface KnobAxis {
  readonly scale: Plot.ScaleOptions;
  readonly label: string;
  /** Where each point stands. */
  readonly places: readonly number[];
  readonly ticks: readonly number[];
  readonly tickText: (tick: number) => string;
}

function knobAxis({ knob, base, points }: TradeOffData, width: number): KnobAxis {
  const finite = points.flatMap(({ at }) => (at === null ? [] : [at]));
  const most = Math.max(...finite);
  if (knob === 'give-up') {
    return {
      scale: { type: 'sqrt', domain: [0, most > 0 ? most : 1] },
      label: fitText('how far above minimax the worst group may be', width - 60),
      places: finite,
      ticks: rootTicks(most, width - 60),
      tickText: number3,
    };
  }
  const end = Math.max(most, 2);
  const unbounded = end ** (1 + UNBOUNDED);
  const ticks = logTicks(1, end).filter((tick) => !isNarrow(width) || Number.isInteger(Math.log10(tick)));
  return {
    scale: { type: 'log', domain: [1, unbounded] },
    label: fitText(
      `how many times more a group may count${base === 'shares' ? ', by shares' : ''}`,
      width - 60,
    ),
    places: points.map(({ at }) => at ?? unbounded),
    ticks: [...ticks, unbounded],
    tickText: (tick) =>
      tick === unbounded ? '∞' : tick < 1e4 ? number3(tick) : powerOfTen(Math.round(Math.log10(tick))),
  };
}

/** 0 and numbers 1, 2 and 5 of every size, the largest first, as far as their labels have room on an axis of roots. */
function rootTicks(most: number, room: number): number[] {
  if (!(most > 0)) return [0];
  const size = Math.floor(Math.log10(most));
  const sizes = [size, size - 1, size - 2, size - 3];
  const round = sizes.flatMap((power) => [5, 2, 1].map((digit) => Number(`${digit}e${power}`)));
  const kept: number[] = [];
  let left = Number.POSITIVE_INFINITY;
  for (const tick of round) {
    const at = room * Math.sqrt(tick / most);
    const half = textWidth(number3(tick)) / 2;
    if (tick > most || at + half + TICK_GAP > left || at - half - TICK_GAP < 6) continue;
    kept.push(tick);
    left = at - half;
  }
  return [0, ...kept.reverse()];
}

function describe(data: TradeOffData): FigureWords {
  const { knob, points, asked, groups, loss, part, base } = data;
  const worst = (i: number): number => Math.max(...points.at(i)!.risks);
  const mean = (i: number): number => points.at(i)!.meanRisk;
  const write = decimals([0, asked, -1].flatMap((i) => [worst(i), mean(i)]));
  const at = number3(points[asked]!.at ?? Number.POSITIVE_INFINITY);
  const shown =
    groups.length > MOST_GROUPS
      ? ` · the ${MOST_GROUPS} groups of ${groups.length} whose risks move most`
      : '';
  const ends = (of: (i: number) => number): string => `${write(of(0))} to ${write(of(-1))}`;
  const isRatio = knob === 'weight-ratio';
  const measured = base === 'shares' ? ', measured by shares of people' : '';
  return {
    title: isRatio
      ? `Within a ratio of ${at} the worst group’s risk is ${write(worst(asked))}: ${write(worst(0))} with a ratio of 1, ${write(worst(-1))} without bound`
      : `For ${at} more risk of the worst group, the mean over people falls from ${write(mean(0))} to ${write(mean(asked))}; ordinary training has ${write(mean(-1))}`,
    note: `dashed: what was asked for · wide and grey: whichever group is worst${shown}`,
    alternative: `Risks of ${count(groups.length, 'group')} on the ${partWords[part]} (${lossWords[loss]}), as ${isRatio ? `a group may count more than another, from 1 time to without bound${measured}` : 'the worst group may be further above minimax, up to ordinary training'}. The worst group’s risk goes from ${ends(worst)}, the mean over people from ${ends(mean)}. At ${at}, which was asked for, they are ${write(worst(asked))} and ${write(mean(asked))}.`,
  };
}
