// Tasks through a real Redis, with workers in this process.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { listWorkers } from '../../src/queue/list-workers.js';
import { redisAt } from '../../src/queue/redis.js';
import { openRemoteTasks } from '../../src/queue/remote-tasks.js';
import { serveQueue } from '../../src/queue/serve-queue.js';
import { makeStorage } from '../../src/queue/storage.js';
import { MARK, PREFIX, queueOf, resultKey } from '../../src/queue/task-key.js';
import { freePort, isRedisAbsent } from './redis-server.js';
import { addJob, calls, registry, workersInProcess } from './workers-in-process.js';

const PASSWORD = 'kept to ourselves: @/';

describe.skipIf(isRedisAbsent())('tasks on other machines', () => {
  const { folder, server, open, work } = workersInProcess(PASSWORD);
  const shared = Float64Array.of(0.1, 0.2);
  const options = { job: addJob, shared };

  it('are refused at once by a server that does not let fairfront work', async () => {
    const { url } = server();
    await expect(listWorkers({ redis: `${url}/99` })).rejects.toThrow(
      /does not let fairfront work: .*DB index/,
    );
    const redis = new Redis(url);
    await redis.call('ACL', 'SETUSER', 'other', 'on', '>pw', '~other:*', '&*', '+@all');
    await redis.call('ACL', 'SETUSER', 'few', 'on', '>pw', '~fairfront:*', '&fairfront:*', '+@all', '-info');
    redis.disconnect();
    for (const user of ['other', 'few']) {
      const address = url.replace(/\/\/[^@]*@/, `//${user}:pw@`);
      await expect(open({ redis: address })).rejects.toThrow(/does not let fairfront work: NOPERM/);
    }
  });

  it('are done once, in whatever order, and never again', async () => {
    const worker = await work();
    const { run } = await open();
    const done: number[] = [];
    const reports: string[] = [];
    const results = await run([1, 2, 3, 2], {
      ...options,
      onResult: (place) => done.push(place),
      onReport: (_, report) => reports.push(report),
    });
    expect(results).toEqual([1, 2, 3, 2].map((task) => shared.map((value) => value + task)));
    expect(done.sort()).toEqual([0, 1, 2, 3]);
    expect(calls.sort()).toEqual([1, 2, 3]); // alike tasks are one
    expect(reports.every((text) => /^adding [123]$/.test(text))).toBe(true);
    const again = await (await open()).run([3, 2, 1], options);
    expect(again).toEqual([3, 2, 1].map((task) => shared.map((value) => value + task)));
    expect(calls).toHaveLength(3);
    const { workers, tasks } = await listWorkers({ redis: server().url });
    expect(workers).toMatchObject([{ version: MARK, threads: 2, pid: process.pid }]);
    expect(tasks).toEqual({ waiting: 0, active: 0, failed: 0 });
    await worker.stop();
    expect((await listWorkers({ redis: server().url })).workers).toEqual([]);
  });

  it('fail with the error that was thrown, and are tried again where the machine failed', async () => {
    await work();
    const { run } = await open();
    await expect(run([-1], options)).rejects.toMatchObject({
      code: 'diverged',
      message: 'too steep\ntake smaller steps',
    });
    expect(calls.filter((task) => task === -1)).toHaveLength(1);
    expect(await run([-2], options)).toEqual([shared.map((value) => value - 2)]);
    expect(calls.filter((task) => task === -2)).toHaveLength(2);
    await expect(run([-3], options)).rejects.toThrow('a task failed on other machines: it fails always');
    expect(calls.filter((task) => task === -3)).toHaveLength(3);
    const { failures } = await listWorkers({ redis: server().url });
    expect(failures.map(({ job, reason }) => `${job}: ${reason.split('\n')[0]}`).sort()).toEqual([
      'add: it fails always',
      'add: too steep',
    ]);
    // Asked for anew, what failed is begun anew.
    await expect(run([-1], options)).rejects.toThrow('too steep');
    expect(calls.filter((task) => task === -1)).toHaveLength(2);
  });

  it('end where nobody wants them any more', async () => {
    const { run } = await open();
    const signal = { aborted: false };
    const began = performance.now();
    setTimeout(() => {
      signal.aborted = true;
    }, 500);
    const tasks = [20_001, 20_002, 20_003, 20_004];
    expect(await run(tasks, { ...options, signal })).toEqual(tasks.map(() => undefined));
    expect(performance.now() - began).toBeLessThan(5000);
    await expect
      .poll(async () => (await listWorkers({ redis: server().url })).tasks)
      .toMatchObject({ waiting: 0, active: 0 });
    expect(await run([5], options)).toEqual([shared.map((value) => value + 5)]); // the worker is free
    expect(performance.now() - began).toBeLessThan(15_000); // and did not end its tasks
  });

  it('are refused by a worker if fairfront did not put them there', async () => {
    const storage = await makeStorage(folder);
    const { address } = await storage.put(1);
    const queue = new Queue(queueOf(storage.id), {
      connection: { ...redisAt(server().url).options },
      prefix: PREFIX,
    });
    const connection = { ...redisAt(server().url).options };
    const other = new Queue(`tasks-0.0.1-node18-${storage.id}`, { connection, prefix: PREFIX });
    await other.add('add', {}, { jobId: 'of another version' });
    const before = calls.length;
    const hostile: [string, unknown][] = [
      ['evil', { job: 'constructor', shared: address, task: address }],
      ['path', { job: 'add', shared: '../../../etc/passwd', task: address }],
      ['types', { job: 7, shared: [address], task: null }],
      ['code', { job: 'add', shared: address, task: address, run: 'process.exit(9)' }],
    ];
    const known = { job: 'constructor', shared: address, task: address };
    for (const [id, data] of [...hostile, [resultKey(known), known] as const]) {
      await queue.add('add', data, { jobId: id, attempts: 3 });
    }
    await expect
      .poll(async () =>
        Object.fromEntries((await queue.getFailed()).map((job) => [job.id, job.attemptsMade])),
      )
      .toMatchObject({ evil: 1, path: 1, types: 1, code: 1, [resultKey(known)]: 1 });
    expect(calls).toHaveLength(before);
    const reasons = (await listWorkers({ redis: server().url })).failures.map(({ reason }) => reason);
    expect(reasons).toContain('there is no job "constructor"; it was refused');
    expect(reasons.filter((text) => text.includes('none that fairfront puts'))).toHaveLength(4);
    expect(await other.getWaitingCount()).toBe(1);
    await Promise.all([queue.close(), other.close()]);
  });

  it('need a server that lets them in', async () => {
    const wrong = server().url.replace(/:[^:@]*@/, ':wrong@');
    for (const redis of [wrong, `redis://127.0.0.1:${server().port}`]) {
      await expect(openRemoteTasks({ redis, storage: folder })).rejects.toThrow(
        `Redis at 127.0.0.1:${server().port} refuses the user or password`,
      );
    }
    const port = await freePort();
    const away = `redis://:${PASSWORD.slice(0, 4)}@127.0.0.1:${port}`;
    await expect(listWorkers({ redis: away })).rejects.toThrow(
      new RegExp(`^Redis at 127.0.0.1:${port} cannot be reached \\(ECONNREFUSED\\): is it running`),
    );
    mkdirSync(join(folder, 'empty'), { recursive: true });
    await expect(serveQueue(registry, { redis: away, storage: join(folder, 'empty') })).rejects.toThrow(
      /cannot be reached/,
    );
  });
});
