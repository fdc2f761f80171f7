// The models between which a choice is made: naive, balanced, and points on the way from either to minimax.
//
//   μ(t) = (1 − t) · μ(0) + t · μ*        μ(0): the groups' shares (naive) or equal weights (balanced)
//
// μ* fits the sample, small groups and all; part of the way there may serve people not yet seen better. It
// leaves groups without weight that are not the worst on the rows trained on, but may be on others: hence the
// point near minimax on the way from balanced, where every group has some.

import { uniformMu } from '@fairfront/core';

/** Where a candidate stands: how far it has gone from naive or from balanced (0) to minimax (1). */
export interface Step {
  readonly from: 'naive' | 'balanced';
  readonly step: number;
}

/** Naive, balanced and minimax. */
export const ENDS: readonly Step[] = [
  { from: 'naive', step: 0 },
  { from: 'balanced', step: 0 },
  { from: 'naive', step: 1 },
];
export const STEPS: readonly Step[] = [
  ...ENDS,
  ...[0.75, 0.5, 0.25].map((step) => ({ from: 'naive' as const, step })),
  { from: 'balanced', step: 0.9 },
];
/** The same where every training is a search of its own. */
export const FEW_STEPS: readonly Step[] = [
  ...ENDS,
  { from: 'naive', step: 0.5 },
  { from: 'balanced', step: 0.9 },
];

/** The weights at the beginning of the way. */
export function startOf({ from }: Step, shares: readonly number[]): readonly number[] {
  return from === 'naive' ? shares : uniformMu(shares.length);
}

/** μ(t), on the way to the weights of the minimax model. */
export function muAt(step: Step, shares: readonly number[], minimax: readonly number[]): number[] {
  return startOf(step, shares).map((weight, group) => (1 - step.step) * weight + step.step * minimax[group]!);
}
