// Tasks that the storage or Redis loses, and tasks that nobody does, through a real Redis.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { redisAt } from '../../src/queue/redis.js';
import { MARK, PREFIX } from '../../src/queue/task-key.js';
import { isRedisAbsent } from './redis-server.js';
import { addJob, workersInProcess } from './workers-in-process.js';

const PASSWORD = 'kept to ourselves: @/';

describe.skipIf(isRedisAbsent())('tasks on other machines', () => {
  const { folder, server, open, work, rest } = workersInProcess(PASSWORD);
  const shared = Float64Array.of(0.1, 0.2);
  const options = { job: addJob, shared };

  it('are put again where the storage or Redis has lost them', async () => {
    await rest();
    const { run } = await open();
    const own = Float64Array.of(7, 8);
    const results = run([1, 2], { job: addJob, shared: own });
    await sleep(500); // they are in the queue
    for (const kind of readdirSync(join(folder, 'objects'))) {
      for (const name of readdirSync(join(folder, 'objects', kind))) {
        writeFileSync(join(folder, 'objects', kind, name), 'damaged');
      }
    }
    const redis = new Redis(redisAt(server().url).options);
    await redis.flushall();
    redis.disconnect();
    await work();
    expect(await results).toEqual([Float64Array.of(8, 9), Float64Array.of(9, 10)]);
  });

  it('wait for a worker of the same version, and say so without the password', async () => {
    await rest();
    const redis = new Redis(redisAt(server().url).options);
    const [seconds] = await redis.time();
    const other = {
      host: 'h',
      pid: 1,
      version: '0.0.1-node18',
      folder: '/shared',
      storage: 'abcdefabcdef',
      threads: 1,
      doing: [],
      seen: 1000 * Number(seconds),
    };
    await redis.hset(
      `${PREFIX}:workers`,
      'other',
      JSON.stringify({ ...other, done: 0, retried: 0, failed: 0 }),
    );
    redis.disconnect();
    const notes: string[] = [];
    const { run } = await open({ onNote: (text) => notes.push(text) });
    const results = run([6], options);
    await expect.poll(() => notes, { timeout: 15_000 }).toHaveLength(1);
    expect(notes[0]).toContain(
      `no worker of fairfront ${MARK} with the storage ${folder} listens at 127.0.0.1:${server().port}`,
    );
    expect(notes[0]).toContain('0.0.1-node18');
    expect(notes[0]).not.toContain('ourselves');
    await work();
    expect(await results).toEqual([shared.map((value) => value + 6)]);
  });
});
