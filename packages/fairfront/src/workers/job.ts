// What can be done in a worker thread: a function of a task, and the compiled file that serves it.

import type { FairfrontErrorCode } from '@fairfront/core';

export interface Job<Task, Result, Shared, Report = never> {
  /** A file that calls `serveTasks` with `run`. */
  readonly worker: URL;
  /** @param report tells how far it has come, and may be waited for */
  run(task: Task, shared: Shared, report: (report: Report) => unknown): Result | Promise<Result>;
}

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
