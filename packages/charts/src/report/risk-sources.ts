// Where each group's risk comes from [MMPF Thm 4.2]: a bar of what a model of its own would leave and what sharing one
// model adds, and beside it the price of sharing alone, enlarged, since it is often a small part of the bar.

import { FairfrontError } from '@fairfront/core';
import { count, decimals, percentTick, signed } from '@fairfront/core/internal';
import { paddedRange } from '../marks/axes.js';
import { clampTo } from '../marks/edge-marks.js';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import { areaEntry, type LegendEntry, legendBlock, lineEntry } from '../marks/legends.js';
import type { AxisColumn, RowsFigure } from '../marks/row-grammar.js';
import { rowsBlock } from '../marks/rows.js';
import { below, figure } from '../marks/sheet.js';
import { background, type Colour, ink, paleBar, points, quiet } from '../marks/theme.js';
import { lossWords, spoken } from '../marks/words.js';
import type { RiskSourceRow, RiskSourcesData, RiskVerdictName } from './data.js';

/** Beyond this many groups only those with the highest risks are shown. */
const MOST_ROWS = 24;
const WIDEST_NAME = 210;
/** How much of the room the bars take, where that of the prices is 1. */
const BARS_WEIGHT = 1.4;
const HALF_BAR = 8;
/** The least number of decimals of risks and prices. */
const DECIMALS = 4;
/** The axis of prices reaches at least this share of the highest risk to both sides. */
const NARROWEST_PRICES = 0.005;

/** A price below 0: what the bar would have reached. */
const saved = { stroke: points.minimax.fill, strokeWidth: 1.5, strokeDasharray: '3,2' } as const;

const verdicts: Readonly<Record<RiskVerdictName, { readonly text: string; readonly colour: Colour }>> = {
  pays: { text: 'pays', colour: points.utopia },
  gains: { text: 'gains', colour: points.minimax },
  'needs-more': { text: 'needs more', colour: ink },
  unclear: { text: 'unclear', colour: quiet },
  'too-few': { text: 'too few', colour: quiet },
};

/** Where each group’s risk comes from: its own data, or sharing a model with others. */
export const riskSources = figure<RiskSourcesData>({
  name: 'risk-sources',
  check,
  describe,
  tabulate,
  layOut: (data, width) =>
    below([legendBlock(legendEntries(data), width), rowsBlock(rowsFigure(data), width)], 4),
});

/** Draws where each group’s risk comes from. */
export const drawRiskSources = riskSources.draw;

const byRisk = (groups: readonly RiskSourceRow[]): RiskSourceRow[] =>
  [...groups].sort((one, other) => other.risk.value - one.risk.value);

function rowsFigure({ groups, loss }: RiskSourcesData): RowsFigure<RiskSourceRow> {
  const shown = byRisk(groups).slice(0, MOST_ROWS);
  const leftOut = groups.length - shown.length;
  // As many decimals for all, so that risks and prices add up in print.
  const inWords = decimals(
    shown.map(({ risk }) => risk.value),
    DECIMALS,
  );
  return {
    rows: [...shown, ...(leftOut > 0 ? [leftOut] : [])],
    leftOut: (rows) => `… ${count(rows, 'more group')} with lower risks, left out here`,
    name: { head: 'group', text: ({ name }) => name, most: WIDEST_NAME },
    details: [
      {
        head: 'rows',
        text: ({ rows }) => rows.toLocaleString('en-US'),
        ink: () => quiet.ink,
        isOptional: true,
      },
    ],
    axes: [barsAxis(shown, loss, inWords), pricesAxis(shown, inWords)],
  };
}

/** A group of few rows would stretch the axes for all: what leaves the axis is drawn at its edge. */
function trusted(shown: readonly RiskSourceRow[]): readonly RiskSourceRow[] {
  const sure = shown.filter(({ verdict }) => verdict !== 'too-few');
  return sure.length > 0 ? sure : shown;
}

function barsAxis(
  shown: readonly RiskSourceRow[],
  loss: RiskSourcesData['loss'],
  inWords: (value: number) => string,
): AxisColumn<RiskSourceRow> {
  const ends = [
    ...trusted(shown).map(({ risk }) => risk.high),
    ...shown.flatMap(({ risk, irreducible }) => [risk.value, irreducible.value]),
  ];
  return {
    label: `risk (${lossWords[loss]})`,
    domain: [0, 1.02 * Math.max(...ends) || 1],
    unit: 'number',
    weight: BARS_WEIGHT,
    references: [{ at: 0, colour: ink.fill, className: 'ff-start' }],
    layers: [
      {
        kind: 'bar',
        at: ({ risk, irreducible }) => [0, Math.min(risk.value, irreducible.value)],
        look: {},
        fill: paleBar,
        half: HALF_BAR,
        className: 'ff-irreducible',
      },
      {
        kind: 'bar',
        at: ({ risk, irreducible, priceOfSharing }) =>
          priceOfSharing.value > 0 ? [irreducible.value, risk.value] : undefined,
        look: {},
        fill: points.utopia.fill,
        half: HALF_BAR,
        className: 'ff-price',
      },
      {
        kind: 'bar',
        at: ({ risk, irreducible, priceOfSharing }) =>
          priceOfSharing.value < 0 ? [risk.value, irreducible.value] : undefined,
        look: saved,
        fill: background,
        half: HALF_BAR,
        className: 'ff-saved',
      },
      {
        kind: 'interval',
        at: ({ risk }) => risk,
        colour: ink.fill,
        strokeWidth: 1.5,
        hasEnds: true,
        className: 'ff-risk-interval',
      },
    ],
    figures: [{ head: 'risk', text: ({ risk }) => inWords(risk.value) }],
  };
}

function pricesAxis(
  shown: readonly RiskSourceRow[],
  inWords: (value: number) => string,
): AxisColumn<RiskSourceRow> {
  // Never so narrow that noise looks like a difference.
  const least = NARROWEST_PRICES * Math.max(...shown.map(({ risk }) => risk.value)) || 1;
  const ends = trusted(shown).flatMap(({ priceOfSharing }) => [priceOfSharing.low, priceOfSharing.high]);
  const domain = paddedRange([-least, least, ...ends], 0.05);
  const fill = ({ verdict }: RiskSourceRow): string => verdicts[verdict].colour.fill;
  const isFew = ({ verdict }: RiskSourceRow): boolean => verdict === 'too-few';
  return {
    label: 'price of sharing, enlarged',
    domain,
    unit: 'number',
    references: [{ at: 0, colour: ink.fill, className: 'ff-zero' }],
    layers: [
      {
        kind: 'interval',
        at: ({ priceOfSharing }) => priceOfSharing,
        colour: fill,
        strokeWidth: 1.5,
        hasEnds: true,
        className: 'ff-price-interval',
      },
      {
        kind: 'dot',
        // Hollow, so that a place at the edge is not taken for its value.
        at: ({ priceOfSharing }) => clampTo(priceOfSharing.value, domain),
        look: { r: 4.5, fill: background, stroke: background },
        fill: (row) => (isFew(row) ? background : fill(row)),
        stroke: (row) => (isFew(row) ? fill(row) : background),
        className: 'ff-price-dot',
      },
    ],
    figures: [
      { head: 'price', text: ({ priceOfSharing }) => signed(priceOfSharing.value, inWords) },
      {
        head: 'verdict',
        text: ({ verdict }) => verdicts[verdict].text,
        ink: ({ verdict }) => verdicts[verdict].colour.ink,
        isBold: () => true,
      },
    ],
  };
}

function legendEntries({ groups, level }: RiskSourcesData): LegendEntry[] {
  const prices = groups.map(({ priceOfSharing }) => priceOfSharing.value);
  return [
    areaEntry('a model of its own: what it leaves', paleBar),
    ...(prices.some((price) => price > 0)
      ? [areaEntry('price of sharing: what one model for all adds', points.utopia.fill)]
      : []),
    ...(prices.some((price) => price < 0) ? [areaEntry('saved by sharing', background, saved)] : []),
    lineEntry(`${percentTick(level)} interval`, ink.fill, 1.5),
  ];
}

function describe({ groups, loss, level }: RiskSourcesData): FigureWords {
  const inWords = decimals(
    groups.map(({ risk }) => risk.value),
    DECIMALS,
  );
  const told = byRisk(groups)
    .slice(0, 3)
    .map(
      ({ name, risk, irreducible, priceOfSharing: price }) =>
        `${spoken(name)}: risk ${inWords(risk.value)}, of which ${inWords(irreducible.value)} a model of its own leaves; price of sharing ${signed(price.value, inWords)} (${signed(price.low, inWords)} to ${signed(price.high, inWords)})`,
    );
  return {
    title: sourceSentence(groups),
    note: `one line per group, the highest risk at the top; whiskers: ${percentTick(level)} intervals; a price whose whisker crosses 0 cannot be told from none`,
    alternative: `Where the risk (${lossWords[loss]}) of ${count(groups.length, 'group')} comes from, the highest risks first. ${told.join('. ')}.`,
  };
}

/** Of 8 groups 2 pay for the others, 1 gains from sharing, 5 need better features or data. */
function sourceSentence(groups: readonly RiskSourceRow[]): string {
  const having = (name: RiskVerdictName): number => groups.filter(({ verdict }) => verdict === name).length;
  const parts = [
    [having('pays'), 'pays for the others', 'pay for the others'],
    [having('gains'), 'gains from sharing', 'gain from sharing'],
    [having('needs-more'), 'needs better features or data', 'need better features or data'],
    // Why, the column of verdicts says.
    [having('unclear') + having('too-few'), 'cannot be told', 'cannot be told'],
  ] as const;
  const said = parts
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => `${number} ${number === 1 ? one : many}`);
  return `Of ${count(groups.length, 'group')} ${said.join(', ')}`;
}

function tabulate({ groups }: RiskSourcesData): FigureTable {
  const parts = ['risk', 'irreducible', 'priceOfSharing'] as const;
  const names = { risk: 'risk', irreducible: 'own_model', priceOfSharing: 'price_of_sharing' };
  return {
    columns: [
      'group',
      'rows',
      ...parts.flatMap((part) => [names[part], `${names[part]}_low`, `${names[part]}_high`]),
      'verdict',
    ],
    rows: byRisk(groups).map((row) => [
      row.name,
      row.rows,
      ...parts.flatMap((part) => [row[part].value, row[part].low, row[part].high]),
      row.verdict,
    ]),
  };
}

function check({ groups }: RiskSourcesData): void {
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
