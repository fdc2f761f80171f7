// The verdict of a fit in a headline and a sentence or two: what a person reads first, and perhaps only.

import { percent } from '@fairfront/charts/internal';
import type { Interval } from '@fairfront/core';
import { DEFAULT_LEVEL } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import type { Decision } from '../measure/verdict.js';
import { change } from './numbers.js';

/** What to do, as a title. */
export const HEADLINES: Readonly<Record<Decision, string>> = {
  'use-minimax': 'use the minimax model',
  'keep-naive': 'keep the ordinary model',
  'cannot-tell': 'more data is needed to tell',
};

export interface VerdictWords {
  /** Use the minimax model. */
  readonly headline: string;
  readonly sentences: string;
}

/** Says what to do, and why. */
export function verdictWords({ verdict, selection }: Pick<FitResult, 'verdict' | 'selection'>): VerdictWords {
  const { decision, worstGroup, gain, reasons } = verdict;
  const headline = HEADLINES[decision];
  const who = `${worstGroup}, the group that ordinary training serves worst`;
  const measured = gain === null ? '' : `${change(-gain.estimate)} (${intervalWords(gain.interval)})`;
  const told = (): string => {
    if (decision === 'use-minimax') return `The risk of ${who}, changes by ${measured} on test rows.`;
    const because = `${capitalised(reasons.join('; '))}.`;
    if (selection?.chosen.model === 'naive' || gain === null) return because;
    return `${because} The risk of ${who}, changes by ${measured} on test rows.`;
  };
  return { headline: capitalised(headline), sentences: told() };
}

/** The interval of a gain, told as one of a change: −4% to +1.2%. */
function intervalWords({ low, high }: Interval): string {
  return `${percent(DEFAULT_LEVEL)} interval ${change(-high)} to ${change(-low)}`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
