// Making SVG elements in the document that was handed in: a browser's, or a DOM shim's in Node.

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** What a figure is to its caller. A browser's Element is one. */
export interface ChartElement {
  readonly outerHTML: string;
}

/** As much of a document as callers must have; a browser's is one, linkedom's is one. */
export interface ChartDocument<E extends ChartElement = ChartElement> {
  createElementNS(namespace: string, name: string): E;
}

export type Attributes = Readonly<Record<string, string | number>>;

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
