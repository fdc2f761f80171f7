// SVG elements, made in the document that was handed in (a browser's, or a DOM shim's in Node), and their
// text.

import { visible } from '@fairfront/core/internal';
import { background, fontFamily, fontSize, ink, withoutVariables } from './theme.js';

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** A figure as its caller sees it. A browser's Element is one. */
export interface ChartElement {
  readonly outerHTML: string;
}

/** The document that figures are drawn in, such as a browser's or linkedom's. */
export interface ChartDocument<E extends ChartElement = ChartElement> {
  /** Makes an element, as a browser’s document does. */
  createElementNS(namespace: string, name: string): E;
}

export type Attributes = Readonly<Record<string, string | number>>;

/** Makes an SVG element with attributes, and children or a text. */
export function createSvg(
  document: Document,
  name: string,
  attributes: Attributes,
  children: readonly SVGElement[] | string = [],
): SVGElement {
  const element = document.createElementNS(SVG_NAMESPACE, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (typeof children === 'string') element.textContent = children;
  else element.append(...children);
  return element;
}

/** The `<svg>` of a figure: its title and what it tells those who cannot see it, on the page's background. */
export function figureRoot(
  document: Document,
  words: { readonly name: string; readonly title: string; readonly alternative?: string },
  { width, height }: { readonly width: number; readonly height: number },
  content: readonly SVGElement[],
): SVGElement {
  const attributes = {
    xmlns: SVG_NAMESPACE,
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: 'img',
    class: `fairfront-${words.name}`,
    'font-family': fontFamily,
    'font-size': fontSize.text,
    color: ink.fill,
    fill: ink.fill,
  };
  return createSvg(document, 'svg', attributes, [
    createSvg(document, 'title', {}, words.title),
    ...(words.alternative === undefined ? [] : [createSvg(document, 'desc', {}, words.alternative)]),
    createSvg(document, 'rect', { width, height, fill: background }),
    ...content,
  ]);
}

const GEOMETRY: ReadonlySet<string> = new Set(
  'cx cy d dx dy height points r rx ry transform viewBox width x x1 x2 y y1 y2'.split(' '),
);
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/**
 * The figure as the text of an .svg file. It is written by hand rather than taken from outerHTML, which in a
 * browser is HTML and not XML (&nbsp;, a bare < in attributes), and which orders attributes as the document
 * pleases. Coordinates are rounded to 1/100 of a pixel. In Node the same data give the same text; a browser's
 * may lie half a pixel off, where Plot sharpens lines for screens of low resolution.
 */
export function svgText(svg: ChartElement): string {
  return serialise(svg as unknown as Element, withoutVariables);
}

/** As `svgText`, with colours that follow the page's style sheet: see `darkStyle`. */
export function pageSvg(svg: ChartElement): string {
  return serialise(svg as unknown as Element, (value) => value);
}

type Rewrite = (value: string) => string;

function serialise(element: Element, rewrite: Rewrite): string {
  const attributes = [...element.attributes]
    .map(({ name, value }) => ({ name, value: GEOMETRY.has(name) ? roundNumbers(value) : rewrite(value) }))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, value }) => ` ${name}="${escapeXml(value).replaceAll('"', '&quot;')}"`)
    .join('');
  const children = [...element.childNodes].map((child) => serialiseChild(child, rewrite)).join('');
  return children === ''
    ? `<${element.localName}${attributes}/>`
    : `<${element.localName}${attributes}>${children}</${element.localName}>`;
}

function serialiseChild(node: ChildNode, rewrite: Rewrite): string {
  if (node.nodeType === ELEMENT_NODE) return serialise(node as unknown as Element, rewrite);
  return node.nodeType === TEXT_NODE ? escapeXml(node.textContent ?? '') : '';
}

function roundNumbers(text: string): string {
  return text.replace(NUMBER, (digits) => String(Math.round(Number(digits) * 100) / 100 || 0));
}

/**
 * What cannot be seen in a line is written as an escape: a name cannot turn around the text beside it, and XML has no
 * way to write most control characters and half a surrogate pair. Two characters that XML lacks are left out.
 */
function escapeXml(text: string): string {
  const shown = text.split('\n').map(visible).join('\n');
  return shown
    .replace(/[\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
