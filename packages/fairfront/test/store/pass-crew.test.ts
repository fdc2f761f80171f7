// Threads that pass over rows together, and what becomes of a pass when one of them ends. They run the compiled files.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MessagePort, type Worker } from 'node:worker_threads';
import { groupIndex } from '@fairfront/core';
import { objectiveOver } from '@fairfront/core/internal';
import { expect, it, onTestFinished, vi } from 'vitest';
import type * as Crew from '../../src/store/pass-crew.js';
import { openRows, RowsWriter } from '../../src/store/stored-rows.js';
import { workFolder } from '../runs/run-fit.js';

const built = new URL('../../dist/store/pass-crew.js', import.meta.url);
const isBuilt = existsSync(built);
if (!isBuilt) process.stderr.write('threads that pass over rows are not tested: run `npm run build` first\n');

const folder = workFolder();
const [BLOCKS, BLOCK_ROWS, COLUMNS] = [37, 4096, 3];

it.skipIf(!isBuilt)('a pass goes on without threads that end, and its sums are the same', async () => {
  const writer = new RowsWriter(join(folder, 'rows.bin'));
  for (let block = 0; block < BLOCKS; block++) {
    const values = Float64Array.from({ length: BLOCK_ROWS * COLUMNS }, (_, i) => Math.sin(i * (block + 1)));
    writer.append([{ rowCount: BLOCK_ROWS, columnCount: COLUMNS, values }]);
  }
  const rows = Array.from({ length: BLOCKS * BLOCK_ROWS }, (_, i) => i);
  const features = openRows(writer.finish());
  const labels = Int32Array.from(rows, (row) => (row % 3) % 2);
  const data = { features, labels, groups: groupIndex(rows.map((row) => 'abc'[row % 7] ?? 'd')) };
  const risks = (): readonly number[] =>
    Array.from(objectiveOver(data, 2, 'cross-entropy', 0).evaluate(Float64Array.of(1, -2, 0.3, 0.1)).risks);
  const alone = risks();

  const workers: Worker[] = [];
  const onWorker = (worker: Worker): unknown => workers.push(worker);
  process.on('worker', onWorker);
  const { passByThreads } = (await import(/* @vite-ignore */ built.href)) as typeof Crew;
  onTestFinished(passByThreads(features, 4));
  expect(risks()).toEqual(alone);
  await setTimeout(0); // the event comes in the next turn
  process.off('worker', onWorker);
  expect(workers).toHaveLength(3);

  let orders = 0;
  let ending: { readonly worker: Worker; readonly afterMs: number } | undefined;
  const post = MessagePort.prototype.postMessage;
  const spy = vi.spyOn(MessagePort.prototype, 'postMessage').mockImplementation(function (
    this: MessagePort,
    ...message
  ) {
    post.apply(this, message);
    if (!Object.hasOwn(message[0] ?? {}, 'runs')) return;
    orders++;
    if (ending === undefined) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ending.afterMs);
    void ending.worker.terminate();
    ending = undefined;
  });
  onTestFinished(() => spy.mockRestore());
  const ordersOfPass = (): number => {
    orders = 0;
    expect(risks()).toEqual(alone);
    return orders;
  };
  while (ordersOfPass() === 0) await setTimeout(20); // until the threads have started
  ending = { worker: workers[0]!, afterMs: 0 }; // before it has begun
  expect(ordersOfPass()).toBe(3);
  expect(ordersOfPass()).toBe(2);
  ending = { worker: workers[1]!, afterMs: 5 }; // at work, or done with it
  expect(ordersOfPass()).toBe(2);
  await workers[2]!.terminate(); // between passes
  ordersOfPass();
  expect(ordersOfPass()).toBe(0);
});
