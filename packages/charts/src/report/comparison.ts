// Methods side by side: what each gives to every group, the worst-off marked, minimax as the line the others are held
// against; first by risk, then by accuracy, which also methods have that only decide.

import { count, percentTick } from '@fairfront/core/internal';
import { honestRange, startsAt } from '../marks/axes.js';
import { isWithin, type Range } from '../marks/edge-marks.js';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import {
  areaEntry,
  beyondEntry,
  dotEntry,
  type LegendEntry,
  legendBlock,
  lineEntry,
  signEntry,
} from '../marks/legends.js';
import type { RowsFigure } from '../marks/row-grammar.js';
import { hasBeyond } from '../marks/row-layers.js';
import { rowsBlock } from '../marks/rows.js';
import { below, figure, wordsBlock } from '../marks/sheet.js';
import {
  background,
  type Colour,
  fontSize,
  ink,
  minimaxBar,
  minimaxShade,
  paleBar,
  points,
  quiet,
} from '../marks/theme.js';
import { lossWords, partWords, spoken } from '../marks/words.js';
import {
  checkComparison,
  comparisonSentence,
  type Measure,
  type MethodRow,
  measureWords,
  methodRows,
  NEEDS_GROUP,
  runsSentence,
} from './comparison-rows.js';
import type { ComparisonData } from './data.js';

const WIDEST = { name: 190, detail: 130, group: 170 } as const;
const HALF_BAR = 5;
/** The narrowest axis of risks: where all are next to nothing, differences are not blown up. */
const LEAST_RISK = 1e-3;
/** An axis of risks ends at this many times the least worst risk: a method that fails must not squeeze all others. */
const FAR = 3;
const PANEL_GAP = 12;

const looks = {
  group: { r: 3, fill: quiet.ink, stroke: background, strokeWidth: 0.5 },
  worst: { r: 5.5, symbol: 'diamond', fill: points.utopia.fill, stroke: background, strokeWidth: 1 },
  intervalWidth: 1.5,
} as const;

const colourOf = ({ isMinimax }: MethodRow): Colour => (isMinimax ? points.minimax : points.utopia);

interface MeasuredRows {
  readonly measure: Measure;
  readonly rows: readonly MethodRow[];
}

const measuredRows = (data: ComparisonData): MeasuredRows[] =>
  (['risk', 'accuracy'] as const)
    .map((measure) => ({ measure, rows: methodRows(data, measure) }))
    .filter(({ rows }) => rows.length > 0);

const sentenceOf = ({ noun }: ComparisonData, { rows, measure }: MeasuredRows): string =>
  (noun === 'run' ? runsSentence : comparisonSentence)(rows, measure);

/** Methods side by side: the risks and the accuracies of every group. */
export const comparison = figure<ComparisonData>({
  name: 'comparison',
  check: checkComparison,
  describe,
  tabulate,
  layOut(data, width) {
    const panels = measuredRows(data);
    const sheets = panels.map((panel) => rowsFigure(data, panel));
    const [first, ...others] = sheets.map((sheet) => rowsBlock(sheet, width));
    return below(
      [
        legendBlock(legendEntries(panels, sheets, data.level), width),
        first!,
        ...others.flatMap((block, i) => [
          wordsBlock(sentenceOf(data, panels[i + 1]!), width, { size: fontSize.title, bold: true }),
          block,
        ]),
      ],
      PANEL_GAP,
    );
  },
});

/** Draws methods side by side: the risks and the accuracies of every group. */
export const drawComparison = comparison.draw;

/** Risks up to FAR, all accuracies. */
function rangeOf({ rows, measure }: MeasuredRows): Range {
  const values = rows.flatMap((row) => [
    ...row.values,
    ...(row.interval === undefined ? [] : [row.interval.low, row.interval.high]),
  ]);
  if (measure === 'accuracy') {
    const [low, high] = honestRange(values, 0.04);
    return [low, Math.min(1, high)];
  }
  const least = Math.min(...rows.map(({ worst }) => worst));
  const far = least > 0 && Number.isFinite(least) ? FAR * least : Number.POSITIVE_INFINITY;
  const [low, high] = honestRange(
    values.map((value) => Math.min(value, far)),
    0.04,
  );
  return [low, Math.max(high, low + LEAST_RISK)];
}

function rowsFigure(
  { loss, part, noun = 'method' }: ComparisonData,
  { rows, measure }: MeasuredRows,
): RowsFigure<MethodRow> {
  const domain = rangeOf({ rows, measure });
  const inWords = measureWords(rows, measure);
  const minimax = rows.find(({ isMinimax }) => isMinimax);
  const unit = measure === 'risk' ? 'number' : 'share';
  const label =
    measure === 'risk'
      ? `risk on the ${partWords[part]} (${lossWords[loss]}); further left is better`
      : `accuracy on the ${partWords[part]}; further right is better`;
  return {
    rows,
    shade: ({ isMinimax }) => (isMinimax ? minimaxShade : undefined),
    classOf: { shade: 'ff-minimax-line' },
    name: {
      head: noun,
      text: ({ name }) => name,
      ink: ({ isMinimax }) => (isMinimax ? points.minimax.ink : ink.ink),
      most: WIDEST.name,
    },
    details: rows.some(({ detail }) => detail !== undefined)
      ? [
          {
            head: 'chosen',
            text: ({ detail = '' }) => detail,
            ink: () => quiet.ink,
            most: WIDEST.detail,
            isOptional: true,
          },
        ]
      : [],
    axes: [
      {
        label: startsAt(label, domain, unit),
        domain,
        unit,
        references:
          minimax === undefined || !isWithin(minimax.worst, domain)
            ? []
            : [
                {
                  at: minimax.worst,
                  colour: points.minimax.fill,
                  label: {
                    text: `Minimax: worst ${measure} ${inWords(minimax.worst)}`,
                    ink: points.minimax.ink,
                    className: 'ff-minimax-label',
                  },
                  className: 'ff-minimax-worst',
                },
              ],
        layers: [
          {
            kind: 'bar',
            at: ({ best, worst }) => [best, worst],
            look: {},
            fill: ({ isMinimax }) => (isMinimax ? minimaxBar : paleBar),
            half: HALF_BAR,
            className: 'ff-bar',
          },
          {
            kind: 'interval',
            at: ({ interval }) => interval,
            colour: (row) => colourOf(row).fill,
            strokeWidth: looks.intervalWidth,
            hasEnds: true,
            className: 'ff-interval',
          },
          {
            kind: 'dot',
            // What lies beyond the axis the mark of the worst-off says.
            at: ({ values }) => values.filter((value) => isWithin(value, domain)),
            look: looks.group,
            className: 'ff-group',
          },
          {
            kind: 'dot',
            at: ({ worst }) => worst,
            look: looks.worst,
            fill: (row) => colourOf(row).fill,
            className: 'ff-worst',
          },
        ],
        figures: [
          {
            head: 'worst',
            text: ({ worst }) => inWords(worst),
            ink: (row) => colourOf(row).ink,
            isBold: () => true,
          },
          {
            head: 'worst-off group',
            text: ({ worstGroup }) => worstGroup,
            most: WIDEST.group,
            isOptional: true,
          },
        ],
      },
    ],
  };
}

/** The legend's entries, for what is drawn and nothing else. */
function legendEntries(
  panels: readonly MeasuredRows[],
  sheets: readonly RowsFigure<MethodRow>[],
  level: number | undefined,
): LegendEntry[] {
  const rows = panels.flatMap((panel) => panel.rows);
  return [
    ...(rows.some(({ values }) => values.length > 1)
      ? [dotEntry('a group', looks.group), areaEntry('from the best-off to the worst-off', paleBar)]
      : []),
    ...(rows.some(({ isMinimax }) => !isMinimax) ? [dotEntry('worst-off', looks.worst)] : []),
    ...(rows.some(({ isMinimax }) => isMinimax)
      ? [dotEntry('worst-off under minimax', { ...looks.worst, fill: points.minimax.fill })]
      : []),
    ...(level === undefined
      ? []
      : [
          lineEntry(
            `${percentTick(level)} interval of the worst-off`,
            points.utopia.fill,
            looks.intervalWidth,
          ),
        ]),
    ...(sheets.some(hasBeyond) ? [beyondEntry(quiet.fill)] : []),
    ...(rows.some(({ name }) => name.endsWith(NEEDS_GROUP))
      ? [signEntry('must know the group to predict', NEEDS_GROUP)]
      : []),
  ];
}

function describe(data: ComparisonData): FigureWords {
  const panels = measuredRows(data);
  const { noun = 'method', groups, methods } = data;
  const told = panels.map(({ measure, rows }) => {
    const inWords = measureWords(rows, measure);
    const worst = rows.map(
      ({ name, worst, worstGroup }) => `${spoken(name)} ${inWords(worst)} (${spoken(worstGroup)})`,
    );
    return `Worst ${measure} by ${noun}: ${worst.join(', ')}.`;
  });
  const dots = groups.length === 1 ? '' : `, a dot for each of ${groups.length} groups`;
  const deciders = methods.filter(({ risks }) => risks === null).length;
  const verbs = deciders === 1 ? 'only decides and has' : 'only decide and have';
  return {
    title: sentenceOf(data, panels[0]!),
    note: `one line per ${noun}${dots}${deciders > 0 && panels.length > 1 ? `; ${count(deciders, 'method')} ${verbs} no risk: see accuracy` : ''}`,
    alternative: [
      `${count(methods.length, noun)} compared over ${count(groups.length, 'group')} on the ${partWords[data.part]}.`,
      ...told,
    ].join(' '),
  };
}

function tabulate({ groups, methods }: ComparisonData): FigureTable {
  const isTold = (value: number | undefined): number | null =>
    value === undefined || Number.isNaN(value) ? null : value;
  const withIntervals = methods.some(({ worstIntervals }) => worstIntervals !== undefined);
  const ends = ['risk', 'accuracy'].flatMap((measure) => [`worst_${measure}_low`, `worst_${measure}_high`]);
  return {
    columns: ['method', 'chosen', 'group', 'risk', 'accuracy', ...(withIntervals ? ends : [])],
    rows: methods.flatMap(({ name, detail, risks, accuracies, worstIntervals: own }) =>
      groups.map((group, i) => [
        name,
        detail ?? null,
        group.name,
        isTold(risks?.[i]),
        isTold(accuracies[i]),
        ...(withIntervals
          ? [own?.risk.low, own?.risk.high, own?.accuracy.low, own?.accuracy.high].map(isTold)
          : []),
      ]),
    ),
  };
}
