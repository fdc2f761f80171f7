// The worker's side: takes tasks one after the other until it is ended.

import { parentPort, workerData } from 'node:worker_threads';
import { FairfrontError } from '@fairfront/core';
import type { FromWorker, Job, ToWorker } from './job.js';

export function serveTasks<Task, Result, Shared, Report>(
  run: Job<Task, Result, Shared, Report>['run'],
): void {
  const serve = async (
    { index, task }: ToWorker<Task>,
    shared: Shared,
    send: (message: FromWorker<Result, Report>) => unknown,
  ): Promise<void> => {
    try {
      const result = await run(task, shared, (report) => send({ kind: 'report', index, report }));
      send({ kind: 'result', index, result });
    } catch (error) {
      const { message, stack } = error as Error;
      const code = error instanceof FairfrontError ? error.code : undefined;
      send({ kind: 'error', index, code, message, stack });
    }
  };
  if (parentPort === null) serveInProcess(serve);
  else
    parentPort.on('message', (message) =>
      serve(message, workerData, (reply) => parentPort!.postMessage(reply)),
    );
}

/** What is shared is the first message. */
function serveInProcess<Task, Shared, Reply>(
  serve: (message: ToWorker<Task>, shared: Shared, send: (reply: Reply) => unknown) => unknown,
): void {
  let shared: { readonly value: Shared } | undefined;
  const end = (): never => process.exit(); // whoever asked is gone
  const send = (reply: Reply): unknown =>
    process.send!(reply, undefined, undefined, (error) => {
      if (error !== null) end(); // found out before the news of it came
    });
  process.on('message', (message) => {
    if (shared === undefined) shared = { value: message as Shared };
    else serve(message as ToWorker<Task>, shared.value, send);
  });
  process.on('disconnect', end);
  process.on('SIGINT', () => {}); // Ctrl-C reaches all processes of a terminal; it is the main one that ends this
}
