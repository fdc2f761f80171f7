// What is possible for two or three groups, beside the models of a fit: the Pareto front of linear models with the
// penalty that was chosen, on the rows trained on. No test row is looked at, and nothing is chosen by it.

import type { LinearOracle } from '@fairfront/core';
import { groupShares, type LabelledRows, type LinearModel, uniformMu, worstRisk } from '@fairfront/core';
import { definedOnly } from '../defined-only.js';
import type { FitHooks } from './fit-hooks.js';
import { linearFront, solvePoint } from './linear-front.js';

/** The front of linear models with one penalty. Risks are means over the rows trained on, without the penalty. */
export interface FitFront {
  readonly part: 'train';
  /** What no other choice of weights on a grid dominates, in the order of the grid. */
  readonly points: readonly FitFrontPoint[];
  readonly marks: {
    /** Trained for the groups' shares. Where folds chose another penalty for the naive model, this is not that model. */
    readonly naive: FitFrontPoint;
    /** Trained for equal weights, with the same penalty as all others. */
    readonly balanced: FitFrontPoint;
    /** The least worst risk of all models that were trained for it. The chosen model may be another one. */
    readonly minimax: FitFrontPoint;
    /** The least risk that any of these models has for each group. */
    readonly utopia: { readonly risks: readonly number[] };
    /**
     * Every group at the worst risk of `minimax`: no model of the family that gives all groups the same risk has a lower
     * one [MMPF Lemma 3.2].
     */
    readonly equalRisk: { readonly risks: readonly number[] };
  };
}

export interface FitFrontPoint {
  /** The weights of the groups it was trained for. */
  readonly mu: readonly number[];
  readonly risks: readonly number[];
}

/** How fine the grid is: 21 and 45 choices of weights. */
const STEPS: Readonly<Record<number, number>> = { 2: 20, 3: 8 };

/** Whether so many groups have a front to draw. */
export const hasFront = (groupCount: number): boolean => STEPS[groupCount] !== undefined;

/**
 * Finds the front beside a fit of 2 or 3 groups.
 * @param oracle of the rows trained on, with the penalty that was chosen
 * @param models `minimax` is what a search found on these rows; solves for the others begin at theirs
 * @returns `undefined` if it was interrupted
 */
export async function fitFront(
  rows: LabelledRows,
  oracle: LinearOracle,
  models: Readonly<Record<'naive' | 'balanced', LinearModel>> & {
    readonly minimax: { readonly mu: readonly number[]; readonly model: LinearModel };
  },
  { signal, onEvent }: Pick<FitHooks<unknown>, 'signal' | 'onEvent'>,
): Promise<FitFront | undefined> {
  const shares = groupShares(rows.groups);
  const even = uniformMu(shares.length);
  const naive = solvePoint(oracle, shares, { mu: shares, model: models.naive });
  const balanced = solvePoint(oracle, even, { mu: even, model: models.balanced });
  const grid = await linearFront(oracle, {
    steps: STEPS[shares.length]!,
    start: balanced,
    ...definedOnly({ signal }),
    onSolve: (done, total) => onEvent?.({ kind: 'front', done, total }),
  });
  if (grid === undefined) return undefined;
  const found = { mu: models.minimax.mu, risks: oracle.risks(models.minimax.model) };
  const all: readonly FitFrontPoint[] = [found, naive, balanced, ...grid.solved];
  // The search counts the penalty in: a neighbour may have a worst risk that is a little lower without it.
  const minimax = all.reduce((best, point) =>
    worstRisk(point.risks) < worstRisk(best.risks) ? point : best,
  );
  return {
    part: 'train',
    points: grid.points.map(plain),
    marks: {
      naive: plain(naive),
      balanced: plain(balanced),
      minimax: plain(minimax),
      utopia: { risks: shares.map((_, group) => Math.min(...all.map(({ risks }) => risks[group]!))) },
      equalRisk: { risks: shares.map(() => worstRisk(minimax.risks)) },
    },
  };
}

function plain({ mu, risks }: FitFrontPoint): FitFrontPoint {
  return { mu, risks };
}
