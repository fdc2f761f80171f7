// A part of a pass over rows on disk, as a job: workers hold the rows and return sums over runs of blocks. Whoever
// trains waits for the sums of all runs; joined in their order they are those of one process, to the last bit.

import type { CancelSignal, LabelledRows, LinearOptions } from '@fairfront/core';
import {
  areStreamed,
  canSolveExactly,
  type PassProblem,
  type PassRequest,
  passBy,
  passLength,
  sumPass,
} from '@fairfront/core/internal';
import { joinedRuns, type Runs, runRange, runsOf } from '../../store/pass-runs.js';
import { openShared, type SharedRows } from '../../task/shared-rows.js';
import { type NamedJob, workerAt } from '../../threads/job.js';
import type { TaskRunner } from '../../threads/run-here.js';

/** What is summed over rows. */
export interface PassOrder {
  readonly problem: PassProblem;
  readonly request: PassRequest;
}

/** An order, and the run of blocks that it is for. */
export interface PassTask extends PassOrder {
  readonly range: readonly [from: number, to: number];
}

export const passJob: NamedJob<PassTask, Float64Array, SharedRows> = {
  name: 'pass',
  worker: workerAt('./pass-job-worker.js', import.meta.url),
  run: ({ problem, request, range }, rows) => sumPass(openShared(rows), problem, request, range),
};

/** Runs that a pass is cut into: enough for many workers, each worth its way there and back. */
const RUNS = 16;

/** Makes a pass over rows on other machines. @returns `undefined` if it was interrupted */
export async function passElsewhere(
  tasks: TaskRunner,
  rows: SharedRows,
  blocks: number,
  { problem, request }: PassOrder,
  signal: CancelSignal | undefined,
): Promise<Float64Array | undefined> {
  const runs: Runs = runsOf(blocks, RUNS);
  const all = Array.from({ length: runs.count }, (_, run) => ({
    problem,
    request,
    range: runRange(runs, run),
  }));
  const sums = await tasks(all, { job: passJob, shared: rows, signal });
  if (signal?.aborted) return undefined;
  return joinedRuns(new Map(sums.map((sum, run) => [run, sum!])), runs);
}

/** Where a thread that trains waits for a pass that others make: its state, and its sums. */
export interface PassDesk {
  readonly state: Int32Array;
  readonly sums: Float64Array;
}

const [WAITING, DONE] = [0, 1];

/** A desk for passes over rows. */
export function createDesk(
  rows: LabelledRows,
  { classCount, loss = 'cross-entropy' }: LinearOptions,
): PassDesk {
  const problem = { classCount, loss, mean: undefined };
  const parameters = new Float64Array(0);
  const isSmall = canSolveExactly({ classCount, loss, l2: 1, columnCount: rows.features.columnCount });
  const longest = Math.max(
    passLength(rows, problem, { kind: 'losses', parameters }),
    isSmall ? passLength(rows, problem, { kind: 'curvature', parameters, rowFactors: [] }) : 0,
    loss === 'squared' ? passLength(rows, problem, { kind: 'moments', totals: [] }) : 0,
  );
  return {
    state: new Int32Array(new SharedArrayBuffer(4)),
    sums: new Float64Array(new SharedArrayBuffer(8 * longest)),
  };
}

/** Has passes over rows made by whoever answers at the desk. @param ask says what is wanted; it must not wait */
export function passAtDesk(
  { features }: LabelledRows,
  { state, sums }: PassDesk,
  ask: (order: PassOrder) => unknown,
): void {
  if (!areStreamed(features)) return;
  passBy(features, {
    sum: (data, problem, request) => {
      Atomics.store(state, 0, WAITING);
      ask({ problem, request });
      Atomics.wait(state, 0, WAITING);
      return sums.slice(0, passLength(data, problem, request));
    },
  });
}

/** Lays the sums of a pass on the desk. */
export function answerAtDesk({ state, sums }: PassDesk, sum: Float64Array): void {
  sums.set(sum);
  Atomics.store(state, 0, DONE);
  Atomics.notify(state, 0);
}
