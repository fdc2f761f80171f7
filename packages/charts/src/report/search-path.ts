// How a search went: the worst risk of each solve and the best so far; and, where the solves are true minima,
// the bounds between which the least possible worst risk lies. Where validation risks choose and training
// risks prove, these are two panels: their numbers are not of the same rows, and one cannot be read against
// the other.

import { FairfrontError } from '@fairfront/core';
import { composeFigure, headingHeight, outerMargin, type Panel } from '../marks/compose.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { partWords, percent, plural, strategyName } from '../marks/words.js';
import type { SearchPathData } from './data.js';
import { hasSolvesAbove, searchPlot } from './search-plot.js';

const ALONE = { width: 860, height: 320 };
const HALF = { width: 480, height: 320 };
const GAP = 28;

/** Draws how a search came to its model, solve by solve. */
export function drawSearchPath<E extends ChartElement>(data: SearchPathData, document: ChartDocument<E>): E {
  if (data.solves.length === 0) {
    throw new FairfrontError('bad-risks', 'solves: a search path needs at least one; got none');
  }
  const panels = panelsOf(data);
  return composeFigure(document, {
    name: 'search-path',
    title: `The search for the minimax model: ${wordsOfSearch(data)}`,
    width: Math.max(...panels.map(({ x, plot }) => x + plot!.width)) + outerMargin,
    height: 2 * outerMargin + headingHeight + ALONE.height,
    panels,
  });
}

function panelsOf(data: SearchPathData): Panel[] {
  const { steering, solves, strategy } = data;
  const place = { x: outerMargin, y: outerMargin };
  const proved = isProved(data);
  if (steering === 'train' && proved) {
    return [
      {
        ...place,
        heading: {
          title: `How the search closed in: ${wordsOfSearch(data)}`,
          note: `${dotWords(data)} · shaded: ${boundWords(data)}`,
        },
        plot: searchPlot({ ...ALONE, solves, strategy, part: 'train', risks: true, bounds: true }),
      },
    ];
  }
  const nothing = proved ? '' : ' · what is possible is not proved';
  const chosen: Panel = {
    ...place,
    heading: {
      title: `${proved ? 'What is chosen by' : 'How the search went'}: worst risk on the ${partWords[steering]}`,
      note: `${dotWords(data)}${nothing}`,
    },
    plot: searchPlot({
      ...(proved ? HALF : ALONE),
      solves,
      strategy,
      part: steering,
      risks: true,
      bounds: false,
    }),
  };
  if (!proved) return [chosen];
  return [
    chosen,
    {
      x: outerMargin + HALF.width + GAP,
      y: outerMargin,
      heading: {
        title: `What is proved: worst risk on the ${partWords.train}`,
        note: `shaded: ${boundWords(data)}`,
      },
      plot: searchPlot({ ...HALF, solves, strategy, part: 'train', risks: false, bounds: true }),
    },
  ];
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
  `${strategyName(strategy)}, ${plural(solves.length, 'solve')}`;
