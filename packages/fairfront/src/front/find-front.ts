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
import type { PreparedFit } from '../task/prepare-fit.js';
import { type FoundMinimax, findMinimax } from '../training/find-minimax.js';
import type { TrainingEvent } from '../training/fit-hooks.js';
import { resolveFitOptions } from '../training/options/fit-options.js';
import { defaultSteps, type ResolvedFront } from './front-options.js';

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

/** Something that happened on the way to a front: a solve of the grid, or training of a model by name. */
export type FrontEvent =
  | TrainingEvent
  | { readonly kind: 'front'; readonly done: number; readonly total: number };

export interface FrontHooks {
  readonly signal: { readonly aborted: boolean };
  /** Told of every event, and waited for. */
  onEvent(event: FrontEvent): Promise<void>;
}

/** As `fit` looks for it: by validation rows, both find the same model. */
const SEARCH = { ...resolveFitOptions({ select: 'validation', refine: true }), search: 'apstar' } as const;

/** @returns `undefined` if it was interrupted */
export async function findFront(
  fit: PreparedFit,
  options: ResolvedFront,
  hooks: FrontHooks,
): Promise<FoundFront | undefined> {
  const { loss, l2, part } = options;
  const { train, validation } = fit.parts;
  const training = { classCount: fit.task.target.classes.length, loss, l2 };
  const oracle = linearOracle(train, training, part === 'validation' ? validation : undefined);
  await hooks.onEvent({ kind: 'model', name: 'naive' });
  const naive = solvePoint(oracle, groupShares(train.groups));
  await hooks.onEvent({ kind: 'model', name: 'balanced' });
  const balanced = solvePoint(oracle, uniformMu(oracle.groupCount), naive);
  if (hooks.signal.aborted) return undefined;
  const minimax = await findMinimax(fit, oracle, { ...SEARCH, seed: options.seed }, hooks);
  if (minimax === undefined) return undefined;

  const { steps = defaultSteps(oracle.groupCount) } = options;
  const solved: FrontPoint<LinearModel>[] = [];
  const { points, dominated, status } = await paretoFront(fromNearby(oracle, balanced), {
    steps,
    signal: hooks.signal,
    onStep: (point, done, total) => {
      solved.push(point);
      return hooks.onEvent({ kind: 'front', done, total });
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

/**
 * Every solve starts from the last one with weight for every group: on a grid that is mostly a neighbour. A
 * model that some groups had no say in may be as sure of them as it is wrong, and a bad start.
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
