import { FairfrontError } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { redisAt } from '../../src/queue/redis.js';
import { checkTaskJob, failureOf, failureText, resultKey } from '../../src/queue/task-key.js';

const SUM = 'ab'.repeat(32);
const job = { job: 'fold', shared: SUM, task: SUM };

describe('a job of the queue', () => {
  it('is named by all that its result depends on', () => {
    const keys = [job, { ...job, job: 'split' }, { ...job, shared: 'cd'.repeat(32) }].map(resultKey);
    expect(new Set(keys).size).toBe(3);
    expect(checkTaskJob(resultKey(job), job)).toEqual(job);
  });

  it.each<[string, unknown, string?]>([
    ['another id', job, 'cd'.repeat(32)],
    ['a path for an address', { ...job, task: '../../etc/passwd' }],
    ['a number for an address', { ...job, shared: 7 }],
    ['code', { ...job, code: 'process.exit()' }],
    ['a path for a name', { ...job, job: '../fold' }],
    ['nothing', undefined],
    ['a text', 'fold'],
    ['a prototype', JSON.parse(`{ "__proto__": {}, "job": "fold", "shared": "${SUM}", "task": "${SUM}x" }`)],
  ])('with %s is refused', (_, data, id) => {
    const given = data as Parameters<typeof resultKey>[0];
    const named = id ?? (typeof data === 'object' ? resultKey(given) : SUM);
    expect(() => checkTaskJob(named, data)).toThrow(/none that fairfront puts into the queue/);
  });

  it('keeps the code of an error on its way', () => {
    expect(failureOf(failureText(new FairfrontError('diverged', 'too fast')))).toEqual({
      code: 'diverged',
      message: 'too fast',
    });
    expect(failureOf(failureText(new Error('a bug')))).toEqual({ message: 'a bug' });
    expect(failureOf('job stalled more than allowable limit').message).toMatch(/stalled/);
  });
});

describe('the address of Redis', () => {
  it('is read from what is given, or from the environment', () => {
    expect(redisAt('redis://localhost', {}).label).toBe('localhost:6379');
    const { label, options } = redisAt(undefined, { FAIRFRONT_REDIS: 'rediss://me:p%40ss@[::1]:6380/2' });
    expect(label).toBe('[::1]:6380');
    expect(options).toMatchObject({ host: '::1', port: 6380, username: 'me', password: 'p@ss', db: 2 });
    expect(options.tls).toEqual({}); // Node warns of a name that is an address
    expect(redisAt('rediss://queue', {}).options.tls).toEqual({ servername: 'queue' });
    expect(redisAt('redis://localhost', {}).options.tls).toBeUndefined();
  });

  it.each(['http://:secret@host', 'redis://', 'host:6379', 'redis://:secret@host/name', 'secret'])(
    'is refused without being shown: %s',
    (address) => {
      const failure = (): unknown => redisAt(address, {});
      expect(failure).toThrow(/must look like redis:\/\/host:6379/);
      expect(failure).not.toThrow(/secret/);
    },
  );

  it('must be named', () => {
    expect(() => redisAt(undefined, {})).toThrow(/environment variable FAIRFRONT_REDIS/);
  });
});
