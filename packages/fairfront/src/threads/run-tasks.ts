// Independent tasks in worker threads or processes, as many at a time as there are cores. What comes back is in the order of the tasks, whoever did them.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type CancelSignal, FairfrontError } from '@fairfront/core';
import type { FromWorker, Job } from './job.js';
import { startWorker, type Worker } from './worker.js';

export interface RunOptions<Task, Result, Shared, Report> {
  readonly job: Job<Task, Result, Shared, Report>;
  /** Handed to every worker once; memory that is shared (`SharedArrayBuffer`) is not copied. */
  readonly shared: Shared;
  /** Workers at most, whole. Default: cores. */
  readonly threads?: number | undefined;
  /** Set, running tasks are ended at once and their results are missing. Looked at when a task reports, and ten times a second. */
  readonly signal?: CancelSignal | undefined;
  /** Told what a task says while it runs. */
  readonly onReport?: ((task: number, report: Report) => unknown) | undefined;
  /** Told as soon as a task is done. */
  readonly onResult?: ((task: number, result: Result) => unknown) | undefined;
}

const LOOK_MS = 100;

/** @returns the results by task; `undefined` for those that the signal kept from ending */
export async function runTasks<Task, Result, Shared, Report>(
  tasks: readonly Task[],
  options: RunOptions<Task, Result, Shared, Report>,
): Promise<(Result | undefined)[]> {
  const { job, threads = availableParallelism() } = options;
  if (!(Number.isInteger(threads) && threads >= 1)) {
    throw new FairfrontError('bad-option', `threads must be a whole number ≥ 1; got ${threads}`);
  }
  const isCompiled = existsSync(fileURLToPath(job.worker)); // from the sources, as in tests, there is no worker
  return isCompiled && tasks.length > 0
    ? runInWorkers(tasks, options, Math.min(threads, tasks.length))
    : runHere(tasks, options);
}

async function runHere<Task, Result, Shared, Report>(
  tasks: readonly Task[],
  { job, shared, signal, onReport, onResult }: RunOptions<Task, Result, Shared, Report>,
): Promise<(Result | undefined)[]> {
  const results: (Result | undefined)[] = tasks.map(() => undefined);
  for (const [i, task] of tasks.entries()) {
    if (signal?.aborted) break;
    const result = await job.run(task, shared, (report) => onReport?.(i, report));
    results[i] = result;
    await onResult?.(i, result);
    await new Promise((resume) => setImmediate(resume)); // room for Ctrl-C
  }
  return results;
}

async function runInWorkers<Task, Result, Shared, Report>(
  tasks: readonly Task[],
  { job, shared, signal, onReport, onResult }: RunOptions<Task, Result, Shared, Report>,
  threads: number,
): Promise<(Result | undefined)[]> {
  const results: (Result | undefined)[] = tasks.map(() => undefined);
  const workers: Worker[] = [];
  let look: NodeJS.Timeout | undefined;
  let isOver = false;
  try {
    await new Promise<void>((resolve, reject) => {
      let next = 0;
      let idle = 0;
      look = setInterval(() => {
        if (signal?.aborted) resolve();
      }, LOOK_MS);
      const assign = (worker: Worker): void => {
        if (next < tasks.length && !signal?.aborted) {
          worker.send({ index: next, task: tasks[next] });
          next++;
        } else if (++idle === threads) resolve();
      };
      const take = async (worker: Worker, message: FromWorker<Result, Report>): Promise<void> => {
        if (isOver) return;
        if (message.kind === 'error') throw revived(message);
        if (message.kind === 'report') {
          await onReport?.(message.index, message.report);
          if (signal?.aborted) resolve();
          return;
        }
        results[message.index] = message.result;
        await onResult?.(message.index, message.result);
        assign(worker);
      };
      for (let i = 0; i < threads; i++) {
        const worker = startWorker<FromWorker<Result, Report>>(job.worker, job.isolation, shared, {
          onMessage: (message) => void take(worker, message).catch(reject), // also what those told throw
          onFailure: reject,
        });
        workers.push(worker);
        assign(worker);
      }
    });
  } finally {
    isOver = true;
    clearInterval(look);
    await Promise.all(workers.map((worker) => worker.end()));
  }
  return results;
}

/** An error that crossed threads has lost its class. */
function revived({ code, message, stack }: Extract<FromWorker<never, never>, { kind: 'error' }>): Error {
  const error = code === undefined ? new Error(message) : new FairfrontError(code, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
