// The Pareto front of linear models: one model for every choice of weights on a grid, and the models by name.

import {
  type FrontPoint,
  groupShares,
  type LinearModel,
  type LinearOracle,
  linearOracle,
  paretoFront,
  refinePareto,
  type SyncOracle,
  uniformMu,
  worstRisk,
} from '@fairfront/core';
import { gapOf } from '@fairfront/core/internal';
import type { PreparedFit } from '../task/prepare-fit.js';
import { findMinimax, type SearchReport } from '../training/find-minimax.js';
import type { TrainingEvent } from '../training/fit-hooks.js';
import { resolveFitOptions } from '../training/options/fit-options.js';
import { defaultSteps, type ResolvedFront } from './front-options.js';

export interface FoundFront {
  readonly steps: number;
  /** What no other point dominates, in the order of the grid. */
  readonly points: readonly FrontPoint<LinearModel>[];
  readonly dominated: number;
  /** All points of the grid. */
  readonly solved: readonly TriedPoint[];
  readonly naive: TriedPoint;
  readonly balanced: TriedPoint;
  /** Of all models tried, here and by the search, the one whose worst risk is least. */
  readonly minimax: TriedPoint;
  /** By which share the worst training risk of `minimax` can at most be lowered; null: not certified. */
  readonly relativeGap: number | null;
  readonly search: SearchReport;
}

/** A model tried, with its risks on the rows that choose and, the penalty counted in, on those trained on. */
export interface TriedPoint extends FrontPoint<LinearModel> {
  readonly trainRisks: readonly number[];
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

/** The refinement may raise the worst risk by this share, too little to be seen, to serve the other groups better. */
const UNSEEN = 1e-6;

/**
 * Trains the models of a front and picks its minimax point.
 * @returns `undefined` if it was interrupted
 */
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
  const search = resolveFitOptions({
    model: 'linear',
    select: 'validation',
    refine: false,
    seed: options.seed,
  });
  const found = await findMinimax(fit, oracle, { ...search, search: 'apstar' }, hooks);
  if (found === undefined) return undefined;

  const { steps = defaultSteps(oracle.groupCount) } = options;
  const solved: TriedPoint[] = [];
  const { points, dominated, status } = await paretoFront(
    fromNearby(oracle, balanced, (point) => solved.push(point)),
    {
      steps,
      signal: hooks.signal,
      onStep: (_, done, total) => hooks.onEvent({ kind: 'front', done, total }),
    },
  );
  if (status === 'cancelled') return undefined;
  // On rows that are not trained on, more weight for the worst group need not help it: what the search found may be
  // worse there than a point of the grid, or naive.
  const least = [found, naive, balanced, ...solved].reduce((best, point) =>
    worstRisk(point.risks) < worstRisk(best.risks) ? point : best,
  );
  const minimax = await refinePareto(oracle, least, {
    shares: naive.mu,
    tolerance: UNSEEN,
    signal: hooks.signal,
    onSolve: (solve, total) => hooks.onEvent({ kind: 'refine', solve, total }),
  });
  if (hooks.signal.aborted) return undefined;
  const relativeGap = gapOf(found.search.certificate, worstRisk(minimax.trainRisks));
  return { steps, points, dominated, solved, naive, balanced, minimax, relativeGap, search: found.search };
}

function solvePoint(oracle: LinearOracle, mu: readonly number[], best?: TriedPoint): TriedPoint {
  const { model, risks, trainRisks = risks } = oracle.solve(mu, { best });
  return { mu, risks, trainRisks, model };
}

/**
 * Every solve starts from the last one with weight for every group: on a grid that is mostly a neighbour. A
 * model that some groups had no say in may be as sure of them as it is wrong, and a bad start.
 */
function fromNearby(
  oracle: LinearOracle,
  start: TriedPoint,
  onSolve: (point: TriedPoint) => unknown,
): SyncOracle<LinearModel> {
  let best = start;
  return {
    groupCount: oracle.groupCount,
    solve: (mu) => {
      const point = solvePoint(oracle, mu, best);
      if (mu.every((weight) => weight > 0)) best = point;
      onSolve(point);
      return point;
    },
  };
}
