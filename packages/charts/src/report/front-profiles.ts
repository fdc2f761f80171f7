// The Pareto front of three groups by risks: each model by name is a line over the groups, as high over each
// as that group's risk. The minimax model is the one whose highest point is lowest. Behind each group stands
// all that the front has for it.

import * as Plot from '@observablehq/plot';
import { axis, paddedRange, tickMargin } from '../marks/axes.js';
import type { SizedPlot } from '../marks/compose.js';
import { dotsAt, lineThrough } from '../marks/data-point.js';
import { endLabelMargin, endLabels, type Label } from '../marks/label-marks.js';
import { modelStyles } from '../marks/model-style.js';
import {
  background,
  bandOpacity,
  fontSize,
  gridOpacity,
  groupColour,
  lineWidth,
  points as pointColours,
} from '../marks/theme.js';
import { fitText, lossWords, tellApart } from '../marks/words.js';
import type { ParetoFrontData } from './data.js';

/**
 * The axis ends this many ranges of the models by name above them: risks near the corners would press all
 * else together.
 */
const ABOVE_THE_MODELS = 1;
/** In steps from group to group: from the outer groups to the edge, and half the width of a bar. */
const SIDE = 0.3;
const HALF_BAR = 0.09;
/** The share of the way from group to group that a name may take. */
const NAME_ROOM = 0.92;
const LINE_HEIGHT = 14;

/** A plot of the front as one line for each model, from group to group. */
export function frontProfiles(
  { groups, loss, points, marks }: ParetoFrontData,
  { width, height }: { readonly width: number; readonly height: number },
): SizedPlot {
  const domain = riskDomain({ points, marks });
  const last = groups.length - 1;
  const minimax = marks.find(({ name }) => name === 'minimax');
  const worst = minimax === undefined ? undefined : Math.max(...minimax.risks);
  const worstTexts = tellApart(marks.map(({ risks }) => Math.max(...risks)));
  const labels: Label[] = marks.map(({ name, risks }, i) => ({
    x: last + SIDE,
    y: risks[last]!,
    text: name === 'utopia' ? modelStyles[name].text : `${modelStyles[name].text}: at most ${worstTexts[i]}`,
    ink: modelStyles[name].colour.ink,
    bold: name === 'minimax',
  }));
  const marginRight = endLabelMargin(labels.map(({ text }) => text));
  const marginLeft = tickMargin(domain, 46);
  const room = ((width - marginLeft - marginRight) / (last + 2 * SIDE)) * NAME_ROOM;
  const names = groups.map((name) => inLines(name, room));
  const lines = Math.max(...names.map((name) => name.split('\n').length));
  return {
    width,
    height,
    marginTop: 26,
    marginBottom: 14 + lines * LINE_HEIGHT,
    marginLeft,
    marginRight,
    x: { axis: null, domain: [-SIDE, last + SIDE] },
    y: axis(`risk (${lossWords[loss]})`, { domain, ticks: 6 }),
    marks: [
      Plot.gridY({ ticks: 6, strokeOpacity: gridOpacity }),
      Plot.rect(possibleRisks({ groups, points }, domain), {
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
      ...marks.flatMap(({ name, risks }) => {
        const { colour, symbol, radius } = modelStyles[name];
        const line = risks.map((y, x) => ({ x, y }));
        return [
          lineThrough(line, {
            stroke: colour.fill,
            strokeWidth: name === 'minimax' ? lineWidth + 1 : lineWidth - 0.5,
            strokeDasharray: name === 'utopia' ? '2,3' : 'none',
            className: 'ff-model',
          }),
          dotsAt(line, {
            symbol,
            r: radius - 0.5,
            fill: colour.fill,
            stroke: background,
            className: 'ff-point',
          }),
        ];
      }),
      Plot.text(groups, {
        x: (_: string, group: number) => group,
        y: () => domain[0],
        dy: 10,
        text: names,
        lineAnchor: 'top',
        lineHeight: LINE_HEIGHT / fontSize.text,
        fill: (_: string, group: number) => groupColour(group).ink,
        fontWeight: 'bold',
        className: 'ff-group',
      }),
      endLabels(labels),
    ],
  };
}

function riskDomain({ points, marks }: Pick<ParetoFrontData, 'points' | 'marks'>): [number, number] {
  const named = marks.flatMap(({ risks }) => risks);
  const others = points.flatMap(({ risks }) => risks).filter(Number.isFinite);
  const [least, most] = [Math.min(...named), Math.max(...named)];
  const limit = named.length > 0 ? most + ABOVE_THE_MODELS * (most - least) : Number.POSITIVE_INFINITY;
  return paddedRange([...named, ...others.filter((risk) => risk <= limit)]);
}

/** Whether the front has risks above the axis. */
export function isCut(data: Pick<ParetoFrontData, 'points' | 'marks'>): boolean {
  const [, high] = riskDomain(data);
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
