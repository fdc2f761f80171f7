// A finished run, read again: its result, and what its models said of rows that they were not trained on. Everything
// that is done with a model after the fit begins here.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FairfrontError } from '@fairfront/core';
import { shortened } from '@fairfront/core/internal';
import { checkSchema } from '../check-schema.js';
import { describeFileError } from '../describe-file-error.js';
import { type FitResult, RESULT_SCHEMA } from '../measure/fit-result.js';
import type { AnyResult } from '../measure/regression-result.js';
import { readTable } from '../read/read-table.js';
import { checkJsonDepth } from '../read/source/json-depth.js';
import { UsageError } from '../usage-error.js';
import type { Content } from '../write-file.js';
import { PREDICTIONS } from './predictions-csv.js';
import { predictionReading, type RunPredictions, runPredictions } from './run-predictions.js';

/** The file with the SHA-256 of every other file of a run, as `sha256sum -c` reads it. */
export const CHECKSUMS = 'SHA256SUMS';

/** The file of a run whose models decide by a threshold. */
export const DECISION = 'decision.json';

/** What a run may leave. Not every run has the same files; one with result.json is finished. */
export const FILES = [
  ...['model.onnx', 'model.json', 'naive.onnx', 'naive.json', 'distilled.onnx'],
  ...[PREDICTIONS, DECISION, 'report.html', CHECKSUMS, 'result.json'],
];

/** A run that is finished. */
export interface FinishedRun<Result extends AnyResult = FitResult> {
  readonly folder: string;
  /** What result.json holds. Where a number was predicted, `task.kind` is `regression`. */
  readonly result: Result;
  /** Reads what the models said of the test rows, or of the rows that chose (out of fold, or the validation part). */
  predictions(part: 'test' | 'validation'): Promise<RunPredictions>;
}

/** Whether a path is that of a finished run. */
export function isRunFolder(path: string): boolean {
  return existsSync(join(path, 'result.json'));
}

/** Opens the folder of a finished run; files that were changed since are refused. */
export async function openRun<Result extends AnyResult = FitResult>(
  folder: string,
): Promise<FinishedRun<Result>> {
  const path = join(folder, 'result.json');
  const bytes = readRunFile(folder, 'result.json');
  await checkJsonDepth([bytes], path, false);
  let result: Result;
  try {
    result = JSON.parse(bytes.toString()) as Result;
  } catch (error) {
    throw new FairfrontError('bad-file', `${path} is not JSON: ${(error as Error).message}`);
  }
  checkSchema(result, RESULT_SCHEMA, path);
  if (!existsSync(join(folder, CHECKSUMS))) {
    throw new FairfrontError('bad-file', `${folder} has no ${CHECKSUMS}: it is no whole run; fit again`);
  }
  return { folder, result, predictions: (part) => readRunPredictions(folder, result, part) };
}

/**
 * Refuses a run that decides by a threshold, for what judges decisions: its figures are those of the most probable class.
 * @param what is done with a run: "gate"
 */
export function checkUndecided({ folder }: Pick<FinishedRun, 'folder'>, what: string): void {
  if (!existsSync(join(folder, DECISION))) return;
  throw new UsageError(
    `${shortened(folder, 200)} decides by a threshold (${DECISION}), and the figures it has are those of the most probable class; ${what} the run that it was made of, or predict rows with it and audit the decisions`,
  );
}

/** Reads a file of a run, which must be as the run left it. */
export function readRunFile(folder: string, name: string): Buffer {
  const path = join(folder, name);
  let bytes: Buffer;
  try {
    if (!statSync(path).isFile()) throw new Error('it is no file');
    bytes = readFileSync(path);
  } catch (error) {
    throw new UsageError(
      `${shortened(folder, 200)} is not the folder of a finished run: ${name}: ${describeFileError(error)}`,
    );
  }
  checkSum(folder, name, bytes);
  return bytes;
}

/**
 * Refuses a file that is not as the run left it. Folders without checksums were not written as runs.
 * @param isRuns whether the run must have left it; default true
 */
export function checkSum(folder: string, name: string, bytes: Uint8Array, isRuns = true): void {
  const sums = join(folder, CHECKSUMS);
  if (!existsSync(sums)) return;
  const known = readFileSync(sums, 'utf8')
    .split('\n')
    .find((line) => line.endsWith(`  ${name}`));
  const path = join(folder, name);
  if (known === undefined) {
    if (!isRuns) return;
    throw new FairfrontError('bad-file', `${path} is not one of the files that the run left (${CHECKSUMS})`);
  }
  if (known !== sumLine(name, bytes)) {
    throw new FairfrontError(
      'bad-file',
      `${path} was changed or damaged after the run (its SHA-256 is not the one in ${CHECKSUMS}); take the folder as the run left it, or fit again`,
    );
  }
}

/** Files, and the content of SHA256SUMS: what is written in chunks is summed on the way, so it must be written first. */
export function summedFiles(files: Readonly<Record<string, Content | undefined>>): {
  readonly contents: Readonly<Record<string, Content | undefined>>;
  readonly sums: Content;
} {
  const written = new Map<string, string>();
  const contents = Object.entries(files).map(([name, content]) => {
    if (typeof content !== 'function') return [name, content] as const;
    const summed = function* (): Iterable<Uint8Array> {
      const hash = createHash('sha256');
      for (const chunk of content()) {
        hash.update(chunk);
        yield chunk;
      }
      written.set(name, hash.digest('hex'));
    };
    return [name, summed] as const;
  });
  const line = ([name, content]: [string, Content | undefined]): string[] => {
    if (content === undefined) return [];
    return [typeof content === 'function' ? `${written.get(name)}  ${name}` : sumLine(name, content)];
  };
  return {
    contents: Object.fromEntries(contents),
    sums: () => [
      Buffer.from(
        Object.entries(files)
          .flatMap(line)
          .map((own) => `${own}\n`)
          .join(''),
      ),
    ],
  };
}

function sumLine(name: string, content: string | Uint8Array): string {
  return `${createHash('sha256').update(content).digest('hex')}  ${name}`;
}

async function readRunPredictions(
  folder: string,
  result: AnyResult,
  part: 'test' | 'validation',
): Promise<RunPredictions> {
  readRunFile(folder, PREDICTIONS);
  const path = join(folder, PREDICTIONS);
  const { table } = await readTable(path, { format: 'csv', ...predictionReading(result) });
  return runPredictions(table, result, part, path);
}
