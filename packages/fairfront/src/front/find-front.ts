// The Pareto front of linear models: one model for every choice of weights on a grid, and the models by name.

import { groupShares, linearOracle, refinePareto, uniformMu, worstRisk } from '@fairfront/core';
import { gapOf } from '@fairfront/core/internal';
import type { PreparedFit } from '../task/prepare-fit.js';
import { findMinimax, type SearchReport } from '../training/find-minimax.js';
import type { TrainingEvent } from '../training/fit-hooks.js';
import { type LinearFront, linearFront, solvePoint, type TriedPoint } from '../training/linear-front.js';
import { resolveFitOptions } from '../training/options/fit-options.js';
import { defaultSteps, type ResolvedFront } from './front-options.js';

export interface FoundFront extends LinearFront {
  readonly steps: number;
  readonly naive: TriedPoint;
  readonly balanced: TriedPoint;
  /** Of all models tried, here and by the search, the one whose worst risk is least. */
  readonly minimax: TriedPoint;
  /** By which share the worst training risk of `minimax` can at most be lowered; null: not certified. */
  readonly relativeGap: number | null;
  readonly search: SearchReport;
}

/** Something that happened on the way to a front: a solve of the grid, or training of a model by name. */
export type FrontEvent = TrainingEvent;

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
  const grid = await linearFront(oracle, {
    steps,
    start: balanced,
    signal: hooks.signal,
    onSolve: (done, total) => hooks.onEvent({ kind: 'front', done, total }),
  });
  if (grid === undefined) return undefined;
  // On rows that are not trained on, more weight for the worst group need not help it: what the search found may be
  // worse there than a point of the grid, or naive.
  const least = [found, naive, balanced, ...grid.solved].reduce((best, point) =>
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
  return { ...grid, steps, naive, balanced, minimax, relativeGap, search: found.search };
}
