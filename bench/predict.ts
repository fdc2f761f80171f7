// From a CSV file and a linear model to a CSV file of probabilities: against pandas and scikit-learn's pipeline where they
// are installed, and in memory as the file grows. Every run is a process of its own; ours and theirs take turns, and
// medians are compared.

import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom, fitEncoder } from '@fairfront/core';
import { readTable } from 'fairfront/internal';
import { findPython, runJson, scriptPath } from './peer.js';
import { median } from './statistics.js';

const ROWS = 1_000_000;
const MANY_ROWS = 10_000_000;
const FEW_ROWS = 20_000;
const REPEATS = 5;
const SEED = 1;
/** As wide as Adult: six numbers, and categories of so many levels. */
const NUMBERS = 6;
const LEVELS = [9, 16, 7, 15, 6, 5, 2, 42];

interface Run {
  readonly rows: number;
  readonly totalMs: number;
  /** Of all threads: what is left to compare by on a machine that is busy. */
  readonly cpuMs: number;
  readonly peakBytes: number;
}

/** Times predicting a CSV file. */
export async function benchPredict() {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-bench-'));
  try {
    const model = join(folder, 'model.json');
    const [few, million] = [FEW_ROWS, ROWS].map((rows) => writeRows(join(folder, `${rows}.csv`), rows)) as [
      string,
      string,
    ];
    await writeModel(model, few);
    const outs = ['ours.csv', 'theirs.csv'].map((name) => join(folder, name)) as [string, string];
    const ours = (data: string): Run =>
      run(process.execPath, builtPath('predict-run.js'), model, data, outs[0]);
    const python = findPython('sklearn', 'python3-pandas python3-sklearn');
    const theirs = (data: string): Run => run(python!, scriptPath('predict.py'), model, data, outs[1]);
    ours(few);
    if (python !== undefined) {
      theirs(few);
      checkEqual(few, outs);
    }
    const runs: { ours: Run[]; theirs: Run[] } = { ours: [], theirs: [] };
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      runs.ours.push(ours(million));
      if (python !== undefined) runs.theirs.push(theirs(million));
    }
    const size = statSync(million).size;
    rmSync(outs[1], { force: true });
    const many = ours(writeRows(join(folder, 'many.csv'), MANY_ROWS));
    return report(runs.ours, runs.theirs, many, size);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report(ours: readonly Run[], theirs: readonly Run[], many: Run, size: number) {
  process.stdout.write(
    `${ROWS.toLocaleString('en-US')} rows × ${NUMBERS + LEVELS.length} columns, ${(size / 1e6).toFixed(0)} MB of CSV, median of ${REPEATS}\n`,
  );
  const row = (who: string, runs: readonly Run[]): object => {
    const times = runs.map(({ totalMs }) => totalMs);
    return {
      who,
      rows: runs[0]!.rows,
      'total, s': seconds(median(times)),
      'fastest and slowest, s': `${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`,
      'rows a second': rowsPerSecond(runs),
      'CPU, s': seconds(median(runs.map(({ cpuMs }) => cpuMs))),
      'peak, MB': Math.round(median(runs.map(({ peakBytes }) => peakBytes)) / 1e6),
    };
  };
  console.table([
    row('fairfront', ours),
    ...(theirs.length > 0 ? [row('pandas, scikit-learn', theirs)] : []),
    row('fairfront', [many]),
  ]);
  const millionPeak = median(ours.map(({ peakBytes }) => peakBytes));
  return {
    ratios: {
      ...(theirs.length > 0 && {
        'pandas and scikit-learn time / ours':
          median(theirs.map(({ totalMs }) => totalMs)) / median(ours.map(({ totalMs }) => totalMs)),
      }),
      ...(theirs.length > 0 && {
        'the same in CPU time':
          median(theirs.map(({ cpuMs }) => cpuMs)) / median(ours.map(({ cpuMs }) => cpuMs)),
      }),
      'peak memory, 10M rows / 1M rows': many.peakBytes / millionPeak,
    },
    rowsPerSecond: rowsPerSecond(ours),
    peakBytes: { [ROWS]: millionPeak, [MANY_ROWS]: many.peakBytes },
  };
}

const seconds = (ms: number): number => Number((ms / 1e3).toFixed(2));
const rowsPerSecond = (runs: readonly Run[]): number =>
  Math.round(runs[0]!.rows / (median(runs.map(({ totalMs }) => totalMs)) / 1e3));

/** The same columns and predictions, and probabilities that differ by rounding alone. */
function checkEqual(data: string, files: readonly [string, string]): void {
  const [rows, ours, theirs] = [data, ...files].map((path) =>
    readFileSync(path, 'utf8').trimEnd().split('\n'),
  );
  if (ours!.length !== FEW_ROWS + 1 || theirs!.length !== ours!.length) throw new Error('rows are missing');
  ours!.forEach((line, i) => {
    const [own, other] = [line, theirs![i]!].map((each) => each.split(',').slice(NUMBERS + LEVELS.length));
    const isSame =
      line.startsWith(`${rows![i]},`) &&
      own!.length === 3 &&
      own!.every((cell, k) => cell === other![k] || Math.abs(Number(cell) - Number(other![k])) <= 1e-9);
    if (!isSame) throw new Error(`line ${i + 1} differs: ${line} and ${theirs![i]}`);
  });
}

function run(command: string, ...args: readonly string[]): Run {
  return runJson(command, args) as Run;
}

function builtPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** A linear model with made-up weights for the columns of a file. */
async function writeModel(path: string, data: string): Promise<void> {
  const { table } = await readTable(data);
  const rows = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
  const names = table.columns.map(({ name }) => name);
  const encoder = fitEncoder(table, names, rows, { minLevelRows: 1 });
  const { uniform } = createRandom(SEED);
  const weights = encoder.features.map(() => uniform() - 0.5);
  const outputs = [{ intercept: uniform() - 0.5, weights }];
  const file = {
    schema: 'fairfront.model/1',
    kind: 'linear',
    target: 'y',
    classes: ['no', 'yes'],
    encoder,
    outputs,
  };
  writeFileSync(path, JSON.stringify(file));
}

/** Whole numbers as ages and hours, and levels of which the first are frequent and the last rare; none missing. */
function writeRows(path: string, rows: number): string {
  const { uniform } = createRandom(SEED);
  const stems = ['level-', 'Some-category', 'A longer name '];
  const levels = LEVELS.map((count, j) =>
    Array.from({ length: count }, (_, i) => `${stems[j % stems.length]}${i}`),
  );
  const names = [...Array.from({ length: NUMBERS }, (_, j) => `num${j}`), ...LEVELS.map((_, j) => `cat${j}`)];
  const file = openSync(path, 'w');
  let text = `${names.join(',')}\n`;
  for (let row = 0; row < rows; row++) {
    for (let j = 0; j < NUMBERS; j++) {
      const value = uniform();
      text += `${j === 1 ? Math.floor(12e3 + 1e6 * value * value) : j === 5 ? (100 * value).toFixed(2) : Math.floor(17 + 73 * value)},`;
    }
    for (const [j, own] of levels.entries()) {
      text += own[Math.floor(uniform() * uniform() * own.length)]! + (j < levels.length - 1 ? ',' : '\n');
    }
    if (text.length > 1 << 20 || row === rows - 1) {
      writeSync(file, text);
      text = '';
    }
  }
  closeSync(file);
  return path;
}
