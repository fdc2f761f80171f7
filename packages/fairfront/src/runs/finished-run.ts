// A finished run, read again: its result, and what its models said of rows that they were not trained on. Everything
// that is done with a model after the fit begins here.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FairfrontError, findColumn, type GroupIndex, type Table } from '@fairfront/core';
import { quoted, rowList, shortened } from '@fairfront/core/internal';
import { checkSchema } from '../check-schema.js';
import { describeFileError } from '../describe-file-error.js';
import { type FitResult, RESULT_SCHEMA } from '../measure/fit-result.js';
import { MISSING_MARKERS } from '../read/columns/text-values.js';
import { readTable } from '../read/read-table.js';
import { checkJsonDepth } from '../read/source/json-depth.js';
import { UsageError } from '../usage-error.js';
import { answerColumn, PREDICTIONS, predictionTitles } from './predictions-csv.js';

/** The file with the SHA-256 of every other file of a run, as `sha256sum -c` reads it. */
export const CHECKSUMS = 'SHA256SUMS';

/** The file of a run whose models decide by a threshold. */
export const DECISION = 'decision.json';

/** A run that is finished. */
export interface FinishedRun {
  readonly folder: string;
  /** What result.json holds. */
  readonly result: FitResult;
  /** Reads what the models said of the test rows, or of the rows that chose (out of fold, or the validation part). */
  predictions(part: 'test' | 'validation'): Promise<RunPredictions>;
}

/** What the naive and the chosen model said of rows that they were not trained on. */
export interface RunPredictions {
  /** The place of each row in the data, from 0. */
  readonly rows: Uint32Array;
  readonly labels: Int32Array;
  /** The groups of the result, in their order, with the rows' weights where they have any. */
  readonly groups: GroupIndex;
  /** Row → whose it is, where rows of a person stayed together. */
  readonly entities?: Uint32Array;
  /** rows × classes */
  readonly models: { readonly naive: Float64Array; readonly minimax: Float64Array };
}

/** Whether a path is that of a finished run. */
export function isRunFolder(path: string): boolean {
  return existsSync(join(path, 'result.json'));
}

/** Opens the folder of a finished run; files that were changed since are refused. */
export async function openRun(folder: string): Promise<FinishedRun> {
  const path = join(folder, 'result.json');
  const bytes = readRunFile(folder, 'result.json');
  await checkJsonDepth([bytes], path, false);
  let result: FitResult;
  try {
    result = JSON.parse(bytes.toString()) as FitResult;
  } catch (error) {
    throw new FairfrontError('bad-file', `${path} is not JSON: ${(error as Error).message}`);
  }
  checkSchema(result, RESULT_SCHEMA, path);
  if (!existsSync(join(folder, CHECKSUMS))) {
    throw new FairfrontError('bad-file', `${folder} has no ${CHECKSUMS}: it is no whole run; fit again`);
  }
  return { folder, result, predictions: (part) => readRunPredictions(folder, result, part) };
}

/** Refuses a run with weights of rows, for what counts every row once. @param what "a watch" */
export function checkUnweighted({ result }: Pick<FinishedRun, 'result'>, what: string): void {
  const { weight } = result.task;
  if (weight === undefined) return;
  throw new UsageError(
    `${what} counts every row once, and this run was fitted with weights of rows (${quoted([weight])}); take a run without \`weight\``,
  );
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

/** The content of SHA256SUMS. */
export function checksums(files: Readonly<Record<string, string | Uint8Array | undefined>>): string {
  return Object.entries(files)
    .flatMap(([name, content]) => (content === undefined ? [] : [`${sumLine(name, content)}\n`]))
    .join('');
}

function sumLine(name: string, content: string | Uint8Array): string {
  return `${createHash('sha256').update(content).digest('hex')}  ${name}`;
}

async function readRunPredictions(
  folder: string,
  { task, groups }: FitResult,
  part: 'test' | 'validation',
): Promise<RunPredictions> {
  readRunFile(folder, PREDICTIONS);
  const path = join(folder, PREDICTIONS);
  const { target, classes } = task;
  const titles = predictionTitles(classes);
  const answer = answerColumn(target, classes);
  const { table } = await readTable(path, {
    format: 'csv',
    categorical: ['part', 'group', answer],
    numeric: ['row', ...(task.weight === undefined ? [] : ['weight']), ...titles.naive, ...titles.minimax],
  });
  const parts = levelsOf(table, 'part');
  const rows: number[] = [];
  for (let row = 0; row < table.rowCount; row++)
    if ((parts(row) === 'test') === (part === 'test')) rows.push(row);
  const codes = (column: string, names: readonly string[]): Int32Array => {
    const level = levelsOf(table, column);
    const places = new Map(names.map((name, i) => [name, i]));
    // The file has no missing cells: what is read as one is the name that is written like it, such as NA.
    const [marker = '', ...others] = names.filter((name) => MISSING_MARKERS.includes(name));
    if (others.length > 0) {
      throw new FairfrontError(
        'bad-file',
        `${path}: ${quoted([marker, ...others])} cannot be told apart; rename all but one`,
      );
    }
    return Int32Array.from(rows, (row) => {
      const place = places.get(level(row) ?? marker);
      if (place !== undefined) return place;
      throw new FairfrontError(
        'bad-file',
        `${path}: ${rowList([row])} has no ${column} of the result, which are ${quoted(names)}`,
      );
    });
  };
  const numbers = (name: string): Float64Array => {
    const column = findColumn(table, name, path);
    if (column.kind !== 'numeric') throw new FairfrontError('bad-file', `${path}: ${name} must be numbers`);
    return Float64Array.from(rows, (row) => column.values[row]!);
  };
  const probabilities = (names: readonly string[]): Float64Array => {
    const all = new Float64Array(rows.length * classes.length);
    const columns = names.map(numbers);
    columns.forEach((values, c) => {
      for (let i = 0; i < rows.length; i++) all[i * classes.length + c] = values[i]!;
    });
    return all;
  };
  const names = groups.map(({ name }) => name);
  const hasEntities = table.columns.some(({ name }) => name === 'entity');
  return {
    rows: Uint32Array.from(numbers('row'), (row) => row - 1),
    labels: codes(answer, classes),
    groups: groupsOf(codes('group', names), names, task.weight === undefined ? undefined : numbers('weight')),
    ...(hasEntities && { entities: Uint32Array.from(numbers('entity')) }),
    models: { naive: probabilities(titles.naive), minimax: probabilities(titles.minimax) },
  };
}

function groupsOf(
  groups: Int32Array,
  names: readonly string[],
  weights: Float64Array | undefined,
): GroupIndex {
  const counts = new Array<number>(names.length).fill(0);
  for (const group of groups) counts[group]!++;
  return { names, groups, counts, ...(weights && { weights }) };
}

function levelsOf(table: Table, name: string): (row: number) => string | undefined {
  const column = findColumn(table, name, 'predictions');
  if (column.kind !== 'categorical') throw new FairfrontError('bad-file', `${name} must hold names`);
  return (row) => column.levels[column.codes[row]!];
}
