// The library's `predictFile`: what a model says of every row of a file, in memory that does not grow with the file.

import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { definedOnly } from '../defined-only.js';
import { MISSING_MARKERS } from '../read/columns/text-values.js';
import { checkForFormat } from '../read/read-options.js';
import { temporaryFolder } from '../read/read-table.js';
import type { Source } from '../read/source/formats.js';
import { cannotLoad, ReadError } from '../read/source/read-error.js';
import { checkUnchanged, openSources } from '../read/source/source.js';
import { loadModel } from '../runs/model.js';
import type { Model } from '../runs/plain-model.js';
import { growFile } from '../write-file.js';
import { Batches, type InputReport, type PredictedNumbers } from './batches.js';
import { csvLines, predictCsv } from './predict-csv.js';
import {
  isParquet,
  type PredictControls,
  type PredictFileOptions,
  type ResolvedPredict,
  resolvePredictOptions,
} from './predict-options.js';
import { newNames, withGroup } from './predicted-columns.js';

/** What was predicted of a file. */
export interface PredictedFile {
  /** The file that was written, or "-". */
  readonly out: string;
  readonly rows: number;
  readonly target: string;
  /** How many rows were predicted to be of each class; none where a number is predicted. */
  readonly classes: readonly { readonly name: string; readonly rows: number }[];
  /** The numbers that were predicted, where they are numbers. */
  readonly numbers?: PredictedNumbers;
  /** The columns that were added. */
  readonly added: readonly string[];
  /** What the rows held of each column that the model takes. */
  readonly inputs: readonly InputReport[];
  /** What a person should know of how the file was read. */
  readonly notes: readonly string[];
}

/**
 * Predicts every row of a table: its columns as they are, then the probability of each class and the prediction.
 * @param model a model, or the folder of a run, a model.json or a model.onnx
 * @param data a CSV, Parquet, JSON or DuckDB file, a folder or a pattern of several, or "-" for standard input
 */
export async function predictFile(
  model: Model | string,
  data: string,
  options: PredictFileOptions = {},
  controls: PredictControls = {},
): Promise<PredictedFile> {
  const resolved = resolvePredictOptions(options);
  const loaded = withGroup(typeof model === 'string' ? await loadModel(model) : model, resolved.group);
  const temporary = temporaryFolder();
  let source: Source | undefined;
  try {
    source = await openSources(data, temporary.make, controls.stdin ?? process.stdin, resolved.format);
    checkForFormat(source, resolved);
    if (source.format === 'sqlite') {
      throw new ReadError(
        `${source.label} is a SQLite file, which is not predicted row by row; save the table as CSV: sqlite3 -header -csv FILE 'SELECT * FROM TABLE' > rows.csv`,
      );
    }
    return await predictSource(loaded, source, resolved, controls, temporary.make);
  } catch (error) {
    if (source !== undefined) checkUnchanged(source); // what else is wrong comes of that
    throw error;
  } finally {
    temporary.remove();
  }
}

async function predictSource(
  model: Model,
  source: Source,
  options: ResolvedPredict,
  controls: PredictControls,
  folder: () => string,
): Promise<PredictedFile> {
  const { classes, columns, target } = model;
  const { out, prefix, imageFolder = dirname(source.original) } = options;
  const missing = new Set([...MISSING_MARKERS, ...(options.missing ?? [])]);
  const batches = new Batches(model, source.label, { imageFolder }, controls);
  const onProgress = controls.onProgress ?? (() => undefined);
  const stdout = controls.stdout ?? process.stdout;
  const isCsv = source.format === 'csv';
  const whole = async (predicting: Promise<readonly string[]>): Promise<readonly string[]> => {
    const notes = await predicting;
    checkUnchanged(source);
    return notes;
  };
  const throughDuckDb = async (file: string): Promise<readonly string[]> => {
    const { predictCsvToParquet, predictDuckDb } = await import('./predict-duckdb.js').catch(
      cannotLoad('Parquet, JSON and DuckDB files are read and written by DuckDB'),
    );
    const task = { source, folder: folder(), model, batches, options, missing, target: file, onProgress };
    return whole(isCsv ? predictCsvToParquet(task) : predictDuckDb(task));
  };
  const lines = (write: (bytes: Uint8Array) => Promise<void>): Promise<readonly string[]> => {
    const named = (names: readonly string[]) => newNames(classes, prefix, names, source.label);
    const sink = csvLines(classes, named, options, write);
    return whole(predictCsv(source, columns, batches, options, missing, sink, onProgress));
  };
  let notes: readonly string[];
  if (out !== '-') {
    const file = await growFile(out);
    try {
      notes = await (isCsv && !isParquet(out) ? lines(file.write) : throughDuckDb(file.beside));
      await file.keep();
    } finally {
      await file.discard();
    }
  } else if (isCsv) {
    notes = await lines((bytes) => writeTo(stdout, bytes));
  } else {
    const file = join(folder(), 'predictions.csv');
    notes = await throughDuckDb(file);
    for await (const bytes of createReadStream(file)) await writeTo(stdout, bytes as Buffer);
  }
  return {
    out,
    rows: batches.rowCount,
    target,
    classes: classes.map((name, k) => ({ name, rows: batches.decided[k]! })),
    ...definedOnly({ numbers: batches.numbers() }),
    added: newNames(classes, prefix, [], source.label),
    inputs: batches.inputs(),
    notes,
  };
}

function writeTo(stream: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
