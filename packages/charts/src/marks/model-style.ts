// How models are drawn wherever they appear: each has one colour, one shape and one word.

import type * as Plot from '@observablehq/plot';
import type { ModelName } from './data.js';
import { type DataPoint, dotsAt } from './data-point.js';
import { background, type Colour, groupColour, points } from './theme.js';

export interface ModelStyle {
  readonly text: string;
  readonly colour: Colour;
  readonly symbol: Plot.SymbolType;
  /** In pixels. */
  readonly radius: number;
}

export const modelStyles: Readonly<Record<ModelName | 'utopia' | 'equal-risk' | 'chosen', ModelStyle>> = {
  minimax: { text: 'Minimax', colour: points.minimax, symbol: 'star', radius: 8 },
  naive: { text: 'Naive', colour: points.naive, symbol: 'square', radius: 5.5 },
  balanced: { text: 'Balanced', colour: points.balanced, symbol: 'circle', radius: 5.5 },
  utopia: { text: 'Utopia', colour: points.utopia, symbol: 'diamond', radius: 5.5 },
  'equal-risk': { text: 'Equal risk', colour: points.equalRisk, symbol: 'triangle', radius: 5.5 },
  chosen: { text: 'Chosen', colour: groupColour(1), symbol: 'hexagon', radius: 7 },
};

/** How far a shape reaches from its centre. A star of the area of a circle has long points. */
export const reachOf = ({ symbol, radius }: ModelStyle): number =>
  symbol === 'star' ? 1.6 * radius : radius;

/** Its shape at a point, with a rim that sets it off from what is below. */
export function modelDot(
  mark: DataPoint & Pick<ModelStyle, 'symbol' | 'radius' | 'colour'>,
  rimWidth: number,
): Plot.Markish {
  return dotsAt([mark], {
    symbol: mark.symbol,
    r: mark.radius,
    fill: mark.colour.fill,
    stroke: background,
    strokeWidth: rimWidth,
    className: 'ff-point',
  });
}
