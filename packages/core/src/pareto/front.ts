// The Pareto front of an oracle [MMPF Def. 3.3]: for convex problems every point of it is a solve for some μ [MMPF Thm 4.1].

import { FairfrontError } from '../error.js';
import { worstRisk } from '../groups/risks.js';
import { simplexGrid, vertexMu } from '../numeric/simplex.js';
import { nonDominated } from './dominance.js';
import type { CancelSignal, Oracle } from './oracle.js';

export interface FrontPoint<Model> {
  readonly mu: readonly number[];
  readonly risks: readonly number[];
  readonly model: Model;
}

export interface ParetoFront<Model> {
  /** Non-dominated, in the order of the grid. */
  readonly points: readonly FrontPoint<Model>[];
  /** How many solves were dominated by others and left out: 0 where every solve is a true minimum with all μ > 0. */
  readonly dominated: number;
}

export interface FrontOptions {
  /** The grid has every μ whose weights are multiples of 1/steps. Whole, ≥ 1. Default 50 for two groups, 20 for more. */
  readonly steps?: number;
  readonly signal?: CancelSignal;
  readonly onStep?: (solved: number, total: number) => void;
}

/** Solves for every μ of a grid and keeps what nothing dominates. */
export async function paretoFront<Model>(
  oracle: Oracle<Model>,
  options: FrontOptions = {},
): Promise<ParetoFront<Model>> {
  const { steps = oracle.groupCount === 2 ? 50 : 20, signal, onStep } = options;
  const grid = simplexGrid(oracle.groupCount, steps);
  const solved: FrontPoint<Model>[] = [];
  for (const mu of grid) {
    if (signal?.aborted) {
      throw new FairfrontError(
        'cancelled',
        `the front was cancelled after ${solved.length} of ${grid.length} solves`,
      );
    }
    const { model, risks } = await oracle.solve(mu, { signal });
    solved.push({ mu, risks, model });
    onStep?.(solved.length, grid.length);
  }
  const points = nonDominated(solved);
  return { points, dominated: solved.length - points.length };
}

/** The least risk each group can have, were it the only one that counts: r_a at μ = e^a. No model need reach them together. */
export async function utopia<Model>(oracle: Oracle<Model>): Promise<number[]> {
  const risks: number[] = [];
  for (let group = 0; group < oracle.groupCount; group++) {
    const solve = await oracle.solve(vertexMu(oracle.groupCount, group), {});
    risks.push(solve.risks[group]!);
  }
  return risks;
}

/**
 * The minimax Pareto fair point among given ones [MMPF Def. 3.4]: non-dominated, with the least worst risk. Where all its risks are
 * equal it is also the one with the least disparity [MMPF Lemma 3.1].
 */
export function minimaxPoint<Item extends { readonly risks: readonly number[] }>(
  items: readonly Item[],
): Item {
  if (items.length === 0)
    throw new FairfrontError('bad-risks', 'the minimax point of no points is undefined');
  return nonDominated(items).reduce((best, item) =>
    worstRisk(item.risks) < worstRisk(best.risks) ? item : best,
  );
}
