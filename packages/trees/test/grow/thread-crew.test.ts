// Several threads grow the trees that one does. Threads run compiled files only, so both sides are of the last build;
// where there is none, that is said and nothing is tested.

import { existsSync } from 'node:fs';
import type { DenseRows, LabelledRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { STARTED, threadCrew } from '../../src/grow/thread-crew.js';
import type { KeepBins } from '../../src/index.js';
import { nodeThreads } from '../../src/node.js';
import { chunksInMemory, createBooster } from '../helpers/create-booster.js';
import { COLUMNS, labelledRows } from '../helpers/labelled.js';

const dist = new URL('../../dist/', import.meta.url);
const isBuilt = existsSync(new URL('crew-worker.js', dist));
if (!isBuilt) process.stderr.write('threads of trees are not tested: run `npm run build` first\n');

describe.skipIf(!isBuilt)('nodeThreads', () => {
  it.each([
    { classCount: 2, loss: 'cross-entropy', maxDepth: 6 },
    { classCount: 3, loss: 'brier', maxLeaves: 12, columnSample: 0.7, subsample: 0.8 },
    { classCount: 1, loss: 'squared', maxDepth: 4 },
  ] as const)(
    'grows the same trees on 1, 2 and 3 threads, of rows in memory and in blocks: %o',
    async (options) => {
      const { boostedOracle } = (await import(
        new URL('index.js', dist).href
      )) as typeof import('../../src/index.js');
      const { nodeThreads: threads } = (await import(
        new URL('node.js', dist).href
      )) as typeof import('../../src/node.js');
      const rowsOf = (seed: number, rowCount: number): LabelledRows => {
        if (options.classCount > 1) return labelledRows(seed, { rowCount, classCount: options.classCount });
        const rows = labelledRows(seed, { rowCount, classCount: 5 });
        return { ...rows, values: Float64Array.from(rows.labels, (label, row) => 1e3 * label + (row % 7)) };
      };
      const [train, validation] = [rowsOf(1, 1000), rowsOf(2, 500)];
      // more words of columns than threads
      const wide = <Rows extends typeof train>(rows: Rows): Rows => {
        const { rowCount, columnCount, values } = rows.features as {
          values: Float64Array;
        } & Rows['features'];
        const copies = Array.from({ length: rowCount }, (_, row) => {
          const own = [...values.subarray(row * columnCount, (row + 1) * columnCount)];
          return [...own, ...own.map((value) => value % 0.5), ...own];
        });
        const all = { rowCount, columnCount: 3 * columnCount, values: Float64Array.from(copies.flat()) };
        return { ...rows, features: all };
      };
      const numeric = COLUMNS.map(() => ({ kind: 'numeric' }) as const);
      const columns = [...COLUMNS, ...numeric, ...COLUMNS];
      const keepBins: KeepBins = (rows, bins) => chunksInMemory(rows, bins, 400);
      const [one, ...several] = [{}, 1, 2, 3, { keepBins }, { keepBins, crew: threads(3) }].map((who) => {
        const own = typeof who === 'number' ? { crew: threads(who) } : who;
        const oracle = boostedOracle(
          wide(train),
          { columns, trees: 6, ...options, ...own },
          wide(validation),
        );
        const solves = [
          [0.5, 0.5],
          [0.1, 0.9],
        ].map((mu) => oracle.solve(mu, {}));
        oracle.close();
        return solves;
      });
      expect(one![0]!.model.treeStarts.length).toBeGreaterThan(5);
      for (const solves of several) expect(solves).toEqual(one);
    },
  );

  it('makes no more than 16 threads, however many there are cores', async () => {
    const { boostedOracle } = (await import(
      new URL('index.js', dist).href
    )) as typeof import('../../src/index.js');
    const { nodeThreads: threads } = (await import(
      new URL('node.js', dist).href
    )) as typeof import('../../src/node.js');
    const { labels, groups } = labelledRows(1, { rowCount: 20 });
    const columnCount = 4 * 20; // four to a word, which is what threads share out
    const columns = Array.from({ length: columnCount }, () => ({ kind: 'numeric' }) as const);
    const features = { rowCount: 20, columnCount, values: new Float64Array(20 * columnCount) };
    let made = 0;
    const oracle = boostedOracle(
      { features, labels, groups },
      {
        columns,
        classCount: 2,
        trees: 1,
        crew: (buffers) => {
          const crew = threads(64)(buffers);
          made = crew.threads;
          return crew;
        },
      },
    );
    oracle.close();
    expect(made).toBe(16);
  });
});

it('says that a thread has ended, rather than to wait for ever', () => {
  const { features, labels } = labelledRows(1, { rowCount: 20 });
  const rows = { features: features as DenseRows, columns: COLUMNS, labels, classCount: 2 };
  const stopped: number[] = [];
  const { booster } = createBooster(rows, {}, (buffers) =>
    threadCrew(
      buffers,
      2,
      ({ thread, orders }) => {
        Atomics.add(orders.state, STARTED, 1);
        return () => stopped.push(thread);
      },
      50,
    ),
  );
  const mu = new Array<number>(20).fill(1 / 20);
  expectError(() => booster.addRound(mu), 'worker-failed', '0.05 s', 'one thread');
  booster.close();
  expect(stopped).toEqual([1]);
});

it('grows trees alone while the others have not started', () => {
  const { features, labels } = labelledRows(1, { rowCount: 20 });
  const rows = { features: features as DenseRows, columns: COLUMNS, labels, classCount: 2 };
  const alone = createBooster(rows, {}).booster;
  const { booster } = createBooster(rows, {}, (buffers) => threadCrew(buffers, 2, () => () => undefined, 50));
  const mu = new Array<number>(20).fill(1 / 20);
  for (const one of [alone, booster]) for (let round = 0; round < 3; round++) one.addRound(mu);
  expect(booster.model()).toEqual(alone.model());
});

it('takes any number of threads from 1', () => {
  for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expectError(() => nodeThreads(wrong), 'bad-option', 'threads');
});
