// Work on several machines, here several processes of one: what a task costs beside its work, and how much sooner two
// workers finish a table of networks than one. Every worker has one thread. Results must be the same before anything is
// told of time.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { groupIndex, linearOracle } from '@fairfront/core';
import { type ExperimentResult, listWorkers, runExperiment } from 'fairfront';
import { makeStorage, openRemoteTasks, type StretchData, stretchJob } from 'fairfront/internal';

const program = fileURLToPath(new URL('../../packages/fairfront/bin/fairfront.js', import.meta.url));
const TASKS = 2000;
/** Cells of the table: searches around networks, each on a sample of its own. */
const CELLS = 8;

/** Times tasks that are hardly any work, and a table of networks. */
export async function benchWorkers() {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    process.stdout.write('redis-server is not installed; it is left out\n');
    return { ratios: {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-bench-'));
  const port = await freePort();
  const redis = `redis://127.0.0.1:${port}`;
  const server = spawn(
    'redis-server',
    ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    {
      stdio: 'ignore',
    },
  );
  try {
    await sleep(500);
    const perTask = await timeTasks(redis, folder);
    const seconds: Record<string, number> = {};
    const tables: string[] = [];
    for (const workers of [1, 2]) {
      const storage = mkdtempSync(join(folder, 'storage-'));
      const all = await startWorkers(workers, redis, storage);
      const before = performance.now();
      const result = await runExperiment(
        'figure-6',
        { samples: [10_000], runs: CELLS, hidden: [64, 64], maxSolves: 4, maxEpochs: 40 },
        { workers: { redis, storage } },
      );
      seconds[`${workers}`] = (performance.now() - before) / 1000;
      tables.push(figures(result));
      await end(all);
    }
    if (tables[0] !== tables[1]) throw new Error('two workers find another table than one');
    process.stdout.write(`A table of ${CELLS} searches around networks (figure-6), one thread per worker\n`);
    console.table(Object.entries(seconds).map(([workers, own]) => ({ workers, seconds: own.toFixed(1) })));
    return {
      ratios: { 'one worker / two workers': seconds['1']! / seconds['2']! },
      seconds,
      'ms per task beside its work': perTask,
    };
  } finally {
    await end([server]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a task costs that has nothing to do: stretches of a front without a point. */
async function timeTasks(redis: string, folder: string): Promise<number> {
  const storage = mkdtempSync(join(folder, 'storage-'));
  const all = await startWorkers(1, redis, storage);
  const remote = await openRemoteTasks({ redis, storage });
  const empty = Array.from({ length: TASKS }, (_, nr) => ({ mus: [], nr }));
  const options = { job: stretchJob, shared: fewRows() };
  await remote.run([{ mus: [[0.5, 0.5]] }], options); // the thread is there, and has the rows
  const before = performance.now();
  const results = await remote.run(empty, options);
  const perTask = (performance.now() - before) / TASKS;
  await remote.close();
  await end(all);
  if (results.some((points) => points?.length !== 0)) throw new Error('a task has no result');
  process.stdout.write(`${TASKS} tasks of no work, one worker: ${perTask.toFixed(2)} ms a task\n`);
  return perTask;
}

function fewRows(): StretchData {
  const train = {
    features: { rowCount: 4, columnCount: 1, values: Float64Array.of(0, 1, 2, 3) },
    labels: Int32Array.of(0, 1, 0, 1),
    groups: groupIndex(['a', 'b', 'b', 'a']),
  };
  const training = { classCount: 2, loss: 'cross-entropy', l2: 0.01 } as const;
  const { model } = linearOracle(train, training).solve([0.5, 0.5], {});
  return { train, training, start: { mu: [0.5, 0.5], model } };
}

async function startWorkers(count: number, redis: string, storage: string): Promise<ChildProcess[]> {
  await makeStorage(storage); // as the first run does
  const args = [program, 'worker', '--redis', redis, '--storage', storage, '--threads', '1', '--quiet'];
  const all = Array.from({ length: count }, () => spawn(process.execPath, args, { stdio: 'ignore' }));
  while ((await listWorkers({ redis })).workers.length < count) await sleep(200);
  return all;
}

async function end(all: readonly ChildProcess[]): Promise<void> {
  for (const child of all) {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  }
}

/** The table without the times that it took. */
function figures({ data }: ExperimentResult): string {
  return JSON.stringify(data, (key, value) => (/seconds/i.test(key) ? undefined : value));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  return port;
}
