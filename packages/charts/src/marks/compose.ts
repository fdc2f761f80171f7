// One outer <svg> from several plots. Each plot is drawn by Observable Plot and nested at its place, under a
// heading with the letter the paper gives the panel. Plot's own <style> is taken out: it would reset the
// height of nested plots, and nothing else in it is needed.

import * as Plot from '@observablehq/plot';
import { type ChartDocument, type ChartElement, createSvg, figureRoot } from './svg.js';
import { type Colour, fontSize, quiet } from './theme.js';
import { fitText, textWidth } from './words.js';

export interface LegendItem {
  readonly label: string;
  readonly colour: Colour;
}

export interface Heading {
  readonly letter?: string;
  readonly title: string;
  /** A second line: either words, or a legend. */
  readonly note?: string | readonly LegendItem[];
}

export interface SizedPlot extends Plot.PlotOptions {
  readonly width: number;
  readonly height: number;
}

export interface Panel {
  /** Where the upper left corner of the heading is, or of the plot where there is no heading. */
  readonly x: number;
  readonly y: number;
  readonly heading?: Heading;
  readonly plot?: SizedPlot;
  /** Centred below the plot, within the next 22 pixels. */
  readonly caption?: string;
}

export interface FigureLayout {
  /** Unique among figures on one page: classes start with it. */
  readonly name: string;
  /** For readers who cannot see the figure. */
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly panels: readonly Panel[];
}

/** What a heading adds to the height of its panel. */
export const headingHeight = 44;
/** Where the words of a heading start, right of its letter. */
export const headingIndent = 18;
/** Around the figure. */
export const outerMargin = 16;

const TITLE_BASELINE = 14;
const NOTE_BASELINE = 32;
const CAPTION_BASELINE = 14;
const SWATCH = 14;
const SWATCH_GAP = 4;
const LEGEND_GAP = 14;

/** Draws the panels of a figure into one `<svg>`. */
export function composeFigure<E extends ChartElement>(target: ChartDocument<E>, layout: FigureLayout): E {
  const document = target as unknown as Document;
  const { name, title, width, height, panels } = layout;
  const content = panels.flatMap((panel, i) => [
    ...(panel.heading ? [drawHeading(document, panel.heading, panel)] : []),
    ...(panel.plot ? drawPlot(document, panel, panel.plot, `fairfront-${name}-${i + 1}`) : []),
  ]);
  return figureRoot(document, { name, title }, { width, height }, content) as unknown as E;
}

function drawHeading(
  document: Document,
  { letter, title, note }: Heading,
  { x, y, plot }: Panel,
): SVGElement {
  const titleAttributes = { y: TITLE_BASELINE, 'font-size': fontSize.title, 'font-weight': 'bold' };
  const parts = [createSvg(document, 'text', { x: headingIndent, ...titleAttributes }, title)];
  if (letter !== undefined) {
    parts.unshift(createSvg(document, 'text', { x: 0, ...titleAttributes, fill: quiet.ink }, letter));
  }
  if (typeof note === 'string') {
    parts.push(createSvg(document, 'text', { x: headingIndent, y: NOTE_BASELINE, fill: quiet.ink }, note));
  } else if (note !== undefined) {
    parts.push(...drawLegend(document, note, plot?.width));
  }
  return createSvg(document, 'g', { transform: `translate(${x},${y})` }, parts);
}

/** Labels are shortened only where together they are wider than the plot. */
function drawLegend(
  document: Document,
  items: readonly LegendItem[],
  width = Number.POSITIVE_INFINITY,
): SVGElement[] {
  const room = width - headingIndent - items.length * (SWATCH + SWATCH_GAP + LEGEND_GAP);
  const wanted = items.reduce((sum, { label }) => sum + textWidth(label), 0);
  const most = wanted <= room ? wanted : room / items.length;
  let x = headingIndent;
  return items.flatMap(({ label: whole, colour }) => {
    const label = fitText(whole, most);
    const swatch = { x, y: NOTE_BASELINE - 6, width: SWATCH, height: 4, fill: colour.fill };
    const text = { x: x + SWATCH + SWATCH_GAP, y: NOTE_BASELINE, fill: colour.ink };
    x = text.x + textWidth(label) + LEGEND_GAP;
    return [createSvg(document, 'rect', swatch), createSvg(document, 'text', text, label)];
  });
}

function drawPlot(document: Document, panel: Panel, options: SizedPlot, className: string): SVGElement[] {
  const { x, heading, caption } = panel;
  const y = heading ? panel.y + headingHeight : panel.y;
  const plot = Plot.plot({ ...options, document, className }) as unknown as SVGElement;
  for (const style of [...plot.querySelectorAll('style')]) style.remove();
  plot.removeAttribute('font-family');
  plot.setAttribute('font-size', String(fontSize.text));
  plot.setAttribute('x', String(x));
  plot.setAttribute('y', String(y));
  plot.setAttribute('overflow', 'visible');
  if (caption === undefined) return [plot];
  const below = {
    x: x + options.width / 2,
    y: y + options.height + CAPTION_BASELINE,
    'text-anchor': 'middle',
  };
  return [plot, createSvg(document, 'text', below, caption)];
}
