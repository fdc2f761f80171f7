// Charts drawn outside a browser, as the text of a standalone SVG file.

import { type ChartDocument, svgText } from '@fairfront/charts';
import { parseHTML } from 'linkedom';

export function drawSvg<Data>(
  draw: (data: Data, document: ChartDocument) => SVGElementLike,
  data: Data,
): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  return svgText(draw(data, document as unknown as ChartDocument));
}

type SVGElementLike = Parameters<typeof svgText>[0];
