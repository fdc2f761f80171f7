// The Pareto front of more than three groups as parallel coordinates: an axis for each group, from the least risk to the
// greatest, a thin line for each point, a thick one for each model by name. Axes stand upright side by side, or lie below
// each other where there is no room for the groups' names.

import { tellApart } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { paddedRange, widen } from '../marks/axes.js';
import type { DataPoint } from '../marks/data-point.js';
import type { Range } from '../marks/edge-marks.js';
import { legendBlock } from '../marks/legends.js';
import { type Block, below, plotBlock } from '../marks/sheet.js';
import { background, groupColour, ink, lineWidth, quiet } from '../marks/theme.js';
import { fitGroupName, fitGroupNames } from '../marks/words.js';
import type { ParetoFrontData } from './data.js';
import { LINE_HEIGHT, markEntries, modelLines, type NamedMark, namesBelow } from './front-profiles.js';

/** Axes lie below each other where one has fewer pixels than this. */
const NARROWEST_AXIS = 88;
const HEIGHT = 340;
const ROW_HEIGHT = 52;
/** Around the axes, in pixels. */
const EDGE = 16;
/** More lines than this are not told apart: then the first are drawn. */
const MOST_LINES = 300;
/** An axis ends at most this many ranges of the models by name above them. */
const ABOVE_THE_MODELS = 2;
/** The narrowest axis, as a share of the greatest risk: noise is not blown up. */
const NARROWEST_RANGE = 0.01;

/** The front as a line for each point over the axes of the groups. */
export function frontLines(data: ParetoFrontData, marks: readonly NamedMark[], width: number): Block {
  const isTurned = width / data.groups.length < NARROWEST_AXIS;
  const plot = isTurned ? rowsPlot(data, marks, width) : columnsPlot(data, marks, width);
  return below([legendBlock(markEntries(marks), width), plotBlock(plot)], 6);
}

/** The axis of each group. */
function rangesOf({ groups, points }: ParetoFrontData, marks: readonly NamedMark[]): Range[] {
  return groups.map((_, group) => {
    const named = marks.map(({ risks }) => risks[group]!);
    const [least, most] = [Math.min(...named), Math.max(...named)];
    const limit =
      named.length > 0 && most > least ? most + ABOVE_THE_MODELS * (most - least) : Number.POSITIVE_INFINITY;
    const others = points.map(({ risks }) => risks[group]!).filter((risk) => risk <= limit);
    const [low, high] = widen(paddedRange([...named, ...others], 0), NARROWEST_RANGE);
    return [Math.max(0, low), high];
  });
}

/** Along an axis, from 0 to 1. */
const share = (risk: number, [low, high]: Range): number => (risk - low) / (high - low);

const endTexts = (range: Range): string[] => tellApart(range);

function columnsPlot(data: ParetoFrontData, marks: readonly NamedMark[], width: number) {
  const { groups } = data;
  const ranges = rangesOf(data, marks);
  const step = width / groups.length;
  const names = fitGroupNames(groups, 2 * step - 12).map((name) => twoLines(name, step - 10));
  const lines = Math.max(...names.map((name) => name.split('\n').length));
  const texts = ranges.map(endTexts);
  const ends = (end: 0 | 1): Plot.Markish =>
    Plot.text(groups, {
      x: (_: string, group: number) => group,
      y: () => end,
      dy: end === 0 ? 12 : -10,
      text: (_: string, group: number) => texts[group]![end]!,
      fill: quiet.ink,
      className: 'ff-end',
    });
  return {
    width,
    height: HEIGHT,
    marginTop: 24,
    marginBottom: 26 + lines * LINE_HEIGHT,
    marginLeft: step / 2,
    marginRight: step / 2,
    x: { axis: null, domain: [0, groups.length - 1] },
    y: { axis: null, domain: [0, 1] },
    marks: [
      Plot.ruleX(groups, {
        x: (_: string, group: number) => group,
        stroke: quiet.fill,
        className: 'ff-axis',
      }),
      ...lineMarks(data, marks, ranges, (group, at) => ({ x: group, y: at })),
      ends(0),
      ends(1),
      namesBelow(names, 0, 24),
    ],
  };
}

function rowsPlot(data: ParetoFrontData, marks: readonly NamedMark[], width: number) {
  const { groups } = data;
  const ranges = rangesOf(data, marks);
  const texts = ranges.map(endTexts);
  const endsWidth = 76;
  return {
    width,
    height: groups.length * ROW_HEIGHT + EDGE,
    marginTop: 0,
    marginBottom: EDGE,
    marginLeft: EDGE,
    marginRight: EDGE,
    x: { axis: null, domain: [0, 1] },
    y: { axis: null, domain: [groups.length - 0.5, -0.5] },
    marks: [
      Plot.ruleY(groups, {
        x1: 0,
        x2: 1,
        y: (_: string, group: number) => group,
        stroke: quiet.fill,
        className: 'ff-axis',
      }),
      ...lineMarks(data, marks, ranges, (group, at) => ({ x: at, y: group })),
      Plot.text(groups, {
        x: () => 0,
        y: (_: string, group: number) => group,
        dx: -EDGE,
        dy: -16,
        text: (name: string) => fitGroupName(name, width - 2 * endsWidth),
        textAnchor: 'start',
        fill: (_: string, group: number) => groupColour(group).ink,
        stroke: background,
        strokeWidth: 3,
        fontWeight: 'bold',
        className: 'ff-group',
      }),
      Plot.text(groups, {
        x: () => 1,
        y: (_: string, group: number) => group,
        dx: EDGE,
        dy: -16,
        text: (_: string, group: number) => texts[group]!.join(' – '),
        textAnchor: 'end',
        fill: quiet.ink,
        stroke: background,
        strokeWidth: 3,
        className: 'ff-end',
      }),
    ],
  };
}

/** @param place of a group and a share of its axis */
function lineMarks(
  { points }: ParetoFrontData,
  marks: readonly NamedMark[],
  ranges: readonly Range[],
  place: (group: number, at: number) => DataPoint,
): Plot.Markish[] {
  const placed = (group: number, risk: number): DataPoint => place(group, share(risk, ranges[group]!));
  const inSight = points
    .filter(({ risks }) => risks.every((risk, group) => risk <= ranges[group]![1]))
    .slice(0, MOST_LINES);
  return [
    Plot.line(
      inSight.flatMap(({ risks }, line) => risks.map((risk, group) => ({ ...placed(group, risk), line }))),
      { x: 'x', y: 'y', z: 'line', stroke: ink.fill, strokeOpacity: 0.25, className: 'ff-front-line' },
    ),
    ...modelLines(marks, placed, { thin: lineWidth, inset: 1 }),
  ];
}

/** Each half of an intersection's parts on a line of its own. */
function twoLines(name: string, room: number): string {
  const parts = name.split(' · ');
  const half = Math.ceil(parts.length / 2);
  return [parts.slice(0, half), parts.slice(half)]
    .filter((line) => line.length > 0)
    .map((line) => fitGroupName(line.join(' · '), room))
    .join('\n');
}
