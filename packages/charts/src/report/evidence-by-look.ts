// Evidence that a group is served worse than promised, look by look: the e-value of every group and their mean, on a
// logarithmic axis, with the line from which on it is an alarm.

import * as Plot from '@observablehq/plot';
import { axis, labelEveryTick, logTicks, wholeTicks } from '../marks/axes.js';
import { composeFigure, headingHeight, outerMargin } from '../marks/compose.js';
import { endLabelMargin, endLabels } from '../marks/label-marks.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { type Colour, gridOpacity, groupColour, ink, lineWidth, quiet } from '../marks/theme.js';
import { fitGroupNames, number3, powerOfTen } from '../marks/words.js';
import type { EvidenceByLookData } from './data.js';

const PLOT = { width: 720, height: 320 };
const NAME_WIDTH = 150;
/** E-values are drawn within this range around 1 and the alarm: how far beyond it they are decides nothing. */
const LEAST = 0.01;
const BEYOND_ALARM = 1000;

/** Draws the e-values of groups after each look. */
export function drawEvidenceByLook<E extends ChartElement>(
  data: EvidenceByLookData,
  document: ChartDocument<E>,
): E {
  const { alarm, groups, mean, since } = data;
  const most = Math.max(...mean, ...groups.flatMap(({ eValues }) => eValues));
  const [low, high] = [LEAST, Math.min(Math.max(2 * alarm, 2 * most), BEYOND_ALARM * alarm)];
  const place = (eValue: number): number => Math.min(Math.max(eValue, low), high);
  const names = fitGroupNames(
    groups.map(({ name }) => name),
    NAME_WIDTH,
  );
  const lines = [
    ...groups.map(({ eValues }, i) => ({ text: names[i]!, eValues, colour: groupColour(i), isMean: false })),
    ...(groups.length > 1 ? [{ text: 'mean of all', eValues: mean, colour: ink, isMean: true }] : []),
  ];
  const looks = mean.length;
  const ticks = logTicks(low, high);
  const inWords = (eValue: number): string =>
    eValue < 1e4 ? number3(eValue) : powerOfTen(Math.log10(eValue));
  return composeFigure(document, {
    name: 'evidence-by-look',
    title: 'Evidence that a group is served worse than promised, look by look',
    width: PLOT.width + 2 * outerMargin,
    height: PLOT.height + headingHeight + 2 * outerMargin,
    panels: [
      {
        x: outerMargin,
        y: outerMargin,
        heading: {
          title: 'Is a group served worse than promised?',
          note: `dashed: an alarm, once the mean of all groups reaches ${number3(alarm)}${since === null ? '' : `; it did at look ${since}`} · below 1: no sign of it`,
        },
        plot: {
          ...PLOT,
          marginTop: 26,
          marginBottom: 38,
          marginLeft: 50,
          marginRight: endLabelMargin(lines.map(({ text }) => text)),
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
            endLabels(
              lines.map(({ text, eValues, colour, isMean }) => ({
                x: looks,
                y: place(eValues.at(-1)!),
                text,
                ink: colour.ink,
                bold: isMean,
              })),
            ),
          ],
        },
      },
    ],
  });
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
