// Workers in this process, a job of a few kinds of tasks, and a Redis of their own.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FairfrontError } from '@fairfront/core';
import { afterAll, beforeAll } from 'vitest';
import { openRemoteTasks, type RemoteTasks, type Workers } from '../../src/queue/remote-tasks.js';
import { type JobRegistry, type QueueWorker, serveQueue } from '../../src/queue/serve-queue.js';
import { makeStorage } from '../../src/queue/storage.js';
import type { NamedJob } from '../../src/threads/job.js';
import { type RedisServer, startRedis } from './redis-server.js';

/** The tasks that were begun. */
export const calls: number[] = [];

/**
 * Adds a number to each of some. A task of −1 fails by its own fault, of −2 once by the machine's, of −3 always by the
 * machine's; one of 1,000 or more takes so many milliseconds.
 */
export const addJob: NamedJob<number, Float64Array, Float64Array, string> = {
  name: 'add',
  worker: new URL('./none.js', import.meta.url),
  run: async (task, shared, report) => {
    calls.push(task);
    await report(`adding ${task}`);
    if (task === -1) throw new FairfrontError('diverged', ['too steep', 'take smaller steps']);
    if (task === -2 && calls.filter((own) => own === task).length === 1)
      throw new Error('the machine failed');
    if (task === -3) throw new Error('it fails always');
    if (task >= 1000) await sleep(task);
    return shared.map((value) => value + task);
  },
};
export const registry: JobRegistry = { add: { load: async () => addJob } };

export interface WorkersInProcess {
  readonly folder: string;
  server(): RedisServer;
  open(given?: Partial<Workers>): Promise<RemoteTasks>;
  work(): Promise<QueueWorker>;
  /** Ends all workers. */
  rest(): Promise<void>;
}

/** Starts a server before the tests of a group, and ends all that is started after them. */
export function workersInProcess(password?: string): WorkersInProcess {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-queue-'));
  let server: RedisServer | undefined;
  const opened: RemoteTasks[] = [];
  const started: QueueWorker[] = [];
  const rest = async (): Promise<void> => {
    await Promise.all(started.splice(0).map((worker) => worker.stop()));
  };
  beforeAll(async () => {
    server = await startRedis(password);
  });
  afterAll(async () => {
    await rest();
    await Promise.all(opened.map((remote) => remote.close()));
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    server: () => server!,
    open: async (given = {}) => {
      const remote = await openRemoteTasks({ redis: server!.url, storage: folder, ...given });
      opened.push(remote);
      return remote;
    },
    work: async () => {
      await makeStorage(folder);
      const worker = await serveQueue(registry, { redis: server!.url, storage: folder, threads: 2 });
      started.push(worker);
      return worker;
    },
    rest,
  };
}
