// The result of a watch as plain data: what `--json` prints and the state file holds, schema fairfront.watch/1. The next
// look begins where it ends.

import { existsSync, readFileSync } from 'node:fs';
import { FairfrontError } from '@fairfront/core';
import { type EProcessState, quoted, type StrangeName } from '@fairfront/core/internal';
import { z } from 'zod';
import { checkSchema } from '../check-schema.js';
import { describeFileError } from '../describe-file-error.js';
import { optionText } from '../option-kinds.js';
import { checkJsonDepth } from '../read/source/json-depth.js';
import { UsageError } from '../usage-error.js';
import type { InputDrift } from './drift.js';
import { WATCHED_LOSSES, type WatchedLoss, type WatchOptions } from './watch-options.js';

export const WATCH_SCHEMA = 'fairfront.watch/1';

export interface WatchResult {
  readonly schema: typeof WATCH_SCHEMA;
  readonly fairfront: string;
  /** The SHA-256 of the run's checksums: a watch is of one model and its promises. */
  readonly run: string;
  /** The batch that was looked at last. */
  readonly data: string;
  readonly target: string;
  readonly loss: WatchedLoss;
  readonly level: number;
  /** Whether a group is served worse than promised, as far as the level tells; an alarm stays. */
  readonly alarm: boolean;
  /** The mean of the groups' e-values now, and the largest it ever was: an alarm is from 1 / level on. */
  readonly eValue: number;
  readonly largest: number;
  readonly groups: readonly WatchedGroup[];
  readonly looks: readonly Look[];
  /** Of the last batch, like `drift` and `notes`. */
  readonly leftOut: {
    readonly withoutOutcome: number;
    readonly strangeClasses: readonly StrangeName[];
    readonly strangeGroups: readonly StrangeName[];
  };
  /** What differs from the rows trained on; it never alarms. */
  readonly drift: {
    /** null where the run has no model.json, as networks have none. */
    readonly inputs: InputDrift | null;
    /** Shares of the groups, in their order. */
    readonly groups: readonly { readonly name: string; readonly before: number; readonly now: number }[];
  };
  readonly notes: readonly string[];
}

/** A group, its promise, and the evidence against it; the loss is that of the rows seen. */
export interface WatchedGroup extends EProcessState {
  readonly name: string;
  /** Its risk on the run's test rows. */
  readonly estimate: number;
  readonly eValue: number;
  /** Whether this very group is served worse than promised: from groups / level on. */
  readonly alarm: boolean;
}

/** One batch. */
export interface Look {
  readonly data: string;
  /** A hash of its cells, to know it again. */
  readonly batch: string;
  /** The mean of the groups' e-values after it, and the largest that it ever was. */
  readonly eValue: number;
  readonly largest: number;
  readonly groups: readonly {
    readonly rows: number;
    /** The mean loss of its rows; null where it has none. */
    readonly mean: number | null;
    /** After it. */
    readonly eValue: number;
  }[];
}

const amount = z.number().min(0);
/** What the next look needs; the rest is told anew. */
const stateFile = z.object({
  run: z.string(),
  loss: z.enum(WATCHED_LOSSES),
  level: z.number().gt(0).lt(0.5),
  largest: amount,
  groups: z
    .array(
      z.object({
        name: z.string(),
        estimate: amount,
        promise: z.number().positive(),
        bets: z.array(amount).min(1),
        wealth: z.array(amount),
        rows: z.number().int().min(0),
        sum: amount,
        largest: amount,
      }),
    )
    .min(1),
  looks: z.array(
    z.object({
      data: z.string(),
      batch: z.string(),
      eValue: amount,
      largest: amount,
      groups: z.array(z.object({ rows: amount, mean: amount.nullable(), eValue: amount })),
    }),
  ),
});

/** What is remembered of a watch. */
export type WatchState = z.infer<typeof stateFile>;

/** Reads the state of a watch of this run and loss; undefined where there is no file yet. */
export async function readState(
  path: string,
  run: string,
  { loss, level }: Pick<WatchOptions, 'loss' | 'level'>,
): Promise<WatchState | undefined> {
  if (!existsSync(path)) return undefined;
  let json: unknown;
  try {
    const bytes = readFileSync(path);
    await checkJsonDepth([bytes], path, false);
    json = JSON.parse(bytes.toString());
  } catch (error) {
    if (error instanceof FairfrontError) throw error;
    const reason = error instanceof SyntaxError ? error.message : describeFileError(error);
    throw new UsageError(`\`state\`: ${path} cannot be read as the state of a watch: ${reason}`);
  }
  checkSchema(json, WATCH_SCHEMA, path);
  const { success, data: state, error } = stateFile.safeParse(json);
  const count = state?.groups.length;
  const isWhole =
    success &&
    state!.groups.every(({ bets, wealth, promise }) => {
      return wealth.length === bets.length && bets.every((bet) => bet * promise <= 1);
    }) &&
    state!.looks.every(({ groups }) => groups.length === count);
  if (!isWhole) {
    const where = error?.issues[0]?.path.join('.') || 'groups';
    throw new FairfrontError(
      'bad-file',
      `${path} is damaged (${where}); take it as the last watch left it, or begin anew with another \`state\``,
    );
  }
  if (state.run !== run) {
    throw new UsageError(
      `\`state\`: ${path} is of another run: its promises and its model are not those of this one; begin anew with another file`,
    );
  }
  if (loss !== undefined && state.loss !== loss) {
    throw new UsageError(
      `${optionText('loss', loss)}: ${path} watches ${quoted([state.loss])}; leave it out, or begin anew with another \`state\``,
    );
  }
  if (level !== undefined && state.level !== level) {
    throw new UsageError(
      `${optionText('level', level)}: ${path} was begun with ${state.level}, and a level that is chosen after a look promises nothing; leave it out, or begin anew with another \`state\``,
    );
  }
  return state;
}
