// An interrupted fit on disk: what was asked, which data it was of, and how far it came.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { outputCount } from '@fairfront/core/internal';
import { parameterCount } from '@fairfront/neural';
import { z } from 'zod';
import type { SplitOutcome } from '../measure/repeats.js';
import { optionText } from '../option-kinds.js';
import type { Asked } from '../task/data-options.js';
import type { FitProgress } from '../training/fit-hooks.js';
import type { FittedModel } from '../training/fitted-models.js';
import { UsageError } from '../usage-error.js';
import { CHECKPOINT, writeWhole } from '../write-file.js';

const CHECKPOINT_SCHEMA = 'fairfront.checkpoint/3';

/** How far a fit has come. */
export interface RunProgress extends FitProgress<FittedModel> {
  /** What the splits that are done came to. */
  readonly outcomes?: readonly SplitOutcome[];
}

export interface FitCheckpoint {
  readonly asked: Asked;
  readonly fingerprint: string;
  readonly progress: RunProgress;
}

const finiteNumbers = z
  .union([z.instanceof(Float32Array), z.instanceof(Float64Array)])
  .refine((values) => values.every(Number.isFinite), 'a parameter is not finite');
const model = z
  .looseObject({ parameters: finiteNumbers })
  .refine((value) => hasItsSize(value as never), 'a model has not its number of parameters');
const checkpoint = z.object({
  schema: z.literal(CHECKPOINT_SCHEMA),
  /** Paths in what was asked start here. */
  folder: z.string(),
  asked: z.looseObject({ data: z.string().optional(), options: z.record(z.string(), z.unknown()) }),
  fingerprint: z.string(),
  progress: z.looseObject({
    solved: z.record(z.string(), z.looseObject({ model })).optional(),
    search: z.looseObject({ state: z.looseObject({}), model }).optional(),
    solve: z
      .looseObject({ state: z.looseObject({ values: z.instanceof(Float32Array) }) })
      .refine(({ state }) => state.values.length > 0, 'the network in training is empty')
      .optional(),
    components: z.array(model.optional()).optional(),
    folds: z
      .array(z.looseObject({ l2: z.number(), fold: z.number(), problem: z.string(), models: z.array(model) }))
      .optional(),
    outcomes: z.array(z.looseObject({ decision: z.string(), risks: z.looseObject({}) })).optional(),
  }),
});

function hasItsSize(
  value:
    | { readonly columnCount: number; readonly classCount: number; readonly parameters: ArrayLike<number> }
    | { readonly network: Parameters<typeof parameterCount>[0]; readonly parameters: ArrayLike<number> },
): boolean {
  const size =
    'columnCount' in value
      ? outputCount(value.classCount) * (value.columnCount + 1)
      : parameterCount(value.network);
  return value.parameters.length === size;
}

/**
 * Writes a checkpoint in Node's own form of structured data: parameters bit by bit, in one file that is there or not.
 */
export function writeCheckpoint(out: string, content: FitCheckpoint): void {
  writeWhole(
    checkpointPath(out),
    serialize({ schema: CHECKPOINT_SCHEMA, folder: process.cwd(), ...content }),
  );
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
  const path = checkpointPath(out);
  if (!existsSync(path)) {
    throw new UsageError(
      `\`resume\`: there is no unfinished run in ${out}; name its folder with \`out\`, or leave out \`resume\``,
    );
  }
  const { folder, asked, fingerprint, progress } = parseCheckpoint(path);
  if (folder !== process.cwd()) {
    throw new UsageError(`\`resume\`: the run was started in ${folder}; go there and resume it`);
  }
  return { asked: asked as Asked, fingerprint, progress: progress as unknown as FitCheckpoint['progress'] };
}

function parseCheckpoint(path: string): z.infer<typeof checkpoint> {
  try {
    return checkpoint.parse(deserialize(readFileSync(path)));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0]! : undefined;
    const why =
      issue === undefined ? (error as Error).message : `${issue.path.join('.') || 'it'}: ${issue.message}`;
    throw new UsageError(
      `\`resume\`: ${path} cannot be read: ${why}. Start again in another folder, or remove it`,
    );
  }
}

/**
 * Refuses options that differ from those of the run.
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

  /** Keeps progress at once where it was costly; where a solve is quick, a file for each would take longer than it. */
  keep(progress: () => FitCheckpoint['progress'], isCostly: boolean): void {
    this.#latest = progress;
    if (isCostly || this.now() - this.#writtenMs >= INTERVAL_MS) this.flush();
  }

  /** Writes what there is, if there is anything. */
  flush(): boolean {
    if (this.#latest === undefined) return false;
    writeCheckpoint(this.out, { ...this.identity, progress: this.#latest() });
    this.#writtenMs = this.now();
    return true;
  }
}
