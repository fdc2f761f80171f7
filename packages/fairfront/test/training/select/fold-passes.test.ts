// Folds of rows on disk share passes, and train the models of rows in memory, to the last bit.
// Threads run compiled files.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { createRandom, type LabelledRows } from '@fairfront/core';
import {
  labelledBlock,
  type PassRequest,
  streamedRows,
  sumPass,
  takeLabelledRows,
} from '@fairfront/core/internal';
import { expect, it } from 'vitest';
import { makeData } from '../../../../core/test/linear/linear-problems.js';
import { RunJoiner, runsOf } from '../../../src/store/pass-runs.js';
import { openRows, RowsWriter } from '../../../src/store/stored-rows.js';
import type * as Validation from '../../../src/training/select/cross-validate.js';
import { crossValidate } from '../../../src/training/select/cross-validate.js';
import { foldPassJob } from '../../../src/training/select/fold-passes.js';
import { rowsInFold } from '../../../src/training/select/out-of-fold.js';
import { ENDS } from '../../../src/training/select/steps.js';
import { workFolder } from '../../runs/run-fit.js';

const built = new URL('../../../dist/training/select/cross-validate.js', import.meta.url);
const isBuilt = existsSync(built);
if (!isBuilt) process.stderr.write('folds that share passes are not tested: run `npm run build` first\n');

const folder = workFolder();
const problem = { classCount: 2, loss: 'cross-entropy', search: 'exact', seed: 1, steps: ENDS } as const;
const data = makeData(createRandom(5), { classCount: 2, columnCount: 3, groupRows: [400, 80] });
const blockEnds = Array.from({ length: 13 }, (_, i) => Math.min(480, 40 * (i + 1)));
const inMemory: LabelledRows = { ...data, blockEnds };

/** The same rows on disk. */
function onDisk(name: string): LabelledRows {
  const writer = new RowsWriter(join(folder, name));
  for (const block of blockEnds.keys()) {
    writer.append([labelledBlock(inMemory, blockEnds, block).features]);
  }
  return { ...data, features: openRows(writer.finish()) };
}

it('a pass for some folds reads every block once, and has the sums of a pass for each', () => {
  const reads: number[] = [];
  const features = streamedRows(
    { rowCount: 480, columnCount: 3, blockEnds, isSparse: false, entryCount: 1440 },
    (block) => {
      reads.push(block);
      return labelledBlock(inMemory, blockEnds, block).features;
    },
  );
  const folds = Uint8Array.from(data.labels, (_, row) => (row < 80 ? 1 : row % 5)); // fold 1 has whole blocks
  const parameters = Float64Array.of(1, -2, 0.5, 0.1);
  const requests: readonly PassRequest[] = [
    { kind: 'losses', parameters },
    { kind: 'curvature', parameters, rowFactors: [0.01, 0.02] },
    { kind: 'squares' },
  ];
  const asked = { classCount: 2, loss: 'cross-entropy', mean: undefined } as const;
  const orders = requests.map((request, fold) => ({ problem: asked, request, fold }));
  const range = [4, 12] as const;
  const sums = foldPassJob.run({ orders, range }, { rows: { ...data, features }, folds }, () => undefined);
  expect(reads).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  const alone = orders.map(({ request, fold }) =>
    sumPass(takeLabelledRows(inMemory, rowsInFold(folds, fold, true)), asked, request, range),
  );
  expect(sums).toEqual(Float64Array.from(alone.flatMap((own) => [...own])));
});

it.skipIf(!isBuilt)('folds that share passes give the choice of rows in memory', async () => {
  const asked = { entities: undefined, problem, penalties: [1e-2, 1e-3, 1e-4], seconds: 600 };
  const alone = await crossValidate({ ...asked, rows: inMemory });
  const { crossValidate: compiled } = (await import(/* @vite-ignore */ built.href)) as typeof Validation;
  const workers: Worker[] = [];
  const onWorker = (worker: Worker): unknown => workers.push(worker);
  process.on('worker', onWorker);
  const told: number[] = [];
  const shared = await compiled(
    { ...asked, rows: onDisk('shared.bin') },
    { onFold: (done) => told.push(done) },
  );
  await setTimeout(0); // the last event comes in the next turn
  process.off('worker', onWorker);
  expect(shared).toEqual(alone);
  expect(workers).toHaveLength(5 + availableParallelism());
  expect(workers.every(({ threadId }) => threadId < 0)).toBe(true);
  expect(told).toEqual(Array.from({ length: 16 }, (_, i) => i));
});

it.skipIf(!isBuilt)('a choice goes on where all folds were trained before', async () => {
  const asked = { entities: undefined, problem, penalties: [1e-2], seconds: 600 };
  const { crossValidate: compiled } = (await import(/* @vite-ignore */ built.href)) as typeof Validation;
  const rows = onDisk('before.bin');
  let before: readonly Validation.TrainedFold[] = [];
  const onTrained = (trained: readonly Validation.TrainedFold[]): void => {
    before = trained;
  };
  const first = await compiled({ ...asked, rows }, { onTrained });
  expect(before).toHaveLength(5);
  expect(await compiled({ ...asked, rows }, { before })).toEqual(first);
});

it.skipIf(!isBuilt)('a thread that has ended takes no task', async () => {
  const { Hand } = await import(
    /* @vite-ignore */ new URL('../../../dist/threads/hand.js', import.meta.url).href
  );
  const { foldPassJob: job } = await import(
    /* @vite-ignore */ new URL('../../../dist/training/select/fold-passes.js', import.meta.url).href
  );
  const hand = new Hand(job, { rows: inMemory, folds: new Uint8Array(480) });
  await hand.end();
  await expect(hand.do({ orders: [], range: [0, 1] })).rejects.toThrow('has ended');
});

it('sums of runs are joined the same in whatever order they come', () => {
  const runs = runsOf(45, 5);
  expect(runs).toEqual({ level: 3, blocks: 45, count: 6 });
  const sums = Array.from({ length: 6 }, (_, run) => Float64Array.of(Math.sin(run), 1e16 * Math.cos(run)));
  const joined = (order: readonly number[]): Float64Array => {
    const joiner = new RunJoiner(runs, 2);
    for (const run of order) joiner.add(run, sums[run]!.slice());
    return joiner.total();
  };
  const [a, b, c, d, e, rest] = sums.map((sum) => sum[0]!) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  expect(joined([0, 1, 2, 3, 4, 5])[0]).toBe(a + b + (c + d) + (e + rest));
  for (const order of [
    [5, 4, 3, 2, 1, 0],
    [2, 0, 5, 1, 4, 3],
  ]) {
    expect(joined(order)).toEqual(joined([0, 1, 2, 3, 4, 5]));
  }
});

it.skipIf(!isBuilt)('they end when they are interrupted between passes', async () => {
  const { crossValidate: compiled } = (await import(/* @vite-ignore */ built.href)) as typeof Validation;
  let looks = 0;
  const signal = {
    get aborted() {
      return ++looks > 30; // it is looked at after every pass
    },
  };
  const asked = { entities: undefined, problem, penalties: [1e-2], seconds: 600 };
  const done: number[] = [];
  const hooks = { signal, onFold: (count: number) => done.push(count) };
  expect(await compiled({ ...asked, rows: onDisk('ended.bin') }, hooks)).toBeUndefined();
  expect(done).toEqual([0]);
});
