// The Pareto front of three groups by risks: each model by name is a line over the groups, as high over each as that
// group's risk. The minimax model is the one whose highest point is lowest. Behind each group stands all that the front
// has for it.

import { tellApart } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, paddedRange, startsAt, tickMargin } from '../marks/axes.js';
import type { GroupVector } from '../marks/data.js';
import { type DataPoint, dotsAt, lineThrough } from '../marks/data-point.js';
import { dotEntry, type LegendEntry, legendBlock } from '../marks/legends.js';
import { modelStyles } from '../marks/model-style.js';
import { type Block, below, plotBlock } from '../marks/sheet.js';
import {
  background,
  bandOpacity,
  fontSize,
  gridOpacity,
  groupColour,
  lineWidth,
  points as pointColours,
} from '../marks/theme.js';
import { fitText, lossWords } from '../marks/words.js';
import type { ParetoFrontData } from './data.js';

/** A model by name, as it is drawn. */
export interface NamedMark {
  readonly name: keyof typeof modelStyles;
  readonly risks: GroupVector;
  readonly mu?: GroupVector;
}

/** The axis ends this many ranges of the models by name above them: risks near the corners would press all together. */
const ABOVE_THE_MODELS = 1;
/** In steps from group to group: from the outer groups to the edge, and half the width of a bar. */
const SIDE = 0.3;
const HALF_BAR = 0.09;
/** The share of the way from group to group that a name may take. */
const NAME_ROOM = 0.92;
export const LINE_HEIGHT = 14;

/** What the models are, and the worst risk of each. */
export function markEntries(marks: readonly NamedMark[]): LegendEntry[] {
  const worstTexts = tellApart(marks.map(({ risks }) => Math.max(...risks)));
  return marks
    .map(({ name }, i) => {
      const { colour, symbol, radius, text } = modelStyles[name];
      const words = name === 'utopia' ? text : `${text}: at most ${worstTexts[i]}`;
      return dotEntry(words, { symbol, r: radius - 1, fill: colour.fill, stroke: background });
    })
    .reverse();
}

/** The front as one line for each model, from group to group, and what the models are. */
export function frontProfiles(
  data: ParetoFrontData,
  marks: readonly NamedMark[],
  { width, height }: { readonly width: number; readonly height: number },
): Block {
  return below([
    legendBlock(markEntries(marks), width),
    plotBlock(profilesPlot(data, marks, { width, height })),
  ]);
}

function profilesPlot(
  data: ParetoFrontData,
  marks: readonly NamedMark[],
  { width, height }: { readonly width: number; readonly height: number },
) {
  const { groups, loss } = data;
  const domain = riskDomain(data, marks);
  const last = groups.length - 1;
  const minimax = marks.find(({ name }) => name === 'minimax');
  const worst = minimax && Math.max(...minimax.risks);
  const marginLeft = tickMargin(domain, 46);
  const room = ((width - marginLeft - 8) / (last + 2 * SIDE)) * NAME_ROOM;
  const names = groups.map((name) => inLines(name, room));
  const lines = Math.max(...names.map((name) => name.split('\n').length));
  return {
    width,
    height,
    marginTop: 26,
    marginBottom: 14 + lines * LINE_HEIGHT,
    marginLeft,
    marginRight: 8,
    x: { axis: null, domain: [-SIDE, last + SIDE] },
    y: axis(fitText(startsAt(`risk (${lossWords[loss]})`, domain), width - 8), { domain, ticks: 6 }),
    marks: [
      Plot.gridY({ ticks: 6, strokeOpacity: gridOpacity }),
      Plot.rect(possibleRisks(data, domain), {
        x1: ({ group }: { group: number }) => group - HALF_BAR,
        x2: ({ group }: { group: number }) => group + HALF_BAR,
        y1: 'least',
        y2: 'most',
        fill: (_: unknown, group: number) => groupColour(group).fill,
        fillOpacity: bandOpacity,
        className: 'ff-possible',
      }),
      worst === undefined
        ? null
        : Plot.ruleY([worst], {
            stroke: pointColours.minimax.fill,
            strokeWidth: 1,
            strokeDasharray: '5,4',
            className: 'ff-worst',
          }),
      ...modelLines(marks, (x, y) => ({ x, y }), { thin: lineWidth - 0.5, inset: 0.5 }),
      namesBelow(names, domain[0], 10),
    ],
  };
}

/** A line and dots for each model by name. @param place of a group's risk */
export function modelLines(
  marks: readonly NamedMark[],
  place: (group: number, risk: number) => DataPoint,
  { thin, inset }: { readonly thin: number; readonly inset: number },
): Plot.Markish[] {
  return marks.flatMap(({ name, risks }) => {
    const { colour, symbol, radius } = modelStyles[name];
    const line = risks.map((risk, group) => place(group, risk));
    return [
      lineThrough(line, {
        stroke: colour.fill,
        strokeWidth: name === 'minimax' || name === 'chosen' ? lineWidth + 1 : thin,
        strokeDasharray: name === 'utopia' ? '2,3' : 'none',
        className: 'ff-model',
      }),
      dotsAt(line, {
        symbol,
        r: radius - inset,
        fill: colour.fill,
        stroke: background,
        className: 'ff-point',
      }),
    ];
  });
}

/** The names of the groups, each below its axis. */
export function namesBelow(names: readonly string[], y: number, dy: number): Plot.Markish {
  return Plot.text(names, {
    x: (_: string, group: number) => group,
    y: () => y,
    dy,
    text: (name: string) => name,
    lineAnchor: 'top',
    lineHeight: LINE_HEIGHT / fontSize.text,
    fill: (_: string, group: number) => groupColour(group).ink,
    fontWeight: 'bold',
    className: 'ff-group',
  });
}

function riskDomain(
  { points }: Pick<ParetoFrontData, 'points'>,
  marks: readonly NamedMark[],
): [number, number] {
  const named = marks.flatMap(({ risks }) => risks);
  const others = points.flatMap(({ risks }) => risks).filter(Number.isFinite);
  const [least, most] = [Math.min(...named), Math.max(...named)];
  const limit = named.length > 0 ? most + ABOVE_THE_MODELS * (most - least) : Number.POSITIVE_INFINITY;
  const [low, high] = paddedRange([...named, ...others.filter((risk) => risk <= limit)]);
  return [Math.max(0, low), high];
}

/** Whether the front has risks above the axis. */
export function isCut(data: Pick<ParetoFrontData, 'points'>, marks: readonly NamedMark[]): boolean {
  const [, high] = riskDomain(data, marks);
  return data.points.some(({ risks }) => risks.some((risk) => risk > high));
}

/** All that the front has for each group, as far as the axis goes. */
function possibleRisks(
  { groups, points }: Pick<ParetoFrontData, 'groups' | 'points'>,
  [low, high]: readonly [number, number],
): { readonly group: number; readonly least: number; readonly most: number }[] {
  return groups.map((_, group) => {
    const risks = points.map((point) => point.risks[group]!);
    return { group, least: Math.max(low, Math.min(...risks)), most: Math.min(high, Math.max(...risks)) };
  });
}

/** Each part of an intersection on a line of its own. */
const inLines = (name: string, room: number): string =>
  name
    .split(' · ')
    .map((part) => fitText(part, room))
    .join('\n');
