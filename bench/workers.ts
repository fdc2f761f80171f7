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
import { createTable, type Table } from '@fairfront/core';
import { type ExperimentResult, front, listWorkers, runExperiment } from 'fairfront';
import { makeStorage } from 'fairfront/internal';

const program = fileURLToPath(new URL('../../packages/fairfront/bin/fairfront.js', import.meta.url));
/** Choices of weights of three groups, of which eight are a task: 2,538 tasks. */
const STEPS = 200;
const STRETCH = 8;
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

/** What a task costs, by a front of few rows, whose solves take next to nothing. */
async function timeTasks(redis: string, folder: string): Promise<number> {
  const storage = mkdtempSync(join(folder, 'storage-'));
  const table = fewRows();
  const options = { target: 'truth', groups: 'group', steps: STEPS, minGroup: 1, part: 'train' } as const;
  const timed = async (workers?: { readonly redis: string; readonly storage: string }) => {
    const before = performance.now();
    const { result } = await front(table, options, { workers });
    return { ms: performance.now() - before, text: JSON.stringify(result) };
  };
  const here = await timed();
  const [worker] = await startWorkers(1, redis, storage);
  const there = await timed({ redis, storage });
  await end([worker!]);
  if (here.text !== there.text) throw new Error('a worker finds another front');
  const tasks = Math.ceil(((STEPS + 1) * (STEPS + 2)) / 2 / STRETCH);
  const perTask = (there.ms - here.ms) / tasks;
  process.stdout.write(`${tasks} tasks of next to no work, one worker\n`);
  console.table([
    {
      'here, ms': here.ms.toFixed(0),
      'by a worker, ms': there.ms.toFixed(0),
      'ms per task': perTask.toFixed(2),
    },
  ]);
  return perTask;
}

function fewRows(): Table {
  const rows = 240;
  const numbers = (value: (row: number) => number): Float64Array =>
    Float64Array.from({ length: rows }, (_, row) => value(row));
  const codes = (value: (row: number) => number): Uint8Array =>
    Uint8Array.from({ length: rows }, (_, row) => value(row));
  return createTable([
    { kind: 'numeric', name: 'number', values: numbers((row) => Math.sin(row)) },
    { kind: 'categorical', name: 'group', levels: ['a', 'b', 'c'], codes: codes((row) => row % 3) },
    {
      kind: 'categorical',
      name: 'truth',
      levels: ['no', 'yes'],
      codes: codes((row) => (Math.sin(row) + Math.cos(7 * row) > 0 ? 1 : 0)),
    },
  ]);
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
