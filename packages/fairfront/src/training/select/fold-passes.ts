// Folds of rows on disk share passes. A thread trains each fold; once all of them wait for a pass, one is made for all,
// in which every block is read once. A fold's sums are those of a pass of its own, to the last bit.

import type { LinearModel } from '@fairfront/core';
import {
  addPass,
  blockEndsOf,
  labelledBlock,
  PassRoom,
  passLength,
  sumBlocks,
  takeLabelledRows,
} from '@fairfront/core/internal';
import { startHand } from '#rows';
import { coreCount, runTasks } from '#threads';
import { RunJoiner, runRange, runsOf } from '../../store/pass-runs.js';
import { openShared } from '../../task/shared-rows.js';
import { type Job, workerAt } from '../../threads/job.js';
import type { RunOptions } from '../../threads/run-here.js';
import { sharedArray } from '../../threads/shared-array.js';
import { answerAtDesk, createDesk, type PassOrder } from '../passes/pass-job.js';
import type { FoldData, FoldTask } from './fold-job.js';
import { rowsInFold } from './out-of-fold.js';

/** What some folds ask for, over a run of blocks. */
interface FoldPass {
  readonly orders: readonly (PassOrder & Pick<FoldTask, 'fold'>)[];
  readonly range: readonly [from: number, to: number];
}

const room = new PassRoom();

/** Sums what some folds ask for over a run of blocks: one fold's numbers, then the next one's. */
export const foldPassJob: Job<FoldPass, Float64Array, Omit<FoldData, 'problem'>> = {
  worker: workerAt('./fold-pass-worker.js', import.meta.url),
  run: ({ orders, range: [from, to] }, { rows, folds }) => {
    const data = openShared(rows);
    const ends = blockEndsOf(data);
    const lengths = orders.map(({ problem, request }) => passLength(data, problem, request));
    return sumBlocks(to - from, sum(lengths), (place, into) => {
      const block = from + place;
      const read = labelledBlock(data, ends, block);
      const foldOf = folds.subarray(ends[block - 1] ?? 0, ends[block]);
      let at = 0;
      orders.forEach(({ problem, request, fold }, i) => {
        const sums = into.subarray(at, at + lengths[i]!);
        addPass(takeLabelledRows(read, rowsInFold(foldOf, fold, true)), problem, request, sums, room);
        at += lengths[i]!;
      });
    });
  },
};

/** Runs of blocks for each thread at least, so that none waits long for the last. */
const RUNS_EACH = 4;
/** Numbers of the sums of runs that may wait for each other: 64 MB. */
const MOST_WAITING = 2 ** 23;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, own) => total + own, 0);

/** Trains the candidates of folds of rows on disk, as `runTasks` does, but all folds at the same time. */
export async function runFoldsTogether(
  tasks: readonly FoldTask[],
  options: RunOptions<FoldTask, LinearModel[], FoldData, PassOrder>,
): Promise<(LinearModel[] | undefined)[]> {
  if (tasks.length === 0) return [];
  const { shared, onResult } = options;
  const { rows, problem } = shared;
  const folds = sharedArray(shared.folds);
  const data = openShared(rows);
  const blocks = blockEndsOf(data).length;
  const hands = Array.from({ length: coreCount() }, () => startHand(foldPassJob, { rows, folds }));
  const desks = tasks.map(() => createDesk(data, problem));
  const waiting = new Map<number, PassOrder>();
  const latest = new Map<number, PassOrder>();
  const threads = new Set(tasks.map(({ fold }) => fold)).size;
  let left = tasks.length;
  const makePass = async (): Promise<void> => {
    const asked = [...waiting];
    waiting.clear();
    const orders = asked.map(([task, order]) => ({ ...order, fold: tasks[task]!.fold }));
    const lengths = orders.map(({ problem, request }) => passLength(data, problem, request));
    const length = sum(lengths);
    const fitting = Math.floor(MOST_WAITING / length);
    const runs = runsOf(blocks, Math.max(hands.length, Math.min(RUNS_EACH * hands.length, fitting)));
    const joiner = new RunJoiner(runs, length);
    let next = 0;
    await Promise.all(
      hands.map(async (hand) => {
        for (let run = next++; run < runs.count; run = next++) {
          joiner.add(run, await hand.do({ orders, range: runRange(runs, run) }));
        }
      }),
    );
    const all = joiner.total();
    asked.forEach(([task, order], i) => {
      // A thread that was taken for stuck has been replaced, and the new one waits for another answer.
      if (latest.get(task) !== order) return;
      const at = sum(lengths.slice(0, i));
      answerAtDesk(desks[task]!, all.subarray(at, at + lengths[i]!));
    });
  };
  let isPassing = false;
  const passIfAllWait = async (): Promise<void> => {
    if (isPassing) return; // who is at it looks again
    isPassing = true;
    while (waiting.size > 0 && waiting.size >= Math.min(threads, left)) await makePass();
    isPassing = false;
  };
  try {
    return await runTasks(
      tasks.map((task, i) => ({ ...task, desk: desks[i]! })),
      {
        ...options,
        shared: { ...shared, folds },
        threads,
        onReport: (task, order) => {
          waiting.set(task, order);
          latest.set(task, order);
          return passIfAllWait();
        },
        onResult: async (task, models) => {
          left--;
          await onResult?.(task, models);
          await passIfAllWait();
        },
      },
    );
  } finally {
    await Promise.all(hands.map((hand) => hand.end()));
  }
}
