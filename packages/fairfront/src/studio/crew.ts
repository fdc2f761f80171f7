// The threads of the server: one reads and inspects data, and keeps the tables that it read last; one works on runs. Each
// does one job after the other, and is let go when it was idle for long, with the memory that it holds.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../threads/job.js';
import { revived } from '../threads/run-tasks.js';
import type { DataJobs } from './data-jobs.js';
import type { RunJobs } from './run-jobs.js';

type Jobs = DataJobs & RunJobs;
type Task<Name extends keyof Jobs> = Parameters<Jobs[Name]>[0];
type Result<Name extends keyof Jobs> = Awaited<ReturnType<Jobs[Name]>>;

/** A job and what it is done with. */
export interface NamedTask {
  readonly name: string;
  readonly task: unknown;
}

/** Does one of some jobs. */
export function doJob(jobs: object, { name, task }: NamedTask): Promise<unknown> {
  return (jobs as Record<string, (task: unknown) => Promise<unknown>>)[name]!(task);
}

/** A thread without work for so long is let go. */
const IDLE_MS = 120_000;

export class Crew {
  readonly #data = new JobThread(new URL('./data-jobs-worker.js', import.meta.url), async () => {
    return (await import('./data-jobs.js')).dataJobs;
  });
  readonly #runs = new JobThread(new URL('./run-jobs-worker.js', import.meta.url), async () => {
    return (await import('./run-jobs.js')).runJobs;
  });

  /** Starts threads that will be needed in a moment. */
  prepare(): void {
    this.#data.prepare();
    this.#runs.prepare();
  }

  /** Does a job in its thread. */
  do<Name extends keyof Jobs>(name: Name, task: Task<Name>): Promise<Result<Name>> {
    const thread = name === 'inspect' ? this.#data : this.#runs;
    return thread.do({ name, task }) as Promise<Result<Name>>;
  }

  close(): void {
    this.#data.close();
    this.#runs.close();
  }
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface StartedThread {
  readonly worker: Worker;
  /** By the number of the job. */
  readonly waiting: Map<number, Waiting>;
}

class JobThread {
  #started: StartedThread | undefined;
  #next = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param here the jobs, for where there is no compiled file to start a thread with */
  constructor(
    private readonly file: URL,
    private readonly here: () => Promise<object>,
  ) {}

  prepare(): void {
    if (this.#started !== undefined || !existsSync(fileURLToPath(this.file))) return;
    this.#started = this.#start();
    this.#rest();
  }

  async do(task: NamedTask): Promise<unknown> {
    this.prepare();
    if (this.#started === undefined) return doJob(await this.here(), task);
    clearTimeout(this.#idle);
    const { worker, waiting } = this.#started;
    const index = this.#next++;
    return new Promise((resolve, reject) => {
      waiting.set(index, { resolve, reject });
      worker.postMessage({ index, task } satisfies ToWorker<NamedTask>);
    });
  }

  close(): void {
    clearTimeout(this.#idle);
    // Asked to end, not terminated: inside onnxruntime that would take the process down.
    this.#started?.worker.postMessage('end' satisfies ToWorker<NamedTask>);
    this.#started = undefined;
  }

  #start(): StartedThread {
    const worker = new Worker(this.file);
    const waiting = new Map<number, Waiting>();
    const fail = (error: unknown): void => {
      if (this.#started?.worker === worker) this.#started = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`a thread of the studio ended with code ${code}`)));
    worker.on('message', (message: FromWorker<unknown, never>) => {
      const own = waiting.get(message.index);
      waiting.delete(message.index);
      if (message.kind === 'error') own?.reject(revived(message));
      else if (message.kind === 'result') own?.resolve(message.result);
      this.#rest();
    });
    return { worker, waiting };
  }

  /** Lets the thread go, later, if nothing comes. */
  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#started?.waiting.size === 0) this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
  }
}
