// A figure of a report as blocks below or beside each other, under its title and a note on how to read it. It is drawn at
// the width it gets; a page that sets the words beside the picture draws it without them.

import * as Plot from '@observablehq/plot';
import type { SizedPlot } from './compose.js';
import type { DrawOptions, FigureKind } from './figure-kind.js';
import { type Attributes, type ChartDocument, type ChartElement, createSvg, figureRoot } from './svg.js';
import { fontSize, ink, quiet } from './theme.js';
import { BOLDER, wrapText } from './words.js';

/** Something of a known size in a figure. */
export interface Block {
  readonly width: number;
  readonly height: number;
  /** Draws it with its upper left corner at 0, 0. */
  draw(document: Document): SVGElement[];
}

export interface FigureDeclaration<Data> extends Omit<FigureKind<Data>, 'draw'> {
  /** Unique among figures on one page: classes start with it. */
  readonly name: string;
  /** Throws where the data cannot be drawn. */
  check?(data: Data): void;
  /** Lays the figure out in `width` pixels. */
  layOut(data: Data, width: number): Block;
}

/** Thumbnails are narrower than figures. */
const NARROWEST = 120;
/** A narrower figure is read on a telephone. */
const NARROW = 480;
const LINE_HEIGHT = { [fontSize.text]: 15, [fontSize.title]: 18 } as const;
const WORDS_GAP = 8;

/** Whether a figure of this width stacks what a wide one has side by side. */
export const isNarrow = (width: number): boolean => width < NARROW;

/** Makes a kind of figure of its declaration. */
export function figure<Data>({ name, check, layOut, ...words }: FigureDeclaration<Data>): FigureKind<Data> {
  return {
    ...words,
    draw<E extends ChartElement>(
      data: Data,
      document: ChartDocument<E>,
      { width = 720, titled = true }: DrawOptions = {},
    ): E {
      check?.(data);
      const whole = Math.max(NARROWEST, Math.floor(width));
      const margin = titled ? (isNarrow(whole) ? 8 : 16) : 0;
      const described = words.describe(data);
      const inner = whole - 2 * margin;
      const content = layOut(data, inner);
      const headings = titled
        ? [
            wordsBlock(described.title, inner, { size: fontSize.title, bold: true }),
            ...(described.note === '' ? [] : [wordsBlock(described.note, inner, { colour: quiet.ink })]),
            spacer(WORDS_GAP),
          ]
        : [];
      const sheet = below([...headings, content]);
      const height = Math.ceil(sheet.height + 2 * margin);
      const page = document as unknown as Document;
      const drawn = moved(page, sheet, margin, margin);
      return figureRoot(page, { name, ...described }, { width: whole, height }, drawn) as unknown as E;
    },
  };
}

const moved = (document: Document, block: Block, x: number, y: number): SVGElement[] => {
  const drawn = block.draw(document);
  return drawn.length === 0 ? [] : [createSvg(document, 'g', { transform: `translate(${x},${y})` }, drawn)];
};

/** Blocks below each other. */
export function below(blocks: readonly Block[], gap = 0): Block {
  const tops = offsets(
    blocks.map(({ height }) => height),
    gap,
  );
  return {
    width: Math.max(0, ...blocks.map(({ width }) => width)),
    height: tops.end,
    draw: (document) => blocks.flatMap((block, i) => moved(document, block, 0, tops.starts[i]!)),
  };
}

/** Blocks side by side, their tops at the same height. */
export function beside(blocks: readonly Block[], gap = 0): Block {
  const lefts = offsets(
    blocks.map(({ width }) => width),
    gap,
  );
  return {
    width: lefts.end,
    height: Math.max(0, ...blocks.map(({ height }) => height)),
    draw: (document) => blocks.flatMap((block, i) => moved(document, block, lefts.starts[i]!, 0)),
  };
}

/** Blocks of the same width in lines of `across`. */
export const grid = (blocks: readonly Block[], across: number, gap: number): Block =>
  below(
    Array.from({ length: Math.ceil(blocks.length / across) }, (_, line) =>
      beside(blocks.slice(line * across, (line + 1) * across)),
    ),
    gap,
  );

/** How many panels of at least `least` pixels stand side by side, in lines of about the same length. */
export function panelsAcross(count: number, width: number, least: number): number {
  const most = Math.max(1, Math.min(count, Math.floor(width / least)));
  return Math.ceil(count / Math.ceil(count / most));
}

function offsets(sizes: readonly number[], gap: number): { starts: number[]; end: number } {
  let end = 0;
  const starts = sizes.map((size, i) => {
    const start = end + (i === 0 ? 0 : gap);
    end = start + size;
    return start;
  });
  return { starts, end };
}

/** Nothing, of a height. */
export const spacer = (height: number): Block => ({ width: 0, height, draw: () => [] });

export interface WordsLook {
  readonly size?: 11 | 13;
  readonly bold?: boolean;
  readonly colour?: string;
  readonly className?: string;
}

/** A text in as many lines as it needs. */
export function wordsBlock(text: string, width: number, look: WordsLook = {}): Block {
  return linesBlock(wrapText(text, look.bold ? width / BOLDER : width, look.size), width, look);
}

/** Lines of text. */
export function linesBlock(
  lines: readonly string[],
  width: number,
  { size = fontSize.text, bold = false, colour = ink.ink, className }: WordsLook = {},
): Block {
  const lineHeight = LINE_HEIGHT[size]!;
  const attributes: Attributes = {
    'font-size': size,
    fill: colour,
    ...(bold ? { 'font-weight': 'bold' } : {}),
    ...(className === undefined ? {} : { class: className }),
  };
  return {
    width,
    height: lines.length * lineHeight,
    draw: (document) =>
      lines.map((line, i) => createSvg(document, 'text', { ...attributes, y: i * lineHeight + size }, line)),
  };
}

/** A plot of Observable Plot. Its own <style> is taken out: it would reset the height of nested plots. */
export function plotBlock(options: SizedPlot): Block {
  const { width, height } = options;
  return {
    width,
    height,
    draw: (document) => {
      const plot = Plot.plot({ ...options, document, className: 'ff-plot' }) as unknown as SVGElement;
      for (const style of [...plot.querySelectorAll('style')]) style.remove();
      for (const name of ['font-family', 'style']) plot.removeAttribute(name);
      plot.setAttribute('font-size', String(fontSize.text));
      plot.setAttribute('overflow', 'visible');
      return [plot];
    },
  };
}
