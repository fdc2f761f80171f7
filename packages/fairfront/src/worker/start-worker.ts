// The library's `startWorker`: this process takes tasks of fits, fronts and experiments from a queue.

import { type QueueWorker, serveQueue, type WorkerHooks, type WorkerOptions } from '../queue/serve-queue.js';
import { JOBS } from './jobs.js';

/** Starts a worker that does tasks until it is stopped. */
export function startWorker(options: WorkerOptions, hooks: WorkerHooks = {}): Promise<QueueWorker> {
  return serveQueue(JOBS, options, hooks);
}
