// The options of predicting a file: how it is read, where the predictions go, how their columns are named.

import { type Stats, statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { CancelSignal } from '@fairfront/core';
import { shortened } from '@fairfront/core/internal';
import { cannotWrite } from '../cannot-write.js';
import { checkOptions, flag, type OptionKinds, optionText, path, text } from '../option-kinds.js';
import { READ_KINDS, type ReadOptions } from '../read/read-options.js';
import { UsageError } from '../usage-error.js';

/** How the file is read. What its columns hold, the model says. */
type PredictReading = Omit<
  ReadOptions,
  | 'categorical'
  | 'numeric'
  | 'text'
  | 'ignore'
  | 'naming'
  | 'image'
  | 'memory'
  | 'cache'
  | 'keepCache'
  | 'stdin'
  | 'onProgress'
>;

/** What `predictFile` takes. */
export interface PredictFileOptions extends PredictReading {
  /** The file to write: Parquet where its name ends in .parquet, else CSV; "-": CSV to standard output. Default predictions.csv. */
  readonly out?: string;
  /** Whether a file that is there is replaced. Default false. */
  readonly force?: boolean;
  /** What the names of the new columns begin with. Default: nothing. */
  readonly prefix?: string;
  /**
   * The column with the group of each row, by the names that the run has, for a model with a threshold for each group.
   * Default: none.
   */
  readonly group?: string;
  /** A folder or a tar where paths of pictures begin. Default: the folder of the data. */
  readonly imageFolder?: string;
}

/** How a caller follows the work and ends it. */
export interface PredictControls {
  /** Told now and then how many rows are done and, where known, which share that is. */
  onProgress?(rows: number, share: number | undefined): void;
  /** Once it is aborted, the work ends with an `Interrupted` error and leaves no file. */
  readonly signal?: CancelSignal | undefined;
  /** What "-" reads and writes. Default: standard input and output. */
  readonly stdin?: Readable;
  readonly stdout?: Writable;
}

const {
  categorical: _,
  numeric: __,
  text: ___,
  ignore: ____,
  naming: _____,
  image: ______,
  memory: _______,
  cache: ________,
  keepCache: _________,
  stdin: __________,
  onProgress: ___________,
  ...reading
} = READ_KINDS;

export const PREDICT_KINDS: OptionKinds<PredictFileOptions> = {
  ...reading,
  out: path,
  force: flag,
  prefix: text,
  group: text,
  imageFolder: path,
};

/** Options with their defaults filled in. */
export type ResolvedPredict = PredictFileOptions & Required<Pick<PredictFileOptions, 'out' | 'prefix'>>;

export const DEFAULT_OUT = 'predictions.csv';

/** Endings that promise what is not written. */
const OTHER_FORMATS = /\.(gz|json|jsonl|ndjson|xlsx?|db|duckdb|sqlite3?|arrow|feather)$/i;

/** Checks the options, and that the file they name can be written. */
export function resolvePredictOptions(options: PredictFileOptions): ResolvedPredict {
  checkOptions(options, PREDICT_KINDS);
  const { out = DEFAULT_OUT, prefix = '', force = false } = options;
  if (OTHER_FORMATS.test(out)) {
    throw new UsageError(
      `${optionText('out', out)}: predictions are written as CSV or as Parquet; end the name in .csv or .parquet`,
    );
  }
  const there = out === '-' ? undefined : entryAt(out);
  if (there !== undefined && !there.isFile()) {
    const what = there.isDirectory()
      ? 'a folder; name a file in it'
      : "no file; `out: '-'` writes to standard output";
    throw new UsageError(`\`out\`: ${shortened(out, 200)} is ${what}`);
  }
  if (there !== undefined && !force) {
    throw new UsageError(
      `${shortened(out, 200)} is there already; choose another file with \`out\`, or replace it with \`force: true\``,
    );
  }
  return { ...options, out, prefix };
}

function entryAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** Whether the predictions become a Parquet file. */
export function isParquet(out: string): boolean {
  return /\.parquet$/i.test(out);
}
