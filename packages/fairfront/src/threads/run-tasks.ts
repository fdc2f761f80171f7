// Independent tasks in worker threads, as many at a time as there are cores. Results are in the order of the
// tasks, whichever thread did them. `run-tasks-in-page.ts` does the same in a page; package.json says which of them
// `#threads` is.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { FairfrontError } from '@fairfront/core/tables';
import type { FromWorker, Job, ToWorker } from './job.js';
import { type RunOptions, runHere } from './run-here.js';
import { Watchdog } from './watchdog.js';

/** Whether threads share memory with this one. */
export const SHARES_MEMORY = true;

/** How many threads can work at a time. */
export const coreCount = availableParallelism;

const LOOK_MS = 100;
const STALLED_MS = 60_000;
const STUCK =
  'a worker thread did nothing for long, twice, and was given up; start again, and please report it if it happens again';
const OUT_OF_MEMORY =
  'a worker thread ran out of memory; give Node more, as with NODE_OPTIONS=--max-old-space-size=8192 for 8 GB, or take fewer rows';

/**
 * Does the tasks of a job in worker threads, or, where the job is not compiled, in this one.
 * @returns the results by task; `undefined` for those that the signal kept from ending
 */
export async function runTasks<Task, Result, Shared, Report>(
  tasks: readonly Task[],
  options: RunOptions<Task, Result, Shared, Report>,
): Promise<(Result | undefined)[]> {
  const { job, threads = coreCount() } = options;
  if (!(Number.isInteger(threads) && threads >= 1)) {
    throw new FairfrontError('bad-option', `threads must be a whole number ≥ 1; got ${threads}`);
  }
  return isCompiled(job) && tasks.length > 0
    ? runInWorkers(tasks, options, Math.min(threads, tasks.length))
    : runHere(tasks, options);
}

/** Whether a job has its worker. In the sources, as tests run them, it has none. */
export function isCompiled({ worker }: Pick<Job<unknown, unknown, unknown>, 'worker'>): boolean {
  return existsSync(fileURLToPath(worker));
}

async function runInWorkers<Task, Result, Shared, Report>(
  tasks: readonly Task[],
  {
    job,
    shared,
    signal,
    onReport,
    onResult,
    stalledMs = STALLED_MS,
    renewed = () => shared,
  }: RunOptions<Task, Result, Shared, Report>,
  threads: number,
): Promise<(Result | undefined)[]> {
  const results: (Result | undefined)[] = tasks.map(() => undefined);
  const workers = new Map<Worker, number | undefined>(); // the task that each has to do
  const stuckOnce = new Set<number>();
  const watchdog = new Watchdog(stalledMs);
  let workerData = shared;
  let look: NodeJS.Timeout | undefined;
  const failure = (task: number | undefined, what: string): FairfrontError => {
    const which = task === undefined ? '' : `, task ${task + 1} of ${tasks.length}`;
    return new FairfrontError('worker-failed', `${what} (${basename(job.worker.pathname, '.js')}${which})`);
  };
  /** Resolves when the worker has ended; it says no more that anybody hears. */
  const end = (worker: Worker): Promise<unknown> => {
    const task = workers.get(worker);
    workers.delete(worker);
    const isNative = task !== undefined && job.isNative?.(tasks[task]!, shared);
    return isNative ? askToEnd(worker) : worker.terminate();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      let next = 0;
      let idle = 0;
      const give = (worker: Worker, task: number): void => {
        workers.set(worker, task);
        watchdog.restart();
        send(worker, { index: task, task: tasks[task]! });
      };
      const assign = (worker: Worker): void => {
        if (!workers.has(worker)) return;
        if (next < tasks.length && !signal?.aborted) give(worker, next++);
        else if (++idle === threads) resolve();
      };
      const take = async (worker: Worker, message: FromWorker<Result, Report>): Promise<void> => {
        if (!workers.has(worker)) return;
        watchdog.restart();
        if (message.kind === 'error') throw revived(message);
        if (message.kind === 'report') {
          await onReport?.(message.index, message.report);
          if (signal?.aborted) resolve();
          return;
        }
        workers.set(worker, undefined);
        results[message.index] = message.result;
        await onResult?.(message.index, message.result);
        assign(worker);
      };
      const start = (): Worker => {
        const worker = new Worker(job.worker, { workerData });
        workers.set(worker, undefined);
        worker.on('message', (message) => void take(worker, message).catch(reject)); // also what the hooks throw
        worker.on('error', (error: NodeJS.ErrnoException) => {
          if (!workers.has(worker)) return;
          const why = describeEnd(error);
          reject(typeof why === 'string' ? failure(workers.get(worker), why) : why);
        });
        worker.on('exit', (code) => {
          if (workers.has(worker)) {
            reject(failure(workers.get(worker), `a worker thread ended with code ${code} before its work`));
          }
        });
        return worker;
      };
      /** A task is begun anew in another worker, once. */
      const replaceStuck = (): void => {
        const stuck: number[] = [];
        for (const [worker, task] of [...workers]) {
          if (task === undefined) continue;
          worker.unref();
          void end(worker); // not waited for: it may never end
          stuck.push(task);
        }
        const twice = stuck.find((task) => stuckOnce.has(task));
        if (twice !== undefined) {
          reject(failure(twice, STUCK));
          return;
        }
        if (stuck.length > 0) workerData = renewed();
        for (const task of stuck) {
          stuckOnce.add(task);
          give(start(), task);
        }
      };
      look = setInterval(() => {
        if (signal?.aborted) resolve();
        else if (watchdog.isStalled()) replaceStuck();
      }, LOOK_MS);
      for (let i = 0; i < threads; i++) assign(start());
    });
  } finally {
    clearInterval(look);
    await Promise.all([...workers.keys()].map(end));
  }
  return results;
}

function send<Task>(worker: Worker, message: ToWorker<Task>): void {
  worker.postMessage(message);
}

/** Why a thread ended: in words where it ran out of memory. */
export function describeEnd(error: NodeJS.ErrnoException): string | Error {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? OUT_OF_MEMORY : error;
}

/** Resolves when a worker has ended itself, or at once where it has ended before. */
export function askToEnd(worker: Worker): Promise<unknown> {
  if (worker.threadId < 0) return Promise.resolve();
  return new Promise((resolve) => {
    worker.once('exit', resolve);
    send(worker, 'end');
  });
}

/** The error as it was thrown: it lost its class between threads. */
export function revived({
  code,
  message,
  stack,
}: Extract<FromWorker<never, never>, { kind: 'error' }>): Error {
  const error = code === undefined ? new Error(message) : new FairfrontError(code, message.split('\n'));
  if (stack !== undefined) error.stack = stack;
  return error;
}
