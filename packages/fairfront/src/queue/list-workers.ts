// The library's `listWorkers`: who does what, what waits, what failed.

import { presentWorkers, type WorkerRecord } from './presence.js';
import { checkReachable, loadLibraries, redisAt } from './redis.js';
import type { Workers } from './remote-tasks.js';
import { failureOf, MARK, PREFIX, QUEUE } from './task-key.js';

/** Who works, and what there is to do. */
export interface WorkersReport {
  /** The version whose queue it is; workers of another do nothing for it. */
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
  const { bullmq, Redis } = libraries;
  const redis = new Redis(server.options);
  redis.on('error', () => undefined);
  const queue = new bullmq.Queue(QUEUE, { connection: { ...server.options }, prefix: PREFIX });
  queue.on('error', () => undefined);
  try {
    const workers = await presentWorkers(redis);
    const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    const failures = await queue.getFailed(0, FAILURES - 1);
    return {
      version: MARK,
      redis: server.label,
      workers,
      tasks: {
        waiting: (counts['waiting'] ?? 0) + (counts['delayed'] ?? 0),
        active: counts['active'] ?? 0,
        failed: counts['failed'] ?? 0,
      },
      failures: failures.map(({ name, id, attemptsMade, failedReason, finishedOn }) => ({
        job: name,
        key: id ?? '',
        attempts: attemptsMade,
        reason: failureOf(failedReason).message,
        at: finishedOn === undefined ? null : new Date(finishedOn).toISOString(),
      })),
    };
  } finally {
    await queue.close();
    redis.disconnect();
  }
}
