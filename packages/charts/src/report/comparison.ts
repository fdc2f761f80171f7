// Methods side by side: what each gives to every group, the worst-off marked, minimax as the line the others
// are held against; first by risk, then by accuracy, which also methods have that only decide.

import { composeFigure, headingHeight, headingIndent, outerMargin, type Panel } from '../marks/compose.js';
import { isWithin } from '../marks/edge-marks.js';
import {
  areaEntry,
  beyondEntry,
  dotEntry,
  type LegendEntry,
  lineEntry,
  markLegend,
  signEntry,
} from '../marks/legends.js';
import { percentTick } from '../marks/round-ticks.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { background, points, quiet } from '../marks/theme.js';
import { plural } from '../marks/words.js';
import {
  comparisonHeight,
  comparisonLooks,
  comparisonPlot,
  comparisonRange,
  methodColumns,
} from './comparison-plot.js';
import {
  checkComparison,
  comparisonSentence,
  type Measure,
  type MethodRow,
  methodRows,
  NEEDS_GROUP,
  runsSentence,
} from './comparison-rows.js';
import type { ComparisonData } from './data.js';

const WIDTH = 860;
const PANEL_GAP = 14;

/** Draws methods side by side: the risks and the accuracies of every group. */
export function drawComparison<E extends ChartElement>(data: ComparisonData, document: ChartDocument<E>): E {
  checkComparison(data);
  const measured = (['risk', 'accuracy'] as const)
    .map((measure) => ({ measure, rows: methodRows(data, measure) }))
    .filter(({ rows }) => rows.length > 0);
  const columns = methodColumns(measured.flatMap(({ rows }) => rows));
  const legend = markLegend(legendEntries(measured, data.level), WIDTH - headingIndent);
  const sentence = data.noun === 'run' ? runsSentence : comparisonSentence;
  const titles = measured.map(({ rows, measure }) => sentence(rows, measure, WIDTH - headingIndent));
  let y = outerMargin;
  const panels = measured.flatMap(({ measure, rows }, i): Panel[] => {
    const heading = {
      ...(measured.length > 1 ? { letter: 'ab'[i]! } : {}),
      title: titles[i]!,
      note: noteOf(data, measure, measured.length === 1),
    };
    const top = y;
    const below = top + headingHeight + (i === 0 ? legend.height : 0);
    y = below + comparisonHeight(rows) + PANEL_GAP;
    return [
      { x: outerMargin, y: top, heading },
      ...(i === 0 ? [{ x: outerMargin + headingIndent, y: top + headingHeight, plot: legend }] : []),
      {
        x: outerMargin,
        y: below,
        plot: comparisonPlot({ ...data, rows, measure, columns, width: WIDTH }),
      },
    ];
  });
  return composeFigure(document, {
    name: 'comparison',
    title: titles[0]!,
    width: WIDTH + 2 * outerMargin,
    height: y - PANEL_GAP + outerMargin,
    panels,
  });
}

/** @param isAlone there is no panel of accuracies to refer to */
function noteOf(
  { groups, methods, noun = 'method' }: ComparisonData,
  measure: Measure,
  isAlone: boolean,
): string {
  const dots = groups.length === 1 ? '' : `, a dot for each of ${groups.length} groups`;
  const lines = `one line per ${noun}${dots}`;
  const deciders = methods.filter(({ risks }) => risks === null).length;
  if (measure === 'accuracy' || deciders === 0 || isAlone) return lines;
  const verbs = deciders === 1 ? 'only decides and has' : 'only decide and have';
  return `${lines}; ${plural(deciders, 'method')} ${verbs} no risk: see b`;
}

/** The legend's entries, for what is drawn and nothing else. */
function legendEntries(
  panels: readonly { readonly measure: Measure; readonly rows: readonly MethodRow[] }[],
  level: number | undefined,
): LegendEntry[] {
  const rows = panels.flatMap((panel) => panel.rows);
  const hasBeyond = panels.some((panel) => {
    const range = comparisonRange(panel.rows, panel.measure);
    return panel.rows.some(({ worst }) => !isWithin(worst, range));
  });
  const { group, worst, bar, interval } = comparisonLooks;
  return [
    ...(rows.some(({ values }) => values.length > 1)
      ? [
          dotEntry('a group', { r: group.r, fill: group.fill, stroke: background }),
          areaEntry('from the best-off to the worst-off', bar),
        ]
      : []),
    ...(rows.some(({ isMinimax }) => !isMinimax)
      ? [dotEntry('worst-off', { ...worst, fill: points.utopia.fill })]
      : []),
    ...(rows.some(({ isMinimax }) => isMinimax)
      ? [dotEntry('worst-off under minimax', { ...worst, fill: points.minimax.fill })]
      : []),
    ...(level === undefined
      ? []
      : [
          lineEntry(
            `${percentTick(level)} interval of the worst-off`,
            points.utopia.fill,
            interval.strokeWidth,
          ),
        ]),
    ...(hasBeyond ? [beyondEntry(quiet.fill)] : []),
    ...(rows.some(({ name }) => name.endsWith(NEEDS_GROUP))
      ? [signEntry('must know the group to predict', NEEDS_GROUP)]
      : []),
  ];
}
