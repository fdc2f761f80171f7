// The candidates of boosted trees on other machines: naive, balanced and minimax side by side, then those between them,
// which follow the weights of minimax. Each is the same as where threads of one machine boost it fold by fold.

import type { CancelSignal } from '@fairfront/core';
import { inMemory, toTreeRows } from '@fairfront/trees/internal';
import type { TaskRunner } from '../../threads/run-here.js';
import type { FoldBoosting, FoldBoostingHooks } from './boost-folds.js';
import type { CandidateRun } from './boost-job.js';
import { type CandidateData, type CandidateTask, candidateJob } from './candidate-job.js';

/** Boosts the candidates. @returns those that there was time for; `undefined` if it was interrupted */
export async function boostElsewhere(
  tasks: TaskRunner,
  { steps, seconds, options, ...data }: FoldBoosting,
  { signal, onRound, onProgress, before = { done: [] } }: FoldBoostingHooks = {},
): Promise<CandidateRun[] | undefined> {
  const deadline = performance.now() + 1000 * seconds;
  const runs: (CandidateRun | undefined)[] = steps.map((_, step) => before.done[step]);
  const boost = async (places: readonly number[], own: CancelSignal | undefined): Promise<void> => {
    const at = steps.findIndex(({ step }) => step === 1);
    const minimax = runs[at] && { step: steps[at]!, run: { ...runs[at], heldOut: [], models: [] } };
    const asked = places.map((place): CandidateTask => {
      const step = steps[place]!;
      return { options, step, ...(step.step > 0 && step.step < 1 && { minimax }) };
    });
    await boostTasks(tasks, asked, data, {
      signal: own,
      onRound: (told) => onRound?.(done(runs).length, told),
      onRun: async (i, run) => {
        runs[places[i]!] = run;
        await onProgress?.({ done: done(runs) });
      },
    });
  };
  const open = [...steps.keys()].filter((place) => runs[place] === undefined);
  const isEnd = (place: number): boolean => [0, 1].includes(steps[place]!.step);
  await boost(open.filter(isEnd), signal);
  if (signal?.aborted) return undefined;
  await boost(
    open.filter((place) => !isEnd(place)),
    {
      get aborted() {
        return signal?.aborted === true || performance.now() > deadline;
      },
    },
  );
  return signal?.aborted ? undefined : done(runs);
}

/** Where bins are in a file, which goes to the storage as it is. */
const NO_FEATURES = { rowCount: 0, columnCount: 0, values: new Float32Array(0) };

export interface BoostTasksHooks {
  readonly signal: CancelSignal | undefined;
  onRound(told: {
    readonly round: number;
    readonly mu: readonly number[];
    readonly risks: readonly number[];
  }): unknown;
  onRun(place: number, run: CandidateRun): unknown;
}

/** Boosts candidates, or settings, side by side. */
export async function boostTasks(
  tasks: TaskRunner,
  asked: readonly CandidateTask[],
  { rows, columns, classCount, loss, folds, shares, keepsModels = false, beyond }: CandidateData,
  { signal, onRound, onRun }: BoostTasksHooks,
): Promise<void> {
  await tasks(asked, {
    job: candidateJob,
    shared: {
      rows: {
        ...rows,
        features: beyond === undefined ? inMemory(toTreeRows(rows.features, 'rows')) : NO_FEATURES,
      },
      columns,
      classCount,
      loss,
      folds,
      shares,
      keepsModels,
      ...(beyond && { beyond }),
    },
    signal,
    onReport: (_, told) => onRound(told),
    onResult: onRun,
  });
}

/** Those at the beginning that are done: none stands for one that there was no time for. */
export function done(runs: readonly (CandidateRun | undefined)[]): CandidateRun[] {
  const first = runs.indexOf(undefined);
  return runs.slice(0, first < 0 ? runs.length : first) as CandidateRun[];
}
