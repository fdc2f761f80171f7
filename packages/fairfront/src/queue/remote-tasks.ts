// Tasks on other machines. What tasks need goes to the storage, the queue has their names, workers leave results on the
// storage. A result that is there is not asked for again, so that a run that is begun anew goes on where it was. Events
// tell of progress at once; every few seconds the storage and the queue are looked at as well, since Redis may have been
// restarted and have forgotten events, or jobs, which are then added again.

import { setTimeout as sleep } from 'node:timers/promises';
import type { CancelSignal } from '@fairfront/core';
import { FairfrontError, type FairfrontErrorCode } from '@fairfront/core/tables';
import type { Queue } from 'bullmq';
import type { NamedJob } from '../threads/job.js';
import type { RunOptions, TaskRunner } from '../threads/run-here.js';
import { revived } from '../threads/run-tasks.js';
import { presentWorkers, type WorkerRecord } from './presence.js';
import { checkReachable, connectRedis, loadLibraries, redisAt } from './redis.js';
import { makeStorage, type Storage } from './storage.js';
import { CANCELLED, failureOf, MARK, PREFIX, QUEUES, queueOf, resultKey, type TaskJob } from './task-key.js';

/** Where workers are found. */
export interface Workers {
  /** The address of Redis, such as redis://localhost:6379. Default: the environment variable FAIRFRONT_REDIS. */
  readonly redis?: string | undefined;
  /** The folder that all workers share; it is made where it is missing. */
  readonly storage: string;
  /** Told what a person should know at once: that no worker listens, that Redis or the storage is away. */
  readonly onNote?: ((text: string) => unknown) | undefined;
}

/** The way to workers on other machines. */
export interface RemoteTasks {
  /** Does tasks there. */
  readonly run: TaskRunner;
  close(): Promise<void>;
}

/** A task fails for good when it has failed so often for reasons that are not its own. */
const ATTEMPTS = 3;
/** What a task needs is put on the storage again so often. */
const MOST_LOST = 3;
const FAILED_KEPT = { count: 1000, age: 24 * 3600 };
/** Between two looks at the storage and the queue. */
const LOOK_MS = 1000;
const MOST_FAILED_LOOKS = 30;
const TURN_MS = 100;
const PUT_AT_A_TIME = 16;
/** So long nobody is told that no worker listens. */
const ALONE_MS = 4000;
/** What is done at the end must not take longer, with Redis away. */
const CLOSING_MS = 2000;

type Told =
  | { readonly kind: 'done' }
  | { readonly kind: 'report'; readonly report: unknown }
  | { readonly kind: 'failed'; readonly error: Error; readonly isLost: boolean };

/** Opens the way to workers. Refuses a server that cannot be reached, and a storage that cannot be written. */
export async function openRemoteTasks({
  redis: address,
  storage: folder,
  onNote = () => undefined,
}: Workers): Promise<RemoteTasks> {
  const server = redisAt(address);
  const signals = new Set<CancelSignal>();
  const storage = await makeStorage(folder, {
    onAway: onNote,
    signal: {
      get aborted() {
        return [...signals].some((signal) => signal.aborted);
      },
    },
  });
  const libraries = await loadLibraries();
  await checkReachable(libraries, server);
  const { bullmq } = libraries;
  const redis = connectRedis(libraries, server, onNote);
  const connection = { ...server.options };
  const name = queueOf(storage.id);
  const queue = new bullmq.Queue<TaskJob>(name, { connection, prefix: PREFIX });
  const events = new bullmq.QueueEvents(name, { connection, prefix: PREFIX });
  const listeners = new Map<string, Set<(told: Told) => void>>();
  const tell = (key: string, told: Told): void => {
    for (const listener of listeners.get(key) ?? []) listener(told);
  };
  queue.on('error', () => undefined); // the same is heard above
  events.on('error', () => undefined);
  events.on('completed', ({ jobId }) => tell(jobId, { kind: 'done' }));
  events.on('progress', ({ jobId, data }) => tell(jobId, { kind: 'report', report: data }));
  events.on('failed', ({ jobId, failedReason }) => tell(jobId, failed(failedReason)));
  await events.waitUntilReady();
  await redis.sadd(QUEUES, name);
  const say = whoListens(onNote, server.label, storage);
  const closing = { aborted: false };
  const running = new Set<Promise<unknown>>();
  return {
    run: async (tasks, options) => {
      const signal = {
        get aborted() {
          return closing.aborted || options.signal?.aborted === true;
        },
      };
      signals.add(signal);
      const run = new RemoteRun(tasks, { ...options, signal }, storage, queue, {
        listen: (key, listener) => {
          const all = listeners.get(key) ?? new Set();
          listeners.set(key, all.add(listener));
          return () => {
            all.delete(listener);
            if (all.size === 0) listeners.delete(key);
          };
        },
        onLook: async () => say(await presentWorkers(redis)),
        cancel: (key) => redis.publish(CANCELLED, key),
      });
      const result = run.result().finally(() => signals.delete(signal));
      const over: Promise<unknown> = result.then(
        () => running.delete(over),
        () => running.delete(over), // who asked for it hears why
      );
      running.add(over);
      return result;
    },
    close: async () => {
      closing.aborted = true; // what nobody waits for any more is withdrawn
      await Promise.race([Promise.all(running), sleep(CLOSING_MS, undefined, { ref: false })]);
      const closed = Promise.allSettled([queue.close(), events.close()]);
      await Promise.race([closed, sleep(CLOSING_MS, undefined, { ref: false })]);
      await Promise.race([
        Promise.allSettled([queue.disconnect(), events.disconnect()]),
        sleep(CLOSING_MS, undefined, { ref: false }),
      ]);
      redis.disconnect();
    },
  };
}

/** Does something with tasks on other machines, where workers are named; otherwise with those of this one. */
export async function withWorkers<Result>(
  workers: Workers | undefined,
  act: (tasks: TaskRunner | undefined) => Promise<Result>,
): Promise<Result> {
  if (workers === undefined) return act(undefined);
  const remote = await openRemoteTasks(workers);
  try {
    return await act(remote.run);
  } finally {
    await remote.close();
  }
}

/** Says once that no worker of this version listens, after a while. */
function whoListens(
  onNote: (text: string) => unknown,
  label: string,
  { id, folder }: Storage,
): (workers: readonly Pick<WorkerRecord, 'version' | 'storage'>[]) => void {
  const since = performance.now();
  let isSaid = false;
  return (workers) => {
    isSaid ||= workers.some(({ version, storage }) => version === MARK && storage === id);
    if (isSaid || performance.now() - since < ALONE_MS) return;
    isSaid = true;
    const versions = [...new Set(workers.map(({ version }) => version))].filter((own) => own !== MARK);
    const others = [
      ...(versions.length === 0 ? [] : [`of ${versions.join(', ')}`]),
      ...(workers.some(({ version }) => version === MARK) ? ['with another storage'] : []),
    ];
    const there = others.length === 0 ? '' : ` (there are some ${others.join(', and some ')})`;
    onNote(
      `no worker of fairfront ${MARK} with the storage ${folder} listens at ${label}${there}; start some with: fairfront worker --redis redis://${label} --storage ${folder}. It goes on as soon as there is one`,
    );
  };
}

function failed(reason: string): Told {
  const { code, message, isLost = false } = failureOf(reason);
  const isOwn = code !== undefined && code !== 'worker-failed';
  const error = isOwn
    ? revived({ kind: 'error', index: 0, code: code as FairfrontErrorCode, message, stack: undefined })
    : new FairfrontError('worker-failed', `a task failed on other machines: ${message}`);
  return { kind: 'failed', error, isLost };
}

interface Way {
  listen(key: string, listener: (told: Told) => void): () => void;
  /** Called at every look. */
  onLook(): Promise<void>;
  /** Tells workers that a result is not wanted any more. */
  cancel(key: string): Promise<unknown>;
}

/** Does something with every item, so many at a time. */
async function atATime<Item, Result>(
  items: readonly Item[],
  count: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += count) {
    results.push(...(await Promise.all(items.slice(from, from + count).map(act))));
  }
  return results;
}

/** A task that has no result yet. */
interface OpenTask<Task> {
  readonly data: TaskJob;
  readonly task: Task;
  /** Its places among the tasks: alike tasks are done once. */
  readonly places: number[];
  /** How often it was not on the storage when a worker wanted it. */
  lost: number;
}

/** The tasks of one call. */
class RemoteRun<Task, Result, Shared, Report> {
  readonly #results: (Result | undefined)[];
  readonly #open = new Map<string, OpenTask<Task>>();
  readonly #inbox: [key: string, told: Told][] = [];
  #wake: () => void = () => undefined;
  #looking: Promise<void> | undefined;
  #broken: { readonly error: unknown } | undefined;
  #failedLooks = 0;
  #isOver = false;

  constructor(
    private readonly tasks: readonly Task[],
    private readonly options: RunOptions<Task, Result, Shared, Report> & {
      readonly job: NamedJob<Task, Result, Shared, Report>;
    },
    private readonly storage: Storage,
    private readonly queue: Queue<TaskJob>,
    private readonly way: Way,
  ) {
    this.#results = tasks.map(() => undefined);
  }

  async result(): Promise<(Result | undefined)[]> {
    const { signal } = this.options;
    if (this.tasks.length === 0 || signal?.aborted) return this.#results;
    const unlisten: (() => void)[] = [];
    try {
      await this.#put();
      for (const key of this.#open.keys()) {
        unlisten.push(
          this.way.listen(key, (told) => {
            this.#inbox.push([key, told]);
            this.#wake();
          }),
        );
      }
      const keys = [...this.#open.keys()];
      const isDone = await atATime(keys, PUT_AT_A_TIME, (key) => this.storage.hasResult(key));
      for (const key of keys.filter((_, i) => isDone[i])) await this.#take(key);
      this.#look(true);
      let looked = performance.now();
      while (this.#open.size > 0 && !signal?.aborted) {
        await this.#turn();
        for (const [key, told] of this.#inbox.splice(0)) await this.#hear(key, told);
        if (this.#broken !== undefined) throw this.#broken.error;
        if (performance.now() - looked < LOOK_MS) continue;
        this.#look(false);
        looked = performance.now();
      }
      return this.#results;
    } catch (error) {
      if (signal?.aborted) return this.#results; // such as a storage that was not waited for any longer
      throw error;
    } finally {
      for (const end of unlisten) end();
      this.#isOver = true; // a look that is under way adds no more jobs
      if (this.#open.size > 0) await this.#withdraw();
    }
  }

  /** Puts tasks, and what they share, on the storage. */
  async #put(): Promise<void> {
    const { name: job } = this.options.job;
    const { address: shared } = await this.storage.put(this.options.shared);
    const addresses = await atATime(this.tasks, PUT_AT_A_TIME, (task) => this.storage.put(task));
    for (const [place, task] of this.tasks.entries()) {
      const data = { job, shared, task: addresses[place]!.address };
      const key = resultKey(data);
      const alike = this.#open.get(key);
      if (alike === undefined) this.#open.set(key, { data, task, places: [place], lost: 0 });
      else alike.places.push(place);
    }
  }

  /** Waits until something is told, for a moment at most. */
  async #turn(): Promise<void> {
    if (this.#inbox.length > 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, TURN_MS);
    });
    clearTimeout(timer);
  }

  async #hear(key: string, told: Told): Promise<void> {
    const open = this.#open.get(key);
    if (open === undefined) return;
    if (told.kind === 'failed') {
      if (told.isLost && open.lost++ < MOST_LOST) return this.#putAgain(key, open);
      this.#open.delete(key); // so that it stays among the failures
      throw told.error;
    }
    if (told.kind === 'done') await this.#take(key);
    else await this.options.onReport?.(open.places[0]!, told.report as Report);
  }

  /** Takes a result from the storage, if it is there. */
  async #take(key: string): Promise<void> {
    const kept = await this.storage.result(key);
    const open = this.#open.get(key);
    if (kept === undefined || open === undefined) return; // the next look asks for it again
    this.#open.delete(key);
    for (const place of open.places) {
      this.#results[place] = kept.result as Result;
      await this.options.onResult?.(place, kept.result as Result);
    }
  }

  /** Looks at the queue, in the background: with Redis away an answer may take long. */
  #look(isFirst: boolean): void {
    this.#looking ??= Promise.all([this.#enqueue(isFirst), this.way.onLook()])
      .then(
        () => {
          this.#failedLooks = 0;
        },
        (error: unknown) => {
          // Redis that is just starting may refuse a command or two.
          const isOver = error instanceof FairfrontError || ++this.#failedLooks > MOST_FAILED_LOOKS;
          if (isOver) this.#broken = { error };
        },
      )
      .then(() => {
        this.#looking = undefined;
      });
  }

  /** Adds the jobs that are not in the queue. @param isFirst what failed in an earlier run is begun anew */
  async #enqueue(isFirst: boolean): Promise<void> {
    const keys = [...this.#open.keys()];
    const states = await Promise.all(keys.map((key) => this.queue.getJobState(key)));
    const missing: string[] = [];
    for (const [i, key] of keys.entries()) {
      if (states[i] === 'unknown') missing.push(key);
      if (states[i] !== 'failed' && states[i] !== 'completed') continue;
      const job = await this.queue.getJob(key);
      if (states[i] === 'failed' && !isFirst && job !== undefined) {
        this.#inbox.push([key, failed(job.failedReason)]);
      } else {
        await job?.remove();
        missing.push(key);
      }
    }
    const adding: string[] = [];
    for (const key of missing) {
      // It may have been done since, and its job is gone because of that.
      if (await this.storage.hasResult(key)) this.#inbox.push([key, { kind: 'done' }]);
      else adding.push(key);
    }
    if (adding.length === 0 || this.#isOver) return;
    const open = adding.flatMap((key) => this.#open.get(key)?.data ?? []);
    await this.queue.addBulk(
      open.map((data) => ({
        name: data.job,
        data,
        opts: {
          jobId: resultKey(data),
          attempts: ATTEMPTS,
          backoff: { type: 'exponential', delay: 300 },
          removeOnComplete: true,
          removeOnFail: FAILED_KEPT,
        },
      })),
    );
  }

  /** Puts what was not on the storage there again, and lets the next look add the job: a worker removes what is damaged. */
  async #putAgain(key: string, { task }: OpenTask<Task>): Promise<void> {
    await this.storage.put(this.options.shared);
    await this.storage.put(task);
    await (await this.queue.getJob(key))?.remove();
  }

  /** Removes jobs that nobody has begun, and tells workers to end the others. With Redis away they stay. */
  async #withdraw(): Promise<void> {
    const looked = this.#looking ?? Promise.resolve();
    const withdrawing = [...this.#open.keys()].map(async (key) => {
      await looked;
      const job = await this.queue.getJob(key);
      await job?.remove().catch(() => this.way.cancel(key)); // it is being done
    });
    await Promise.race([Promise.allSettled(withdrawing), sleep(CLOSING_MS, undefined, { ref: false })]);
  }
}
