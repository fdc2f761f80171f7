// Threads that make a pass over stored rows together. Runs of blocks are handed out one after another; whoever is free
// takes the next. Sums of runs are joined in their order, so the result is the same whoever made which.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { LabelledRows } from '@fairfront/core';
import { type PassProblem, type PassRequest, PassRoom, passBy, sumPass } from '@fairfront/core/internal';
import type { FromWorker } from '../threads/job.js';
import { revived } from '../threads/run-tasks.js';
import { type RowLabels, sharedLabels } from '../threads/shared-array.js';
import { joinedRuns, type Runs, runRange, runsOf } from './pass-runs.js';
import type { StoredFeatures, StoredRows } from './stored-rows.js';

/** What a thread of a crew is handed when it starts. */
export interface PassMember {
  readonly stored: StoredRows;
  readonly state: Int32Array;
  readonly port: MessagePort;
}

/** What a thread is asked for: a pass over rows, which are sent where they are others than before. */
export interface PassOrder {
  readonly problem: PassProblem;
  readonly request: PassRequest;
  readonly runs: Runs;
  readonly rows?: RowLabels;
}

/** What a thread answers. */
export type PassAnswer =
  | { readonly kind: 'sums'; readonly sums: readonly RunSum[] }
  | Extract<FromWorker<never, never>, { kind: 'error' }>;

type RunSum = readonly [run: number, sum: Float64Array];

/** The entries of the state: the next run to take, answers so far, and threads that have started. */
export const [NEXT, DONE, STARTED] = [0, 1, 2];

const WORKER = new URL('./pass-worker.js', import.meta.url);
/** Runs for each thread at least, so that none waits long for the last. */
const RUNS_EACH = 4;
/** After so long without an answer, this thread looks whether the others still run. */
const LOOK_MS = 1000;
/** After so many looks without any answer, this thread goes on without the others. */
const MOST_LOOKS = 3600;

interface Helper {
  readonly worker: Worker;
  readonly port: MessagePort;
  rows?: RowLabels;
}

/** Has passes over rows made by this thread and others, which start with the first pass. @returns ends the others */
export function passByThreads(features: StoredFeatures, threads: number): () => void {
  const state = new Int32Array(new SharedArrayBuffer(12));
  const room = new PassRoom();
  const runs = runsOf(features.blockEnds.length, RUNS_EACH * threads);
  let others: readonly Helper[] | undefined;
  const start = (): readonly Helper[] => {
    const count = existsSync(fileURLToPath(WORKER)) ? Math.min(threads, runs.count) - 1 : 0;
    return Array.from({ length: Math.max(0, count) }, () => {
      const { port1, port2 } = new MessageChannel();
      const member: PassMember = { stored: features.stored, state, port: port2 };
      const worker = new Worker(WORKER, { workerData: member, transferList: [port2] });
      worker.unref();
      port1.unref();
      worker.on('error', () => undefined); // `hasEnded` notices it
      return { worker, port: port1 };
    });
  };
  passBy(features, {
    sum: (data, problem, request) => {
      others ??= start();
      // Until all have started this thread does everything alone.
      const helpers = Atomics.load(state, STARTED) >= others.length ? others : [];
      const rows = rowsOf(data);
      Atomics.store(state, NEXT, 0);
      for (const helper of helpers) {
        const isKnown = helper.rows !== undefined && isSame(helper.rows, rows);
        const order: PassOrder = { problem, request, runs, ...(isKnown ? {} : { rows: sharedLabels(rows) }) };
        helper.rows = rows;
        helper.port.postMessage(order);
      }
      const sums = new Map(takeRuns(data, { problem, request, runs }, state, room));
      const { answers, ended } = awaitAnswers(helpers, state);
      for (const { worker } of ended) void worker.terminate();
      others = others.filter((helper) => !ended.includes(helper));
      for (const answer of answers) {
        if (answer.kind === 'error') throw revived(answer);
        for (const [run, sum] of answer.sums) sums.set(run, sum);
      }
      // What a thread took that has ended since.
      for (let run = 0; run < runs.count; run++) {
        if (!sums.has(run)) sums.set(run, sumPass(data, problem, request, runRange(runs, run), room));
      }
      return joinedRuns(sums, runs);
    },
  });
  return () => {
    for (const { worker, port } of others ?? []) {
      port.close();
      void worker.terminate();
    }
    others = [];
  };
}

/** Waits until every thread has answered or ended. This thread is blocked meanwhile, so no event tells of either. */
function awaitAnswers(
  helpers: readonly Helper[],
  state: Int32Array,
): { readonly answers: readonly PassAnswer[]; readonly ended: readonly Helper[] } {
  const answers: PassAnswer[] = [];
  const ended: Helper[] = [];
  let waiting = helpers;
  for (let looks = 0; ; ) {
    const done = Atomics.load(state, DONE);
    waiting = waiting.filter((helper) => {
      const answer = receiveMessageOnPort(helper.port)?.message as PassAnswer | undefined;
      if (answer !== undefined) answers.push(answer);
      else if (looks >= MOST_LOOKS || (looks > 0 && hasEnded(helper.worker))) ended.push(helper);
      else return true;
      return false;
    });
    if (waiting.length === 0) return { answers, ended };
    looks = Atomics.wait(state, DONE, done, LOOK_MS) === 'timed-out' ? looks + 1 : 0;
  }
}

/**
 * Whether a thread has ended, for want of memory say. Its `exit` event and `threadId` wait for this thread's event loop;
 * the times of its own event loop do not: once it is gone, Node has none, or an idle time of -1 if it was asked before.
 */
function hasEnded({ performance }: Worker): boolean {
  const { idle, active } = performance.eventLoopUtilization();
  return idle < 0 || active === 0;
}

/** Sums runs of blocks until none is left. */
export function takeRuns(
  data: LabelledRows,
  { problem, request, runs }: PassOrder,
  state: Int32Array,
  room: PassRoom,
): RunSum[] {
  const sums: RunSum[] = [];
  for (let run = Atomics.add(state, NEXT, 1); run < runs.count; run = Atomics.add(state, NEXT, 1)) {
    sums.push([run, sumPass(data, problem, request, runRange(runs, run), room)]);
  }
  return sums;
}

function rowsOf({ labels, values, groups }: LabelledRows): RowLabels {
  return { labels, groups, ...(values && { values }) };
}

function isSame(one: RowLabels, other: RowLabels): boolean {
  return one.labels === other.labels && one.values === other.values && one.groups === other.groups;
}
