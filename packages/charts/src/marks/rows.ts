// Lays out rows × columns. Axes stand side by side while there is room, else in several lines, each with the names again;
// on a telephone a row's name stands above its marks, and what is only text beside falls away.

import * as Plot from '@observablehq/plot';
import { tickFormat, tickSpacing } from './axes.js';
import type { SizedPlot } from './compose.js';
import type { AxisColumn, Placed, RowsFigure, TextColumn } from './row-grammar.js';
import { LINE, layerMarks, referenceMarks, rowsOf } from './row-layers.js';
import { type Block, below, beside, isNarrow, plotBlock } from './sheet.js';
import { background, gridOpacity, ink, quiet } from './theme.js';
import { BOLDER, fitGroupNames, fitText, textWidth, wrapAtMost, wrapText } from './words.js';

/** In pixels: between columns, between axes, around an axis that stands alone. */
const GAP = 14;
const AXIS_GAP = 26;
const EDGE = 20;
/** The narrowest axis among others, and alone. */
const LEAST_AXIS = 112;
const LEAST_ALONE = 170;
/** Names take at most this share of the width. */
const NAME_SHARE = 0.3;
const NARROWEST_NAME = 90;
/** A few rows have more room. */
const FEW = 12;
const ROW_HEIGHT = { few: 27, many: 23 } as const;
/** Of a row on a telephone. */
const NAME_LINE = 17;
const MARKS_LINE = 25;
const HALF_MARKS = 11;
const TICKS = 24;
/** Around texts that lines may run through. */
const HALO = { stroke: background, strokeWidth: 3 } as const;

/** How a figure is laid out. */
interface Plan {
  /** The width of the figure. */
  readonly width: number;
  /** Axes side by side. */
  readonly across: number;
  readonly isStacked: boolean;
  readonly withOptional: boolean;
}

/** Lays rows out in `width` pixels. */
export function rowsBlock<Row extends object>(figure: RowsFigure<Row>, width: number): Block {
  const plan = planOf(figure, width);
  return below(
    linesOf(figure.axes, plan.across).map((axes) => lineBlock(figure, axes, plan)),
    6,
  );
}

const linesOf = <Item>(items: readonly Item[], across: number): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / across) }, (_, line) =>
    items.slice(line * across, (line + 1) * across),
  );

/** As many axes side by side as have room, at first with all columns, then without those that are optional. */
function planOf<Row extends object>(figure: RowsFigure<Row>, width: number): Plan {
  const count = figure.axes.length;
  for (let most = count; most >= 1 && !isNarrow(width); most--) {
    const across = Math.ceil(count / Math.ceil(count / most));
    for (const withOptional of [true, false]) {
      const plan = { width, across, isStacked: false, withOptional };
      const least = linesOf(figure.axes, across).flatMap((axes) => axisWidths(figure, axes, plan));
      if (Math.min(...least) >= (across === 1 ? LEAST_ALONE : LEAST_AXIS)) return plan;
    }
  }
  return { width, across: 1, isStacked: true, withOptional: false };
}

const kept = <Row>(columns: readonly TextColumn<Row>[] = [], { withOptional }: Plan): TextColumn<Row>[] =>
  columns.filter(({ isOptional = false }) => withOptional || !isOptional);

function columnWidth<Row extends object>(figure: RowsFigure<Row>, column: TextColumn<Row>): number {
  const { head, text, isBold, most = Number.POSITIVE_INFINITY } = column;
  const texts = rowsOf(figure).map((row) => textWidth(text(row)) * (isBold?.(row) ? BOLDER : 1));
  return Math.ceil(Math.max(textWidth(head), Math.min(most, Math.max(...texts))));
}

/** The names and what stands between them and the first axis. */
function leadWidths<Row extends object>(figure: RowsFigure<Row>, plan: Plan): number[] {
  const most = Math.max(NARROWEST_NAME, NAME_SHARE * plan.width);
  return [
    Math.ceil(Math.min(columnWidth(figure, figure.name), most)),
    ...kept(figure.details, plan).map((column) => columnWidth(figure, column)),
  ];
}

const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);

/** What stands left of an axis, and right of it. */
function marginsOf<Row extends object>(
  figure: RowsFigure<Row>,
  axis: AxisColumn<Row>,
  plan: Plan,
  isFirst: boolean,
): { readonly marginLeft: number; readonly marginRight: number } {
  if (plan.isStacked) return { marginLeft: EDGE, marginRight: EDGE };
  const figures = kept(axis.figures, plan).map((column) => GAP + columnWidth(figure, column));
  const lead = leadWidths(figure, plan).map((width) => width + GAP);
  return { marginLeft: isFirst ? sum(lead) : AXIS_GAP, marginRight: Math.max(sum(figures), EDGE / 2) };
}

function axisWidths<Row extends object>(
  figure: RowsFigure<Row>,
  axes: readonly AxisColumn<Row>[],
  plan: Plan,
): number[] {
  const margins = axes.map((axis, i) => marginsOf(figure, axis, plan, i === 0));
  const room = plan.width - sum(margins.map(({ marginLeft, marginRight }) => marginLeft + marginRight));
  const weights = axes.map(({ weight = 1 }) => weight);
  return weights.map((weight) => Math.floor((room * weight) / sum(weights)));
}

/** A line above the marks of an axis. */
interface HeadLine {
  readonly text: string;
  readonly isNote: boolean;
}

const headLines = <Row>({ head = '', note = '' }: AxisColumn<Row>, room: number): HeadLine[] =>
  [head, note].flatMap((words, i) =>
    words === '' ? [] : wrapAtMost(words, room, 2).map((text) => ({ text, isNote: i === 1 })),
  );

function lineBlock<Row extends object>(
  figure: RowsFigure<Row>,
  axes: readonly AxisColumn<Row>[],
  plan: Plan,
): Block {
  const frames = axisWidths(figure, axes, plan);
  const panels = axes.map((axis, i) => {
    const margins = marginsOf(figure, axis, plan, i === 0);
    return { axis, ...margins, frame: frames[i]!, heads: headLines(axis, frames[i]! + margins.marginRight) };
  });
  const hasHeads =
    !plan.isStacked || axes.some(({ figures = [] }) => figures.some(({ head }) => head !== ''));
  const labels = axes.map(({ references = [] }) => references.filter(({ label }) => label).length);
  const above = {
    columns: hasHeads ? LINE : 4,
    heads: Math.max(...panels.map(({ heads }) => heads.length)) * LINE,
    references: Math.max(...labels) * LINE,
  };
  return beside(
    panels.map((panel, i) => plotBlock(panelPlot(figure, { ...panel, above, isFirst: i === 0 }, plan))),
  );
}

interface RowPanel<Row> {
  readonly axis: AxisColumn<Row>;
  readonly frame: number;
  readonly marginLeft: number;
  readonly marginRight: number;
  readonly isFirst: boolean;
  readonly heads: readonly HeadLine[];
  /** The heights of what stands above the rows. */
  readonly above: { readonly columns: number; readonly heads: number; readonly references: number };
}

function panelPlot<Row extends object>(figure: RowsFigure<Row>, panel: RowPanel<Row>, plan: Plan): SizedPlot {
  const { axis, frame, marginLeft, marginRight, above } = panel;
  const { rows } = figure;
  const width = marginLeft + frame + marginRight;
  const rowHeight = plan.isStacked ? NAME_LINE + MARKS_LINE : ROW_HEIGHT[rows.length <= FEW ? 'few' : 'many'];
  const middle = plan.isStacked ? (NAME_LINE + MARKS_LINE / 2 - 2) / rowHeight : 0.5;
  const placed = rows.flatMap((row, i) => (typeof row === 'number' ? [] : [{ ...row, y: i + middle }]));
  const labelRoom = 2 * Math.min(marginLeft + frame / 2, frame / 2 + marginRight) - 4;
  const label = axis.label === undefined ? [] : wrapText(axis.label, labelRoom);
  const ticks = { tickSpacing: tickSpacing(axis.domain, axis.unit, frame) };
  const marginTop = sum(Object.values(above));
  const marginBottom = TICKS + label.length * LINE + 2;
  return {
    width,
    height: marginTop + rows.length * rowHeight + marginBottom,
    marginTop,
    marginBottom,
    marginLeft,
    marginRight,
    x: { domain: [...axis.domain], axis: null },
    y: { axis: null, domain: [rows.length, 0] },
    marks: [
      ...shades(figure, placed, panel, middle),
      Plot.gridX({ ...ticks, strokeOpacity: gridOpacity }),
      Plot.ruleY(placed, { y: 'y', stroke: ink.fill, strokeOpacity: gridOpacity }),
      Plot.axisX({ ...ticks, tickSize: 4, label: null, ...tickFormat(axis.domain, axis.unit) }),
      ...(axis.references ?? []).flatMap((reference, i, all) =>
        referenceMarks(reference, axis.domain, {
          frame,
          marginLeft,
          width,
          level: all.slice(0, i).filter((other) => other.label !== undefined).length,
          above: above.columns + above.heads,
          segments: plan.isStacked
            ? placed.map(({ y }) => [y - HALF_MARKS / rowHeight, y + HALF_MARKS / rowHeight] as const)
            : undefined,
        }),
      ),
      ...axis.layers.flatMap((layer) => layerMarks(layer, placed, axis.domain, rowHeight)),
      ...label.map((line, i) =>
        lineMark(line, {
          frameAnchor: 'bottom',
          lineAnchor: 'top',
          dy: TICKS + i * LINE,
          className: 'ff-axis-label',
        }),
      ),
      ...panel.heads.map(({ text, isNote }, i) =>
        lineMark(text, {
          frameAnchor: 'top-left',
          textAnchor: 'start',
          lineAnchor: 'bottom',
          dx: plan.isStacked ? -marginLeft : 0,
          dy: (i + 1) * LINE - above.columns - above.heads - 3,
          ...(isNote ? { fill: quiet.ink } : { fontWeight: 'bold' }),
          className: figure.classOf?.head ?? 'ff-metric',
        }),
      ),
      ...textsOf(figure, panel, plan).flatMap((text) =>
        textMarks(text, placed, { marginLeft, dy: plan.isStacked ? NAME_LINE / 2 - middle * rowHeight : 0 }),
      ),
      ...(panel.isFirst ? [leftOutMark(figure, marginLeft, plan.width)] : []),
    ],
  };
}

const lineMark = (line: string, options: Plot.TextOptions): Plot.Markish =>
  Plot.text([line], { text: [line], ...options });

function shades<Row extends object>(
  { shade, classOf }: RowsFigure<Row>,
  placed: readonly Placed<Row>[],
  { axis, marginLeft, marginRight }: RowPanel<Row>,
  middle: number,
): Plot.Markish[] {
  const shaded = placed.flatMap((row) => {
    const fill = shade?.(row);
    return fill === undefined ? [] : [{ y: row.y - middle, fill }];
  });
  return [
    Plot.rect(shaded, {
      x1: () => axis.domain[0],
      x2: () => axis.domain[1],
      y1: 'y',
      y2: ({ y }: { y: number }) => y + 1,
      insetLeft: -marginLeft,
      insetRight: -marginRight,
      fill: 'fill',
      className: classOf?.shade ?? 'ff-shade',
    }),
  ];
}

/** A column of text: where it starts or ends, from the left edge of the panel. */
interface PlacedText<Row> {
  readonly column: TextColumn<Row>;
  readonly texts: readonly string[];
  readonly at: number;
  readonly textAnchor: 'start' | 'end';
  readonly isStacked: boolean;
}

function textsOf<Row extends object>(
  figure: RowsFigure<Row>,
  { axis, frame, marginLeft, marginRight, isFirst }: RowPanel<Row>,
  plan: Plan,
): PlacedText<Row>[] {
  const rows = rowsOf(figure);
  const end = { textAnchor: 'end', isStacked: plan.isStacked } as const;
  const fitted = (column: TextColumn<Row>, most: number): string[] =>
    rows.map((row) => fitText(column.text(row), Math.min(column.most ?? most, most)));
  const figures = kept(axis.figures, plan);
  const names = rows.map(figure.name.text);
  if (plan.isStacked) {
    let at = marginLeft + frame + marginRight;
    const half = at / 2;
    const beside = [...figures].reverse().map((column): PlacedText<Row> => {
      const own = { column, texts: fitted(column, half), at, ...end };
      at -= Math.min(columnWidth(figure, column), Math.max(half, textWidth(column.head))) + GAP;
      return own;
    });
    const name = { ...figure.name, head: '' };
    return [
      { column: name, texts: fitGroupNames(names, at), at: 0, textAnchor: 'start', isStacked: true },
      ...beside,
    ];
  }
  let at = 0;
  const lead = isFirst ? [figure.name, ...kept(figure.details, plan)] : [];
  const widths = leadWidths(figure, plan);
  const left = lead.map((column, i): PlacedText<Row> => {
    at += widths[i]! + (i === 0 ? 0 : GAP);
    const texts = i === 0 ? fitGroupNames(names, widths[0]!) : fitted(column, plan.width);
    return { column, texts, at, ...end };
  });
  at = marginLeft + frame;
  const right = figures.map((column): PlacedText<Row> => {
    at += GAP + columnWidth(figure, column);
    return { column, texts: fitted(column, plan.width), at, ...end };
  });
  return [...left, ...right];
}

/** The head of a column, and what stands in its rows: plain, and in bold. */
function textMarks<Row extends object>(
  { column, texts, at, textAnchor, isStacked }: PlacedText<Row>,
  placed: readonly Placed<Row>[],
  { marginLeft, dy }: { readonly marginLeft: number; readonly dy: number },
): Plot.Markish[] {
  const place = { dx: at - marginLeft, textAnchor } as const;
  const written = placed.map((row, i) => ({ row, y: row.y, text: texts[i]! }));
  const head = { ...place, frameAnchor: 'top-left', dy: -8, fill: quiet.ink, className: 'ff-head' } as const;
  return [
    ...(column.head === '' ? [] : [lineMark(column.head, head)]),
    ...[false, true].map((bold) =>
      Plot.text(
        written.filter(({ row }) => (column.isBold?.(row) ?? false) === bold),
        {
          ...place,
          ...(isStacked ? HALO : {}),
          frameAnchor: 'left',
          y: 'y',
          dy,
          text: 'text',
          fill: ({ row }: { row: Row }) => column.ink?.(row) ?? ink.ink,
          ...(bold ? { fontWeight: 'bold' } : {}),
          className: column.className ?? 'ff-cell',
        },
      ),
    ),
  ];
}

function leftOutMark<Row extends object>(
  { rows, leftOut = (count) => `… ${count} more in between, left out here` }: RowsFigure<Row>,
  marginLeft: number,
  room: number,
): Plot.Markish {
  const gaps = rows.flatMap((count, i) =>
    typeof count === 'number' ? [{ y: i + 0.5, text: fitText(leftOut(count), room) }] : [],
  );
  return Plot.text(gaps, {
    frameAnchor: 'left',
    y: 'y',
    dx: -marginLeft,
    text: 'text',
    textAnchor: 'start',
    fill: quiet.ink,
    fontStyle: 'italic',
    className: 'ff-left-out',
  });
}
