// Reliability curves: whether the model is as often right about a group as it is sure, one panel per group,
// the worst calibrated first: the one whose error is furthest above what chance alone makes, where that is known.

import { FairfrontError } from '@fairfront/core';
import { count, isAboveChance } from '@fairfront/core/internal';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import { areaEntry, dotEntry, legendBlock, lineEntry } from '../marks/legends.js';
import { below, figure, grid, linesBlock, panelsAcross, plotBlock } from '../marks/sheet.js';
import { background, fontSize, quiet } from '../marks/theme.js';
import { fitGroupNames, fitSentence, fitText, spoken } from '../marks/words.js';
import type { GroupReliability, ReliabilityData } from './data.js';
import { binsWithRows, reliabilityAxes, reliabilityLooks, reliabilityPlot } from './reliability-panel.js';

const MOST_PANELS = 12;
const PANEL = { narrowest: 200, widest: 330 } as const;
/** Between rows of panels. */
const ROW_GAP = 14;

/** How sure a model is and how often it is right, group by group. */
export const reliability = figure<ReliabilityData>({
  name: 'reliability',
  check: ({ groups }) => check(groups),
  describe,
  tabulate,
  layOut({ groups }, width) {
    const ordered = worstFirst(groups);
    const shown = ordered.slice(0, MOST_PANELS);
    const across = panelsAcross(shown.length, width, PANEL.narrowest);
    const panelWidth = Math.min(PANEL.widest, Math.floor(width / across));
    const axes = reliabilityAxes(ordered);
    // Names are estimated in the size of text, headings are larger.
    const names = fitGroupNames(
      shown.map(({ name }) => name),
      ((panelWidth - 8) * fontSize.text) / fontSize.title,
    );
    const panels = shown.map((group, i) =>
      below([
        linesBlock([names[i]!], panelWidth, { size: fontSize.title, bold: true }),
        linesBlock(noteLines(group, panelWidth - 8), panelWidth, { colour: quiet.ink }),
        plotBlock(reliabilityPlot(group, axes, panelWidth)),
      ]),
    );
    return below([legendBlock(legendEntries, width), grid(panels, across, ROW_GAP)], ROW_GAP);
  },
});

/** Draws how sure a model is and how often it is right, group by group. */
export const drawReliability = reliability.draw;

const worstFirst = (groups: readonly GroupReliability[]): GroupReliability[] =>
  groups
    .filter((group) => binsWithRows(group).length > 0)
    .sort((one, other) => aboveChance(other) - aboveChance(one));

const aboveChance = ({ ece, eceByChance = 0 }: GroupReliability): number => ece - eceByChance;

/** All in one line where there is room, else in two. */
function noteLines({ ece, eceByChance, rows }: GroupReliability, width: number): string[] {
  const error = [
    `ECE ${points(ece)}`,
    ...(eceByChance === undefined ? [] : [`${points(eceByChance)} by chance`]),
  ].join(', ');
  const count = `${rows.toLocaleString('en-US')} rows`;
  const isWide = width >= WIDE_NOTE;
  return (isWide ? [`${error}, ${count}`] : [error, count]).map((line) => fitText(line, width));
}

/** The longest note there is fits. */
const WIDE_NOTE = 250;

/** In percent, of errors that are differences of shares. */
const points = (error: number): string => `${(100 * error).toFixed(1)}%`;

const legendEntries = [
  areaEntry('above: better than it says', reliabilityLooks.better),
  areaEntry('below: surer than it should be', reliabilityLooks.surer),
  lineEntry('sure as it should be', reliabilityLooks.diagonal, 1),
  dotEntry('larger: more of the group’s rows', { r: 5, fill: reliabilityLooks.curve, stroke: background }),
];

function describe({ groups: all }: ReliabilityData): FigureWords {
  const groups = worstFirst(all);
  const better = groups.length - Math.min(groups.length, MOST_PANELS);
  const empty = all.length - groups.length;
  const told = groups
    .slice(0, 4)
    .map(
      (group) =>
        `${spoken(group.name)}: ${points(group.ece)} on ${count(group.rows, 'row')}, ${directionWords(group)}`,
    );
  return {
    title: calibrationSentence(groups),
    note: [
      groups.length === 1
        ? 'ECE: how far confidence and share right lie apart on average'
        : 'the worst calibrated group first; ECE: how far confidence and share right lie apart on average',
      ...(better > 0 ? [`${count(better, 'better group')} left out`] : []),
      ...(empty > 0 ? [`${count(empty, 'group')} without rows`] : []),
    ].join('; '),
    alternative: `How sure the model is and how often it is right, for ${count(groups.length, 'group')}. Mean distance between the two, the worst first: ${told.join('; ')}.`,
  };
}

function tabulate({ groups }: ReliabilityData): FigureTable {
  return {
    columns: ['group', 'ece', 'ece_by_chance', 'from', 'to', 'rows', 'confidence', 'share_right'],
    rows: worstFirst(groups).flatMap((group) =>
      binsWithRows(group).map(({ from, to, rows, confidence, accuracy }) => [
        group.name,
        group.ece,
        group.eceByChance ?? null,
        from,
        to,
        rows,
        confidence,
        accuracy,
      ]),
    ),
  };
}

/** Errors below this print as 0. */
const LEAST_ERROR = 5e-4;

/**
 * Confidence is furthest off for Black women: 8.1 points on average, surer than it should be.
 * @param groups in order
 */
function calibrationSentence(groups: readonly GroupReliability[]): string {
  const worst = groups[0]!;
  if (worst.ece < LEAST_ERROR) {
    return groups.length === 1
      ? fitSentence([worst.name] as const, ([name]) => `For ${name} the model is as often right as it says`)
      : 'In every group the model is as often right as it says';
  }
  if (!isAboveChance(worst.ece, worst.eceByChance ?? 0)) {
    return groups.length === 1
      ? fitSentence([worst.name] as const, ([name]) => `Confidence is not clearly off for ${name}`)
      : 'Confidence is not clearly off for any group';
  }
  const error = `${(100 * worst.ece).toFixed(1)} points on average, ${directionWords(worst)}`;
  return fitSentence([worst.name] as const, ([name]) =>
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
