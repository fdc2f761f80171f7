// Reliability curves: whether the model is as often right about a group as it is sure, one panel per group,
// the worst calibrated first: the one whose error is furthest above what chance alone makes, where that is known.

import { FairfrontError } from '@fairfront/core';
import { isAboveChance } from '@fairfront/core/internal';
import { composeFigure, headingHeight, headingIndent, outerMargin, type Panel } from '../marks/compose.js';
import { areaEntry, dotEntry, lineEntry, markLegend } from '../marks/legends.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { background, fontSize } from '../marks/theme.js';
import { fitGroupNames, fitSentence, plural } from '../marks/words.js';
import type { GroupReliability, ReliabilityData } from './data.js';
import {
  binsWithRows,
  reliabilityAxes,
  reliabilityHeight,
  reliabilityLooks,
  reliabilityPlot,
} from './reliability-panel.js';

const WIDTH = 860;
const MOST_PANELS = 12;
const WIDEST_PANEL = 330;
/** Between rows of panels. */
const ROW_GAP = 14;

/** Draws how sure a model is and how often it is right, group by group. */
export function drawReliability<E extends ChartElement>(
  data: ReliabilityData,
  document: ChartDocument<E>,
): E {
  check(data.groups);
  const groups = data.groups
    .filter((group) => binsWithRows(group).length > 0)
    .sort((one, other) => aboveChance(other) - aboveChance(one));
  const shown = groups.slice(0, MOST_PANELS);
  const columns = columnsOf(shown.length);
  const panelWidth = Math.min(WIDEST_PANEL, Math.floor(WIDTH / columns));
  const panelHeight = headingHeight + reliabilityHeight(panelWidth) + ROW_GAP;
  const legend = markLegend(legendEntries, WIDTH - headingIndent);
  const title = calibrationSentence(groups, WIDTH - headingIndent);
  const below = outerMargin + headingHeight + legend.height + ROW_GAP;
  const axes = reliabilityAxes(groups);
  // Names are estimated in the size of text, headings are larger.
  const nameWidth = ((panelWidth - headingIndent - 8) * fontSize.text) / fontSize.title;
  const names = fitGroupNames(
    shown.map(({ name }) => name),
    nameWidth,
  );
  const panels = shown.map((group, i): Panel => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return {
      x: outerMargin + column * panelWidth,
      y: below + row * panelHeight,
      heading: {
        title: names[i]!,
        note: [
          `ECE ${points(group.ece)}`,
          ...(group.eceByChance === undefined ? [] : [`${points(group.eceByChance)} by chance`]),
          `${group.rows.toLocaleString('en-US')} rows`,
        ].join(', '),
      },
      plot: reliabilityPlot(group, axes, panelWidth),
    };
  });
  return composeFigure(document, {
    name: 'reliability',
    title,
    width: WIDTH + 2 * outerMargin,
    height: below + Math.ceil(shown.length / columns) * panelHeight - ROW_GAP + outerMargin,
    panels: [
      { x: outerMargin, y: outerMargin, heading: { title, note: noteOf(data.groups, groups, shown) } },
      { x: outerMargin + headingIndent, y: outerMargin + headingHeight, plot: legend },
      ...panels,
    ],
  });
}

/** Five or six in two even rows. */
const columnsOf = (count: number): number => (count <= 4 ? count : count <= 6 ? 3 : 4);

const aboveChance = ({ ece, eceByChance = 0 }: GroupReliability): number => ece - eceByChance;

/** In percent, of errors that are differences of shares. */
const points = (error: number): string => `${(100 * error).toFixed(1)}%`;

const legendEntries = [
  areaEntry('above: better than it says', reliabilityLooks.better),
  areaEntry('below: surer than it should be', reliabilityLooks.surer),
  lineEntry('sure as it should be', reliabilityLooks.diagonal, 1),
  dotEntry('larger: more of the group’s rows', { r: 5, fill: reliabilityLooks.curve, stroke: background }),
];

function noteOf(
  all: readonly GroupReliability[],
  withRows: readonly GroupReliability[],
  shown: readonly GroupReliability[],
): string {
  const better = withRows.length - shown.length;
  const empty = all.length - withRows.length;
  return [
    shown.length === 1
      ? 'ECE: how far confidence and share right lie apart on average'
      : 'the worst calibrated group first; ECE: how far confidence and share right lie apart on average',
    ...(better > 0 ? [`${plural(better, 'better group')} left out`] : []),
    ...(empty > 0 ? [`${plural(empty, 'group')} without rows`] : []),
  ].join('; ');
}

/** Errors below this print as 0. */
const LEAST_ERROR = 5e-4;

/**
 * Confidence is furthest off for Black women: 8.1 points on average, surer than it should be.
 * @param groups in order
 */
function calibrationSentence(groups: readonly GroupReliability[], width: number): string {
  const worst = groups[0]!;
  if (worst.ece < LEAST_ERROR) {
    return groups.length === 1
      ? fitSentence(
          width,
          [worst.name] as const,
          ([name]) => `For ${name} the model is as often right as it says`,
        )
      : 'In every group the model is as often right as it says';
  }
  if (!isAboveChance(worst.ece, worst.eceByChance ?? 0)) {
    return groups.length === 1
      ? fitSentence(width, [worst.name] as const, ([name]) => `Confidence is not clearly off for ${name}`)
      : 'Confidence is not clearly off for any group';
  }
  const error = `${(100 * worst.ece).toFixed(1)} points on average, ${directionWords(worst)}`;
  return fitSentence(width, [worst.name] as const, ([name]) =>
    groups.length === 1
      ? `Confidence is off for ${name}: ${error}`
      : `Confidence is furthest off for ${name}: ${error}`,
  );
}

/** The share of the error that must point one way for the word to be said of all of it. */
const MOSTLY = 0.5;

function directionWords(group: GroupReliability): string {
  const bins = binsWithRows(group);
  const total = bins.reduce((sum, { rows }) => sum + rows, 0);
  const gaps = bins.map(
    ({ rows, share = rows / total, confidence, accuracy }) => share * (accuracy - confidence),
  );
  const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
  const share = sum(gaps) / sum(gaps.map(Math.abs));
  if (share >= MOSTLY) return 'better than it says';
  return share <= -MOSTLY ? 'surer than it should be' : 'now too sure, now not sure enough';
}

function check(groups: readonly GroupReliability[]): void {
  for (const { name, ece, bins } of groups) {
    const numbers = bins
      .filter(({ rows }) => rows > 0)
      .flatMap((bin) => [bin.confidence, bin.accuracy, bin.from]);
    const wrong = numbers.find((number) => !(number >= 0 && number <= 1));
    if (wrong !== undefined) {
      throw new FairfrontError(
        'bad-groups',
        `bins of group "${name}": confidence and accuracy must be in [0, 1]; got ${wrong}`,
      );
    }
    if (bins.some(({ rows }) => rows > 0) && !(ece >= 0 && ece <= 1)) {
      throw new FairfrontError('bad-groups', `ece of group "${name}" must be in [0, 1]; got ${ece}`);
    }
  }
  if (groups.some((group) => binsWithRows(group).length > 0)) return;
  throw new FairfrontError(
    'bad-groups',
    `groups: reliability needs at least one with rows in its bins; got ${groups.length === 0 ? 'none' : `${groups.length} without`}`,
  );
}
