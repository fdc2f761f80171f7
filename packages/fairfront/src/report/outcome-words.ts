// What a finished run found, in a line.

import { count } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { headlineOf } from './verdict-words.js';

/** What a fit found. @param isDecided whether its model decides by a threshold */
export function fitOutcome(result: Pick<FitResult, 'verdict' | 'chosen'>, isDecided: boolean): string {
  if (isDecided) return 'decides by a threshold';
  return result.chosen === undefined ? headlineOf(result) : `point ${result.chosen.point} of a front`;
}

/** What a front found. */
export function frontOutcome({ points }: { readonly points: readonly unknown[] }): string {
  return `a front of ${count(points.length, 'point')}`;
}
