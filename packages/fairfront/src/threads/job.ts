// What can be done beside the main thread: a function of a task, and the compiled file that serves it.

import type { FairfrontErrorCode } from '@fairfront/core';

export interface Job<Task, Result, Shared, Report = never> {
  /** A file that calls `serveTasks` with `run`. */
  readonly worker: URL;
  /**
   * Where it runs. A thread shares memory and starts quickly. onnxruntime-node is not made for being loaded in several threads of one process, so
   * whatever trains networks needs processes.
   */
  readonly isolation: Isolation;
  /** @param report tells how far it has come */
  run(task: Task, shared: Shared, report: (report: Report) => unknown): Result | Promise<Result>;
}

export type Isolation = 'thread' | 'process';

export interface ToWorker<Task> {
  readonly index: number;
  readonly task: Task;
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
