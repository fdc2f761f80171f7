// What a job of the queue says: which job, on what, under which name its result lies. Ids and addresses, nothing else.

import { createHash } from 'node:crypto';
import { FairfrontError } from '@fairfront/core/tables';
import { z } from 'zod';
import { VERSION } from '../version.js';

/**
 * Workers of the same mark give the same bits: the version of fairfront, and that of Node, since releases of V8 differ in
 * the last bit of functions such as Math.exp.
 */
export const MARK = `${VERSION}-node${process.versions.node.split('.')[0]}`;

/** The SHA-256 of a content, in hexadecimal: its name on the storage. */
const address = z.string().regex(/^[0-9a-f]{64}$/);

const taskJob = z.strictObject({
  /** The name of a job that the worker knows. */
  job: z.string().regex(/^[a-z][a-z-]{0,30}$/),
  shared: address,
  task: address,
});

/** A task on its way to other machines. */
export type TaskJob = z.infer<typeof taskJob>;

/** The name of a task's result: the same wherever and however often the task is done. */
export function resultKey({ job, shared, task }: TaskJob): string {
  return createHash('sha256')
    .update(JSON.stringify([job, MARK, shared, task]))
    .digest('hex');
}

/** Checks what came from the queue. @param id of the job, which must be the name of its result */
export function checkTaskJob(id: string | undefined, data: unknown): TaskJob {
  const { success, data: job } = taskJob.safeParse(data);
  if (!success || resultKey(job) !== id) {
    throw new FairfrontError(
      'bad-state',
      'the job is none that fairfront puts into the queue; it was refused',
    );
  }
  return job;
}

/** Before the names of all keys in Redis. */
export const PREFIX = 'fairfront';

/** The queue of a version and a storage: workers of another never see its jobs. */
export function queueOf(storage: string): string {
  return `tasks-${MARK}-${storage}`;
}

/** Where the names of all queues are kept. */
export const QUEUES = `${PREFIX}:queues`;

/** Where it is published that a result is not wanted any more. */
export const CANCELLED = `${PREFIX}:cancelled`;

const failure = z.object({
  code: z.string().optional(),
  message: z.string(),
  /** Whether what the task needs was not on the storage. */
  isLost: z.boolean().optional(),
});

/** Why a job failed, as the queue keeps it: a text. */
export function failureText(error: Error, isLost?: boolean): string {
  const code = error instanceof FairfrontError ? error.code : undefined;
  return JSON.stringify({ code, message: error.message, isLost });
}

/** Why a job failed, from the text that the queue keeps; what BullMQ itself says is taken as it is. */
export function failureOf(text: string): z.infer<typeof failure> {
  try {
    return failure.parse(JSON.parse(text));
  } catch {
    return { message: text };
  }
}
