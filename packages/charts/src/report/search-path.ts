// How a search went: the worst risk of each solve and the best so far; and, where the solves are true minima,
// the bounds between which the least possible worst risk lies. Where validation risks choose and training
// risks prove, these are two panels: their numbers are not of the same rows, and one cannot be read against
// the other.

import { FairfrontError } from '@fairfront/core';
import { capitalised, count, decimals, percent } from '@fairfront/core/internal';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import { type Block, below, beside, figure, plotBlock, wordsBlock } from '../marks/sheet.js';
import { fontSize, quiet } from '../marks/theme.js';
import { partWords, strategyName } from '../marks/words.js';
import type { SearchPathData } from './data.js';
import { hasSolvesAbove, searchPlot } from './search-plot.js';

const HEIGHT = 320;
const GAP = 28;
/** Two panels stand side by side from this width on. */
const WIDE = 860;

/** How a search came to its model, solve by solve. */
export const searchPath = figure<SearchPathData>({
  name: 'search-path',
  check({ solves }) {
    if (solves.length > 0) return;
    throw new FairfrontError('bad-risks', 'solves: a search path needs at least one; got none');
  },
  describe,
  tabulate: ({ solves }): FigureTable => ({
    columns: ['solve', 'worst_risk', 'best_worst_risk', 'lower', 'upper'],
    rows: solves.map(({ worstRisk, bestWorstRisk, lower, upper }, i) => [
      i + 1,
      worstRisk,
      bestWorstRisk,
      lower,
      upper,
    ]),
  }),
  layOut(data, width) {
    const { steering, solves, strategy } = data;
    const proved = isProved(data);
    const inOne = !proved || steering === 'train';
    const size = { width: inOne || width < WIDE ? width : (width - GAP) / 2, height: HEIGHT };
    const chosen = searchPlot({
      ...size,
      solves,
      strategy,
      part: steering,
      risks: true,
      bounds: proved && inOne,
    });
    if (inOne) return plotBlock(chosen);
    const bounds = searchPlot({ ...size, solves, strategy, part: 'train', risks: false, bounds: true });
    const panels = [
      headed(
        `What is chosen by: worst risk on the ${partWords[steering]}`,
        dotWords(data),
        plotBlock(chosen),
      ),
      headed(
        `What is proved: worst risk on the ${partWords.train}`,
        `shaded: ${boundWords(data)}`,
        plotBlock(bounds),
      ),
    ];
    return width < WIDE ? below(panels, GAP / 2) : beside(panels, GAP);
  },
});

/** Draws how a search came to its model, solve by solve. */
export const drawSearchPath = searchPath.draw;

const headed = (title: string, note: string, content: Block): Block =>
  below([
    wordsBlock(title, content.width, { size: fontSize.title, bold: true }),
    wordsBlock(note, content.width, { colour: quiet.ink }),
    content,
  ]);

function describe(data: SearchPathData): FigureWords {
  const { steering, solves, certified } = data;
  const proved = isProved(data);
  const { bestWorstRisk, lower, upper } = solves.at(-1)!;
  const inWords = decimals([bestWorstRisk, upper ?? 0].filter(Number.isFinite));
  const [first, best, above, under] = [solves[0]!.bestWorstRisk, bestWorstRisk, upper ?? 0, lower ?? 0].map(
    inWords,
  );
  const foundAt = solves.findIndex((solve) => solve.bestWorstRisk === bestWorstRisk) + 1;
  const notes =
    proved && steering !== 'train'
      ? []
      : [dotWords(data), proved ? `shaded: ${boundWords(data)}` : 'what is possible is not proved'];
  return {
    title: `${wordsOfSearch(data)}: the best worst risk on the ${partWords[steering]} is ${best}, found at solve ${foundAt}`,
    note: notes.join(' · '),
    alternative: [
      `The search for the minimax model: ${wordsOfSearch(data)}.`,
      `The risk of the worst-off group on the ${partWords[steering]} goes from ${first} to ${best}, reached at solve ${foundAt}.`,
      proved
        ? `It is proved that on the ${partWords.train} no model comes below ${under}; ${above} was reached.`
        : certified
          ? 'No bounds are known yet.'
          : 'How low it could be is not proved.',
    ].join(' '),
  };
}

/** The bounds hold, and the last are bounds. */
function isProved({ certified, solves }: SearchPathData): boolean {
  const { lower, upper } = solves.at(-1)!;
  return certified && Number.isFinite(lower ?? Number.NaN) && Number.isFinite(upper ?? Number.NaN);
}

function dotWords(data: SearchPathData): string {
  const words = 'dots: each solve · line: the best so far';
  const withBounds = data.steering === 'train' && isProved(data);
  return hasSolvesAbove(data.solves, withBounds) ? `${words} · △: above the axis` : words;
}

function boundWords({ solves }: SearchPathData): string {
  const { lower, upper } = solves.at(-1)!;
  const gap = upper! > 0 ? Math.max(0, upper! - lower!) / upper! : 0;
  const end =
    lower! > 0 ? `, within ${percent(gap)} of the lowest reached` : '; no lower limit is proved yet';
  return `the least possible${end}`;
}

const wordsOfSearch = ({ strategy, solves }: SearchPathData): string =>
  `${capitalised(strategyName(strategy))}, ${count(solves.length, 'solve')}`;
