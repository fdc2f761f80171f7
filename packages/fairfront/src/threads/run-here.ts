// Tasks in this thread, one after the other.

import type { CancelSignal } from '@fairfront/core';
import type { Job, NamedJob } from './job.js';
import { turn } from './turn.js';

export interface RunOptions<Task, Result, Shared, Report> {
  readonly job: Job<Task, Result, Shared, Report>;
  /** Handed to every worker once. A `SharedArrayBuffer` in it is not copied. */
  readonly shared: Shared;
  /** The largest number of workers, whole. Default: the number of cores. */
  readonly threads?: number | undefined;
  /**
   * Once it is set, running tasks are ended and their results are missing. It is looked at whenever a task
   * reports, and ten times a second. A task inside a native call, as of onnxruntime, ends when that call
   * returns.
   */
  readonly signal?: CancelSignal | undefined;
  /** Is told what a task reports while it runs. */
  readonly onReport?: ((task: number, report: Report) => unknown) | undefined;
  /** A worker without a word for so long, in a process that does nothing, is stuck. Default a minute. */
  readonly stalledMs?: number | undefined;
  /** Makes what workers are handed that take the place of stuck ones. Default: the same as at first. */
  readonly renewed?: (() => Shared) | undefined;
  /** Is told each result as soon as it is there. */
  readonly onResult?: ((task: number, result: Result) => unknown) | undefined;
}

/** Does tasks wherever it may: in threads of this machine, as `runTasks` does, or on other machines. */
export type TaskRunner = <Task, Result, Shared, Report>(
  tasks: readonly Task[],
  options: RunOptions<Task, Result, Shared, Report> & {
    readonly job: NamedJob<Task, Result, Shared, Report>;
  },
) => Promise<(Result | undefined)[]>;

/** Does the tasks of a job here. @returns the results by task; `undefined` for those that the signal kept from ending */
export async function runHere<Task, Result, Shared, Report>(
  tasks: readonly Task[],
  { job, shared, signal, onReport, onResult }: RunOptions<Task, Result, Shared, Report>,
): Promise<(Result | undefined)[]> {
  const results: (Result | undefined)[] = tasks.map(() => undefined);
  for (const [i, task] of tasks.entries()) {
    if (signal?.aborted) break;
    const stopped = new Error('the task was stopped');
    let failure: { readonly error: unknown } | undefined;
    const tell = (report: Report): Promise<void> => {
      const told = Promise.resolve(onReport?.(i, report)).then(() => {
        if (job.endsAtReports && signal?.aborted) throw stopped;
      });
      told.catch((error: unknown) => {
        failure ??= { error }; // for a task that does not wait for this report
      });
      return told;
    };
    let result: Result;
    try {
      result = await job.run(task, shared, tell);
      if (failure !== undefined) throw failure.error;
    } catch (error) {
      if (error === stopped) break;
      throw error;
    }
    results[i] = result;
    await onResult?.(i, result);
    await turn(); // room for Ctrl-C
  }
  return results;
}
