// Boosted trees against XGBoost's hist: (a) Adult, one-hot encoded, (b) a million made-up rows; on one thread and on two.
// Each training has a process of its own, ours and the peer's in turns. Then how ours grows with rows, columns and bins.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom, encodeDense, fitEncoder } from '@fairfront/core';
import { prepareDataset } from 'fairfront/internal';
import type { BoostedRun } from './boosted-run.js';
import { findPython, runJson, scriptPath } from './peer.js';
import { median } from './statistics.js';

const TREES = 100;
const BINS = 255;
const ROWS = 1_000_000;
const COLUMNS = 28;
const SEED = 1;
const REPEATS = 3;
/** How far the log losses on the training rows may be apart, relative. */
const AGREEMENT = 0.01;
/** Ours alone: rows, columns and bins, one of them more at a time. */
const GROWTH = [
  { rows: 125_000, columns: 28, bins: 255 },
  { rows: 500_000, columns: 28, bins: 255 },
  { rows: 125_000, columns: 112, bins: 255 },
  { rows: 125_000, columns: 28, bins: 63 },
  { rows: 125_000, columns: 28, bins: 15 },
] as const;

interface Matrix {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
  readonly labels: Int32Array;
}

/** Times boosted trees on Adult and on many made-up rows. */
export async function benchBoosted() {
  const python = findPython('xgboost', 'python3-xgboost');
  const ratios: Record<string, number> = {};
  for (const matrix of [await loadAdult(), makeRows(ROWS, COLUMNS)]) {
    withFolder(matrix, (folder) => {
      for (const threads of [1, 2]) compare(matrix, folder, threads, python, ratios);
    });
  }
  benchGrowth();
  return { ratios };
}

/** Trains in turns, checks that both found as much, and prints a table. */
function compare(
  { name, rows, columns }: Matrix,
  folder: string,
  threads: number,
  python: string | undefined,
  ratios: Record<string, number>,
): void {
  const args = [folder, String(threads), String(BINS), String(TREES)];
  const ours: BoostedRun[] = [];
  const theirs: (BoostedRun & { readonly version: string })[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    ours.push(runOurs(args));
    if (python !== undefined) theirs.push(runJson(python, [scriptPath('boosted.py'), ...args]) as never);
  }
  const [own, other] = [ours[0]!, theirs[0]];
  if (other !== undefined && !(Math.abs(own.logLoss / other.logLoss - 1) < AGREEMENT)) {
    throw new Error(`the log loss is ${own.logLoss} by ours and ${other.logLoss} by XGBoost`);
  }
  process.stdout.write(`${name}, ${rows} rows × ${columns} columns, ${TREES} trees, ${threads} threads\n`);
  console.table([
    { who: 'fairfront', ...summary(ours), 'before trees': 'checks, bins' },
    ...(other === undefined
      ? []
      : [{ who: `XGBoost ${other.version}`, ...summary(theirs), 'before trees': 'DMatrix' }]),
  ]);
  if (other === undefined) return;
  const ratio = (figure: 'ms' | 'peakBytes'): number =>
    Number((median(ours.map((run) => run[figure])) / median(theirs.map((run) => run[figure]))).toFixed(2));
  ratios[`time of ours / XGBoost, ${name}, ${threads} threads`] = ratio('ms');
  ratios[`peak memory of ours / XGBoost, ${name}, ${threads} threads`] = ratio('peakBytes');
}

function summary(runs: readonly BoostedRun[]) {
  const seconds = (ms: number): number => Number((ms / 1e3).toFixed(2));
  return {
    s: seconds(median(runs.map(({ ms }) => ms))),
    fastest: seconds(Math.min(...runs.map(({ ms }) => ms))),
    'before trees, s': seconds(median(runs.map(({ binsMs }) => binsMs))),
    'peak MB': Math.round(median(runs.map(({ peakBytes }) => peakBytes)) / 2 ** 20),
    'log loss': Number(runs[0]!.logLoss.toFixed(5)),
  };
}

function benchGrowth(): void {
  process.stdout.write(`how ours grows: ${TREES} trees, one thread\n`);
  console.table(
    GROWTH.map(({ rows, columns, bins }) =>
      withFolder(makeRows(rows, columns), (folder) => {
        const { ms, binsMs, peakBytes } = runOurs([folder, '1', String(bins), String(TREES)]);
        return {
          rows,
          columns,
          bins,
          s: Number((ms / 1e3).toFixed(2)),
          'ns per row, column and tree': Number((((ms - binsMs) * 1e6) / rows / columns / TREES).toFixed(2)),
          'peak MB': Math.round(peakBytes / 2 ** 20),
        };
      }),
    ),
  );
}

function runOurs(args: readonly string[]): BoostedRun {
  const script = fileURLToPath(new URL('boosted-run.js', import.meta.url));
  return runJson(process.execPath, [script, ...args]) as BoostedRun;
}

/** Hands over a folder with the rows, and removes it. */
function withFolder<Result>(
  { rows, columns, values, labels }: Matrix,
  use: (folder: string) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-bench-'));
  try {
    writeFileSync(join(folder, 'meta.json'), JSON.stringify({ rows, columns }));
    writeFileSync(join(folder, 'features.f32'), values);
    writeFileSync(join(folder, 'labels.i32'), labels);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The training rows of the first published split, every level of the table a column. */
async function loadAdult(): Promise<Matrix> {
  const { task, encoder, parts } = await prepareDataset('adult:gender-ethnicity', {
    split: { datasetSplit: 0 },
  });
  const rows = task.splits[0]!.train;
  const names = encoder.columns.map(({ name }) => name);
  const byTable = fitEncoder(task.table, names, rows, { ...encoder.options, levels: 'table' });
  const { rowCount, columnCount, values } = encodeDense(byTable, task.table, rows);
  return {
    name: 'Adult',
    rows: rowCount,
    columns: columnCount,
    values: Float32Array.from(values),
    labels: parts.train.labels,
  };
}

/** Numbers of which some tell the class, by products and steps, with noise. */
function makeRows(rows: number, columns: number): Matrix {
  const { uniform } = createRandom(SEED);
  const values = new Float32Array(rows * columns);
  const labels = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const own = values.subarray(row * columns, (row + 1) * columns);
    for (let c = 0; c < columns; c++) own[c] = 2 * (uniform() + uniform() + uniform()) - 3;
    const score =
      own[0]! * own[1]! +
      (own[2]! > 0.5 ? 1 : -0.3) +
      0.5 * own[3]! -
      (own[4]! < 0 ? own[5]! : 0.2 * own[6]!);
    labels[row] = score + 2 * (uniform() + uniform()) - 2 > 0 ? 1 : 0;
  }
  return { name: 'made-up', rows, columns, values, labels };
}
