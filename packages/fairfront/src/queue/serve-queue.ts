// A worker: takes tasks from the queue, does them in threads, leaves results on the storage. It runs what its registry
// names, and nothing else; whatever comes from the queue is checked before anything is done.

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FairfrontError } from '@fairfront/core/tables';
import type { Job as QueuedJob } from 'bullmq';
import { coreCount } from '../threads/run-tasks.js';
import { UsageError } from '../usage-error.js';
import { type AnyJob, Hands } from './hands.js';
import { announce } from './presence.js';
import { checkReachable, connectRedis, loadLibraries, redisAt } from './redis.js';
import type { Workers } from './remote-tasks.js';
import { LostObject, openStorage } from './storage.js';
import {
  CANCELLED,
  checkTaskJob,
  failureText,
  MARK,
  PREFIX,
  QUEUES,
  queueOf,
  type TaskJob,
} from './task-key.js';

/** The jobs that a worker can do, by name. */
export type JobRegistry = Readonly<Record<string, RegisteredJob>>;

export interface RegisteredJob {
  load(): Promise<AnyJob>;
  /** Takes away what a worker must not do because a job says so, such as reading elsewhere. */
  clean?(shared: unknown): unknown;
}

/** What a worker takes. */
export interface WorkerOptions extends Pick<Workers, 'redis' | 'storage'> {
  /** Tasks at a time, each in a thread of its own; whole, ≥ 1. Default: the number of cores. */
  readonly threads?: number | undefined;
}

export interface WorkerHooks {
  /** Told what a person should know at once. */
  onNote?(text: string): unknown;
  /** Told of every task that is done, or has failed. */
  onTask?(told: { readonly job: string; readonly key: string; readonly failure?: string }): unknown;
}

/** A worker under way. */
export interface QueueWorker {
  /** Ends it: a task under way is finished if that takes no longer than ten seconds, or handed back. */
  stop(): Promise<void>;
}

/** A worker that is killed is missed within twice as long, and its task is given to another. */
const LOCK_MS = 4000;
const STALLED_MS = 2000;
/** A task that has taken so many workers with it is given up. */
const MOST_LOST = 12;
const GRACE_MS = 10_000;
const CLOSING_MS = 3000;
const REPORT_MS = 500;

const ENDED = { cancelled: Symbol('cancelled'), handedBack: Symbol('handed back') };

/** Starts a worker. Refuses a server that cannot be reached, and a storage that cannot be written. */
export async function serveQueue(
  registry: JobRegistry,
  { redis: address, storage: folder, threads = coreCount() }: WorkerOptions,
  { onNote = () => undefined, onTask }: WorkerHooks = {},
): Promise<QueueWorker> {
  if (!(Number.isInteger(threads) && threads >= 1)) {
    throw new UsageError(`\`threads\` must be a whole number of at least 1; got ${threads}`);
  }
  const server = redisAt(address);
  const stopping = { aborted: false };
  const libraries = await loadLibraries();
  await checkReachable(libraries, server);
  const { bullmq } = libraries;
  const active = new Map<string, { readonly job: string; readonly began: number; end(why: symbol): void }>();
  const counts = { done: 0, retried: 0, failed: 0 };
  let storageId = ''; // until there is one
  const redis = connectRedis(libraries, server, onNote);
  const id = `${hostname()}-${globalThis.process.pid}-${randomBytes(3).toString('hex')}`;
  const leave = await announce(redis, id, () => ({
    host: hostname(),
    pid: globalThis.process.pid,
    version: MARK,
    threads,
    ...{ folder: resolve(folder), storage: storageId },
    doing: [...active].map(([key, { job, began }]) => ({
      job,
      key,
      seconds: Math.round((performance.now() - began) / 1000),
    })),
    ...counts,
  }));
  const subscriber = connectRedis(libraries, server); // one that listens can do nothing else
  subscriber.on('message', (_, key) => active.get(key)?.end(ENDED.cancelled));
  await subscriber.subscribe(CANCELLED);
  const disconnect = async (): Promise<void> => {
    await leave();
    redis.disconnect();
    subscriber.disconnect();
  };

  const storage = await openStorage(folder, { onAway: onNote, signal: stopping }).catch(async (error) => {
    await disconnect();
    throw error;
  });
  storageId = storage.id;
  await redis.sadd(QUEUES, queueOf(storage.id));
  const hands = new Hands(threads, (shared) => storage.get(shared));

  /** Does a task. @returns whether there is a result */
  const perform = async (queued: QueuedJob<TaskJob>, { job, shared, task }: TaskJob): Promise<boolean> => {
    const key = queued.id!;
    if ((await storage.result(key)) !== undefined) return true; // done before, by whomever
    const known = Object.hasOwn(registry, job) ? registry[job]! : undefined;
    if (known === undefined)
      throw new FairfrontError('bad-state', `there is no job "${job}"; it was refused`);
    const ended = new Promise<never>((_, reject) => {
      active.set(key, { job, began: performance.now(), end: reject });
    });
    ended.catch(() => undefined); // where nobody waits for it any more
    let told = 0;
    const report = (progress: unknown): void => {
      if (performance.now() - told < REPORT_MS) return;
      told = performance.now();
      queued.updateProgress(progress as object).catch(() => undefined); // the next one is as good
    };
    const { clean = (given) => given } = known;
    try {
      await hands.with(await known.load(), shared, clean, async (hand) => {
        const result = await Promise.race([hand.do((await storage.get(task)) as never, report), ended]);
        await storage.putResult(key, result);
      });
      return true;
    } finally {
      active.delete(key);
    }
  };

  const process = async (queued: QueuedJob<TaskJob>, token?: string): Promise<null> => {
    let name = 'unknown';
    try {
      const data = checkTaskJob(queued.id, queued.data);
      name = data.job;
      if (queued.attemptsMade > 0 || queued.stalledCounter > 0) counts.retried++;
      if (await perform(queued, data)) counts.done++;
      onTask?.({ job: name, key: queued.id! });
      return null; // what there is to know is on the storage
    } catch (error) {
      if (error === ENDED.cancelled) return null;
      const isOurs = error instanceof FairfrontError && error.code !== 'worker-failed';
      // Rows on a storage that is away cannot be read; it is waited for here, and the task tried again.
      const isUnread = isOurs && error.code === 'bad-file';
      if (isUnread && !stopping.aborted) await storage.hasResult(queued.id!).catch(() => undefined);
      if (error === ENDED.handedBack || (stopping.aborted && (!isOurs || isUnread))) {
        await queued.moveToWait(token);
        throw new bullmq.WaitingError();
      }
      counts.failed++;
      const isLost = error instanceof LostObject;
      const failure = failureText(error as Error, isLost);
      onTask?.({ job: name, key: queued.id ?? '', failure: (error as Error).message });
      throw (isOurs && !isUnread) || isLost ? new bullmq.UnrecoverableError(failure) : new Error(failure);
    }
  };

  const worker = new bullmq.Worker<TaskJob, null>(queueOf(storage.id), process, {
    connection: { ...server.options },
    prefix: PREFIX,
    name: id,
    concurrency: threads,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_MS,
    maxStalledCount: MOST_LOST,
    drainDelay: 2,
  });
  worker.on('error', () => undefined); // Redis away, or a lock that was lost meanwhile: the result is kept all the same
  await worker.waitUntilReady();

  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const grace = setTimeout(() => {
      stopping.aborted = true;
      for (const { end } of active.values()) end(ENDED.handedBack);
    }, GRACE_MS);
    // With Redis away its library waits for ever.
    await Promise.race([worker.close(), sleep(GRACE_MS + CLOSING_MS, undefined, { ref: false })]);
    clearTimeout(grace);
    await hands.close();
    await disconnect();
  };
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
