// The worker's side of a job. It imports next to nothing, so that a worker starts as fast as its job's own
// imports allow.

import { parentPort, workerData } from 'node:worker_threads';
import { FairfrontError } from '@fairfront/core/tables';
import type { FromWorker, Job, ToWorker } from './job.js';

/**
 * Does tasks, one after the other, until the thread is ended.
 * @param transfer the memory of a result that is handed over instead of copied
 */
export function serveTasks<Task, Result, Shared, Report>(
  run: Job<Task, Result, Shared, Report>['run'],
  transfer: (result: Result) => ArrayBuffer[] = () => [],
): void {
  const send = (message: FromWorker<Result, Report>, memory: ArrayBuffer[] = []): void =>
    parentPort!.postMessage(message, memory);
  parentPort!.on('message', async (message: ToWorker<Task>) => {
    if (message === 'end') return process.exit(); // the thread, not the process
    const { index, task } = message;
    try {
      const result = await run(task, workerData, (report) => send({ kind: 'report', index, report }));
      send({ kind: 'result', index, result }, transfer(result));
    } catch (error) {
      const { message: text, stack } = error as Error;
      const code = error instanceof FairfrontError ? error.code : undefined;
      send({ kind: 'error', index, code, message: text, stack });
    }
  });
}
