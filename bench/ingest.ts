// From a CSV file of numbers and categories to an encoded sparse matrix: against pandas with get_dummies
// where it is installed, in memory, and as the file grows. Every run is a process of its own; ours and
// pandas' take turns, and medians are compared.

import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@fairfront/core';
import { findPython, runJson, scriptPath } from './peer.js';
import { median } from './statistics.js';

const ROWS = 1_000_000;
const GROWTH = [100_000, ROWS, 4_000_000];
const REPEATS = 5;
const SEED = 1;
const NUMBERS = 10;
/** Levels of each category. */
const LEVELS = [2, 3, 4, 5, 7, 8, 10, 14, 16, 41];
const MISSING_SHARE = 0.01;
/** What the program itself may take beside the matrix. */
const BASE_BYTES = 300e6;

interface Run {
  readonly rows: number;
  readonly features: number;
  readonly mean: number;
  readonly readMs: number;
  readonly encodeMs: number;
  readonly peakBytes: number;
  readonly matrixBytes?: number;
}

const totalMs = ({ readMs, encodeMs }: Run): number => readMs + encodeMs;

/** Times reading and encoding a CSV file. */
export function benchIngest() {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-bench-'));
  try {
    const files = GROWTH.map((rows) => writeRows(join(folder, `${rows}.csv`), rows));
    const million = files[GROWTH.indexOf(ROWS)]!;
    const python = findPython('pandas', 'python3-pandas');
    const ours: Run[] = [];
    const theirs: Run[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      ours.push(runOurs(million));
      if (python !== undefined) theirs.push(runPandas(python, million));
    }
    check(ours[0]!, theirs[0]);
    const growth = files.map((file) => median([0, 1, 2].map(() => totalMs(runOurs(file)))));
    return report(ours, theirs, growth, million);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report(ours: readonly Run[], theirs: readonly Run[], growth: readonly number[], path: string) {
  process.stdout.write(
    `${ROWS.toLocaleString('en-US')} rows × ${NUMBERS + LEVELS.length} columns, ${(statSync(path).size / 1e6).toFixed(0)} MB of CSV, median of ${REPEATS}\n`,
  );
  const row = (who: string, runs: readonly Run[]): object => ({
    who,
    'read, s': seconds(median(runs.map(({ readMs }) => readMs))),
    'encode, s': seconds(median(runs.map(({ encodeMs }) => encodeMs))),
    'total, s': seconds(median(runs.map(totalMs))),
    'fastest and slowest, s': `${seconds(Math.min(...runs.map(totalMs)))} to ${seconds(Math.max(...runs.map(totalMs)))}`,
    'peak, MB': Math.round(median(runs.map(({ peakBytes }) => peakBytes)) / 1e6),
  });
  console.table([row('fairfront', ours), ...(theirs.length > 0 ? [row('pandas', theirs)] : [])]);
  const matrixBytes = ours[0]!.matrixBytes!;
  const peakBytes = Math.max(...ours.map((run) => run.peakBytes));
  process.stdout.write(
    `Encoded matrix ${Math.round(matrixBytes / 1e6)} MB; peak ${Math.round(peakBytes / 1e6)} MB of ${Math.round((1.5 * matrixBytes + BASE_BYTES) / 1e6)} MB allowed\n`,
  );
  console.table(
    GROWTH.map((rows, i) => ({
      rows,
      'total, s': seconds(growth[i]!),
      'µs a row': Number(((growth[i]! * 1e3) / rows).toFixed(2)),
    })),
  );
  return {
    ratios: {
      ...(theirs.length > 0
        ? { 'pandas time / ours': median(theirs.map(totalMs)) / median(ours.map(totalMs)) }
        : {}),
      'peak memory / (1.5 matrix + 300 MB)': peakBytes / (1.5 * matrixBytes + BASE_BYTES),
      'time per row, 4M rows / 1M rows': growth[2]! / GROWTH[2]! / (growth[1]! / GROWTH[1]!),
      'time per row, 1M rows / 100k rows': growth[1]! / GROWTH[1]! / (growth[0]! / GROWTH[0]!),
    },
    matrixBytes,
    peakBytes,
  };
}

const seconds = (ms: number): number => Number((ms / 1e3).toFixed(2));

/** The same rows and, but for indicators of missing values, the same features. */
function check(ours: Run, theirs: Run | undefined): void {
  if (ours.rows !== ROWS) throw new Error(`read ${ours.rows} rows, not ${ROWS}`);
  if (theirs === undefined) return;
  const same =
    ours.rows === theirs.rows &&
    ours.features === theirs.features &&
    Math.abs(ours.mean - theirs.mean) <= 1e-9 * Math.abs(theirs.mean);
  if (!same) throw new Error(`ours ${JSON.stringify(ours)} and pandas' ${JSON.stringify(theirs)} differ`);
}

function runOurs(path: string): Run {
  const script = fileURLToPath(new URL('ingest-run.js', import.meta.url));
  return runJson(process.execPath, [script, path]) as Run;
}

function runPandas(python: string, path: string): Run {
  return runJson(python, [scriptPath('ingest.py'), path]) as Run;
}

/**
 * Numbers with and without decimals; levels of which the first are frequent and the last rare; one cell in a
 * hundred missing.
 */
function writeRows(path: string, rows: number): string {
  const { uniform } = createRandom(SEED);
  const stems = ['level', 'category-', 'a longer name of a level '];
  const levels = LEVELS.map((count, j) =>
    Array.from({ length: count }, (_, i) => `${stems[j % stems.length]}${i}`),
  );
  const file = openSync(path, 'w');
  let text = `${[...Array.from({ length: NUMBERS }, (_, j) => `num${j}`), ...LEVELS.map((_, j) => `cat${j}`)].join(',')}\n`;
  for (let row = 0; row < rows; row++) {
    for (let j = 0; j < NUMBERS; j++) {
      const value = uniform();
      const number = j % 2 === 0 ? (value * 100).toFixed(3) : String(Math.floor(value * 1000));
      text += `${uniform() < MISSING_SHARE ? '' : number},`;
    }
    for (const [j, own] of levels.entries()) {
      const level = own[Math.floor(uniform() * uniform() * own.length)]!;
      text += (uniform() < MISSING_SHARE ? '?' : level) + (j < levels.length - 1 ? ',' : '\n');
    }
    if (text.length > 1 << 20 || row === rows - 1) {
      writeSync(file, text);
      text = '';
    }
  }
  closeSync(file);
  return path;
}
