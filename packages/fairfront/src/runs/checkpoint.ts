// A fit that was interrupted, on disk: what was asked, which data it was, and how far the search came. `--resume` goes on from there.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { PART_NAMES } from '@fairfront/core';
import { outputCount } from '@fairfront/core/internal';
import { parameterCount } from '@fairfront/neural';
import { type Asked, flagOf } from '../measure/asked.js';
import type { PreparedFit } from '../task/prepare-fit.js';
import type { FitProgress } from '../training/fit-hooks.js';
import type { FittedModel } from '../training/fitted-models.js';
import { UsageError } from '../usage-error.js';
import { writeWhole } from '../write-file.js';

const CHECKPOINT_SCHEMA = 'fairfront.checkpoint/2';

export interface FitCheckpoint {
  /** What was asked for, as the command line gave it. */
  readonly asked: Asked;
  readonly fingerprint: string;
  readonly progress: FitProgress<FittedModel>;
}

/** In Node's own form of structured data: millions of parameters, bit by bit, in one file that is there or not. */
export function writeCheckpoint(out: string, checkpoint: FitCheckpoint): void {
  writeWhole(
    checkpointPath(out),
    serialize({ schema: CHECKPOINT_SCHEMA, folder: process.cwd(), ...checkpoint }),
  );
}

export function hasCheckpoint(out: string): boolean {
  return existsSync(checkpointPath(out));
}

export function removeCheckpoint(out: string): void {
  rmSync(join(out, 'checkpoint'), { recursive: true, force: true });
}

/** Paths in what was asked are from the folder the run was started in. */
export function readCheckpoint(out: string): FitCheckpoint {
  const { folder, ...checkpoint } = parseCheckpoint(out);
  if (folder !== process.cwd()) {
    throw new UsageError(`--resume: the run was started in ${folder}; go there and resume it`);
  }
  return checkpoint;
}

function parseCheckpoint(out: string): FitCheckpoint & { readonly folder: string } {
  const path = checkpointPath(out);
  if (!existsSync(path)) {
    throw new UsageError(
      `--resume: there is no unfinished run in ${out}; name its folder with --out, or leave out --resume`,
    );
  }
  try {
    const { schema, folder, asked, fingerprint, progress } = deserialize(readFileSync(path));
    if (schema !== CHECKPOINT_SCHEMA) throw new Error(`its schema is ${schema}`);
    if (
      typeof folder !== 'string' ||
      typeof asked?.options !== 'object' ||
      typeof fingerprint !== 'string' ||
      typeof progress !== 'object' ||
      progress === null
    ) {
      throw new Error('it lacks the folder, what was asked, the fingerprint or the progress');
    }
    checkProgress(progress);
    return { folder, asked, fingerprint, progress };
  } catch (error) {
    throw new UsageError(
      `--resume: ${path} cannot be read: ${(error as Error).message}. Start again in another folder, or remove it`,
    );
  }
}

function checkProgress({ solved = {}, search, solve, parts = [] }: FitCheckpoint['progress']): void {
  if (search !== undefined && typeof search.state !== 'object') throw new Error('its search has no state');
  const models = [
    ...Object.values(solved).map(({ model }) => model),
    ...(search === undefined ? [] : [search.model]),
    ...parts.filter((part) => part !== undefined),
  ];
  if (!models.every(isSound)) throw new Error('a model in it is damaged');
  if (solve !== undefined && !(solve.state?.values instanceof Float32Array && solve.state.values.length > 0))
    throw new Error('the network in training is damaged');
}

function isSound(model: FittedModel | undefined): boolean {
  if (model === undefined || !('parameters' in model) || !allFinite(model.parameters)) return false;
  const size =
    'columnCount' in model
      ? outputCount(model.classCount) * (model.columnCount + 1)
      : parameterCount(model.network);
  return model.parameters.length === size;
}

function allFinite(values: unknown): boolean {
  return (
    (values instanceof Float32Array || values instanceof Float64Array) &&
    values.every((value: number) => Number.isFinite(value))
  );
}

/** The same for the same rows, features, classes and groups. */
export function fingerprint({ task, parts, encoder }: PreparedFit): string {
  const hash = createHash('sha256').update(JSON.stringify([encoder.features, task.target.classes]));
  for (const part of PART_NAMES) {
    const { features, labels, groups } = parts[part];
    hash.update(JSON.stringify(groups.names)).update(groups.groups).update(labels).update(features.values);
    if ('offsets' in features) hash.update(features.offsets).update(features.columns);
  }
  return hash.digest('hex');
}

/** @param given what the command line says this time; it may repeat what was asked, and nothing else */
export function refuseOtherOptions({ asked }: FitCheckpoint, given: Asked): void {
  if (given.data !== undefined && given.data !== asked.data) {
    throw new UsageError(`--resume: the run was of ${asked.data}, not ${given.data}; leave the data out`);
  }
  const changed = Object.keys(given.options).filter(
    (name) => JSON.stringify(given.options[name]) !== JSON.stringify(asked.options[name]),
  );
  if (changed.length > 0) {
    const flags = changed.map((name) => flagOf(name, given.options[name]));
    throw new UsageError(
      `--resume goes on with the options of the run; ${flags.join(', ')} differ${changed.length === 1 ? 's' : ''}: leave ${changed.length === 1 ? 'it' : 'them'} out, or start anew in another folder`,
    );
  }
}

function checkpointPath(out: string): string {
  return join(out, 'checkpoint', 'fit.bin');
}

/** Between two checkpoints of linear models: what a crash can cost. */
const INTERVAL_MS = 1000;

/** Writes how far a fit has come, as often as it is worth it. */
export class CheckpointKeeper {
  #latest: (() => FitCheckpoint['progress']) | undefined;
  #writtenMs: number;

  constructor(
    private readonly out: string,
    private readonly identity: Pick<FitCheckpoint, 'asked' | 'fingerprint'>,
    private readonly now: () => number,
  ) {
    this.#writtenMs = now();
  }

  get latest(): FitCheckpoint['progress'] | undefined {
    return this.#latest?.();
  }

  keep(progress: FitCheckpoint['progress']): void {
    this.#latest = () => progress;
    this.flush();
  }

  /** Where a solve is quick, a file for each would take longer than the solve. */
  keepSoon(progress: () => FitCheckpoint['progress']): void {
    this.#latest = progress;
    if (this.now() - this.#writtenMs >= INTERVAL_MS) this.flush();
  }

  /** Writes what there is, if there is anything. */
  flush(): boolean {
    if (this.#latest === undefined) return false;
    writeCheckpoint(this.out, { ...this.identity, progress: this.#latest() });
    this.#writtenMs = this.now();
    return true;
  }
}
