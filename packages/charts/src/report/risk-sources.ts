// Where each group's risk comes from [MMPF Thm 4.2]: a bar of what a model of its own would leave and what
// sharing one model adds, and beside it the price of sharing alone, enlarged, since it is often a small part
// of the bar.

import { FairfrontError } from '@fairfront/core';
import * as Plot from '@observablehq/plot';
import {
  composeFigure,
  headingHeight,
  headingIndent,
  outerMargin,
  type SizedPlot,
} from '../marks/compose.js';
import { legendHeight } from '../marks/legends.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { ink } from '../marks/theme.js';
import { percent, plural, textWidth } from '../marks/words.js';
import type { RiskSourceRow, RiskSourcesData, RiskVerdictName } from './data.js';
import { barsPlot, pricesPlot, type Sheet, sourceStyles } from './risk-sources-plot.js';

const WIDTH = 860;
/** Beyond this many groups only those with the highest risks are shown. */
const MOST_ROWS = 24;
/** The share of the room for marks that the bars take. */
const BARS_SHARE = 0.58;

/** Draws where each group’s risk comes from: its own data, or sharing a model with others. */
export function drawRiskSources<E extends ChartElement>(
  data: RiskSourcesData,
  document: ChartDocument<E>,
): E {
  check(data.groups);
  const sheet = sheetOf(data.groups);
  const title = sourceSentence(data.groups);
  const below = outerMargin + headingHeight;
  const bars = barsPlot(sheet, data.loss);
  const prices = pricesPlot(sheet);
  const margins = bars.marginLeft + bars.marginRight;
  const room = WIDTH - margins - prices.marginLeft - prices.marginRight;
  const barsWidth = margins + Math.round(BARS_SHARE * room);
  return composeFigure(document, {
    name: 'risk-sources',
    title,
    width: WIDTH + 2 * outerMargin,
    height: below + legendHeight + bars.height + outerMargin,
    panels: [
      {
        x: outerMargin,
        y: outerMargin,
        heading: {
          title,
          note: `one line per group, the highest risk at the top; whiskers: ${percent(data.level)} intervals; a price whose whisker crosses 0 cannot be told from none`,
        },
      },
      { x: outerMargin + headingIndent, y: below, plot: legend(data.groups) },
      { x: outerMargin, y: below + legendHeight, plot: { ...bars, width: barsWidth } },
      {
        x: outerMargin + barsWidth,
        y: below + legendHeight,
        plot: { ...prices, width: WIDTH - barsWidth },
      },
    ],
  });
}

function sheetOf(groups: readonly RiskSourceRow[]): Sheet {
  const shown = [...groups]
    .sort((one, other) => other.risk.value - one.risk.value)
    .slice(0, MOST_ROWS)
    .map((row, i) => ({ ...row, y: i + 0.5 }));
  const leftOut = groups.length - shown.length;
  return { shown, leftOut, lines: shown.length + (leftOut > 0 ? 1 : 0) };
}

/** From a swatch to its words, and from these to the next swatch. */
const WORDS_GAP = 5;
const GAP = 20;
const SWATCH = { width: 16, inset: 5 } as const;

function legend(groups: readonly RiskSourceRow[]): SizedPlot {
  const prices = groups.map(({ priceOfSharing }) => priceOfSharing.value);
  const items = [
    { ...sourceStyles.irreducible, text: 'a model of its own: what it leaves' },
    ...(prices.some((price) => price > 0)
      ? [{ ...sourceStyles.price, text: 'price of sharing: what one model for all adds' }]
      : []),
    ...(prices.some((price) => price < 0) ? [{ ...sourceStyles.saved, text: 'saved by sharing' }] : []),
  ];
  const width = WIDTH - headingIndent;
  let end = 0;
  return {
    width,
    height: legendHeight,
    margin: 0,
    x: { axis: null, domain: [0, width] },
    y: { axis: null, domain: [0, 1] },
    marks: items.flatMap(({ text, ...style }) => {
      const x = end;
      const words = x + SWATCH.width + WORDS_GAP;
      end = words + textWidth(text) + GAP;
      return [
        Plot.rect([x], {
          ...style,
          x1: [x],
          x2: [x + SWATCH.width],
          y1: [0],
          y2: [1],
          insetTop: SWATCH.inset,
          insetBottom: SWATCH.inset,
          className: 'ff-legend',
        }),
        Plot.text([text], {
          x: [words],
          y: [0.5],
          text: [text],
          textAnchor: 'start',
          fill: ink.ink,
          className: 'ff-legend',
        }),
      ];
    }),
  };
}

/**
 * Says: of 8 groups 2 pay for the others, 1 gains from sharing, 5 need better features or data; it never
 * grows beyond the figure.
 */
function sourceSentence(groups: readonly RiskSourceRow[]): string {
  const count = (name: RiskVerdictName): number => groups.filter(({ verdict }) => verdict === name).length;
  const parts = [
    [count('pays'), 'pays for the others', 'pay for the others'],
    [count('gains'), 'gains from sharing', 'gain from sharing'],
    [count('needs-more'), 'needs better features or data', 'need better features or data'],
    // Why, the column of verdicts says.
    [count('unclear') + count('too-few'), 'cannot be told', 'cannot be told'],
  ] as const;
  const said = parts
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => `${number} ${number === 1 ? one : many}`);
  return `Of ${plural(groups.length, 'group')} ${said.join(', ')}`;
}

function check(groups: readonly RiskSourceRow[]): void {
  if (groups.length === 0) {
    throw new FairfrontError('bad-groups', 'groups: risk sources need at least one; got none');
  }
  for (const { name, risk, irreducible, priceOfSharing } of groups) {
    for (const [part, { value, low, high }] of Object.entries({ risk, irreducible, priceOfSharing })) {
      if ([value, low, high].every(Number.isFinite)) continue;
      throw new FairfrontError(
        'bad-risks',
        `${part} of group "${name}" must be finite numbers; got ${value} (${low} to ${high})`,
      );
    }
  }
}
