// The events of a run as they come, read from its file: by anybody, from any event on, also long after.

import { closeSync, openSync, readSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { CancelSignal } from '@fairfront/core';
import { isHeld } from '../lock-folder.js';
import { eventsFile, processFolder, type StudioEvent } from './run-files.js';
import { summariseRun } from './run-summary.js';

/** An event and its number, counted from 1. */
export interface NumberedEvent {
  readonly number: number;
  readonly event: StudioEvent;
}

export interface FollowOptions {
  /** Events up to this number are known already. Default 0. */
  readonly after?: number;
  /** Once it is aborted, following ends. */
  readonly signal?: CancelSignal;
}

const LOOK_MS = 100;
/** Looks in which nothing is new, after which it is asked whether the process lives. */
const QUIET_LOOKS = 5;

/**
 * Tells the events of a run, from its first or from a number on, and goes on until it ends. The last one is `ended`, also
 * where the process was killed and could say nothing; that a run ended before it was resumed is passed over.
 * @param folder that of a run in a process of its own
 */
export async function* followRun(
  folder: string,
  { after = 0, signal }: FollowOptions = {},
): AsyncGenerator<NumberedEvent, void, void> {
  const lines = new GrowingLines(eventsFile(folder));
  let number = 0;
  for (let quiet = 0; !signal?.aborted; ) {
    const isOver = quiet >= QUIET_LOOKS && !isHeld(processFolder(folder));
    const { read, isAll } = lines.next(); // after the process was looked at: it may have written its last words before
    for (const [i, line] of read.entries()) {
      number++;
      const event = parsed(line);
      if (event === undefined) continue;
      const isLast = isAll && i === read.length - 1;
      if (event.kind === 'ended' && !isLast) continue;
      if (number > after) yield { number, event };
      if (event.kind === 'ended') return;
    }
    if (read.length > 0) quiet = 0;
    else if (isOver) {
      if (number + 1 > after) yield { number: number + 1, event: silentEnd(folder) };
      return;
    } else quiet++;
    if (isAll) await wait(LOOK_MS);
  }
}

/** The end of a run whose process said nothing. */
function silentEnd(folder: string): StudioEvent {
  const { state = 'failed', error } = summariseRun(folder) ?? {};
  return {
    kind: 'ended',
    at: Date.now(),
    state: state === 'running' ? 'failed' : state,
    ...(error !== undefined && { message: error }),
  };
}

function parsed(line: string): StudioEvent | undefined {
  try {
    return JSON.parse(line) as StudioEvent;
  } catch {
    return undefined; // torn by a full disk
  }
}

/** Bytes read at once. */
const CHUNK = 1 << 18;

/** The lines of a file that grows, each once it is whole. */
class GrowingLines {
  #at = 0;
  #rest: Buffer = Buffer.alloc(0);

  constructor(private readonly path: string) {}

  /** The next lines, and whether they are all that there is now. */
  next(): { readonly read: readonly string[]; readonly isAll: boolean } {
    const chunk = Buffer.alloc(CHUNK);
    let length = 0;
    try {
      const file = openSync(this.path, 'r');
      try {
        length = readSync(file, chunk, 0, CHUNK, this.#at);
      } finally {
        closeSync(file);
      }
    } catch {
      return { read: [], isAll: true }; // not there yet
    }
    this.#at += length;
    const bytes = Buffer.concat([this.#rest, chunk.subarray(0, length)]);
    const whole = bytes.lastIndexOf(0x0a) + 1;
    this.#rest = Buffer.from(bytes.subarray(whole));
    const read = whole === 0 ? [] : bytes.toString('utf8', 0, whole - 1).split('\n');
    return { read, isAll: length < CHUNK };
  }
}
