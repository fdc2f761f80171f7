// The library's `listWorkers`: who does what, what waits, what failed.

import type { Queue } from 'bullmq';
import { presentWorkers, type WorkerRecord } from './presence.js';
import { checkReachable, connectRedis, loadLibraries, redisAt } from './redis.js';
import type { Workers } from './remote-tasks.js';
import { failureOf, MARK, PREFIX, QUEUES } from './task-key.js';

/** Who works, and what there is to do. */
export interface WorkersReport {
  /** The version that asks; workers of another do nothing for it. */
  readonly version: string;
  /** Host and port of Redis. */
  readonly redis: string;
  readonly workers: readonly (WorkerRecord & { readonly id: string })[];
  readonly tasks: { readonly waiting: number; readonly active: number; readonly failed: number };
  /** Tasks that failed for good, the latest first. */
  readonly failures: readonly FailedTask[];
}

export interface FailedTask {
  readonly job: string;
  readonly key: string;
  readonly attempts: number;
  readonly reason: string;
  readonly at: string | null;
}

const FAILURES = 20;

/** Lists the workers that listen at a Redis server, what they do, and what failed. */
export async function listWorkers({ redis: address }: Pick<Workers, 'redis'> = {}): Promise<WorkersReport> {
  const server = redisAt(address);
  const libraries = await loadLibraries();
  await checkReachable(libraries, server);
  const { bullmq } = libraries;
  const redis = connectRedis(libraries, server);
  const queues: Queue[] = [];
  try {
    const workers = await presentWorkers(redis);
    for (const name of (await redis.smembers(QUEUES)).sort()) {
      if (!/^tasks-[\w.-]+$/.test(name)) continue;
      const queue = new bullmq.Queue(name, { connection: { ...server.options }, prefix: PREFIX });
      queue.on('error', () => undefined);
      queues.push(queue);
    }
    const all = await Promise.all(
      queues.map((queue) => queue.getJobCounts('waiting', 'active', 'delayed', 'failed')),
    );
    const sum = (...states: readonly string[]): number =>
      all
        .flatMap((counts) => states.map((state) => counts[state] ?? 0))
        .reduce((total, own) => total + own, 0);
    const failures = (await Promise.all(queues.map((queue) => queue.getFailed(0, FAILURES - 1))))
      .flat()
      .sort((left, right) => (right.finishedOn ?? 0) - (left.finishedOn ?? 0))
      .slice(0, FAILURES);
    return {
      version: MARK,
      redis: server.label,
      workers,
      tasks: { waiting: sum('waiting', 'delayed'), active: sum('active'), failed: sum('failed') },
      failures: failures.map(({ name, id, attemptsMade, failedReason, finishedOn }) => ({
        job: name,
        key: id ?? '',
        attempts: attemptsMade,
        reason: failureOf(failedReason).message,
        at: finishedOn === undefined ? null : new Date(finishedOn).toISOString(),
      })),
    };
  } finally {
    await Promise.all(queues.map((queue) => queue.close()));
    redis.disconnect();
  }
}
