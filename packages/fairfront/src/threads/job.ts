// A job that worker threads can do: a function of a task, and the compiled file that serves it.

import type { FairfrontErrorCode } from '@fairfront/core/tables';

export interface Job<Task, Result, Shared, Report = never> {
  /** The compiled file that calls `serveTasks` with `run`. */
  readonly worker: URL;
  /** @param report tells how far the task has come */
  run(task: Task, shared: Shared, report: (report: Report) => unknown): Result | Promise<Result>;
  /**
   * Whether a task waits for its reports to be heard, so that it can be ended there where no thread can be terminated.
   * Default: it is done to its end.
   */
  readonly endsAtReports?: boolean;
  /**
   * Whether a task calls onnxruntime. A thread that is terminated inside such a call takes the whole process
   * down (onnxruntime 1.30: `terminate called after throwing an instance of 'Napi::Error'`), so it is asked
   * to end, and does so between two calls. Default: no task does.
   */
  readonly isNative?: (task: Task, shared: Shared) => boolean;
}

/** A job that other machines can do too: what they are told is its name, never code. */
export interface NamedJob<Task, Result, Shared, Report = never> extends Job<Task, Result, Shared, Report> {
  /** The same in every version that does the same. */
  readonly name: string;
}

/** Where the file of a job's worker is. Bundlers of pages, which have no use for it, look only for `new URL` itself. */
export function workerAt(file: string, beside: string): URL {
  return new URL(file, beside);
}

/** A task on its way to a worker, or the request to end. */
export type ToWorker<Task> = 'end' | { readonly index: number; readonly task: Task };

/** What a worker sends back. */
export type FromWorker<Result, Report> =
  | { readonly kind: 'report'; readonly index: number; readonly report: Report }
  | { readonly kind: 'result'; readonly index: number; readonly result: Result }
  | {
      readonly kind: 'error';
      readonly index: number;
      readonly code: FairfrontErrorCode | undefined;
      readonly message: string;
      readonly stack: string | undefined;
    };
