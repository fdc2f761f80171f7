// The plot of risks by group: names and shares to the left, marks and arrows in the middle, the same in
// figures to the right.

import * as Plot from '@observablehq/plot';
import { axis, paddedRange, widen } from '../marks/axes.js';
import type { SizedPlot } from '../marks/compose.js';
import { modelStyles } from '../marks/model-style.js';
import { COLUMN_GAP, textColumn, widest } from '../marks/text-column.js';
import { background, type Colour, gridOpacity, ink, points, quiet } from '../marks/theme.js';
import { decimals, fitGroupNames, lossWords, partWords, percent } from '../marks/words.js';
import type { RisksByGroupData } from './data.js';
import { type Change, changeOf, type GroupRow, isUnclear, type RowOrGap } from './group-rows.js';

export interface GroupRowsPlot extends Pick<RisksByGroupData, 'loss' | 'part'> {
  /** All groups; the worst risks are of these. */
  readonly rows: readonly GroupRow[];
  readonly shown: readonly RowOrGap[];
  readonly width: number;
}

interface PlacedRow extends GroupRow {
  readonly y: number;
}

/** Above the first row: two labels of worst risks, and below them the heads of the columns. */
const MARGIN_TOP = 52;
const MARGIN_BOTTOM = 42;
const WORST_LABELS = [-27, -42] as const;
const FEW = 12;
/** The radii of the marks: what lies on an arrow is smaller than its ends. */
const ROW_RADIUS = { naive: 5, balanced: 3.5, minimax: 6.5 } as const;
const WIDEST_NAME = 250;
/** The narrowest axis, as a share of the highest risk. */
const NARROWEST_RANGE = 0.02;
/** Also the room for the label of a worst risk that lies far to the left. */
const NARROWEST_LEFT = 170;

const changeColours: Readonly<Record<Change, Colour>> = {
  gains: points.minimax,
  pays: points.utopia,
  same: quiet,
};

const rowHeight = (count: number): number => (count <= FEW ? 27 : 23);

/** The height of the plot. */
export const groupRowsHeight = (count: number): number =>
  MARGIN_TOP + count * rowHeight(count) + MARGIN_BOTTOM;

/** A plot of risks by group, with an arrow from naive to minimax. */
export function groupRowsPlot({ rows, shown, width, loss, part }: GroupRowsPlot): SizedPlot {
  const placed = shown.flatMap((row, i): PlacedRow[] =>
    typeof row === 'number' ? [] : [{ ...row, y: i + 0.5 }],
  );
  const gaps = shown.flatMap((count, i) => (typeof count === 'number' ? [{ count, y: i + 0.5 }] : []));
  const risks = rows.flatMap(({ naive, balanced = naive, minimax }) => [naive, balanced, minimax]);
  const [least, high] = widen(paddedRange(risks, 0.05), NARROWEST_RANGE);
  const low = Math.max(0, least);
  // An infinite risk is drawn at the edge; its figure is in the column.
  const place = (risk: number): number => Math.min(risk, high);
  const inWords = decimals(risks);
  const values = (row: GroupRow): string => `${inWords(row.naive)} → ${inWords(row.minimax)}`;
  const valuesHead = 'naive → minimax';
  const names = fitGroupNames(
    placed.map(({ name }) => name),
    WIDEST_NAME,
  );
  const shares = placed.map(({ share }) => percent(share));
  const changes = placed.map(changeWords);
  const shareEnd = -COLUMN_GAP;
  const nameEnd = shareEnd - widest(['share', ...shares]) - COLUMN_GAP;
  const valuesEnd = COLUMN_GAP + widest([valuesHead, ...placed.map(values)]);
  const changeEnd = valuesEnd + COLUMN_GAP + widest(['change', ...changes]);

  return {
    width,
    height: groupRowsHeight(shown.length),
    marginTop: MARGIN_TOP,
    marginBottom: MARGIN_BOTTOM,
    marginLeft: Math.ceil(Math.max(NARROWEST_LEFT, widest(names) - nameEnd)),
    marginRight: Math.ceil(changeEnd) + 2,
    x: axis(`risk on the ${partWords[part]} (${lossWords[loss]}); further left is better`, {
      domain: [low, high],
      ticks: 6,
      labelAnchor: 'center',
    }),
    y: { axis: null, domain: [shown.length, 0] },
    marks: [
      Plot.gridX({ ticks: 6, strokeOpacity: gridOpacity }),
      Plot.ruleY(placed, { y: 'y', stroke: ink.fill, strokeOpacity: gridOpacity }),
      ...worstMarks(rows, { low, high }, inWords),
      ...(['gains', 'pays', 'same'] as const).map((change) =>
        arrows(
          placed.filter((row) => changeOf(row) === change),
          place,
          changeColours[change],
        ),
      ),
      ...(['naive', 'balanced', 'minimax'] as const).map((name) =>
        Plot.dot(
          placed.filter((row) => row[name] !== undefined),
          {
            x: (row: PlacedRow) => place(row[name]!),
            y: 'y',
            symbol: modelStyles[name].symbol,
            r: ROW_RADIUS[name],
            fill: modelStyles[name].colour.fill,
            stroke: background,
            strokeWidth: 1,
            className: `ff-${name}`,
          },
        ),
      ),
      ...textColumn(placed, 'group', names, { x: low, dx: nameEnd, fill: ink.ink }),
      ...textColumn(placed, 'share', shares, { x: low, dx: shareEnd, fill: quiet.ink }),
      ...textColumn(placed, valuesHead, placed.map(values), { x: high, dx: valuesEnd, fill: ink.ink }),
      ...textColumn(placed, 'change', changes, {
        x: high,
        dx: changeEnd,
        fill: (row: PlacedRow) => changeColours[changeOf(row)].ink,
        fontWeight: 'bold',
      }),
      Plot.text(gaps, {
        x: () => low,
        y: 'y',
        dx: nameEnd,
        text: ({ count }: { count: number }) => `… ${count} more in between, left out here`,
        textAnchor: 'end',
        fill: quiet.ink,
        fontStyle: 'italic',
        className: 'ff-left-out',
      }),
    ],
  };
}

function arrows(rows: readonly PlacedRow[], place: (risk: number) => number, { fill }: Colour): Plot.Markish {
  return Plot.arrow(rows, {
    x1: ({ naive }: PlacedRow) => place(naive),
    x2: ({ minimax }: PlacedRow) => place(minimax),
    y1: 'y',
    y2: 'y',
    insetStart: 5,
    insetEnd: 7,
    headLength: 5,
    headAngle: 50,
    stroke: fill,
    strokeWidth: 2,
    className: 'ff-change',
  });
}

/**
 * A thin line at the worst risk of naive and of minimax. The labels end at their lines, that of the right one
 * above the other, so that no line runs through a label.
 */
function worstMarks(
  rows: readonly GroupRow[],
  { low, high }: { readonly low: number; readonly high: number },
  inWords: (risk: number) => string,
): Plot.Markish[] {
  return (['naive', 'minimax'] as const)
    .map((name) => ({ name, worst: Math.max(...rows.map((row) => row[name])) }))
    .sort((one, other) => one.worst - other.worst)
    .flatMap(({ name, worst }, i) => {
      const { colour, text } = modelStyles[name];
      const x = Math.max(low, Math.min(worst, high));
      return [
        Plot.ruleX([x], {
          insetTop: WORST_LABELS[i]! - 6,
          stroke: colour.fill,
          strokeWidth: 1,
          strokeDasharray: name === 'naive' ? '5,4' : 'none',
          className: 'ff-worst',
        }),
        Plot.text([x], {
          x: [x],
          y: [0],
          dx: -5,
          dy: WORST_LABELS[i]!,
          text: [`${text}: worst risk ${inWords(worst)}`],
          textAnchor: 'end',
          fill: colour.ink,
          fontWeight: 'bold',
          className: 'ff-worst-label',
        }),
      ];
    });
}

/** −12%, +3.1%, same, unclear. Of an infinite risk no share can be told. */
function changeWords(row: GroupRow): string {
  const change = changeOf(row);
  if (change === 'same') return isUnclear(row) ? 'unclear' : 'same';
  const share = Math.round((row.minimax / row.naive - 1) * 1000) / 1000;
  if (!Number.isFinite(share) || !Number.isFinite(row.naive)) return change;
  return share > 0 ? `+${percent(share)}` : percent(share);
}
