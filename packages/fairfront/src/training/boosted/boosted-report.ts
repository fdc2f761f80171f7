import type { BoostedModel, ResolvedBoosting } from '@fairfront/trees';
import { roundCount } from '@fairfront/trees/internal';
import type { TuningReport } from './tune.js';

/** How the trees of a fit were grown. */
export interface BoostedReport extends Omit<ResolvedBoosting, 'seed' | 'trees'> {
  /** Rounds at most. */
  readonly mostTrees: number;
  /** Rounds of each model. */
  readonly trees: Readonly<Record<'naive' | 'balanced' | 'minimax', number>>;
  /** Settings that were tried, where that was asked for. */
  readonly tuning?: TuningReport;
}

/** Says how trees were grown. */
export function boostedReport(
  { seed: _, trees: mostTrees, ...setting }: ResolvedBoosting,
  { naive, balanced, minimax }: Readonly<Record<'naive' | 'balanced' | 'minimax', BoostedModel>>,
  tuning?: TuningReport,
): BoostedReport {
  return {
    ...setting,
    mostTrees,
    trees: { naive: roundCount(naive), balanced: roundCount(balanced), minimax: roundCount(minimax) },
    ...(tuning && { tuning }),
  };
}
