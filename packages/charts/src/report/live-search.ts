// A search while it runs: how the worst risk falls between its bounds, and what each group's risk counts for.

import { FairfrontError } from '@fairfront/core';
import { count, decimals, percent, percentTick } from '@fairfront/core/internal';
import * as Plot from '@observablehq/plot';
import { axis, labelEveryTick, wholeTicks } from '../marks/axes.js';
import { lineThrough } from '../marks/data-point.js';
import type { FigureWords } from '../marks/figure-kind.js';
import { type LegendEntry, legendBlock, lineEntry } from '../marks/legends.js';
import { type Block, below, beside, figure, plotBlock, wordsBlock } from '../marks/sheet.js';
import { fontSize, gridOpacity, groupColour, lineWidth, quiet } from '../marks/theme.js';
import { fitGroupNames, lossWords, spoken } from '../marks/words.js';
import type { LiveSearchData, SolveRow } from './data.js';
import { searchPlot } from './search-plot.js';

const HEIGHT = 260;
const GAP = 28;
/** The two panels stand side by side from this width on. */
const WIDE = 860;
/** Only the groups that count most have a colour. */
const MOST_COLOURED = 6;
const WIDEST_NAME = 180;

/** The worst risk between its bounds, and the weights of the groups, by solve or look. */
export const liveSearch = figure<LiveSearchData>({
  name: 'live-search',
  check,
  describe,
  tabulate: ({ groups, solves, step = 'solve' }) => ({
    columns: [step, 'lower', 'upper', 'group', 'weight', 'risk'],
    rows: solves.flatMap(({ mu, risks, lower, upper }, i) =>
      groups.map((group, g) => [i + 1, lower, upper, group, mu[g]!, risks[g]!]),
    ),
  }),
  layOut(data, width) {
    const panelWidth = width < WIDE ? width : Math.floor((width - GAP) / 2);
    const panels = [risksPanel(data, panelWidth), weightsPanel(data, panelWidth)];
    return width < WIDE ? below(panels, GAP / 2) : beside(panels, GAP);
  },
});

/** Draws a search while it runs. */
export const drawLiveSearch = liveSearch.draw;

function solveRows({ solves }: LiveSearchData): SolveRow[] {
  let best = Number.POSITIVE_INFINITY;
  return solves.map(({ risks, lower, upper }) => {
    const worstRisk = Math.max(...risks);
    best = Math.min(best, worstRisk);
    return { worstRisk, bestWorstRisk: best, lower, upper };
  });
}

const heading = (text: string, width: number): Block =>
  wordsBlock(text, width, { size: fontSize.title, bold: true });

function risksPanel(data: LiveSearchData, width: number): Block {
  const solves = solveRows(data);
  const { lower, upper } = solves.at(-1)!;
  const bounds = lower !== null && upper !== null && Number.isFinite(upper);
  const { step = 'solve' } = data;
  const part = step === 'look' ? 'validation' : 'train';
  return below([
    heading('Risk of the worst-off group', width),
    plotBlock(searchPlot({ width, height: HEIGHT, solves, step, part, risks: true, bounds })),
  ]);
}

function weightsPanel({ groups, solves, step = 'solve' }: LiveSearchData, width: number): Block {
  const last = solves.at(-1)!.mu;
  const byWeight = groups.map((_, group) => group).sort((one, other) => last[other]! - last[one]!);
  const coloured = byWeight.slice(0, MOST_COLOURED).sort((one, other) => one - other);
  const others = byWeight.slice(MOST_COLOURED);
  const names = fitGroupNames(groups, WIDEST_NAME);
  const lineOf = (group: number) => solves.map(({ mu }, i) => ({ x: i + 1, y: mu[group]! }));
  const steps = Math.max(2, solves.length);
  const high = Math.min(1, 1.05 * Math.max(...solves.flatMap(({ mu }) => mu)));
  const legend: LegendEntry[] = [
    ...coloured.map((group) =>
      lineEntry(`${names[group]} ${percent(last[group]!)}`, groupColour(group).fill, lineWidth),
    ),
    ...(others.length > 0 ? [lineEntry(count(others.length, 'other group'), quiet.fill, 1)] : []),
  ];
  const marks = [...others, ...coloured].flatMap((group) => {
    const isOther = others.includes(group);
    const stroke = isOther ? quiet.fill : groupColour(group).fill;
    const line = lineOf(group);
    return line.length === 1
      ? [Plot.dot(line, { x: 'x', y: 'y', r: 3, fill: stroke, className: 'ff-weight' })]
      : [
          lineThrough(line, {
            stroke,
            strokeWidth: isOther ? 1 : lineWidth,
            curve: 'step',
            className: 'ff-weight',
          }),
        ];
  });
  return below([
    heading('What each group’s risk counts for', width),
    legendBlock(legend, width),
    plotBlock({
      width,
      height: HEIGHT,
      marginTop: 12,
      marginBottom: 38,
      marginLeft: 46,
      marginRight: 12,
      x: axis(null, { domain: [0.5, steps + 0.5] }),
      y: axis(null, { domain: [0, high], tickFormat: percentTick }),
      marks: [
        labelEveryTick('x', step, wholeTicks(1, steps), String),
        Plot.gridY({ strokeOpacity: gridOpacity }),
        ...marks,
      ],
    }),
  ]);
}

function describe(data: LiveSearchData): FigureWords {
  const { groups, solves, loss, step = 'solve' } = data;
  const { bestWorstRisk, lower, upper } = solveRows(data).at(-1)!;
  const last = solves.at(-1)!;
  const inWords = decimals([bestWorstRisk, upper ?? 0].filter(Number.isFinite));
  const known = lower !== null && upper !== null && lower > 0 && Number.isFinite(upper);
  const bounds = known ? `; no model comes below ${inWords(lower)}` : '';
  const heaviest = last.mu.indexOf(Math.max(...last.mu));
  return {
    title: `After ${count(solves.length, step)} the worst-off group’s risk is ${inWords(bestWorstRisk)}${bounds}`,
    note: `dots: each ${step} · line: the best so far${known ? ' · shaded: between the bounds of the least possible' : ''}`,
    alternative: `A search over ${count(groups.length, 'group')} by ${lossWords[loss]}. After ${count(solves.length, step)} the best worst risk is ${inWords(bestWorstRisk)}${known ? `, between a lower bound of ${inWords(lower)} and an upper bound of ${inWords(upper)}` : ''}. Most weight is on ${spoken(groups[heaviest]!)}: ${percent(last.mu[heaviest]!)}.`,
  };
}

function check({ groups, solves }: LiveSearchData): void {
  if (solves.length === 0) {
    throw new FairfrontError('bad-risks', 'solves: a live search needs at least one; got none');
  }
  for (const vector of solves.flatMap(({ mu, risks }) => [mu, risks])) {
    if (vector.length === groups.length && !vector.some(Number.isNaN)) continue;
    throw new FairfrontError(
      'bad-risks',
      `solves: each needs one weight and one risk for each of ${groups.length} groups; got ${vector.join(', ')}`,
    );
  }
}
