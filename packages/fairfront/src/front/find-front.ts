// The Pareto front of linear models: one model for every choice of weights on a grid, and the models by name.

import { groupShares, linearOracle, refinePareto, simplexGrid, uniformMu, worstRisk } from '@fairfront/core';
import { gapOf } from '@fairfront/core/internal';
import { runTasks } from '#threads';
import type { PreparedFit } from '../task/prepare-fit.js';
import { sharedRows } from '../task/shared-rows.js';
import type { TaskRunner } from '../threads/run-here.js';
import { findMinimax, type SearchReport } from '../training/find-minimax.js';
import type { TrainingEvent } from '../training/fit-hooks.js';
import { frontOfSolved, type LinearFront, solvePoint, type TriedPoint } from '../training/linear-front.js';
import { resolveFitOptions } from '../training/options/fit-options.js';
import { defaultSteps, type ResolvedFront } from './front-options.js';
import { type StretchData, type StretchTask, stretchJob } from './stretch-job.js';

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
  /** Solves stretches of the grid. Default: threads of this machine. */
  readonly tasks?: TaskRunner | undefined;
  /** Told of every event, and waited for. */
  onEvent(event: FrontEvent): Promise<void>;
}

/** The refinement may raise the worst risk by this share, too little to be seen, to serve the other groups better. */
const UNSEEN = 1e-6;

/** Points of the grid that are solved one after the other. */
const STRETCH = 8;

/** Solves for every choice of weights on a grid, stretch by stretch. @returns `undefined` if it was interrupted */
async function solveGrid(
  { train, validation, training, start: { mu, model } }: StretchData,
  groupCount: number,
  steps: number,
  { signal, onEvent, tasks = runTasks }: FrontHooks,
): Promise<TriedPoint[] | undefined> {
  const grid = simplexGrid(groupCount, steps);
  const stretches: StretchTask[] = [];
  for (let from = 0; from < grid.length; from += STRETCH) {
    stretches.push({ mus: grid.slice(from, from + STRETCH) });
  }
  const done = stretches.map(() => 0);
  const tell = async (stretch: number, points: number): Promise<void> => {
    if (points <= done[stretch]!) return; // what workers report may come late, or not at all
    done[stretch] = points;
    await onEvent({ kind: 'front', done: done.reduce((sum, own) => sum + own), total: grid.length });
  };
  const solved = await tasks(stretches, {
    job: stretchJob,
    shared: {
      ...{ train: sharedRows(train), training, start: { mu, model } },
      ...(validation && { validation: sharedRows(validation) }),
    },
    signal,
    onReport: tell,
    onResult: (stretch, { length }) => tell(stretch, length),
  });
  return signal.aborted ? undefined : solved.flatMap((points) => points!);
}

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
  const rows = { train, ...(part === 'validation' && { validation }) };
  const solved = await solveGrid({ ...rows, training, start: balanced }, oracle.groupCount, steps, hooks);
  if (solved === undefined) return undefined;
  const grid = await frontOfSolved(solved, oracle.groupCount, steps);
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
