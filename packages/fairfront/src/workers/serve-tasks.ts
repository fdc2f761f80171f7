// The worker's side: takes tasks one after the other until the thread is ended.

import { parentPort, workerData } from 'node:worker_threads';
import { FairfrontError } from '@fairfront/core';
import type { FromWorker, Job } from './job.js';

export function serveTasks<Task, Result, Shared, Report>(
  run: Job<Task, Result, Shared, Report>['run'],
): void {
  const send = (message: FromWorker<Result, Report>): void => parentPort!.postMessage(message);
  parentPort!.on('message', async ({ index, task }: { index: number; task: Task }) => {
    try {
      const result = await run(task, workerData as Shared, (report) =>
        send({ kind: 'report', index, report }),
      );
      send({ kind: 'result', index, result });
    } catch (error) {
      const { message, stack } = error as Error;
      const code = error instanceof FairfrontError ? error.code : undefined;
      send({ kind: 'error', index, code, message, stack });
    }
  });
}
