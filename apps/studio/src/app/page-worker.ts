// The worker of a page: it does one job after another, and tells of them.

import type { Happened } from './backend.js';
import { type PageJobs, pageJobs } from './page-jobs.js';

/** A job on its way to a worker. */
export interface ToPageWorker {
  readonly id: number;
  readonly job: keyof PageJobs;
  readonly task: unknown;
}

/** What a worker sends back. */
export type FromPageWorker =
  | { readonly id: number; readonly kind: 'event'; readonly event: Happened }
  | { readonly id: number; readonly kind: 'result'; readonly result: unknown }
  | { readonly id: number; readonly kind: 'error'; readonly message: string };

const send = (message: FromPageWorker): void => postMessage(message);

addEventListener('message', async ({ data: { id, job, task } }: MessageEvent<ToPageWorker>) => {
  const run = pageJobs[job] as (task: unknown, tell: (event: Happened) => void) => Promise<unknown>;
  try {
    send({ id, kind: 'result', result: await run(task, (event) => send({ id, kind: 'event', event })) });
  } catch (error) {
    send({ id, kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
});
