// Evidence that a group is served worse than promised, look by look: the e-value of every group and their mean, on a
// logarithmic axis, with the line from which on it is an alarm.

import { count, number3 } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, labelEveryTick, logTicks, wholeTicks } from '../marks/axes.js';
import type { FigureWords } from '../marks/figure-kind.js';
import { endLabelMargin, endLabels } from '../marks/label-marks.js';
import { legendBlock, lineEntry } from '../marks/legends.js';
import { below, figure, isNarrow, plotBlock } from '../marks/sheet.js';
import { type Colour, gridOpacity, groupColour, ink, lineWidth, quiet } from '../marks/theme.js';
import { fitGroupNames, fitSentence, powerOfTen, spoken } from '../marks/words.js';
import type { EvidenceByLookData } from './data.js';

const HEIGHT = 320;
const NAME_WIDTH = 150;
/** E-values are drawn within this range around 1 and the alarm: how far beyond it they are decides nothing. */
const LEAST = 0.01;
const BEYOND_ALARM = 1000;

/** The e-values of groups after each look. */
export const evidenceByLook = figure<EvidenceByLookData>({
  name: 'evidence-by-look',
  describe,
  tabulate: ({ groups, mean }) => ({
    columns: ['look', 'group', 'e_value'],
    rows: mean.flatMap((all, look) => [
      ...groups.map(({ name, eValues }) => [look + 1, name, eValues[look]!]),
      [look + 1, 'mean of all', all],
    ]),
  }),
  layOut({ alarm, groups, mean, since }, width) {
    const most = Math.max(...mean, ...groups.flatMap(({ eValues }) => eValues));
    const [low, high] = [LEAST, Math.min(Math.max(2 * alarm, 2 * most), BEYOND_ALARM * alarm)];
    const place = (eValue: number): number => Math.min(Math.max(eValue, low), high);
    const names = fitGroupNames(
      groups.map(({ name }) => name),
      NAME_WIDTH,
    );
    const lines = [
      ...groups.map(({ eValues }, i) => ({
        text: names[i]!,
        eValues,
        colour: groupColour(i),
        isMean: false,
      })),
      ...(groups.length > 1 ? [{ text: 'mean of all', eValues: mean, colour: ink, isMean: true }] : []),
    ];
    const looks = mean.length;
    const ticks = logTicks(low, high);
    const isBelow = isNarrow(width) || lines.length > MOST_LABELS;
    const plot = plotBlock({
      width,
      height: HEIGHT,
      marginTop: 26,
      marginBottom: 38,
      marginLeft: 50,
      marginRight: isBelow ? 12 : endLabelMargin(lines.map(({ text }) => text)),
      x: axis(null, { type: 'linear', domain: [looks > 1 ? 1 : 0, Math.max(2, looks)] }),
      y: axis(null, { type: 'log', domain: [low, high] }),
      marks: [
        labelEveryTick('y', 'evidence (e-value)', ticks, inWords),
        labelEveryTick('x', 'look', wholeTicks(1, Math.max(2, looks)), String),
        Plot.gridY(ticks, { strokeOpacity: gridOpacity }),
        Plot.ruleX(since === null ? [] : [since], { stroke: quiet.fill, className: 'ff-since' }),
        Plot.ruleY([1], { stroke: quiet.fill }),
        Plot.ruleY([alarm], { stroke: ink.fill, strokeDasharray: '5,4', className: 'ff-alarm' }),
        ...lines.flatMap(({ eValues, colour, isMean }) => evidenceLine(eValues, colour, isMean, place)),
        isBelow
          ? null
          : endLabels(
              lines.map(({ text, eValues, colour, isMean }) => ({
                x: looks,
                y: place(eValues.at(-1)!),
                text,
                ink: colour.ink,
                bold: isMean,
              })),
            ),
      ],
    });
    if (!isBelow) return plot;
    const entries = lines.map(({ text, colour, isMean }) =>
      lineEntry(text, colour.fill, isMean ? 1.5 * lineWidth : lineWidth),
    );
    return below([legendBlock(entries, width), plot]);
  },
});

/** Draws the e-values of groups after each look. */
export const drawEvidenceByLook = evidenceByLook.draw;

/** More labels than this do not fit behind the lines' ends. */
const MOST_LABELS = 18;

const inWords = (eValue: number): string =>
  eValue < 1e4 ? number3(eValue) : powerOfTen(Math.round(Math.log10(eValue)));

function describe({ alarm, groups, mean, since }: EvidenceByLookData): FigureWords {
  const last = groups.map(({ name, eValues }) => ({ name, eValue: eValues.at(-1)! }));
  const most = last.reduce((one, other) => (other.eValue > one.eValue ? other : one));
  return {
    title:
      since === null
        ? `No alarm after ${count(mean.length, 'look')}: the evidence is ${inWords(mean.at(-1)!)}, an alarm takes ${number3(alarm)}`
        : fitSentence(
            [most.name] as const,
            ([name]) =>
              `Alarm at look ${since}: some group is served worse than promised, most likely ${name}`,
          ),
    note: `dashed: an alarm, once the mean of all groups reaches ${number3(alarm)} · below 1: no sign that a group is served worse than promised`,
    alternative: `Evidence that a group is served worse than promised after ${count(mean.length, 'look')}. The mean of all groups is ${inWords(mean.at(-1)!)}; an alarm is given at ${number3(alarm)}${since === null ? ', which was not reached' : `, reached at look ${since}`}. The most evidence is for ${spoken(most.name)}: ${inWords(most.eValue)}.`,
  };
}

function evidenceLine(
  eValues: readonly number[],
  { fill }: Colour,
  isMean: boolean,
  place: (eValue: number) => number,
): Plot.Markish[] {
  const x = (_: number, look: number): number => look + 1;
  return [
    Plot.line(eValues, {
      x,
      y: place,
      stroke: fill,
      strokeWidth: isMean ? 1.5 * lineWidth : lineWidth,
      className: 'ff-evidence',
    }),
    ...(eValues.length <= 30 ? [Plot.dot(eValues, { x, y: place, r: 2.5, fill })] : []),
  ];
}
