// What a linear model is chosen for instead of the least worst risk: weights within a ratio, the least mean risk for
// what the worst group gives up, the least regret, each group in turn, or the worst share of people, whoever they are.

import type { Estimate } from '@fairfront/core';
import type { FitOptions } from '../options/fit-options.js';

/** What a model is chosen for, and what is known of it. */
export type Objective =
  | { readonly kind: 'weight-ratio'; readonly ratio: number; readonly base: 'equal' | 'shares' }
  | { readonly kind: 'give-up'; readonly giveUp: number }
  /** What each group could have alone, out of fold. */
  | { readonly kind: 'regret'; readonly alone: readonly Estimate[] }
  | { readonly kind: 'lexicographic'; readonly tolerance: number }
  /** The share of people that a sub-population has at least. */
  | { readonly kind: 'blind'; readonly share: number };

type Asked = Omit<FitOptions, 'loss'>;

export const DEFAULT_REFINE_TOLERANCE = 1e-4;

/** Whether options ask for another objective than the least worst risk. */
export function asksObjective({ weightRatio, giveUp, objective, refine, blind }: Asked): boolean {
  return (
    weightRatio !== undefined ||
    giveUp !== undefined ||
    objective === 'regret' ||
    refine === 'lexicographic' ||
    blind !== undefined
  );
}

/** The objective that options ask for; of regret, `alone` says what each group could have. */
export function objectiveOf(
  { weightRatio, weightBase = 'equal', giveUp, objective, refine, refineTolerance, blind }: Asked,
  alone: () => readonly Estimate[],
): Objective | undefined {
  if (weightRatio !== undefined) return { kind: 'weight-ratio', ratio: weightRatio, base: weightBase };
  if (giveUp !== undefined) return { kind: 'give-up', giveUp };
  if (objective === 'regret') return { kind: 'regret', alone: alone() };
  if (blind !== undefined) return { kind: 'blind', share: blind };
  if (refine !== 'lexicographic') return undefined;
  return { kind: 'lexicographic', tolerance: refineTolerance ?? DEFAULT_REFINE_TOLERANCE };
}

/** What is taken off each group's risks before the worst is looked for. */
export function offsetsOf(objective: Objective | undefined): readonly number[] | undefined {
  return objective?.kind === 'regret' ? objective.alone.map(({ value }) => value) : undefined;
}

/** The share of rows that judges models in the place of groups. */
export function worstShareOf(objective: Objective | undefined): number | undefined {
  return objective?.kind === 'blind' ? objective.share : undefined;
}
