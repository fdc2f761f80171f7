// The text of a figure, parsed again as a reader of the file would, with where things are in it.

import { DOMParser, parseHTML } from 'linkedom';
import { type ChartElement, svgText } from '../src/index.js';

export const newDocument = (): Document => parseHTML('<html></html>').document;

export interface Figure {
  readonly text: string;
  readonly root: Element;
  readonly labels: readonly string[];
  /** Elements `name` in groups of class `className`. */
  all(className: string, name: string): Element[];
}

export function readFigure(svg: ChartElement): Figure {
  const text = svgText(svg);
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement as unknown as Element;
  return {
    text,
    root,
    labels: [...root.querySelectorAll('text')].map((label) => label.textContent ?? ''),
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
