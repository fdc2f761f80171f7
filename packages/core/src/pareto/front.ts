// The Pareto front of an oracle [MMPF Def. 3.3]: for convex problems every point of it is a solve for some μ
// [MMPF Thm 4.1].

import { FairfrontError } from '../error.js';
import { worstRisk } from '../groups/risks.js';
import { simplexGrid, vertexMu } from '../numeric/simplex.js';
import { checkGroupCount, checkSolve } from './check-solve.js';
import { nonDominated } from './dominance.js';
import type { CancelSignal, Oracle, SolveContext } from './oracle.js';

/** A model on the front, with the weights it was solved for. */
export interface FrontPoint<Model> {
  readonly mu: readonly number[];
  readonly risks: readonly number[];
  readonly model: Model;
}

/** The solves of a grid of weights that no other dominates. */
export interface ParetoFront<Model> {
  /** Non-dominated, in the order of the grid. */
  readonly points: readonly FrontPoint<Model>[];
  /**
   * How many solves were dominated by others and left out: 0 where every solve is a true minimum with all μ >
   * 0.
   */
  readonly dominated: number;
  /** `cancelled`: by the signal, with the points there were until then. */
  readonly status: 'complete' | 'cancelled';
}

/** Options of `paretoFront`. */
export interface FrontOptions<Model> {
  /**
   * The grid has every μ whose weights are multiples of 1/steps. Whole, ≥ 1. Default 50 for two groups, 20
   * for more.
   */
  readonly steps?: number;
  /** Looked at before each solve, and handed to the oracle. */
  readonly signal?: CancelSignal;
  /** Told of each point as it is solved, and waited for: what it keeps is safe from a later failure. */
  readonly onStep?: (point: FrontPoint<Model>, solved: number, total: number) => unknown;
}

/** Solves for every μ of a grid and keeps what nothing dominates. */
export async function paretoFront<Model>(
  oracle: Oracle<Model>,
  options: FrontOptions<Model> = {},
): Promise<ParetoFront<Model>> {
  checkGroupCount(oracle.groupCount);
  const { steps = oracle.groupCount === 2 ? 50 : 20, signal, onStep } = options;
  const grid = simplexGrid(oracle.groupCount, steps);
  const solved: FrontPoint<Model>[] = [];
  for (const mu of grid) {
    if (signal?.aborted) break;
    const point = await solvePoint(oracle, mu, { signal });
    solved.push(point);
    await onStep?.(point, solved.length, grid.length);
  }
  const points = nonDominated(solved);
  return {
    points,
    dominated: solved.length - points.length,
    status: solved.length === grid.length ? 'complete' : 'cancelled',
  };
}

/**
 * The least risk each group can have, were it the only one that counts: r_a at μ = e^a. No model need reach
 * them together.
 */
export async function utopia<Model>(oracle: Oracle<Model>): Promise<number[]> {
  checkGroupCount(oracle.groupCount);
  const least: number[] = [];
  for (let group = 0; group < oracle.groupCount; group++) {
    const { risks } = await solvePoint(oracle, vertexMu(oracle.groupCount, group), {});
    least.push(risks[group]!);
  }
  return least;
}

async function solvePoint<Model>(
  oracle: Oracle<Model>,
  mu: readonly number[],
  context: SolveContext<Model>,
): Promise<FrontPoint<Model>> {
  const name = `the solve at mu = [${mu.map((weight) => weight.toPrecision(4)).join(', ')}]`;
  try {
    const { model, risks } = checkSolve(await oracle.solve([...mu], context), oracle.groupCount, name);
    return { mu, risks, model };
  } catch (error) {
    if (error instanceof FairfrontError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new FairfrontError('oracle-failed', `${name} failed: ${reason}`, { cause: error });
  }
}

/**
 * The minimax Pareto fair point among given ones [MMPF Def. 3.4]: non-dominated, with the least worst risk. A
 * non-dominated point with equal risks, where there is one, is it [MMPF Lemma 3.1].
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
