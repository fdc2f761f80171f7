// A job whose tasks do what they are told: answer, report, wait, fail.

import { threadId } from 'node:worker_threads';
import { FairfrontError, type FairfrontErrorCode } from '@fairfront/core';

export interface Task {
  /** Default 'multiply', by what is shared. */
  readonly kind?:
    | 'multiply'
    | 'fail'
    | 'throw'
    | 'exit'
    | 'place'
    | 'count'
    | 'function'
    | 'call'
    | 'hang'
    | 'work';
  readonly value?: number;
  readonly waitMs?: number;
  readonly reports?: number;
  readonly code?: FairfrontErrorCode | 'ERR_WORKER_OUT_OF_MEMORY';
  readonly message?: string;
}

export interface Shared {
  readonly factor: number;
  /** Memory that threads share. */
  readonly counter: Int32Array;
}

/** Where it is at work: process and thread. */
export type Place = `${number}/${number}`;

export const herePlace: Place = `${process.pid}/${threadId}`;

export type Result = number | Place;

export async function run(
  { kind = 'multiply', value = 0, waitMs = 0, reports = 0, code, message }: Task,
  { factor, counter }: Shared,
  report: (part: number) => unknown,
): Promise<Result> {
  for (let part = 1; part <= reports; part++) await report(part);
  if (kind === 'call') {
    // As a call of native code: no event is heard in it. Then the event loop turns, and the result would come much later.
    Atomics.wait(counter, 0, 0, waitMs);
    Atomics.add(counter, 0, 1);
    await new Promise((resume) => setTimeout(resume, 20_000));
  } else if (kind === 'work') {
    for (const end = performance.now() + waitMs; performance.now() < end; ) Math.random();
  } else if (waitMs > 0) await new Promise((resume) => setTimeout(resume, waitMs));
  if (kind === 'hang') {
    // So often it waits for what never comes, and the event loop of its thread stands still.
    if (Atomics.add(counter, 0, 1) < value) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return value * factor;
  }
  if (kind === 'exit') process.exit(value);
  if (kind === 'throw') {
    setImmediate(() => {
      throw Object.assign(new Error(message), { code });
    });
    await new Promise(() => {});
  }
  if (kind === 'fail')
    throw code === undefined
      ? new TypeError(message)
      : new FairfrontError(code as FairfrontErrorCode, message!);
  if (kind === 'place') return herePlace;
  if (kind === 'count') return Atomics.add(counter, 0, 1);
  if (kind === 'function') return (() => value) as unknown as number;
  return value * factor;
}
