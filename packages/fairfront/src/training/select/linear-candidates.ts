// The linear models among which rows out of fold choose: at each penalty those of `steps.ts`.

import {
  groupShares,
  type LabelledRows,
  type LinearModel,
  type Loss,
  linearOracle,
  linearSolver,
  searchMinimaxSync,
  uniformMu,
} from '@fairfront/core';
import type { SearchName, SolvingSearch } from '../options/fit-options.js';
import { strategyOf } from '../options/strategy-of.js';
import { exactMinimax, largeSolving } from './exact-minimax.js';
import type { Objective } from './objective.js';
import { muAt, type Step } from './steps.js';

/**
 * Decades, from a penalty that lets a standardised feature hardly count to one that lets every feature count
 * as the rows say; the middle ones first, since those are tried when the time runs short.
 */
export const PENALTIES = [1e-3, 1e-2, 1e-4, 1e-1, 1e-5];
/** The same where every training is a search of its own. */
export const FEW_PENALTIES = [1e-3, 1e-5];
/**
 * The same where rows are many numbers, such as what a backbone makes of pictures: a thousand weights want
 * more.
 */
export const DENSE_PENALTIES = [1e-2, 1e-1, 1e-3];
/**
 * The same with texts: a row of tf-idf has length 1, so words need larger weights than standardised features.
 */
export const TEXT_PENALTIES = [1e-4, 1e-5, 1e-3, 1e-6];
/** The same where a number is predicted: the square bends about ten times as much as the logistic loss. */
export const SQUARED_PENALTIES = [1e-2, 1e-1, 1e-3, 1, 1e-4];
/** What is trained on every fold. */
export interface CandidateProblem {
  readonly classCount: number;
  readonly loss: Loss;
  readonly search: SearchName;
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly objective?: Objective | undefined;
}

/** How close to the minimax risk of a fold its weights are: closer than rows out of fold can tell apart. */
const FOLD_GAP = 1e-3;
/** Solves for the weights of a fold, where they are searched for. */
const FOLD_SOLVES = 20;
/** How far a candidate may be from its minimum: risks out of fold have no more than six digits that matter. */
const TOLERANCE = 1e-7;
/** The same where a solve takes seconds. */
const LARGE_TOLERANCE = 1e-5;

/** Trains the candidates of one penalty on some rows, in the order of the steps. */
export function trainCandidates(
  train: LabelledRows,
  { classCount, loss, search, seed, steps, objective }: CandidateProblem,
  l2: number,
  start?: LinearModel,
): LinearModel[] {
  const options = { classCount, loss, l2 };
  const solving = { tolerance: TOLERANCE, ...largeSolving(train, options, LARGE_TOLERANCE) };
  const solver = linearSolver(train, { ...options, ...solving });
  const shares = groupShares(train.groups);
  const naive = solver.solve(shares, start).model;
  const balanced = solver.solve(uniformMu(shares.length), naive).model;
  const minimax =
    search === 'exact'
      ? exactMinimax(train, { ...options, gap: FOLD_GAP, start: balanced, objective })
      : searchMinimaxSync(linearOracle(train, { ...options, ...solving }), {
          strategy: strategyOf(search as SolvingSearch, FOLD_SOLVES, seed),
          maxSolves: FOLD_SOLVES,
          gap: FOLD_GAP,
        }).best;
  let before: LinearModel = minimax.model;
  return steps.map((step) => {
    if (step.step === 0) return step.from === 'naive' ? naive : balanced;
    if (step.step === 1) return minimax.model;
    before = solver.solve(muAt(step, shares, minimax.mu), before).model;
    return before;
  });
}
