// How the plug-in study speaks and looks: its parameters in words, and a colour, a shape and dashes for each
// way and size of sample.

import type * as Plot from '@observablehq/plot';
import { type Colour, ways } from '../marks/theme.js';
import type { EstimationWay, StudyParameters } from './estimation-data.js';

/** The parameters of a problem in words: m₁ = 2, λ = 0.5. */
export const parameterWords = ({ m1, lambda }: StudyParameters): string => `m₁ = ${m1}, λ = ${lambda}`;

export const WAYS: readonly EstimationWay[] = ['plug-in', 'joint'];

export interface EstimationStyle {
  readonly colour: Colour;
  readonly symbol: Plot.SymbolType;
  /** Filled for the largest sample, hollow for the others. */
  readonly filled: boolean;
  /** Undefined: a whole line. */
  readonly dashes: string | undefined;
}

/** From the second largest sample down. */
const DASHES = ['6,4', '2,3', '8,3,2,3'];

/** @param larger how many sizes are larger than this one */
export function estimationStyle(way: EstimationWay, larger: number): EstimationStyle {
  return {
    colour: ways[way],
    symbol: way === 'joint' ? 'circle' : 'square',
    filled: larger === 0,
    dashes: larger === 0 ? undefined : DASHES[(larger - 1) % DASHES.length]!,
  };
}
