// A crew of several threads on shared memory. The one that grows the trees writes down what is to be done, does it with
// the others, and waits for them; nothing passes through messages. Until all have started it does everything alone.

import { FairfrontError } from '@fairfront/core/tables';
import { createKernels } from '../kernels/kernels.js';
import { type Crew, createCrew, doStep } from './crew.js';
import type { GrowBuffers } from './grow-buffers.js';
import type { Share } from './grow-steps.js';

/** What a thread of a crew is handed when it starts. */
export interface CrewMember extends Share {
  readonly buffers: GrowBuffers;
  readonly orders: Orders;
}

/** What is to be done, and how far it is. */
interface Orders {
  /**
   * How many orders were given; which step; its output, or on how many nodes; how many threads have still to do it; how
   * many have started.
   */
  readonly state: Int32Array;
  /** `empty` and `noise` of the tree. */
  readonly chance: Float64Array;
}

const [GIVEN, STEP, COUNT, PENDING] = [0, 1, 2, 3];
/** The entry of `state` that counts the threads that have started. */
export const STARTED = 4;
/** The step after which a thread ends. */
const END = -1;

/** Looks at the state so often before a thread goes to sleep: waking up takes longer than most steps. */
const SPINS = 20_000;

/** No step takes so long; a thread that does has ended, for want of memory say. */
const PATIENCE_MS = 300_000;

/**
 * A crew of this thread and others.
 * @param start starts a thread that calls `serveCrew`; returns how to stop it
 * @param patienceMs how long the others may take for a step
 */
export function threadCrew(
  buffers: GrowBuffers,
  threads: number,
  start: (member: CrewMember) => () => unknown,
  patienceMs = PATIENCE_MS,
): Crew {
  const { memory, isShared } = buffers.binned.arena;
  const kernels = createKernels(memory, isShared);
  const orders = {
    state: new Int32Array(new SharedArrayBuffer(20)),
    chance: new Float64Array(new SharedArrayBuffer(16)),
  };
  const others = Array.from({ length: threads - 1 }, (_, i) =>
    start({ thread: i + 1, threads, buffers, orders }),
  );
  const own = { thread: 0, threads };
  const { state } = orders;
  const give = (step: number, count: number): void => {
    state[STEP] = step;
    state[COUNT] = count;
    Atomics.store(state, PENDING, others.length);
    Atomics.add(state, GIVEN, 1);
    Atomics.notify(state, GIVEN);
  };
  const finish = (): void => {
    for (let left = Atomics.load(state, PENDING); left > 0; left = Atomics.load(state, PENDING)) {
      if (wait(state, PENDING, left, patienceMs)) continue; // −1: a thread has failed
      throw new FairfrontError(
        'worker-failed',
        `a thread that grows trees has not answered for ${patienceMs / 1000} s; take one thread, or fewer rows`,
      );
    }
    if (Atomics.load(state, PENDING) < 0) {
      throw new FairfrontError(
        'worker-failed',
        'a thread that grows trees has failed; take one thread, or fewer rows',
      );
    }
  };
  const crew = createCrew(buffers, threads, (step, count, chance) => {
    const isJoined = Atomics.load(state, STARTED) === others.length;
    orders.chance[0] = chance.empty;
    orders.chance[1] = chance.noise;
    if (isJoined) give(step, count);
    doStep(buffers, kernels, step, count, chance, own);
    if (isJoined) finish();
  });
  return {
    ...crew,
    close: () => {
      give(END, 0);
      for (const stop of others) stop();
    },
  };
}

/** Does a thread's share of every step, until the crew is closed. */
export function serveCrew({ buffers, orders, thread, threads }: CrewMember): void {
  const { memory, isShared } = buffers.binned.arena;
  const kernels = createKernels(memory, isShared);
  const { state, chance } = orders;
  Atomics.add(state, STARTED, 1);
  for (let done = 0; ; done++) {
    while (Atomics.load(state, GIVEN) === done) wait(state, GIVEN, done);
    const step = state[STEP]!;
    if (step === END) return;
    const known = { empty: chance[0]!, noise: chance[1]! };
    doStep(buffers, kernels, step, state[COUNT]!, known, { thread, threads });
    if (Atomics.sub(state, PENDING, 1) === 1) Atomics.notify(state, PENDING);
  }
}

/** Waits until an entry is no longer what it was. @returns whether that was in time */
function wait(state: Int32Array, entry: number, was: number, patienceMs = Infinity): boolean {
  for (let spin = 0; spin < SPINS; spin++) if (Atomics.load(state, entry) !== was) return true;
  return Atomics.wait(state, entry, was, patienceMs) !== 'timed-out';
}

/** Tells the others that a thread of the crew has failed. */
export function failCrew({ orders: { state } }: CrewMember): void {
  Atomics.store(state, PENDING, -1);
  Atomics.notify(state, PENDING);
}
