// An interrupted fit on disk: written as it goes on, read to resume it.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FairfrontError } from '@fairfront/core';
import { shortened } from '@fairfront/core/internal';
import { describeFileError } from '../describe-file-error.js';
import { optionText, queryText } from '../option-text.js';
import { readSealed, seal } from '../sealed-file.js';
import type { Asked } from '../task/data-options.js';
import { UsageError } from '../usage-error.js';
import { CHECKPOINT, writeWhole } from '../write-file.js';
import { type FitCheckpoint, parseCheckpoint } from './checkpoint-content.js';

/** The kind of file, and the version of its form. */
export const CHECKPOINT_KIND = 'fairfront.checkpoint/4';

/** Writes a checkpoint: one file that is there or not, with every number bit by bit. */
export function writeCheckpoint(out: string, content: FitCheckpoint): void {
  writeWhole(checkpointPath(out), seal(CHECKPOINT_KIND, { folder: process.cwd(), ...content }));
}

/** Whether a folder holds an unfinished run. */
export function hasCheckpoint(out: string): boolean {
  return existsSync(checkpointPath(out));
}

/** Removes the checkpoint of a run. */
export function removeCheckpoint(out: string): void {
  rmSync(join(out, 'checkpoint'), { recursive: true, force: true });
}

/** Reads and checks the checkpoint of a run that was started in the current folder. */
export function readCheckpoint(out: string): FitCheckpoint {
  const { folder, ...found } = readContent(out);
  if (folder !== process.cwd()) {
    throw new UsageError(`\`resume\`: the run was started in ${folder}; go there and resume it`);
  }
  return found;
}

/** Reads the checkpoint of a run that was started anywhere, if the run was asked for just this. */
export function readRepeated(out: string, given: Asked): FitCheckpoint {
  const { folder: _, ...found } = readContent(out);
  if (isDeepStrictEqual(found.asked, given)) return found;
  throw new UsageError(
    `\`resume\`: what was kept in ${out} is of other data or options; start anew in another folder`,
  );
}

function readContent(out: string): ReturnType<typeof parseCheckpoint> {
  const path = checkpointPath(out);
  if (!existsSync(path)) {
    throw new UsageError(
      `\`resume\`: there is no unfinished run in ${shortened(out, 200)}; name its folder with \`out\`, or leave out \`resume\``,
    );
  }
  try {
    return parseCheckpoint(readSealed(CHECKPOINT_KIND, path));
  } catch (error) {
    const why =
      error instanceof FairfrontError ? error.message : `cannot be read: ${describeFileError(error)}`;
    throw new UsageError(`\`resume\`: ${path} ${why}. Start again in another folder, or remove it`);
  }
}

/**
 * Refuses options that differ from those of the run, and a query that is not repeated: it is the one option that is a
 * program, and nobody has looked at what a file says.
 * @param given may repeat what was asked, defaults too
 * @param defaults of the options that were not asked for
 */
export function checkSameOptions({ asked }: FitCheckpoint, given: Asked, defaults: object): void {
  if (given.data !== undefined && given.data !== asked.data) {
    throw new UsageError(`\`resume\`: the run was of ${asked.data}, not ${given.data}; leave the data out`);
  }
  const known: Asked['options'] = { ...defaults, ...asked.options };
  const changed = Object.keys(given.options).filter(
    (name) => JSON.stringify(given.options[name]) !== JSON.stringify(known[name]),
  );
  if (changed.length > 0) {
    const mentions = changed.map((name) =>
      optionText(name, given.options[name] === false ? false : undefined),
    );
    throw new UsageError(
      `\`resume\` goes on with the options of the run; ${mentions.join(', ')} differ${changed.length === 1 ? 's' : ''}: leave ${changed.length === 1 ? 'it' : 'them'} out, or start anew in another folder`,
    );
  }
  const { sql } = asked.options;
  if (sql !== undefined && !Object.hasOwn(given.options, 'sql')) {
    throw new UsageError(
      `\`resume\`: the run has its rows from a query, which is not taken from a file; repeat it with ${queryText(sql as string)}`,
    );
  }
}

function checkpointPath(out: string): string {
  return join(out, CHECKPOINT);
}

/** Between two checkpoints that are not costly: what a crash can cost. */
const INTERVAL_MS = 1000;

/** Writes how far a fit has come, as often as it is worth it. */
export class CheckpointKeeper {
  #latest: (() => FitCheckpoint['progress']) | undefined;
  #writtenMs: number;
  #hasFailed = false;

  /** @param onFailure is told the first time that a checkpoint cannot be written: the run matters more */
  constructor(
    private readonly out: string,
    private readonly identity: Pick<FitCheckpoint, 'asked' | 'fingerprint'>,
    private readonly now: () => number,
    private readonly onFailure: (why: string) => void,
  ) {
    this.#writtenMs = now();
  }

  get latest(): FitCheckpoint['progress'] | undefined {
    return this.#latest?.();
  }

  /** Keeps progress at once where it was costly; where a solve is quick, a file for each would take longer than it. */
  keep(progress: () => FitCheckpoint['progress'], isCostly: boolean): void {
    this.#latest = progress;
    if (isCostly || this.now() - this.#writtenMs >= INTERVAL_MS) this.flush();
  }

  /** Writes what there is, if there is anything and it can be written. */
  flush(): void {
    const progress = this.latest;
    if (progress === undefined) return;
    try {
      writeCheckpoint(this.out, { ...this.identity, progress });
    } catch (error) {
      if (!this.#hasFailed) this.onFailure((error as Error).message);
      this.#hasFailed = true;
    }
    this.#writtenMs = this.now();
  }
}
