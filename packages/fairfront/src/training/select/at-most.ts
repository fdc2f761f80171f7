// How much there is to gain at most on the rows trained on, proved before any search:
//
//   1 − lower / max_a f_a(naive)        f_a = r_a + (l2/2) ‖w‖²,   lower ≤ min_θ max_a f_a(θ)
//
// The penalty is the smallest that is tried, so that the models may differ as much as they can.

import {
  groupShares,
  type LabelledRows,
  type LinearModel,
  type LinearOptions,
  linearSolver,
  solveLinearMinimax,
  worstGroup,
} from '@fairfront/core';
import { canSolveExactly, objectiveOver } from '@fairfront/core/internal';
import { PENALTIES } from './linear-candidates.js';

/** By how much a linear model can lower the worst group's risk at most, on the rows trained on. */
export interface AtMost {
  /** The group that naive training serves worst on these rows. */
  readonly worstGroup: number;
  /** Its risk, the penalty counted in. */
  readonly worstRisk: number;
  /** No linear model has a worst-group risk below this, the penalty counted in. */
  readonly lower: number;
  /** The share of the worst risk that can be saved at most. */
  readonly share: number;
  readonly l2: number;
}

/** How close the bound is to the minimax risk. */
const GAP = 1e-4;

/** Proves how much there is to gain at most. @param naive trained for the groups' shares, with the same penalty */
export function atMostToGain(
  rows: LabelledRows,
  problem: Pick<LinearOptions, 'classCount' | 'loss'> & { readonly l2: number },
  naive: LinearModel,
): AtMost {
  const { classCount, loss = 'cross-entropy', l2 } = problem;
  const { risks, penalty } = objectiveOver(rows, classCount, loss, l2).evaluate(naive.parameters);
  const worst = worstGroup(risks);
  const worstRisk = risks[worst]! + penalty;
  const { certificate } = solveLinearMinimax(rows, { ...problem, gap: GAP, start: naive });
  const lower = Math.min(certificate.lower, worstRisk);
  return { worstGroup: worst, worstRisk, lower, share: worstRisk > 0 ? 1 - lower / worstRisk : 0, l2 };
}

/** Rows, and products of a Newton step, up to which the bound takes a second or two. */
const CHEAP_ROWS = 1e5;
const CHEAP_STEP = 2e7;

/** Whether the bound is to be had in a second or two. @param columnCount of the table: so many features a row has */
export function isCheapBound(rowCount: number, columnCount: number, classCount: number): boolean {
  return rowCount <= CHEAP_ROWS && rowCount * (columnCount * (classCount - 1)) ** 2 <= CHEAP_STEP;
}

/** The bound at the smallest penalty that a fit tries; undefined where it cannot be had. */
export function boundOfRows(rows: LabelledRows, classCount: number): AtMost | undefined {
  const { features, groups } = rows;
  const problem = { classCount, loss: 'cross-entropy', l2: Math.min(...PENALTIES) } as const;
  if (!canSolveExactly({ ...problem, columnCount: features.columnCount })) return undefined;
  return atMostToGain(rows, problem, linearSolver(rows, problem).solve(groupShares(groups)).model);
}
