// A worker that the page hands jobs to. It can be dismissed at any moment: then its jobs fail, and another may be hired.

import type { Happened } from './backend.js';
import type { PageJobs } from './page-jobs.js';
import type { FromPageWorker, ToPageWorker } from './page-worker.js';

type Task<Name extends keyof PageJobs> = Parameters<PageJobs[Name]>[0];
type Result<Name extends keyof PageJobs> = Awaited<ReturnType<PageJobs[Name]>>;

/** What a page needs of a worker; a `Worker` is one. */
export interface WorkerLike {
  postMessage(message: ToPageWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromPageWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface Desk {
  /** Has a job done. @param onEvent told of what happens on the way */
  run<Name extends keyof PageJobs>(
    job: Name,
    task: Task<Name>,
    onEvent?: (event: Happened) => void,
  ): Promise<Result<Name>>;
  /** Ends whatever it does. Jobs under way are rejected with `Dismissed`. */
  dismiss(): void;
}

/** Says that a job was ended. */
export class Dismissed extends Error {}

interface Open {
  resolve(result: never): void;
  reject(error: Error): void;
  onEvent?: ((event: Happened) => void) | undefined;
}

const BROKEN =
  'the page could not start or go on with its work; reload it, and if that does not help, its memory may be too small for these data';

/** Hires a worker. @param onBroken told when it is of no use any more */
export function openDesk(worker: WorkerLike, onBroken: () => void = () => {}): Desk {
  const open = new Map<number, Open>();
  let last = 0;
  const fail = (error: Error): void => {
    for (const { reject } of open.values()) reject(error);
    open.clear();
  };
  worker.onmessage = ({ data }) => {
    const job = open.get(data.id);
    if (job === undefined) return;
    if (data.kind === 'event') {
      job.onEvent?.(data.event);
      return;
    }
    open.delete(data.id);
    if (data.kind === 'result') job.resolve(data.result as never);
    else job.reject(new Error(data.message));
  };
  worker.onerror = (event) => {
    worker.terminate();
    onBroken();
    fail(new Error(event.message || BROKEN));
  };
  return {
    run: (job, task, onEvent) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        open.set(id, { resolve, reject, onEvent });
        worker.postMessage({ id, job, task });
      }),
    dismiss: () => {
      worker.terminate();
      fail(new Dismissed('it was cancelled'));
    },
  };
}
