// The Pareto front of linear models: one model for every choice of weights on a grid, and the models by name.

import {
  type FrontPoint,
  groupShares,
  type LinearModel,
  type LinearOracle,
  linearOracle,
  type Oracle,
  paretoFront,
  uniformMu,
} from '@fairfront/core';
import { decimal } from '../report/numbers.js';
import type { PreparedFit } from '../task/prepare-fit.js';
import { defaultMaxSolves, type FoundMinimax, findMinimax } from '../training/find-minimax.js';
import { DEFAULT_GAP, type FitOptions, type TrainingOptions } from '../training/options/fit-options.js';
import { defaultSteps, type FrontOptions } from './front-options.js';

export interface FoundFront {
  readonly steps: number;
  /** What no other point dominates, in the order of the grid. */
  readonly points: readonly FrontPoint<LinearModel>[];
  readonly dominated: number;
  /** All that were solved. */
  readonly solved: readonly FrontPoint<LinearModel>[];
  readonly naive: FrontPoint<LinearModel>;
  readonly balanced: FrontPoint<LinearModel>;
  readonly minimax: FoundMinimax<LinearModel>;
}

export interface FrontHooks {
  readonly signal: { readonly aborted: boolean };
  /** Told before and after each solve. */
  onProgress(what: string, done: number, total: number | undefined, detail?: string): void;
  /** Waited for after each solve, which leaves no room for anything else. */
  pause(): Promise<void>;
}

/** As `fit` looks for it: by validation rows, both find the same model. */
const SEARCH = {
  search: 'apstar',
  maxSolves: defaultMaxSolves({ model: 'linear', estimation: 'joint' }),
  gap: DEFAULT_GAP,
  refine: true,
} as const;

/** @returns `undefined` if it was interrupted */
export async function findFront(
  fit: PreparedFit,
  options: TrainingOptions & FrontOptions & { readonly seed: number },
  hooks: FrontHooks,
): Promise<FoundFront | undefined> {
  const { loss, l2, part } = options;
  const { train, validation } = fit.parts;
  const training = { classCount: fit.task.target.classes.length, loss, l2 };
  const oracle = linearOracle(train, training, part === 'validation' ? validation : undefined);
  hooks.onProgress('training the naive model', 0, undefined);
  const naive = solvePoint(oracle, groupShares(train.groups));
  await hooks.pause();
  hooks.onProgress('training the balanced model', 0, undefined);
  const balanced = solvePoint(oracle, uniformMu(oracle.groupCount), naive);
  await hooks.pause();
  if (hooks.signal.aborted) return undefined;
  const minimax = await search(fit, oracle, { ...options, ...SEARCH }, hooks);
  if (minimax === undefined) return undefined;

  const { steps = defaultSteps(oracle.groupCount) } = options;
  const solved: FrontPoint<LinearModel>[] = [];
  const { points, dominated, status } = await paretoFront(fromNearby(oracle, balanced), {
    steps,
    signal: hooks.signal,
    onStep: (point, done, total) => {
      solved.push(point);
      hooks.onProgress('front', done, total);
      return hooks.pause();
    },
  });
  if (status === 'cancelled') return undefined;
  return { steps, points, dominated, solved, naive, balanced, minimax };
}

function solvePoint(
  oracle: LinearOracle,
  mu: readonly number[],
  best?: FrontPoint<LinearModel>,
): FrontPoint<LinearModel> {
  const { model, risks } = oracle.solve(mu, { best });
  return { mu, risks, model };
}

function search(
  fit: PreparedFit,
  oracle: LinearOracle,
  options: Omit<FitOptions, 'resume'> & { readonly seed: number },
  { signal, onProgress, pause }: FrontHooks,
): Promise<FoundMinimax<LinearModel> | undefined> {
  return findMinimax(fit, oracle, options, {
    signal,
    onStep: ({ solve, bestWorstRisk }) => {
      onProgress('minimax', solve, SEARCH.maxSolves, `best worst-group risk ${decimal(bestWorstRisk)}`);
      return pause();
    },
    onRefine: (solve, total) => {
      onProgress('refining', solve, total);
      return pause();
    },
  });
}

/**
 * Every solve starts from the last one with weight for every group: on a grid that is mostly a neighbour. A model that some groups had no say in
 * may be as sure of them as it is wrong, and a bad start.
 */
function fromNearby(oracle: LinearOracle, start: FrontPoint<LinearModel>): Oracle<LinearModel> {
  let best: { readonly mu: readonly number[]; readonly model: LinearModel } = start;
  return {
    groupCount: oracle.groupCount,
    solve: (mu) => {
      const solve = oracle.solve(mu, { best });
      if (mu.every((weight) => weight > 0)) best = { mu, model: solve.model };
      return solve;
    },
  };
}
