// The text of a figure, parsed again as a reader of the file would, with where things are in it.

import { DOMParser, parseHTML } from 'linkedom';
import { type ChartElement, svgText } from '../src/index.js';
import { textWidth } from '../src/marks/words.js';

export const newDocument = (): Document => parseHTML('<html></html>').document;

export interface Figure {
  readonly text: string;
  readonly root: Element;
  /** Its name for those who cannot see it. */
  readonly title: string;
  readonly labels: readonly string[];
  /** All that is written, lines after each other. */
  readonly words: string;
  /** Elements `name` in groups of class `className`. */
  all(className: string, name: string): Element[];
}

export function readFigure(svg: ChartElement): Figure {
  const text = svgText(svg);
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement as unknown as Element;
  const labels = [...root.querySelectorAll('text')].map((label) => label.textContent ?? '');
  return {
    text,
    root,
    title: root.querySelector('title')?.textContent ?? '',
    labels,
    words: labels.join(' '),
    all: (className, name) => [...root.querySelectorAll(`.${className} ${name}`)],
  };
}

/** linkedom mends what it reads; this does not: every tag closed in order, every & a reference, quotes around values. */
export function findXmlFault(text: string): string | undefined {
  const open: string[] = [];
  let at = 0;
  for (const match of text.matchAll(/<(\/?)([A-Za-z]+)((?: [A-Za-z][A-Za-z0-9:-]*="[^"<]*")*)(\/?)>/g)) {
    const between = text.slice(at, match.index);
    at = match.index + match[0].length;
    if (/[<>]/.test(between)) return `stray bracket: ${between.slice(0, 80)}`;
    if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(between + match[3])) return `stray &: ${between.slice(0, 80)}`;
    const names = [...match[3]!.matchAll(/ ([A-Za-z][A-Za-z0-9:-]*)=/g)].map(([, name]) => name);
    if (new Set(names).size < names.length) return `attribute given twice: ${match[0]}`;
    if (match[1] === '/') {
      if (open.pop() !== match[2]) return `closed out of order: ${match[0]}`;
    } else if (match[4] === '') open.push(match[2]!);
  }
  if (at < text.length) return `text after the end: ${text.slice(at, at + 80)}`;
  return open.length > 0 ? `never closed: ${open.join(', ')}` : undefined;
}

export interface PlacedPoint {
  readonly x: number;
  readonly y: number;
  readonly what: string;
}

/** Every coordinate in the figure: of paths, circles, rectangles, rules and the anchors of texts, in pixels of the whole. */
export function placedPoints(root: Element): PlacedPoint[] {
  const found: PlacedPoint[] = [];
  const visit = (element: Element, left: number, top: number): void => {
    const number = (name: string): number => Number.parseFloat(element.getAttribute(name) ?? '0');
    const [dx, dy] = (/translate\(([^)]*)\)/.exec(element.getAttribute('transform') ?? '')?.[1] ?? '0,0')
      .split(',')
      .map(Number);
    const [x, y] = [left + dx!, top + (dy ?? 0)];
    const add = (px: number, py: number): number =>
      found.push({ x: x + px, y: y + py, what: element.outerHTML.slice(0, 160) });
    const name = element.localName;
    if (name === 'text') add(number('x'), element.getAttribute('y')?.endsWith('em') ? 0 : number('y'));
    if (name === 'circle') add(number('cx'), number('cy'));
    if (name === 'line') add(number('x1'), number('y1')) && add(number('x2'), number('y2'));
    if (name === 'rect')
      add(number('x'), number('y')) && add(number('x') + number('width'), number('y') + number('height'));
    if (name === 'path') {
      // Only moves and lines are absolute pairs in all paths that Plot writes; arcs and curves are of small symbols.
      for (const [, px, py] of (element.getAttribute('d') ?? '').matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)) {
        add(Number(px), Number(py));
      }
    }
    const nested = name === 'svg';
    for (const child of [...element.children])
      visit(child, x + (nested ? number('x') : 0), y + (nested ? number('y') : 0));
  };
  visit(root, 0, 0);
  return found;
}

export interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where every line of text is in the figure, with widths as the figures estimate them. */
export function textBoxes(root: Element): TextBox[] {
  const boxes: TextBox[] = [];
  const visit = (element: Element, left: number, top: number, anchor: string, size: number): void => {
    const own = (name: string): string | null => element.getAttribute(name);
    const [dx, dy] = (/translate\(([^)]*)\)/.exec(own('transform') ?? '')?.[1] ?? '0,0')
      .split(',')
      .map(Number);
    const textAnchor = own('text-anchor') ?? anchor;
    const fontSize = Number.parseFloat(own('font-size') ?? String(size));
    const length = (text: string | null): number =>
      text?.endsWith('em') ? Number.parseFloat(text) * fontSize : Number(text ?? 0);
    const [x, y] = [left + dx!, top + (dy ?? 0)];
    const name = element.localName;
    if (name === 'text') {
      // Lines after the first are as far below the one before as they say.
      const lines = [...element.children].filter((child) => child.localName === 'tspan');
      let baseline = y + length(own('y')) + length(own('dy'));
      for (const line of lines.length > 0 ? lines : [element]) {
        if (line !== element) baseline += length(line.getAttribute('y')) + length(line.getAttribute('dy'));
        const text = line.textContent ?? '';
        const width = textWidth(text, fontSize);
        const start = x + length(own('x')) - { start: 0, middle: width / 2, end: width }[textAnchor]!;
        const [above, below] = [0.75 * fontSize, 0.2 * fontSize];
        boxes.push({
          text,
          left: start,
          right: start + width,
          top: baseline - above,
          bottom: baseline + below,
        });
      }
      return;
    }
    const nested = name === 'svg';
    for (const child of [...element.children]) {
      const [shiftX, shiftY] = nested ? [length(own('x')), length(own('y'))] : [0, 0];
      visit(child, x + shiftX, y + shiftY, textAnchor, fontSize);
    }
  };
  visit(root, 0, 0, 'start', 16);
  return boxes.filter(({ text }) => text.trim() !== '');
}

/** Pairs of texts that hide each other, and texts that leave the sheet. */
export function findTextFaults(root: Element): string[] {
  const boxes = textBoxes(root).filter((box) => box.bottom > 0);
  const [width, height] = ['width', 'height'].map((name) => Number(root.getAttribute(name))) as [
    number,
    number,
  ];
  const outside = boxes
    .filter(({ left, right, top, bottom }) => left < 0 || right > width || top < 0 || bottom > height)
    .map(({ text }) => `outside: ${text}`);
  const hidden = boxes.flatMap((one, i) =>
    boxes
      .slice(i + 1)
      .filter(
        (other) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      )
      .map((other) => `overlap: ${one.text} | ${other.text}`),
  );
  return [...outside, ...hidden];
}
