// What a run in a process of its own keeps below its folder, in `process`: what was asked for, what has happened, what
// the process printed, and the lock that tells whether it lives. All that is known of such a run is in files.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { FrontOptions } from '../front/front-options.js';
import type { RunEvent, RunOptions } from '../runs/run.js';

export type RunKind = 'fit' | 'front';
export type RunState = 'running' | 'finished' | 'interrupted' | 'failed';

/** What a run in a process of its own is asked to do. */
export interface StartRequest {
  readonly kind: RunKind;
  /** A file, or a dataset by name such as `adult:gender`. */
  readonly data: string;
  /** Those of a fit; of a front, those that `front` and reading take. */
  readonly options: RunOptions & Pick<FrontOptions, 'steps' | 'part'>;
}

/** What happens in a run, and how it ends; `at` is when, as in Date.now(). */
export type StudioEvent = { readonly at: number } & (
  | RunEvent
  | { readonly kind: 'front'; readonly done: number; readonly total: number }
  /** It goes on after it had ended, from what was kept or anew. */
  | { readonly kind: 'resumed' }
  | { readonly kind: 'ended'; readonly state: Exclude<RunState, 'running'>; readonly message?: string }
);

/** Something that happened, before anybody knows when. */
export type Happened = StudioEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'at'>
    : never
  : never;

/** Where a run keeps these files, below its folder. */
export const processFolder = (folder: string): string => join(folder, 'process');
export const eventsFile = (folder: string): string => join(processFolder(folder), 'events.ndjson');
export const logFile = (folder: string): string => join(processFolder(folder), 'log.txt');
/** Is there while the run is asked to end. */
export const cancelFile = (folder: string): string => join(processFolder(folder), 'cancel');
export const requestFile = (folder: string): string => join(processFolder(folder), 'run.json');

export const RUN_SCHEMA = 'fairfront.run/1';

const kept = z.object({
  schema: z.literal(RUN_SCHEMA),
  kind: z.enum(['fit', 'front']),
  data: z.string(),
  options: z.record(z.string(), z.unknown()),
  /** As in Date.now(). */
  started: z.number(),
  /** The folder where relative names begin. */
  from: z.string(),
  /** How many runs beside it may work at once. */
  atOnce: z.number(),
});

/** What run.json holds. */
export interface KeptRequest extends StartRequest {
  readonly schema: typeof RUN_SCHEMA;
  readonly started: number;
  readonly from: string;
  readonly atOnce: number;
}

/** Reads what a run was asked for; undefined where it has no run.json, or a damaged one. */
export function readRequest(folder: string): KeptRequest | undefined {
  try {
    const { data } = kept.safeParse(JSON.parse(readFileSync(requestFile(folder), 'utf8')));
    return data as KeptRequest | undefined; // its options are checked when they are used
  } catch {
    return undefined;
  }
}
