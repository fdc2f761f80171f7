import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FairfrontError } from '@fairfront/core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../src/threads/job.js';
import { runTasks } from '../../src/threads/run-tasks.js';
import { herePlace, type Result, run, type Shared, type Task } from './small-job.js';

type SmallJob = Job<Task, Result, Shared, number>;

const folder = mkdtempSync(join(tmpdir(), 'fairfront-workers-'));
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

// Workers need a compiled file: the sources as they are, in one.
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: {
        '@fairfront/core/tables': path('../../../core/src/tables.ts'),
        '@fairfront/core': path('../../../core/src/index.ts'),
      },
    },
    build: { ssr: path('small-worker.ts'), outDir: folder, emptyOutDir: false },
    ssr: { noExternal: true },
  });
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sharedOf = (): Shared => ({ factor: 10, counter: new Int32Array(new SharedArrayBuffer(4)) });

const here: SmallJob = { worker: new URL('./no-such-worker.js', import.meta.url), run };
const beside: SmallJob = {
  worker: pathToFileURL(join(folder, 'small-worker.js')),
  run: () => {
    throw new Error('a worker was to do it');
  },
};

function refuse(): never {
  throw new FairfrontError('bad-file', 'the disk is full');
}

/** What a promise rejects with. */
async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error) => error,
  );
}

describe.each([
  ['here', here],
  ['in threads', beside],
])('runTasks, %s', (_, job) => {
  const options = { job, shared: sharedOf(), threads: 2 };

  it('gives the results in the order of the tasks, whoever is done first', async () => {
    const tasks = [{ value: 1, waitMs: 60 }, { value: 2 }, { value: 3, waitMs: 20 }, { value: 4 }];
    expect(await runTasks(tasks, options)).toEqual([10, 20, 30, 40]);
  });

  it.each([1, 3])('does every task once with up to %d at a time', async (threads) => {
    const tasks = Array.from({ length: 5 }, (_, value) => ({ value }));
    expect(await runTasks(tasks, { ...options, threads })).toEqual([0, 10, 20, 30, 40]);
    expect(await runTasks(tasks.slice(0, 1), { ...options, threads })).toEqual([0]);
  });

  it('has nothing to do where there are no tasks', async () => {
    expect(await runTasks([], options)).toEqual([]);
  });

  it('tells what a task reports, with the task’s place, and each result as soon as it is there', async () => {
    const told: string[] = [];
    const tasks = [{ value: 1, reports: 2 }, { value: 2 }, { value: 3, reports: 1 }];
    await runTasks(tasks, {
      ...options,
      onReport: (task, part) => told.push(`${task}: part ${part}`),
      onResult: (task, result) => told.push(`${task}: ${result}`),
    });
    expect([...told].sort()).toEqual(['0: 10', '0: part 1', '0: part 2', '1: 20', '2: 30', '2: part 1']);
    const ofFirst = told.filter((line) => line.startsWith('0'));
    expect(ofFirst).toEqual(['0: part 1', '0: part 2', '0: 10']);
  });

  it('waits for whoever is told of a result before the same worker goes on', async () => {
    const told: string[] = [];
    await runTasks([{ value: 1 }, { value: 2 }], {
      ...options,
      threads: 1,
      onResult: async (task) => {
        told.push(`begin ${task}`);
        await wait(30);
        told.push(`end ${task}`);
      },
    });
    expect(told).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1']);
  });

  it('fails as the task does: an error a user can mend keeps its code', async () => {
    const tasks: Task[] = [{ value: 1 }, { kind: 'fail', code: 'bad-column', message: 'no such column' }];
    const error = await failure(runTasks(tasks, options));
    expect(error).toBeInstanceOf(FairfrontError);
    expect(error).toMatchObject({ code: 'bad-column', message: 'no such column', name: 'FairfrontError' });
    expect((error as Error).stack).toMatch(/small-(job|worker)/); // of where it was thrown
  });

  it('fails with a plain error where it was one', async () => {
    const error = await failure(runTasks([{ kind: 'fail', message: 'a slip' }], options));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(FairfrontError);
    expect(error).toMatchObject({ message: 'a slip' });
  });

  it('fails where whoever is told of a result fails', async () => {
    const refused = runTasks([{ value: 1 }, { value: 2 }], {
      ...options,
      onResult: async () => {
        throw new FairfrontError('bad-file', 'the disk is full');
      },
    });
    expect(await failure(refused)).toMatchObject({ code: 'bad-file', message: 'the disk is full' });
  });

  it.each([
    ['onReport, at once', { onReport: () => refuse() }],
    ['onReport, in time', { onReport: async () => refuse() }],
    ['onResult, at once', { onResult: () => refuse() }],
  ])('fails where whoever is told fails, however it does: %s', async (_, told) => {
    const error = await failure(runTasks([{ value: 1, reports: 1 }, { value: 2 }], { ...options, ...told }));
    expect(error).toMatchObject({ code: 'bad-file', message: 'the disk is full' });
  });

  it('tells nothing more once it is over', async () => {
    const controller = new AbortController();
    const told: number[] = [];
    await runTasks([{ value: 1 }, { value: 2, waitMs: 400 }], {
      ...options,
      signal: controller.signal,
      onResult: (task) => {
        told.push(task);
        controller.abort();
      },
    });
    await wait(500);
    expect(told).toEqual([0]);
  });

  it.each([0, 1.5, Number.NaN])('refuses %d threads', async (threads) => {
    const error = await failure(runTasks([{ value: 1 }, { value: 2 }], { ...options, threads }));
    expect(error).toMatchObject({
      code: 'bad-option',
      message: `threads must be a whole number ≥ 1; got ${threads}`,
    });
  });

  it('begins nothing once it is cancelled', async () => {
    expect(await runTasks([{ value: 1 }, { value: 2 }], { ...options, signal: { aborted: true } })).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('keeps what was done before it was cancelled, in its place', async () => {
    const controller = new AbortController();
    const results = await runTasks([{ value: 1 }, { value: 2 }, { value: 3 }], {
      ...options,
      threads: 1,
      signal: controller.signal,
      onResult: (task) => {
        if (task === 1) controller.abort();
      },
    });
    expect(results).toEqual([10, 20, undefined]);
  });

  it('leaves tasks and what is shared as they were', async () => {
    const tasks = Object.freeze([Object.freeze({ value: 4 })]);
    const shared = Object.freeze(sharedOf());
    await runTasks(tasks, { ...options, shared });
    expect(shared).toEqual(sharedOf());
  });
});

describe('runTasks in threads', () => {
  const options = { job: beside, shared: sharedOf(), threads: 2 };

  it('is at work in as many places as it may, and not in this one; results are in the order of tasks', async () => {
    const told: string[] = [];
    const tasks: Task[] = [
      { value: 1, waitMs: 40, reports: 2 },
      { kind: 'place' },
      { value: 3 },
      { kind: 'place' },
    ];
    const results = await runTasks(tasks, {
      ...options,
      onReport: (task, part) => told.push(`${task}: part ${part}`),
    });
    const [first, second, third, fourth] = results;
    expect([first, third]).toEqual([10, 30]);
    expect(told).toEqual(['0: part 1', '0: part 2']);
    for (const place of [second, fourth]) {
      expect(place).toMatch(/^\d+\/\d+$/);
      expect(place).not.toBe(herePlace);
      expect(String(place).split('/')[0]).toBe(String(process.pid));
    }
  });

  it('ends a task that is running when it is cancelled, within a moment', async () => {
    const controller = new AbortController();
    const begun = performance.now();
    const tasks = [{ value: 1 }, { value: 2, waitMs: 20_000 }, { value: 3, waitMs: 20_000 }];
    const results = await runTasks(tasks, {
      ...options,
      signal: controller.signal,
      onResult: () => controller.abort(),
    });
    expect(results).toEqual([10, undefined, undefined]);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('does not wait for the others when a task fails, and keeps its code', async () => {
    const begun = performance.now();
    const tasks: Task[] = [
      { value: 1, waitMs: 20_000 },
      { kind: 'fail', code: 'diverged', message: 'the loss is not finite' },
    ];
    const error = await failure(runTasks(tasks, options));
    expect(error).toBeInstanceOf(FairfrontError);
    expect(error).toMatchObject({ code: 'diverged', message: 'the loss is not finite' });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it.each<[string, Task, RegExp]>([
    ['ends with a code', { kind: 'exit', value: 3 }, /a worker thread ended with code 3/],
    ['ends as if all were well', { kind: 'exit', value: 0 }, /a worker thread ended with code 0/],
    ['answers with what cannot be copied', { kind: 'function' }, /could not be cloned/],
  ])('fails where a worker %s', async (_, task, message) => {
    const error = await failure(runTasks([task], options));
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(message);
  });

  it.each([0, 1])('fails where a task cannot be copied: %d before it', async (before) => {
    const wrong = { value: () => 1 } as unknown as Task;
    const tasks = [...Array.from({ length: before }, () => ({ value: 1 })), wrong];
    const error = await failure(runTasks(tasks, { ...options, threads: 1 }));
    expect((error as Error).message).toContain('could not be cloned');
  });

  it('takes as many as it may, each at work', async () => {
    const tasks: Task[] = Array.from({ length: 4 }, () => ({ kind: 'place' }));
    for (const threads of [1, 2, 3]) {
      expect(new Set(await runTasks(tasks, { ...options, threads })).size).toBe(threads);
    }
  });

  it('does not copy memory that is shared', async () => {
    const shared = sharedOf();
    const tasks: Task[] = Array.from({ length: 7 }, () => ({ kind: 'count' }));
    const seen = await runTasks(tasks, { ...options, shared });
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(shared.counter[0]).toBe(7);
  });

  it.each([
    ['in the middle of it', false, 0],
    ['after it, where the task is native', true, 1],
  ])('ends a worker that is inside a call %s', async (_, isNative, ended) => {
    const controller = new AbortController();
    const shared = sharedOf();
    const results = await runTasks([{ kind: 'call', waitMs: 1000, reports: 1 }], {
      ...options,
      job: { ...beside, isNative: () => isNative },
      shared,
      signal: controller.signal,
      onReport: () => controller.abort(),
    });
    expect(results).toEqual([undefined]);
    expect(shared.counter[0]).toBe(ended);
  });

  it('ends workers inside a call also where another task fails', async () => {
    const shared = sharedOf();
    const tasks: Task[] = [
      { kind: 'call', waitMs: 1000 },
      { kind: 'fail', message: 'a slip', waitMs: 500 },
    ];
    const job = { ...beside, isNative: () => true };
    expect(await failure(runTasks(tasks, { ...options, job, shared }))).toMatchObject({ message: 'a slip' });
    expect(shared.counter[0]).toBe(1);
  });

  it('begins a task anew, once, where its worker is stuck, and has all results', async () => {
    const shared = sharedOf();
    const tasks: Task[] = [{ kind: 'hang', value: 1 }, { value: 2 }, { value: 3 }];
    expect(await runTasks(tasks, { ...options, shared, stalledMs: 600 })).toEqual([10, 20, 30]);
    expect(shared.counter[0]).toBe(2);
  }, 60_000);

  it('hands what is renewed to the workers that take the place of stuck ones, and to no others', async () => {
    const shared = sharedOf();
    const tasks: Task[] = [{ kind: 'hang', value: 1 }, { value: 2 }];
    const renewed = (): Shared => ({ ...shared, factor: 100 });
    expect(await runTasks(tasks, { ...options, shared, renewed, stalledMs: 600 })).toEqual([100, 20]);
  }, 60_000);

  it('gives a task up whose worker is stuck twice, and names it', async () => {
    const shared = sharedOf();
    const tasks: Task[] = [{ value: 1 }, { kind: 'hang', value: 9 }];
    const error = await failure(runTasks(tasks, { ...options, shared, stalledMs: 600 }));
    expect(error).toMatchObject({ code: 'worker-failed' });
    expect((error as Error).message).toMatch(/did nothing for long, twice.*\(small-worker, task 2 of 2\)/);
    expect(shared.counter[0]).toBe(2);
  }, 60_000);

  it('gives a worker that works the time it takes', async () => {
    const tasks: Task[] = [{ kind: 'work', waitMs: 2000, value: 1 }, { value: 2 }];
    expect(await runTasks(tasks, { ...options, stalledMs: 300 })).toEqual([10, 20]);
  });

  it('says where a worker ran out of memory', async () => {
    // What Node says then; a worker has the heap of its process, of which tests have plenty.
    const full: Task = { kind: 'throw', code: 'ERR_WORKER_OUT_OF_MEMORY', message: 'heap out of memory' };
    const error = await failure(runTasks([full], options));
    expect(error).toMatchObject({ code: 'worker-failed' });
    expect((error as Error).message).toMatch(/ran out of memory.*max-old-space-size.*task 1 of 1/);
  });

  it('fails where a worker throws what nobody catches', async () => {
    const lost = runTasks([{ kind: 'throw', message: 'nobody catches this' }], options);
    expect(await failure(lost)).toMatchObject({ message: 'nobody catches this' });
  });
});
